import Foundation
import LeakBase
import TestOrder
import Testing

@testable import LeakSymbolication

#if canImport(Glibc)
  /// A library that is closed, and another of the same path that is opened then.
  @Suite struct ReplacedFileTests {
    private static let plugin = FileManager.default.temporaryDirectory.appending(
      path: "plugin-\(getpid()).so")

    /// Libraries of the system's that nobody has loaded, and a function of each.
    private static let libraries = [
      ("libnss_compat.so.2", "_nss_compat_setgrent"),
      ("libBrokenLocale.so.1", "__ctype_get_mb_cur_max"),
    ]

    @Test(
      .aheadOfOthers,
      .enabled(if: libraries.allSatisfy { file(of: $0.0) != nil }, "the system has not both"))
    func `Names are those of the one that is there`() async {
      await #expect(processExitsWith: .success) {
        defer { try? FileManager.default.removeItem(at: Self.plugin) }
        for (library, function) in Self.libraries + Self.libraries {
          guard let file = Self.file(of: library) else { preconditionFailure("no \(library)") }
          try? FileManager.default.removeItem(at: Self.plugin)
          try FileManager.default.copyItem(at: file, to: Self.plugin)
          let handle = dlopen(Self.plugin.path, RTLD_LAZY)
          precondition(handle != nil, "\(library) is not loaded")
          guard let handle, let code = dlsym(handle, function) else {
            preconditionFailure("\(library) has no \(function)")
          }
          let name = Symbolizer.shared.functionName(at: UInt(bitPattern: code))?.text
          precondition(name == function, "\(name ?? "no name") instead of \(function)")
          dlclose(handle)
        }
      }
    }

    private static func file(of library: String) -> URL? {
      #if arch(x86_64)
        let folders = [
          "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64",
        ]
      #else
        let folders = [
          "/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/lib64", "/usr/lib64",
        ]
      #endif
      return folders.lazy.map { URL(filePath: $0).appending(path: library) }
        .first { FileManager.default.fileExists(atPath: $0.path) }?.resolvingSymlinksInPath()
    }
  }
#endif
