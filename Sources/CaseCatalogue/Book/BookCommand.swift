import Foundation
import LeakDetection

/// `leakcases book DIR`: writes the catalogue as pages for DocC.
package struct BookCommand: Sendable {
  package static let name = "book"

  private let catalogue: Catalogue

  package init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
  }

  /// The command, for ``LeakCases``.
  package var command: OtherCommand {
    OtherCommand(name: Self.name) { try run($0) }
  }

  private func run(_ arguments: [String]) throws -> (output: String, exitCode: Int32) {
    guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
      throw UsageError("'book' needs the folder that the pages are written to")
    }
    let book = try Book(catalogue)
    try book.write(to: URL(filePath: folder, directoryHint: .isDirectory))
    return ("\(counted(book.pages.count, "page")) in \(folder)\n", 0)
  }
}
