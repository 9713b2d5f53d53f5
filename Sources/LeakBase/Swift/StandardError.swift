import CLeakBase

/// Where the kit says what no test framework takes.
package enum StandardError {
  /// Writes `text` as one line. Where standard error takes nothing, it is dropped: that is no reason to end the process.
  package static func write(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { crt_write_error($0.baseAddress, $0.count) }
    }
  }

  /// Writes `text` as compilers write a warning: after its place, where it has one.
  package static func warn(_ text: String, at place: String? = nil) {
    write((place.map { "\($0): " } ?? "") + "warning: " + text)
  }
}
