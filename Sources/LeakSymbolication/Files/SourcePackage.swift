import Foundation
import LeakBase

/// The package that a source file belongs to: the folder of the nearest `Package.swift` above it, or, where the sources are not at hand, a
/// folder that package managers put dependencies into.
package enum SourcePackage {
  /// The folder of the package whose tests run; `nil` where neither the executable nor the folder that the process began in is in one,
  /// or each in another one.
  package static var own: String? { folders.withLock { $0.own } }

  /// Takes the package that has the file at `path` for the one whose tests run: where a program checks its own code, and another
  /// package has built it.
  package static func setOwn(containingFileAt path: String) {
    let folder = self.folder(ofFileAt: path)
    folders.withLock { $0.own = folder }
  }

  /// The folder of the package that has the file at `path`; `nil` where that is not known.
  ///
  /// - Complexity: O(*n*) in the number of the file's folders, once for each folder.
  package static func folder(ofFileAt path: String) -> String? {
    guard path.hasPrefix("/"), let end = path.lastIndex(of: "/") else { return nil }
    let directory = String(path[..<end])
    if let known = folders.withLock({ $0.known[directory] }) { return known }
    let found = folder(withManifestAbove: directory) ?? checkout(in: directory)
    folders.withLock { $0.known[directory] = .some(found) }
    return found
  }

  /// The name of the package in a folder, as package managers identify it: the folder's own.
  package static func name(ofPackageIn folder: String) -> String {
    folder.split(separator: "/").last.map(String.init) ?? folder
  }

  private struct Folders {
    var own: String?
    var known: [String: String?] = [:]
  }

  private static let folders = VisibleMutex(Folders(own: ownFolder))

  private static var ownFolder: String? {
    ownFolder(
      executable: Bundle.main.executablePath, directory: ProcessEnvironment.startFolder)
  }

  /// The test bundle is built in a folder of the package, as a rule, and tests run in the package's. A bundle may be built elsewhere, in a
  /// folder that is another package's by chance: which of the two is the tests' is not known then.
  package static func ownFolder(executable: String?, directory: String) -> String? {
    let built = executable.flatMap { folder(withManifestAbove: $0) }
    let running = folder(withManifestAbove: directory)
    guard let built, let running else { return built ?? running }
    return built == running ? built : nil
  }

  private static func folder(withManifestAbove path: String) -> String? {
    var names = path.split(separator: "/")
    while !names.isEmpty {
      let folder = "/" + names.joined(separator: "/")
      if FileManager.default.fileExists(atPath: folder + "/Package.swift") { return folder }
      names.removeLast()
    }
    return nil
  }

  /// The folder of a dependency by where package managers put it: `checkouts/NAME`.
  private static func checkout(in folder: String) -> String? {
    let names = folder.split(separator: "/")
    guard let checkouts = names.lastIndex(of: "checkouts"), checkouts + 1 < names.count else {
      return nil
    }
    return "/" + names[...(checkouts + 1)].joined(separator: "/")
  }
}

/// The packages that the modules of a process are in, as far as their binaries say.
package final class ModulePackages: Sendable {
  private let known = VisibleMutex<[String: String?]>([:])

  package init() {}

  /// The name of the package that `module` is in, where it is known and not the one whose tests run. A module is in one package: `path`
  /// is asked for one of its files until one is known.
  package func foreign(_ module: String?, path: () -> String?) -> String? {
    guard let own = SourcePackage.own else { return nil }
    if let module, let known = known.withLock({ $0[module] }) { return known }
    guard let folder = path().flatMap(SourcePackage.folder) else { return nil }
    let foreign = folder == own ? nil : SourcePackage.name(ofPackageIn: folder)
    if let module { known.withLock { $0[module] = .some(foreign) } }
    return foreign
  }
}
