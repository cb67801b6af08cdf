// Re-exported, so that the names declared here win over Foundation's unusable ones for every client.
@_exported import Foundation
