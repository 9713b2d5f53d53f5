// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
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
    // The base, names, and reading the heap.
    .target(name: "CLeakBase", path: "Sources/LeakBase/C"),
    .target(
      name: "CHeapRecording", dependencies: ["CLeakBase"], path: "Sources/HeapRecording/C"),
    .target(name: "CHeapRoots", dependencies: ["CLeakBase"], path: "Sources/HeapRoots/C"),
    .target(name: "LeakBase", dependencies: ["CLeakBase"], path: "Sources/LeakBase/Swift"),
    .target(name: "LeakSymbolication", dependencies: ["CLeakBase", "LeakBase"]),
    .target(name: "HeapModel"),
    .target(
      name: "HeapReading",
      dependencies: [
        "CLeakBase", "LeakBase", "LeakSymbolication", "HeapModel",
      ]),
    .target(
      name: "HeapRecording",
      dependencies: [
        "CLeakBase", "CHeapRecording", "LeakBase", "LeakSymbolication", "HeapReading",
      ],
      path: "Sources/HeapRecording/Swift"),
    .target(
      name: "HeapRoots",
      dependencies: [
        "CLeakBase", "CHeapRoots", "LeakBase", "LeakSymbolication", "HeapModel", "HeapReading",
      ],
      path: "Sources/HeapRoots/Swift"),

    // Deciding, and explaining what was decided.
    .target(
      name: "LeakDeciding",
      dependencies: [
        "CLeakBase", "LeakBase", "LeakSymbolication", "HeapModel", "HeapReading", "HeapRecording",
        "HeapRoots",
      ]),
    .target(
      name: "LeakExplaining",
      dependencies: [
        "LeakBase", "LeakSymbolication", "HeapModel", "HeapReading", "HeapRecording", "HeapRoots",
        "LeakDeciding",
      ]),
    .target(name: "LeakDrawing", dependencies: ["HeapModel", "LeakExplaining"]),
    .target(
      name: "LeakDetection",
      dependencies: [
        "CLeakBase", "LeakBase", "HeapModel", "HeapReading", "HeapRecording", "HeapRoots",
        "LeakDeciding",
        "LeakExplaining",
      ]),

    // What people import, run and read.
    .target(name: "LeakReporting", dependencies: ["LeakBase", "LeakDetection", "LeakDrawing"]),
    .target(name: "CTestLoading", path: "Sources/TestLoading/C"),
    .target(
      name: "LeakTesting",
      dependencies: [
        "CLeakBase", "CTestLoading", "LeakBase", "LeakDetection", "LeakDrawing", "LeakReporting",
      ]),
    .target(
      name: "CaseCatalogue",
      dependencies: ["LeakSymbolication", "LeakDetection", "LeakDrawing", "HeapReading"]),
    .target(
      name: "Cases", dependencies: ["CaseCatalogue"], path: "Cases",
      exclude: ["README.md"]),
    .executableTarget(
      name: "leakcases",
      dependencies: ["CaseCatalogue", "Cases", "LeakReporting", "LeakSymbolication"]),

    // Shared by tests.
    .target(name: "ChildProcess", path: "Tests/Support/ChildProcess"),
    .target(name: "SeededRandom", path: "Tests/Support/SeededRandom"),
    .target(name: "CRemoteMirror", path: "Tests/Support/CRemoteMirror"),
    // Looks at the path of every report in the processes that it is linked into.
    .target(name: "CWayAudit", path: "Tests/Support/CWayAudit"),
    .target(
      name: "WayAudit",
      dependencies: ["CWayAudit", "CLeakBase", "LeakSymbolication", "HeapReading", "HeapRoots"],
      path: "Tests/Support/WayAudit"),
    // A host's handlers of signals.
    .target(
      name: "CFaultScenes", dependencies: ["CLeakBase"], path: "Tests/Support/CFaultScenes"),
    .target(
      name: "CUnwindingScenes", dependencies: ["CHeapRoots"],
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
        "BenchmarkWorkloads", "CLimit", "CLeakBase", "HeapReading", "HeapRecording",
        "LeakDeciding", "LeakExplaining", "LeakDetection", "LeakTesting",
        "bareloops",
      ],
      path: "Tests/Benchmarks/leakbench"),
    .testTarget(
      name: "BenchmarkTests", dependencies: ["leakbench", "ChildProcess"],
      path: "Tests/BenchmarkTests"),

    // Scenes of what the recorder meets, each run by its tests in a process of its own.
    .executableTarget(
      name: "recordings", dependencies: ["HeapReading", "HeapRecording"], path: "Tests/Recordings"),

    .testTarget(
      name: "RecordingTests",
      dependencies: ["HeapReading", "HeapRecording", "recordings", "ChildProcess"]),
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
      name: "unwindings", dependencies: ["CLeakBase", "CHeapRoots", "CUnwindingScenes"],
      path: "Tests/Unwindings"),
    .executableTarget(
      name: "unwindfuzz", dependencies: ["CHeapRoots"], path: "Tests/UnwindingFuzz"),

    .testTarget(
      name: "UnwindingTests", dependencies: ["unwindings", "unwindfuzz", "ChildProcess"],
      exclude: ["Unwindings.txt"]),
    .testTarget(
      name: "HeapModelTests", dependencies: ["HeapModel", "LeakTesting", "SeededRandom"]),
    .testTarget(
      name: "HeapReadingTests",
      dependencies: [
        "HeapReading", "HeapRecording", "HeapRoots", "HeapModel", "LeakBase", "LeakSymbolication",
        "CLeakBase",
        "CHeapRoots",
        "SeededRandom",
        "CRemoteMirror",
        "CFaultScenes",
        "ChildProcess", "WayAudit",
      ],
      exclude: ["Kinds/Kinds.txt"]),
    .testTarget(
      name: "LeakDetectionTests",
      dependencies: [
        "CFaultScenes",
        "CLeakBase", "ChildProcess", "LeakDeciding", "LeakExplaining", "LeakDetection", "HeapModel",
        "LeakSymbolication", "HeapReading", "HeapRecording", "HeapRoots", "LeakTesting",
        "SeededRandom",
      ]),
    .testTarget(
      name: "LeakDrawingTests", dependencies: ["LeakDetection", "LeakDrawing", "LeakTesting"],
      exclude: ["Pictures"]),
    .testTarget(
      name: "LeakTestingTests",
      dependencies: ["CLeakBase", "LeakDetection", "LeakReporting", "LeakTesting", "SeededRandom"]),
    .testTarget(
      name: "CaseCatalogueTests",
      dependencies: [
        "CaseCatalogue", "HeapReading", "LeakDetection", "leakcases", "ChildProcess", "LeakTesting",
      ]),
    .testTarget(
      name: "CasesTests",
      dependencies: [
        "CaseCatalogue", "Cases", "LeakDetection", "leakcases", "ChildProcess", "LeakTesting",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
