// Reference+CoreDataModel.swift
// Generated from the model Reference. Edits are lost when it changes.
// swift-format-ignore-file

import CoreDataEngine

public class ValueHolder: NSManagedObject {}

extension ValueHolder {
  private enum ManagedProperties {
    static let bigScalar = ManagedProperty<Int64>("bigScalar")
    static let big = ManagedProperty<NSNumber?>("big")
    static let middleScalar = ManagedProperty<Int32>("middleScalar")
    static let middle = ManagedProperty<NSNumber?>("middle")
    static let smallScalar = ManagedProperty<Int16>("smallScalar")
    static let small = ManagedProperty<NSNumber?>("small")
    static let doubleScalar = ManagedProperty<Double>("doubleScalar")
    static let double = ManagedProperty<NSNumber?>("double")
    static let floatScalar = ManagedProperty<Float>("floatScalar")
    static let float = ManagedProperty<NSNumber?>("float")
    static let flagScalar = ManagedProperty<Bool>("flagScalar")
    static let flag = ManagedProperty<NSNumber?>("flag")
    static let dateScalar = ManagedProperty<TimeInterval>("dateScalar")
    static let date = ManagedProperty<Date?>("date")
    static let decimal = ManagedProperty<NSDecimalNumber?>("decimal")
    static let text = ManagedProperty<String?>("text")
    static let data = ManagedProperty<Data?>("data")
    static let file = ManagedProperty<Data?>("file")
    static let uuid = ManagedProperty<UUID?>("uuid")
    static let link = ManagedProperty<URL?>("link")
    static let list = ManagedProperty<[String]?>("list")
    static let anything = ManagedProperty<NSObject?>("anything")
    static let passing = ManagedProperty<NSObject?>("passing")
  }

  public class func fetchRequest() -> NSFetchRequest<ValueHolder> {
    NSFetchRequest<ValueHolder>(entityName: "Values")
  }

  public var bigScalar: Int64 {
    get { self[ManagedProperties.bigScalar] }
    set { self[ManagedProperties.bigScalar] = newValue }
  }

  public var big: NSNumber? {
    get { self[ManagedProperties.big] }
    set { self[ManagedProperties.big] = newValue }
  }

  public var middleScalar: Int32 {
    get { self[ManagedProperties.middleScalar] }
    set { self[ManagedProperties.middleScalar] = newValue }
  }

  public var middle: NSNumber? {
    get { self[ManagedProperties.middle] }
    set { self[ManagedProperties.middle] = newValue }
  }

  public var smallScalar: Int16 {
    get { self[ManagedProperties.smallScalar] }
    set { self[ManagedProperties.smallScalar] = newValue }
  }

  public var small: NSNumber? {
    get { self[ManagedProperties.small] }
    set { self[ManagedProperties.small] = newValue }
  }

  public var doubleScalar: Double {
    get { self[ManagedProperties.doubleScalar] }
    set { self[ManagedProperties.doubleScalar] = newValue }
  }

  public var double: NSNumber? {
    get { self[ManagedProperties.double] }
    set { self[ManagedProperties.double] = newValue }
  }

  public var floatScalar: Float {
    get { self[ManagedProperties.floatScalar] }
    set { self[ManagedProperties.floatScalar] = newValue }
  }

  public var float: NSNumber? {
    get { self[ManagedProperties.float] }
    set { self[ManagedProperties.float] = newValue }
  }

  public var flagScalar: Bool {
    get { self[ManagedProperties.flagScalar] }
    set { self[ManagedProperties.flagScalar] = newValue }
  }

  public var flag: NSNumber? {
    get { self[ManagedProperties.flag] }
    set { self[ManagedProperties.flag] = newValue }
  }

  public var dateScalar: TimeInterval {
    get { self[ManagedProperties.dateScalar] }
    set { self[ManagedProperties.dateScalar] = newValue }
  }

  public var date: Date? {
    get { self[ManagedProperties.date] }
    set { self[ManagedProperties.date] = newValue }
  }

  public var decimal: NSDecimalNumber? {
    get { self[ManagedProperties.decimal] }
    set { self[ManagedProperties.decimal] = newValue }
  }

