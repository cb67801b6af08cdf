/// A system that a program runs on.
public enum Platform: String, Sendable, CaseIterable {
  /// Apple's systems.
  case iOS, tvOS, watchOS, macOS, visionOS
  /// Other systems, on which the package's own engine is underneath.
  case linux, windows, other

  /// The version in which Apple's container came; nil for other systems, and for those that never were without it.
  public var firstVersionWithContainer: VersionNumber? {
    switch self {
    case .iOS, .tvOS: "10.0"
    case .watchOS: "3.0"
    case .macOS: "10.12"
    case .visionOS, .linux, .windows, .other: nil
    }
  }

  /// Whether Apple's own framework is underneath.
  public var isApples: Bool {
    switch self {
    case .iOS, .tvOS, .watchOS, .macOS, .visionOS: true
    case .linux, .windows, .other: false
    }
  }
}
