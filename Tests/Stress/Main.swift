import Foundation
import LeakHeapReading

/// Walks a graph of objects while other threads rewrite it.
///
///     heapstress [--seconds N] [--writers N] [--nodes N] [--seed N]
///
/// The walks run in a child process. Prints the seed and one line of numbers, and exits with 0: whatever the walk
/// meets, it does not crash.
@main enum HeapStress {
  struct Options {
    var seconds = 2.0
    var writers = 2
    var nodes = 2000
    var seed = UInt64.random(in: 0...999_999_999)
  }

  static func main() {
    guard let options = options(CommandLine.arguments.dropFirst()) else {
      let usage = "usage: heapstress [--seconds N] [--writers N] [--nodes N] [--seed N]\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    if ProcessInfo.processInfo.environment[childVariable] != nil { return run(options) }
    do {
      exit(try supervise(options))
    } catch {
      FileHandle.standardError.write(Data("heapstress: \(error)\n".utf8))
      exit(2)
    }
  }

  private static let childVariable = "HEAPSTRESS_CHILD"

  /// Runs the walks in a child process, prints how that ended, and returns the status to exit with.
  private static func supervise(_ options: Options) throws -> Int32 {
    print("seed \(options.seed)")
    fflush(nil)
    let child = Process()
    let output = Pipe()
    child.executableURL = Bundle.main.executableURL
    child.arguments =
      ["--seconds", "\(options.seconds)", "--writers", "\(options.writers)"]
      + ["--nodes", "\(options.nodes)", "--seed", "\(options.seed)"]
    child.environment = ProcessInfo.processInfo.environment.merging([childVariable: "1"]) { $1 }
    child.standardOutput = output
    try child.run()
    let line = try output.fileHandleForReading.readToEnd() ?? Data()
    child.waitUntilExit()
    let crashes = child.terminationReason == .exit ? 0 : 1
    let text = String(decoding: line, as: UTF8.self).split(separator: "\n").joined()
    print(text.isEmpty ? "crashes \(crashes)" : "\(text), crashes \(crashes)")
    return crashes == 0 ? child.terminationStatus : 1
  }

  private static func options(_ arguments: ArraySlice<String>) -> Options? {
    var options = Options()
    var rest = arguments
    while let name = rest.popFirst() {
      guard let text = rest.popFirst(), let value = Double(text), value >= 0, value < 1e9 else {
        return nil
      }
      switch name {
      case "--seconds": options.seconds = value
      case "--writers": options.writers = max(1, Int(value))
      case "--nodes": options.nodes = max(1, Int(value))
      case "--seed": options.seed = UInt64(value)
      default: return nil
      }
    }
    return options
  }

  private static func run(_ options: Options) {
    // The root and what it leads to directly stay as they are; everything below is rewritten.
    let nodes = (0..<options.writers * options.nodes).map(Node.init)
    let root = ClassHolder(nodes)
    let writers = (0..<options.writers).map { index in
      Writer(
        nodes: Array(nodes[index * options.nodes..<(index + 1) * options.nodes]),
        seed: options.seed &+ UInt64(index))
    }
    for writer in writers { writer.start() }
    var tally = Tally()
    let clock = ContinuousClock()
    let end = clock.now + .seconds(options.seconds)
    repeat { tally.walk(from: root, during: writers) } while clock.now < end
    for writer in writers { writer.stop() }
    tally.finish(from: root)
    print(tally.line)
    exit(tally.isComplete ? 0 : 1)
  }
}
