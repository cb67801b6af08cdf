import CoreDataCompat
import Testing

@Suite struct VersionNumberTests {
  /// C06, C07: compared as numbers, part by part, never as text or as a fraction.
  @Test(arguments: [
    ("9.3.5", "10.0"), ("9.0", "10.0"), ("9.9", "9.10"), ("99.9", "100.0"), ("10.9", "10.10"), ("10.3", "10.3.1"),
    ("9.99.1", "10"), ("9.3.5", "10.3.1"), ("9.3.5", "26.1"), ("10.3.1", "26.1"), ("3.7.17", "3.24.0"),
  ])
  func olderComesFirst(_ older: String, _ newer: String) throws {
    let old = try #require(VersionNumber(older))
    let new = try #require(VersionNumber(newer))
    #expect(old < new)
    #expect(!(new < old))
    #expect(old != new)
  }

  @Test func missingComponentsAreZero() {
    #expect(VersionNumber("10") == VersionNumber("10.0.0"))
    #expect(VersionNumber(10) == VersionNumber("10"))
    #expect(Set<VersionNumber>(["10", "10.0"]).count == 1)
  }

  @Test(arguments: ["", ".", "10.", ".1", "10.x", "1 0", "-1", "+1", "10..1", "١٠", "99999999999999999999"])
  func otherTextIsNoVersion(_ text: String) {
    #expect(VersionNumber(text) == nil)
  }

  @Test func descriptionIsWhatWasGiven() throws {
    #expect(VersionNumber("10.0").description == "10.0")
    #expect(VersionNumber(10, 3, 1).description == "10.3.1")
  }
}
