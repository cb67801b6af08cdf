// GeneratedCodeTests+ManagedAccessors.swift
// Generated from the @NSManaged declarations of the module. Edits are lost.
// swift-format-ignore-file

import CoreDataEngine

extension Shelf {
  private enum ManagedProperties {
    static let drafts = ManagedProperty<Set<Draft>>("drafts")
    static let label = ManagedProperty<String>("label")
  }

  @_silgen_name("$s18GeneratedCodeTests5ShelfC5labelSSvg") @usableFromInline final func managed_get_label() -> String { self[managed: ManagedProperties.label] }
  @_silgen_name("$s18GeneratedCodeTests5ShelfC5labelSSvs") @usableFromInline final func managed_set_label(_ value: __owned String) { self[managed: ManagedProperties.label] = value }
  @_silgen_name("$s18GeneratedCodeTests5ShelfC6draftsShyAA5DraftCGvg") @usableFromInline final func managed_get_drafts() -> Set<Draft> { self[managed: ManagedProperties.drafts] }
  @_silgen_name("$s18GeneratedCodeTests5ShelfC6draftsShyAA5DraftCGvs") @usableFromInline final func managed_set_drafts(_ value: __owned Set<Draft>) { self[managed: ManagedProperties.drafts] = value }
}

// MARK: Generated accessors for drafts
extension Shelf {
  public func addToDrafts(_ value: Draft) { add(value, to: ManagedProperties.drafts) }
  public func removeFromDrafts(_ value: Draft) { remove(value, from: ManagedProperties.drafts) }
  public func addToDrafts(_ values: NSSet) { add(values, to: ManagedProperties.drafts) }
  public func removeFromDrafts(_ values: NSSet) { remove(values, from: ManagedProperties.drafts) }
}
