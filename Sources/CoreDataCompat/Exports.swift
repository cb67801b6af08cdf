// The one place that decides which Core Data is underneath.
#if canImport(Darwin)
  @_exported import CoreData
#else
  @_exported import CoreDataEngine
#endif
