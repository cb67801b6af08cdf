import Foundation

/// Core Data's version hashes (`NSStoreModelVersionHashesVersion` 3): the inputs, byte by byte.
///
/// Two models fit one store if the hashes of their entities are equal. Names are hashed as UTF-8, numbers in
/// little-endian order.
package enum VersionHash {
  /// The version of the method, as a store's metadata notes it.
  package static let methodVersion = 3

  /// What every kind of property contributes.
  package struct PropertyBase: Sendable {
    package var name: String
    package var isOptional: Bool
    package var isTransient: Bool
    package var isReadOnly: Bool
    package var versionHashModifier: String?

    package init(
      name: String, isOptional: Bool, isTransient: Bool, isReadOnly: Bool = false, versionHashModifier: String? = nil
    ) {
      self.name = name
      self.isOptional = isOptional
      self.isTransient = isTransient
      self.isReadOnly = isReadOnly
      self.versionHashModifier = versionHashModifier
    }

    /// The whole hash of a fetched property.
    package var hash: Data {
      let flags: UInt8 = (isOptional ? 1 : 0) | (isTransient ? 2 : 0) | (isReadOnly ? 4 : 0)
      return SHA256.hash(Array(name.utf8) + [flags, 0] + Array((versionHashModifier ?? "").utf8))
    }
  }

  package static func attribute(
    _ base: PropertyBase, type: Int, allowsExternalBinaryDataStorage: Bool, preservesValueInHistoryOnDeletion: Bool
  ) -> Data {
    var input = Array(base.hash) + bytes(UInt32(truncatingIfNeeded: type))
    if allowsExternalBinaryDataStorage { input.append(1) }
    if preservesValueInHistoryOnDeletion { input.append(1) }
    return SHA256.hash(input)
  }

  /// A composite attribute: what it would be as a plain one, and its elements in order. Apple's method is not known; here a
  /// store tells when elements have changed.
  package static func composite(_ plain: Data, elements: [Data]) -> Data {
    SHA256.hash(Array(plain) + elements.flatMap { Array($0) })
  }

  /// - Parameter expression: the derivation expression's description; nothing else of the attribute counts.
  package static func derivedAttribute(expression: String) -> Data {
    SHA256.hash(expression.utf8)
  }

  /// - Parameters:
  ///   - inverseName: nil if the relationship has no inverse.
  ///   - maxCount: as stored: 0 or -1 for an unbounded to-many.
  package static func relationship(
    _ base: PropertyBase, destinationEntityName: String, inverseName: String?, minCount: Int, maxCount: Int,
    isOrdered: Bool
  ) -> Data {
    var input = Array(base.hash) + Array(destinationEntityName.utf8) + Array((inverseName ?? "").utf8)
    input += bytes(UInt32(truncatingIfNeeded: maxCount))
    input += bytes(UInt32(truncatingIfNeeded: minCount))
    if isOrdered { input += [1, 0] }
    return SHA256.hash(input)
  }

  /// - Parameters:
  ///   - parentHash: nil for a root entity.
  ///   - propertyHashes: of all persistent properties, inherited ones included, transient and fetched ones not.
  ///   - uniquenessConstraints: the entity's own. With several on one entity, their order and separation in
  ///     Apple's hash is not known; they are joined as declared.
  package static func entity(
    name: String, isAbstract: Bool, parentHash: Data?, propertyHashes: [String: Data],
    uniquenessConstraints: [[String]], versionHashModifier: String?
  ) -> Data {
    var input = Array(name.utf8) + [isAbstract ? 1 : 0]
    input += parentHash ?? Data()
    for (_, hash) in propertyHashes.sorted(by: { precedes($0.key, $1.key) }) { input += hash }
    for constraint in uniquenessConstraints { input += constraint.joined(separator: ".").utf8 }
    input += (versionHashModifier ?? "").utf8
    return SHA256.hash(input)
  }

  /// The `NSStoreModelVersionHashesDigest` of a store's metadata.
  package static func digest(of entityHashes: [String: Data]) -> String {
    var input: [UInt8] = []
    for (name, hash) in entityHashes.sorted(by: { precedes($0.key, $1.key) }) {
      input += name.utf8
      input += hash
    }
    return SHA512.hash(input).base64EncodedString()
  }

  /// The model checksum: `NSStoreModelVersionChecksumKey` of a store, an entry of a `.momd`'s checksums.
  package static func checksum(of entityHashes: [String: Data]) -> String {
    var input: [UInt8] = []
    for (_, hash) in entityHashes.sorted(by: { precedes($0.key, $1.key) }) { input += hash }
    return SHA256.hash(input).base64EncodedString()
  }

  /// Order by UTF-16 units, as `NSString` compares literally; Swift's own order would treat equivalent
  /// spellings as equal.
  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.utf16.lexicographicallyPrecedes(second.utf16)
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
