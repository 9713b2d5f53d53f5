import Foundation
import LeakBase
import LeakDetection

/// `leakcases book DIR [ID...]`: runs cases, and writes them as pages for DocC, with pictures of what is found.
package struct BookCommand: Sendable {
  package static let name = "book"

  private let catalogue: Catalogue
  private let runner: CaseRunner

  package init(_ catalogue: Catalogue, runner: CaseRunner = CaseRunner(crashes: nil)) {
    self.catalogue = catalogue
    self.runner = runner
  }

  /// The command, for ``LeakCases``.
  package var command: OtherCommand {
    OtherCommand(name: Self.name) { words, _ in try await run(words) }
  }

  private func run(_ arguments: [String]) async throws -> (output: String, exitCode: Int32) {
    guard let folder = arguments.first, !folder.hasPrefix("-") else {
      throw UsageError("'book' needs the folder that the pages are written to")
    }
    let cases = try catalogue.cases(named: Array(arguments.dropFirst()))
    let place = URL(filePath: folder, directoryHint: .isDirectory)
    // To run the cases takes long: what is wrong with the folder is told before.
    try Self.writing(to: folder) {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    let book = try Book(cases, pictures: await CasePictures(cases, runner: runner))
    try Self.writing(to: folder) { try book.write(to: place) }
    return ("\(counted(book.pages.count, "page")) in \(folder)\n", 0)
  }

  private static func writing(to folder: String, _ write: () throws -> Void) throws(BookError) {
    do {
      try write()
    } catch {
      throw BookError(description: "\(folder) cannot be written: \(error.systemMessage)")
    }
  }
}

/// Why there is no book, as a sentence.
package struct BookError: Error, Hashable, CustomStringConvertible {
  package var description: String
}
