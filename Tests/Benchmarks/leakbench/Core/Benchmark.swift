/// A group of measurements.
protocol Benchmark: SendableMetatype {
  /// What `--filter` calls it.
  static var name: String { get }
  /// Whether packages must be built for it, which takes minutes.
  static var buildsPackages: Bool { get }
  static func measure(_ extent: Extent) async throws -> Section
}

extension Benchmark {
  static var buildsPackages: Bool { false }
}

/// How much is measured.
struct Extent: Sendable {
  /// Everything is small: whether it runs is all that matters.
  var isQuick: Bool
  /// The packages that were built so far.
  let packages = PackageBuilder()

  /// `full`, or `quick` where everything is to be small.
  func callAsFunction(_ full: Int, quick: Int) -> Int { isQuick ? quick : full }
}

/// All benchmarks, in the order of the report.
enum Benchmarks {
  static let all: [any Benchmark.Type] = [
    LoopBenchmark.self, RecordingBenchmark.self, TrackingBenchmark.self, WalkBenchmark.self,
    MemoryBenchmark.self, ExplainingBenchmark.self, BigLeakBenchmark.self,
    LargeBinaryBenchmark.self, SuiteBenchmark.self, CrowdBenchmark.self, ScaleBenchmark.self,
    LeanBenchmark.self,
  ]
}
