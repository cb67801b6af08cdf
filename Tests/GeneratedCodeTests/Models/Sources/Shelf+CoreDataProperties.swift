// Shelf+CoreDataProperties.swift
// Generated from the model Reference. Edits are lost when it changes.
// swift-format-ignore-file

import CoreDataEngine

extension Shelf {
  private enum ManagedProperties {
    static let label = ManagedProperty<String?>("label")
    static let drafts = ManagedProperty<NSSet?>("drafts")
  }

  public class func fetchRequest() -> NSFetchRequest<Shelf> {
    NSFetchRequest<Shelf>(entityName: "Shelf")
  }

  public var label: String? {
    get { self[ManagedProperties.label] }
    set { self[ManagedProperties.label] = newValue }
  }

  public var drafts: NSSet? {
    get { self[ManagedProperties.drafts] }
    set { self[ManagedProperties.drafts] = newValue }
  }
}

// MARK: Generated accessors for drafts
extension Shelf {
  public func addToDrafts(_ value: Draft) { add(value, to: ManagedProperties.drafts) }
  public func removeFromDrafts(_ value: Draft) { remove(value, from: ManagedProperties.drafts) }
  public func addToDrafts(_ values: NSSet) { add(values, to: ManagedProperties.drafts) }
  public func removeFromDrafts(_ values: NSSet) { remove(values, from: ManagedProperties.drafts) }
}

extension Shelf: Identifiable {}
