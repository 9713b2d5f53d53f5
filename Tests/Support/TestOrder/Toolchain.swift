import Foundation
import Testing

/// The libraries of the toolchain that the tests run with.
package enum Toolchain {
  /// Whether they have the symbols that are their own: those of a distribution are stripped.
  package static let hasSymbols: Bool = {
    // A file that tells no size is read in part otherwise, before Swift 6.3.
    let bytes = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
    let map = String(decoding: bytes ?? Data(), as: UTF8.self)
    guard let line = map.split(separator: "\n").first(where: { $0.hasSuffix("/libdispatch.so") }),
      let path = line.split(separator: " ").last,
      let file = try? Data(contentsOf: URL(filePath: String(path)))
    else { return true }
    return file.range(of: Data(".symtab".utf8)) != nil
  }()
}

extension Trait where Self == ConditionTrait {
  /// A test of what only the symbols of the toolchain's libraries tell.
  package static var ofLibrarySymbols: Self {
    .enabled(if: Toolchain.hasSymbols, "the toolchain's libraries are stripped here")
  }
}
