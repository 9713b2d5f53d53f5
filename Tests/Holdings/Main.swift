import Foundation
import LeakDetection

/// Makes an object that one thing holds, and prints what the report says first. `holdings list` prints the
/// situations, `holdings NAME` runs one; `holdings false-holders` makes cycles that nothing holds.
@main enum Holdings {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments == ["list"] {
      for situation in situations { print(situation.name) }
      return
    }
    if arguments == ["false-holders"] { return print(await FalseHolders.report()) }
    guard let name = arguments.first, let situation = situations.first(where: { $0.name == name })
    else {
      FileHandle.standardError.write(Data("usage: holdings list | false-holders | NAME\n".utf8))
      exit(2)
    }
    print(await situation.report())
  }

  static let situations =
    variables + dispatch + foundation + requests + concurrency + threads + unreachable
}

/// An object, and what holds it.
struct Situation: Sendable {
  let name: String
  let make: @Sendable () async throws -> Guest

  init(_ name: String, _ make: @escaping @Sendable () async throws -> Guest) {
    self.name = name
    self.make = make
  }

  /// What is said of the object, without what to do about it.
  func report() async -> String {
    do {
      let object = try await track()
      await Threads.settle()
      let verdict = await LeakCheck.verdicts(on: [object], within: .milliseconds(100))[0]
      let leak = Leak(typeName: object.typeName, verdict: verdict, location: CodeLocation())
      return String(leak.description.prefix { $0 != "\n" })
    } catch {
      return "\(error)"
    }
  }

  /// Not inlined, so that the object is in no frame of the caller's.
  @inline(never)
  private func track() async throws -> TrackedObject {
    TrackedObject(try await make(), location: CodeLocation())
  }
}

/// The object that is held.
final class Guest: @unchecked Sendable {
  var handler: (() -> Void)?
  var guest: Guest?
  func stay() {}
}

/// Keeps what must live as long as the situation, and leads to no guest.
final class Keeper: @unchecked Sendable {
  static let shared = Keeper()
  var kept: [Any] = []
}
