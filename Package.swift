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
      name: "CLeakHeapRecording", dependencies: ["CLeakBase"], path: "Sources/LeakHeapRecording/C"),
    .target(name: "CLeakHeapRoots", dependencies: ["CLeakBase"], path: "Sources/LeakHeapRoots/C"),
    .target(name: "LeakBase", dependencies: ["CLeakBase"], path: "Sources/LeakBase/Swift"),
    .target(name: "LeakSymbolication", dependencies: ["CLeakBase", "LeakBase"]),
    .target(name: "LeakHeapModel"),
    .target(
      name: "LeakHeapReading",
      dependencies: [
        "CLeakBase", "LeakBase", "LeakSymbolication", "LeakHeapModel",
      ]),
    .target(
      name: "LeakHeapRecording",
      dependencies: [
        "CLeakBase", "CLeakHeapRecording", "LeakBase", "LeakSymbolication", "LeakHeapReading",
      ],
      path: "Sources/LeakHeapRecording/Swift"),
    .target(
      name: "LeakHeapRoots",
      dependencies: [
        "CLeakBase", "CLeakHeapRoots", "LeakBase", "LeakSymbolication", "LeakHeapModel",
        "LeakHeapReading",
      ],
      path: "Sources/LeakHeapRoots/Swift"),

    // Deciding, and explaining what was decided.
    .target(
      name: "LeakDeciding",
      dependencies: [
        "CLeakBase", "LeakBase", "LeakSymbolication", "LeakHeapModel", "LeakHeapReading",
        "LeakHeapRecording",
        "LeakHeapRoots",
      ]),
    .target(
      name: "LeakExplaining",
      dependencies: [
        "LeakBase", "LeakSymbolication", "LeakHeapModel", "LeakHeapReading",
        "LeakHeapRecording",
        "LeakHeapRoots",
        "LeakDeciding",
      ]),
    .target(name: "LeakDrawing", dependencies: ["LeakHeapModel", "LeakExplaining"]),
    .target(
      name: "LeakDetection",
      dependencies: [
        "CLeakBase", "LeakBase", "LeakHeapModel", "LeakHeapReading", "LeakHeapRecording",
        "LeakHeapRoots",
        "LeakDeciding",
        "LeakExplaining",
      ]),

    // What people import, run and read.
    .target(name: "LeakReporting", dependencies: ["LeakBase", "LeakDetection", "LeakDrawing"]),
    .target(name: "CLeakTestLoading", path: "Sources/LeakTestLoading/C"),
    .target(
      name: "LeakTesting",
      dependencies: [
        "CLeakBase", "CLeakTestLoading", "LeakBase", "LeakDetection", "LeakDrawing",
        "LeakReporting",
      ]),
    .target(
      name: "LeakCatalogue",
      dependencies: [
        "LeakBase", "LeakSymbolication", "LeakDetection", "LeakDrawing", "LeakHeapReading",
      ]),
    .target(
      name: "LeakTestingCases", dependencies: ["LeakCatalogue"], path: "Cases",
      exclude: ["README.md"]),
    .executableTarget(
      name: "leakcases",
      dependencies: ["LeakCatalogue", "LeakTestingCases", "LeakReporting", "LeakSymbolication"]),

    // Shared by tests.
    .target(name: "ChildProcess", path: "Tests/Support/ChildProcess"),
    .target(name: "SeededRandom", path: "Tests/Support/SeededRandom"),
    .target(
      name: "TestOrder", dependencies: ["ChildProcess", "CTestOrder", "SeededRandom"],
      path: "Tests/Support/TestOrder"),
    // Limits how many tests run at once in the processes that it is linked into.
    .target(name: "CTestOrder", path: "Tests/Support/CTestOrder"),
    // A base class of test cases in another module.
    .target(
      name: "SpecTesting", dependencies: ["LeakTesting"], path: "Tests/Support/SpecTesting"),
    .target(name: "CRemoteMirror", path: "Tests/Support/CRemoteMirror"),
    // Looks at the path of every report in the processes that it is linked into.
    .target(name: "CWayAudit", path: "Tests/Support/CWayAudit"),
    .target(
      name: "WayAudit",
      dependencies: [
        "CWayAudit", "CLeakBase", "LeakSymbolication", "LeakHeapReading", "LeakHeapRoots",
      ],
      path: "Tests/Support/WayAudit"),
    // A host's handlers of signals.
    .target(
      name: "CFaultScenes", dependencies: ["CLeakBase"], path: "Tests/Support/CFaultScenes"),
    .target(
      name: "CUnwindingScenes", dependencies: ["CLeakHeapRoots"],
      path: "Tests/Support/CUnwindingScenes"),

    // Walks a graph while other threads rewrite it; run by its tests, and for longer by hand.
    .executableTarget(
      name: "heapstress", dependencies: ["LeakHeapReading", "LeakHeapModel", "SeededRandom"],
      path: "Tests/Stress"),

    .testTarget(
      name: "HeapStressTests", dependencies: ["heapstress", "ChildProcess", "TestOrder"]),

    // What the kit costs, measured: `swift run -c release leakbench`.
    .target(name: "CLimit", path: "Tests/Benchmarks/CLimit"),
    .target(
      name: "BenchmarkWorkloads", dependencies: ["CLimit"], path: "Tests/Benchmarks/Workloads"),
    .executableTarget(
      name: "bareloops", dependencies: ["BenchmarkWorkloads"], path: "Tests/Benchmarks/bareloops"),
    .executableTarget(
      name: "leakbench",
      dependencies: [
        "BenchmarkWorkloads", "CLimit", "CLeakBase", "LeakHeapReading", "LeakHeapRecording",
        "LeakDeciding", "LeakExplaining", "LeakDetection", "LeakTesting",
        "bareloops", "ChildProcess",
      ],
      path: "Tests/Benchmarks/leakbench"),
    .testTarget(
      name: "BenchmarkTests", dependencies: ["leakbench", "ChildProcess"],
      path: "Tests/BenchmarkTests"),

    // Scenes of what the recorder meets, each run by its tests in a process of its own.
    .executableTarget(
      name: "recordings", dependencies: ["LeakHeapReading", "LeakHeapRecording"],
      path: "Tests/Recordings"),

    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "CLeakHeapRecording", "LeakHeapReading", "LeakHeapRecording", "recordings", "ChildProcess",
        "SeededRandom", "TestOrder",
      ]),
    // Situations in which something holds an object, each played in a process of its own.
    .target(name: "HoldingSituations", path: "Tests/Holdings/Situations"),
    .executableTarget(
      name: "holdings",
      dependencies: [
        "ChildProcess", "HoldingSituations", "LeakDetection", "SeededRandom", "WayAudit",
      ],
      path: "Tests/Holdings/Tool"),

    .testTarget(
      name: "HoldingTests",
      dependencies: ["holdings", "ChildProcess", "SeededRandom", "TestOrder"],
      exclude: ["Holdings.txt", "Matrix.txt"]),
    // The same in a test of each framework: played by `holdings matrix --bundle`.
    .testTarget(
      name: "HoldingScenes", dependencies: ["HoldingSituations", "LeakTesting", "WayAudit"],
      path: "Tests/HoldingScenes"),
    // Stacks that are unwound, each in a process of its own, and tables of which nothing is right.
    .executableTarget(
      name: "unwindings", dependencies: ["CLeakBase", "CLeakHeapRoots", "CUnwindingScenes"],
      path: "Tests/Unwindings"),
    .executableTarget(
      name: "unwindfuzz", dependencies: ["CLeakHeapRoots"], path: "Tests/UnwindingFuzz"),

    .testTarget(
      name: "UnwindingTests",
      dependencies: ["unwindings", "unwindfuzz", "ChildProcess", "SeededRandom", "TestOrder"],
      exclude: ["Unwindings.txt"]),
    .testTarget(
      name: "HeapModelTests",
      dependencies: ["LeakHeapModel", "LeakTesting", "SeededRandom", "TestOrder"]),
    .testTarget(
      name: "HeapReadingTests",
      dependencies: [
        "LeakHeapReading", "LeakHeapRecording", "LeakHeapRoots", "LeakHeapModel", "LeakBase",
        "LeakSymbolication",
        "CLeakBase",
        "CLeakHeapRoots",
        "SeededRandom",
        "CRemoteMirror",
        "CFaultScenes",
        "ChildProcess", "TestOrder", "WayAudit", "heapstress",
      ],
      exclude: ["Kinds/Kinds.txt"]),
    .testTarget(
      name: "LeakDetectionTests",
      dependencies: [
        "CFaultScenes", "CUnwindingScenes",
        "CLeakBase", "CLeakHeapRecording", "ChildProcess", "LeakDeciding", "LeakExplaining",
        "LeakDetection", "LeakHeapModel",
        "LeakSymbolication", "LeakHeapReading", "LeakHeapRecording", "LeakHeapRoots", "LeakTesting",
        "SeededRandom", "TestOrder",
      ]),
    .testTarget(
      name: "LeakDrawingTests",
      dependencies: ["LeakDetection", "LeakDrawing", "LeakTesting", "TestOrder"],
      exclude: ["Pictures"]),
    .testTarget(
      name: "LeakTestingTests",
      dependencies: [
        "CLeakBase", "ChildProcess", "LeakDeciding", "LeakDetection", "LeakExplaining",
        "LeakHeapReading", "LeakReporting", "LeakTesting", "SeededRandom", "SpecTesting",
        "TestOrder", "leakcases",
      ],
      exclude: ["PublicInterface.txt"]),
    .testTarget(
      name: "CaseCatalogueTests",
      dependencies: [
        "LeakCatalogue", "LeakHeapReading", "LeakDetection", "LeakReporting", "leakcases",
        "ChildProcess", "LeakTesting",
      ]),
    .testTarget(
      name: "CasesTests",
      dependencies: [
        "LeakCatalogue", "LeakTestingCases", "LeakDetection", "leakcases", "ChildProcess",
        "LeakTesting", "SeededRandom", "TestOrder",
      ],
      exclude: ["DecisionTree.svg", "UIKit"]),
  ],
  swiftLanguageModes: [.v6]
)

// `LEAK_TESTING_ONLY` names targets, with commas between them: they alone are there then, with what they need. CI builds some tests
// with sanitizers, and nothing else.
if let names = Context.environment["LEAK_TESTING_ONLY"] {
  var wanted = Set(names.split(separator: ",").map(String.init))
  let unknown = wanted.subtracting(package.targets.map(\.name)).sorted()
  if !unknown.isEmpty { fatalError("LEAK_TESTING_ONLY names no target: \(unknown)") }
  var known = 0
  while known < wanted.count {
    known = wanted.count
    for target in package.targets where wanted.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { wanted.insert(name) }
    }
  }
  package.targets.removeAll { !wanted.contains($0.name) }
  package.products.removeAll()
}