  public var text: String? {
    get { self[ManagedProperties.text] }
    set { self[ManagedProperties.text] = newValue }
  }

  public var data: Data? {
    get { self[ManagedProperties.data] }
    set { self[ManagedProperties.data] = newValue }
  }

  public var file: Data? {
    get { self[ManagedProperties.file] }
    set { self[ManagedProperties.file] = newValue }
  }

  public var uuid: UUID? {
    get { self[ManagedProperties.uuid] }
    set { self[ManagedProperties.uuid] = newValue }
  }

  public var link: URL? {
    get { self[ManagedProperties.link] }
    set { self[ManagedProperties.link] = newValue }
  }

  public var list: [String]? {
    get { self[transformable: ManagedProperties.list] }
    set { self[transformable: ManagedProperties.list] = newValue }
  }

  public var anything: NSObject? {
    get { self[transformable: ManagedProperties.anything] }
    set { self[transformable: ManagedProperties.anything] = newValue }
  }

  public var passing: NSObject? {
    get { self[transformable: ManagedProperties.passing] }
    set { self[transformable: ManagedProperties.passing] = newValue }
  }
}

extension ValueHolder: Identifiable {}

public class Author: NSManagedObject {}

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

public class Work: NSManagedObject {}

extension Work {
  private enum ManagedProperties {
    static let title = ManagedProperty<String?>("title")
    static let author = ManagedProperty<Author?>("author")
  }

  public class func fetchRequest() -> NSFetchRequest<Work> {
    NSFetchRequest<Work>(entityName: "Work")
  }

  public var title: String? {
    get { self[ManagedProperties.title] }
    set { self[ManagedProperties.title] = newValue }
  }

  public var author: Author? {
    get { self[ManagedProperties.author] }
    set { self[ManagedProperties.author] = newValue }
  }
}

extension Work: Identifiable {}

public class Novel: Work {}

extension Novel {
  private enum ManagedProperties {
    static let pages = ManagedProperty<Int32>("pages")
  }

  public class func fetchRequest() -> NSFetchRequest<Novel> {
    NSFetchRequest<Novel>(entityName: "Novel")
  }

  public var pages: Int32 {
    get { self[ManagedProperties.pages] }
    set { self[ManagedProperties.pages] = newValue }
  }
}

extension Draft {
  private enum ManagedProperties {
    static let `default` = ManagedProperty<String?>("default")
    static let `repeat` = ManagedProperty<Bool>("repeat")
    static let author = ManagedProperty<Author?>("author")
    static let `in` = ManagedProperty<NSSet?>("in")
  }

  public class func fetchRequest() -> NSFetchRequest<Draft> {
    NSFetchRequest<Draft>(entityName: "Draft")
  }

  public var `default`: String? {
    get { self[ManagedProperties.`default`] }
    set { self[ManagedProperties.`default`] = newValue }
  }

  public var `repeat`: Bool {
    get { self[ManagedProperties.`repeat`] }
    set { self[ManagedProperties.`repeat`] = newValue }
  }

  public var author: Author? {
    get { self[ManagedProperties.author] }
    set { self[ManagedProperties.author] = newValue }
  }

  public var `in`: NSSet? {
    get { self[ManagedProperties.`in`] }
    set { self[ManagedProperties.`in`] = newValue }
  }
}

// MARK: Generated accessors for in
extension Draft {
  public func addToIn(_ value: Shelf) { add(value, to: ManagedProperties.`in`) }
  public func removeFromIn(_ value: Shelf) { remove(value, from: ManagedProperties.`in`) }
  public func addToIn(_ values: NSSet) { add(values, to: ManagedProperties.`in`) }
  public func removeFromIn(_ values: NSSet) { remove(values, from: ManagedProperties.`in`) }
}

extension Draft: Identifiable {}

class Note: NSManagedObject {}

extension Note {
  private enum ManagedProperties {
    static let text = ManagedProperty<String?>("text")
  }

  class func fetchRequest() -> NSFetchRequest<Note> {
    NSFetchRequest<Note>(entityName: "Note")
  }

  var text: String? {
    get { self[ManagedProperties.text] }
    set { self[ManagedProperties.text] = newValue }
  }
}

extension Note: Identifiable {}
