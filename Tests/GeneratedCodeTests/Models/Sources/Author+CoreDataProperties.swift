// Author+CoreDataProperties.swift
// Generated from the model Reference. Edits are lost when it changes.
// swift-format-ignore-file

import CoreDataEngine

extension Author {
  private enum ManagedProperties {
    static let id = ManagedProperty<UUID?>("id")
    static let name = ManagedProperty<String?>("name")
    static let works = ManagedProperty<NSSet?>("works")
    static let drafts = ManagedProperty<NSOrderedSet?>("drafts")
  }

  public class func fetchRequest() -> NSFetchRequest<Author> {
    NSFetchRequest<Author>(entityName: "Author")
  }

  public var id: UUID? {
    get { self[ManagedProperties.id] }
    set { self[ManagedProperties.id] = newValue }
  }

  public var name: String? {
    get { self[ManagedProperties.name] }
    set { self[ManagedProperties.name] = newValue }
  }

  public var works: NSSet? {
    get { self[ManagedProperties.works] }
    set { self[ManagedProperties.works] = newValue }
  }

  public var drafts: NSOrderedSet? {
    get { self[ManagedProperties.drafts] }
    set { self[ManagedProperties.drafts] = newValue }
  }

  public var namesakes: [Author] { self[fetched: "namesakes"] }
}

// MARK: Generated accessors for works
extension Author {
  public func addToWorks(_ value: Work) { add(value, to: ManagedProperties.works) }
  public func removeFromWorks(_ value: Work) { remove(value, from: ManagedProperties.works) }
  public func addToWorks(_ values: NSSet) { add(values, to: ManagedProperties.works) }
  public func removeFromWorks(_ values: NSSet) { remove(values, from: ManagedProperties.works) }
}

// MARK: Generated accessors for drafts
extension Author {
  public func insertIntoDrafts(_ value: Draft, at idx: Int) { insert(value, into: ManagedProperties.drafts, at: idx) }
  public func removeFromDrafts(at idx: Int) { remove(at: idx, from: ManagedProperties.drafts) }
  public func insertIntoDrafts(_ values: [Draft], at indexes: NSIndexSet) { insert(values, into: ManagedProperties.drafts, at: indexes) }
  public func removeFromDrafts(at indexes: NSIndexSet) { remove(at: indexes, from: ManagedProperties.drafts) }
  public func replaceDrafts(at idx: Int, with value: Draft) { replace(at: idx, with: value, in: ManagedProperties.drafts) }
  public func replaceDrafts(at indexes: NSIndexSet, with values: [Draft]) { replace(at: indexes, with: values, in: ManagedProperties.drafts) }
  public func addToDrafts(_ value: Draft) { add(value, to: ManagedProperties.drafts) }
  public func removeFromDrafts(_ value: Draft) { remove(value, from: ManagedProperties.drafts) }
  public func addToDrafts(_ values: NSOrderedSet) { add(values, to: ManagedProperties.drafts) }
  public func removeFromDrafts(_ values: NSOrderedSet) { remove(values, from: ManagedProperties.drafts) }
}

extension Author: Identifiable {}
