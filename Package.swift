// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swift-leak-testing",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "LeakTesting", targets: ["LeakTesting"]),
    .library(name: "LeakDetection", targets: ["LeakDetection"]),
    .executable(name: "leakcases", targets: ["leakcases"]),
  ],
  targets: [
    // Reading the heap.
    .target(name: "CRuntime"),
    .target(name: "HeapModel"),
    .target(name: "HeapReading", dependencies: ["CRuntime", "HeapModel"]),

    // Deciding, and explaining what was decided.
    .target(name: "LeakDeciding", dependencies: ["CRuntime", "HeapModel", "HeapReading"]),
    .target(name: "LeakExplaining", dependencies: ["HeapModel", "HeapReading", "LeakDeciding"]),
    .target(
      name: "LeakDetection",
      dependencies: ["CRuntime", "HeapModel", "HeapReading", "LeakDeciding", "LeakExplaining"]),

    // What people import, run and read.
    .target(name: "LeakTesting", dependencies: ["CRuntime", "LeakDetection"]),
    .target(name: "CaseCatalogue", dependencies: ["LeakDetection", "HeapReading"]),
    .target(name: "Cases", dependencies: ["CaseCatalogue"], path: "Cases"),
    .executableTarget(name: "leakcases", dependencies: ["CaseCatalogue", "Cases"]),

    // Shared by tests.
    .target(name: "ChildProcess", path: "Tests/Support/ChildProcess"),
    .target(name: "SeededRandom", path: "Tests/Support/SeededRandom"),
    .target(name: "CRemoteMirror", path: "Tests/Support/CRemoteMirror"),
    // Looks at the path of every report in the processes that it is linked into.
    .target(name: "CWayAudit", path: "Tests/Support/CWayAudit"),
    .target(
      name: "WayAudit", dependencies: ["CWayAudit", "CRuntime", "HeapReading"],
      path: "Tests/Support/WayAudit"),
    .target(
      name: "CUnwindingScenes", dependencies: ["CRuntime"],
      path: "Tests/Support/CUnwindingScenes"),

    // Walks a graph while other threads rewrite it; run by its tests, and for longer by hand.
    .executableTarget(
      name: "heapstress", dependencies: ["HeapReading", "HeapModel", "SeededRandom"],
      path: "Tests/Stress"),

    .testTarget(name: "HeapStressTests", dependencies: ["heapstress", "ChildProcess"]),

    // What the kit costs, measured: `swift run -c release leakbench`.
    .target(name: "CLimit", path: "Tests/Benchmarks/CLimit"),
    .target(
      name: "BenchmarkWorkloads", dependencies: ["CLimit"], path: "Tests/Benchmarks/Workloads"),
    .executableTarget(
      name: "bareloops", dependencies: ["BenchmarkWorkloads"], path: "Tests/Benchmarks/bareloops"),
    .executableTarget(
      name: "leakbench",
      dependencies: [
        "BenchmarkWorkloads", "CLimit", "CRuntime", "HeapReading", "LeakDetection", "LeakTesting",
        "bareloops",
      ],
      path: "Tests/Benchmarks/leakbench"),
    .testTarget(
      name: "BenchmarkTests", dependencies: ["leakbench", "ChildProcess"],
      path: "Tests/BenchmarkTests"),

    // Scenes of what the recorder meets, each run by its tests in a process of its own.
    .executableTarget(
      name: "recordings", dependencies: ["HeapReading"], path: "Tests/Recordings"),

    .testTarget(
      name: "RecordingTests", dependencies: ["HeapReading", "recordings", "ChildProcess"]),
    // Situations in which something holds an object, each played in a process of its own.
    .target(name: "HoldingSituations", path: "Tests/Holdings/Situations"),
    .executableTarget(
      name: "holdings",
      dependencies: [
        "ChildProcess", "HoldingSituations", "LeakDetection", "SeededRandom", "WayAudit",
      ],
      path: "Tests/Holdings/Tool"),

    .testTarget(
      name: "HoldingTests", dependencies: ["holdings", "ChildProcess"],
      exclude: ["Holdings.txt", "Matrix.txt"]),
    // The same in a test of each framework: played by `holdings matrix --bundle`.
    .testTarget(
      name: "HoldingScenes", dependencies: ["HoldingSituations", "LeakTesting", "WayAudit"],
      path: "Tests/HoldingScenes"),
    // Stacks that are unwound, each in a process of its own, and tables of which nothing is right.
    .executableTarget(
      name: "unwindings", dependencies: ["CRuntime", "CUnwindingScenes"],
      path: "Tests/Unwindings"),
    .executableTarget(
      name: "unwindfuzz", dependencies: ["CRuntime"], path: "Tests/UnwindingFuzz"),

    .testTarget(
      name: "UnwindingTests", dependencies: ["unwindings", "unwindfuzz", "ChildProcess"],
      exclude: ["Unwindings.txt"]),
    .testTarget(
      name: "HeapModelTests", dependencies: ["HeapModel", "LeakTesting", "SeededRandom"]),
    .testTarget(
      name: "HeapReadingTests",
      dependencies: [
        "HeapReading", "HeapModel", "CRuntime", "SeededRandom", "CRemoteMirror", "ChildProcess",
        "WayAudit",
      ],
      exclude: ["Kinds/Kinds.txt"]),
    .testTarget(
      name: "LeakDetectionTests",
      dependencies: [
        "LeakDeciding", "LeakExplaining", "LeakDetection", "HeapModel", "HeapReading",
        "LeakTesting", "SeededRandom",
      ]),
    .testTarget(name: "LeakTestingTests", dependencies: ["LeakTesting", "SeededRandom"]),
    .testTarget(
      name: "CaseCatalogueTests",
      dependencies: ["CaseCatalogue", "HeapReading", "leakcases", "ChildProcess", "LeakTesting"]),
    .testTarget(
      name: "CasesTests",
      dependencies: [
        "CaseCatalogue", "Cases", "LeakDetection", "leakcases", "ChildProcess", "LeakTesting",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
