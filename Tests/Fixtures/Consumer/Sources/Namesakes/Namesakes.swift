// An app for plumbers, whose types have the names that the kit has for its own.

struct Leak: Equatable { var litersPerHour: Int }
enum Holder: Equatable { case bucket, bowl }
enum Verdict: Equatable { case dry, wet }
struct Scenario<Subject> { var subject: Subject }
struct TimerScenario<Subject> { var subject: Subject }
struct Remedy: Equatable { var tool: String }
struct HoldingPlace: Equatable { var shelf: Int }
struct HoldingPath: Equatable { var shelves: [Int] }
struct RetainPath: Equatable { var rooms: [String] }
struct SourceEdit: Equatable { var valve: String }
struct AllocationSite: Equatable { var street: String }
struct LibraryLeak: Equatable { var books: Int }
struct CodeLocation: Equatable { var digits: String }
struct RetainedObjects: Equatable { var tools: [String] }

/// What the tests make.
final class WaterPipe {
  var onBurst: () -> Void = {}
  var leak = Leak(litersPerHour: 3)

  /// One that keeps itself.
  static func knotted() -> WaterPipe {
    let pipe = WaterPipe()
    pipe.onBurst = { pipe.leak.litersPerHour += 1 }
    return pipe
  }
}
