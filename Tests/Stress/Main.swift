import Foundation
import HeapReading

/// Walks a graph of objects while other threads rewrite it.
///
///     heapstress [--seconds N] [--writers N] [--nodes N] [--seed N]
///
/// Prints one line of numbers, and exits with 0: whatever the walk meets, it does not crash.
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
    // Told first: a crash must not hide it.
    print("seed \(options.seed)")
    fflush(nil)
    run(options)
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
