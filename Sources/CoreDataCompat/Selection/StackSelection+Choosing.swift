extension StackSelection {
  /// Chooses a stack for a configuration.
  ///
  /// Throws `StackError.unknownStack` for an override that no provider is called, `.missingCapabilities` when the stack
  /// asked for cannot run here, and `.noUsableStack` when none can.
  package static func choose(for configuration: StackConfiguration, in environment: RuntimeEnvironment) throws -> Self {
    let (provider, reason) = try candidate(for: configuration, in: environment)
    let missing = environment.missing(of: provider.requirements(for: configuration))
    guard missing.isEmpty else {
      throw StackError.missingCapabilities(stack: provider.name, missing: missing, reason: reason)
    }
    let others = configuration.providers.filter { $0 != provider }
    return Self(
      provider: provider, reason: reason,
      alternatives: others.map { Alternative($0, configuration, environment) }, environment: environment)
  }

  private static func candidate(
    for configuration: StackConfiguration, in environment: RuntimeEnvironment
  ) throws -> (any StackProvider.Type, String) {
    let providers = configuration.providers
    if let name = environment.stackOverride {
      guard let provider = providers.first(where: { $0.name == name }) else {
        throw StackError.unknownStack(name: name, valid: providers.map { $0.name })
      }
      return (provider, "COREDATA_STACK is “\(name)”")
    }
    let asked = "the configuration asks for it"
    switch configuration.selector {
    case .automatic: return try mostCapable(for: configuration, in: environment)
    case .legacy: return (LegacyStack.self, asked)
    case .container: return (ContainerStack.self, asked)
    case .provider(let provider): return (provider, asked)
    case .custom(let choose):
      do {
        return (try choose(environment), "the configuration's own rule chose it")
      } catch {
        throw StackError.selectorFailed(error)
      }
    }
  }

  private static func mostCapable(
    for configuration: StackConfiguration, in environment: RuntimeEnvironment
  ) throws -> (any StackProvider.Type, String) {
    let all = configuration.providers.map { ($0, Alternative($0, configuration, environment)) }
    let usable = all.filter { $0.1.missing.isEmpty }.map { $0.0 }
    let most = usable.map { $0.offers.rawValue.nonzeroBitCount }.max()
    // The first of equals wins, so the order of the configuration decides between them.
    guard let best = usable.first(where: { $0.offers.rawValue.nonzeroBitCount == most }) else {
      throw StackError.noUsableStack(all.map { $0.1 })
    }
    let reason =
      usable.count == 1 ? "the only one that can run on \(environment)" : "the most capable on \(environment)"
    return (best, reason)
  }
}

extension StackSelection.Alternative {
  init(
    _ provider: any StackProvider.Type, _ configuration: StackConfiguration, _ environment: RuntimeEnvironment
  ) {
    name = provider.name
    missing = environment.missing(of: provider.requirements(for: configuration))
  }
}
