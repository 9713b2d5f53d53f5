import Foundation
import LeakDetection

/// `advice apply FILE --from DIR --to DIR`: applies the edits of sources in one folder to their copies in another.
struct ApplyCommand {
  var edits: String
  var from: String
  var to: String

  func run() throws {
    var files: [String: EditedFile] = [:]
    for reported in try ReportedEdits.read(from: edits) {
      do {
        for edit in reported.edits {
          let copy = try copy(of: edit.file)
          var file = try files[copy] ?? EditedFile(String(contentsOfFile: copy, encoding: .utf8))
          try file.add(edit)
          files[copy] = file
        }
      } catch let failure as Failure {
        throw Failure("\(reported.snippet): \(failure)")
      }
    }
    for (copy, file) in files {
      try file.text.write(toFile: copy, atomically: true, encoding: .utf8)
    }
  }

  /// The path of the copy of the file at `path`.
  private func copy(of path: String) throws -> String {
    let folder = URL(filePath: from).standardizedFileURL.path + "/"
    let file = URL(filePath: path).standardizedFileURL.path
    guard file.hasPrefix(folder) else { throw Failure("\(path) is not in \(from)") }
    return to + "/" + file.dropFirst(folder.count)
  }
}
