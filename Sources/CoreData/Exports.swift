@_exported import CoreDataEngine
