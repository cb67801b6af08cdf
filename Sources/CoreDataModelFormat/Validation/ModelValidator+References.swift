extension ModelValidator {
  func compositeProblems() -> [ModelFormatError] {
    let unknown = document.composites.flatMap { composite in
      composite.elements.compactMap { unknownComposite(of: $0, in: composite.name) }
    }
    return unknown.isEmpty ? compositeCycle().map { [$0] } ?? [] : unknown
  }

  /// Takes away composites whose parts are all taken away, until none is left or a cycle is.
  private func compositeCycle() -> ModelFormatError? {
    var users: [String: [String]] = [:]
    var pending: [String: Int] = [:]
    for composite in document.composites {
      let parts = composite.elements.compactMap(\.compositeName)
      pending[composite.name] = parts.count
      for part in parts { users[part, default: []].append(composite.name) }
    }
    var free = pending.filter { $0.value == 0 }.map(\.key)
    while let name = free.popLast() {
      pending[name] = nil
      for user in users[name] ?? [] {
        guard let count = pending[user] else { continue }
        pending[user] = count - 1
        if count == 1 { free.append(user) }
      }
    }
    guard !pending.isEmpty else { return nil }
    let names = pending.keys.sorted()
    return ModelFormatError(
      .compositeCycle, entity: names[0], reason: "composites contain themselves: " + names.joined(separator: ", "))
  }

  func referenceProblems() -> [ModelFormatError] {
    let configurations = document.configurations.sorted { $0.key < $1.key }.flatMap { name, members in
      members.filter { entities[$0] == nil }.map { member in
        ModelFormatError(
          .unknownConfigurationEntity, entity: member,
          reason: "the configuration \"\(name)\" lists an entity that does not exist",
          hint: suggestion(for: member, among: entities.keys))
      }
    }
    let templates = document.fetchRequests.filter { entities[$0.entityName] == nil }.map { request in
      ModelFormatError(
        .unknownFetchRequestEntity, entity: request.entityName,
        reason: "the fetch request \"\(request.name)\" names an entity that does not exist",
        hint: suggestion(for: request.entityName, among: entities.keys))
    }
    return configurations + templates
  }
}
