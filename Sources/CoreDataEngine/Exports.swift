@_exported import CoreDataFoundation
@_exported import Foundation
