import Foundation

/// Opens the store of a stack: clears what was left half done, takes over a former store, and deals with one that does
/// not fit.
struct StackLoader {
  let configuration: StackConfiguration
  let stack: any StackProvider
  let selection: StackSelection

  func load() throws -> StackReport {
    let url = try configuration.storeURL
    var report = StackReport(selection: selection, storeURL: url)
    guard let url, url.path != "/dev/null", !configuration.isReadOnly else {
      try open(at: url)
      return report
    }
    if configuration.place == .applicationData { try makeFolder(of: url) }
    try clear(StoreFileSet(url), &report)
    let adoption = StoreAdoption(
      type: configuration.storeType, target: url, formerLocations: configuration.formerLocations)
    let outcome = try adoption.prepare()
    report.untouchedFormerStores = outcome.untouched
    report.quarantine = outcome.setAside ?? report.quarantine
    try openOrRecreate(at: url, &report)
    if let former = outcome.adopted { finish(adoption, former, &report) }
    if configuration.isExcludedFromBackup {
      attempt("cannot be left out of backups", &report) { try Bridge.excludeFromBackup(url) }
    }
    for store in report.untouchedFormerStores {
      report.warnings.append("There is another store at a former place, which was left as it is: \(store.path)")
    }
    return report
  }

  private func open(at url: URL?) throws {
    do {
      try stack.load()
    } catch {
      throw StackError.cannotOpenStore(StoreFailure(error, at: url))
    }
  }

  private func openOrRecreate(at url: URL, _ report: inout StackReport) throws {
    do {
      try open(at: url)
    } catch StackError.cannotOpenStore(let failure) where isReplaceable(failure.kind) {
      do {
        report.quarantine = try StoreFileSet(url).moveAside(label: "quarantine")
      } catch {
        throw StackError.quarantineFailed(url, underlying: error)
      }
      try open(at: url)
    }
  }

  private func isReplaceable(_ kind: StoreFailure.Kind) -> Bool {
    guard configuration.onIncompatibleStore == .quarantineAndRecreate else { return false }
    return kind == .incompatibleModel || (kind == .damaged && configuration.quarantinesDamagedStore)
  }

  private func makeFolder(of url: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw StackError.cannotOpenStore(StoreFailure(error, at: url))
    }
  }

  /// Finishes moves that were cut short, and sets a log without a database aside.
  private func clear(_ files: StoreFileSet, _ report: inout StackReport) throws {
    do {
      report.quarantine = try files.finishMove()
      if files.hasOrphans { report.quarantine = try files.moveAside(label: "orphaned") }
    } catch {
      throw StackError.quarantineFailed(files.url, underlying: error)
    }
  }

  private func finish(_ adoption: StoreAdoption, _ former: URL, _ report: inout StackReport) {
    report.adoptedFrom = former
    attempt("was taken over, but its former files cannot be deleted", &report) { try adoption.finish(former) }
  }

  private func attempt(_ problem: String, _ report: inout StackReport, _ body: () throws -> Void) {
    do { try body() } catch { report.warnings.append("The store \(problem): \(error)") }
  }
}
