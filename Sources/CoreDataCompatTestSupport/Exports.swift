@_exported import CoreDataCompat
