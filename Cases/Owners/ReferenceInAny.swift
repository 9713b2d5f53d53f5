import LeakCatalogue

/// A context of any type, handed through and handed back.
public enum ReferenceInAny: Case {
  public static let id = "owners/reference-in-any"
  public static let question = "Does a `userInfo` keep what I put into it?"

  final class Ticker {
    var userInfo: Any?
  }

  final class Chart {
    let ticker = Ticker()

    func start() {
      ticker.userInfo = self
    }

    func startWeakly() {
      ticker.userInfo = WeakChart(chart: self)
    }
  }

  struct WeakChart {
    weak var chart: Chart?
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ReferenceInAny.Chart leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ReferenceInAny.Chart
          │    .ticker: ReferenceInAny.Ticker
          │    .userInfo: ReferenceInAny.Chart   ReferenceInAny.swift:9
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ ReferenceInAny.Chart

          ReferenceInAny.Ticker.userInfo cannot be weak, since it is an Any. Store a closure or a small struct with a weak var in it, or clear it when the ReferenceInAny.Chart is no longer needed.
          pattern reference-in-any (swift run leakcases show owners/reference-in-any)
          fingerprint 6c8cca1b
        """
    ) {
      let chart = Chart()
      chart.start()
      return chart
    } sever: { chart in
      chart.ticker.userInfo = nil
    },
    .fixed("weak-in-a-struct") {
      let chart = Chart()
      chart.startWeakly()
      return chart
    },
    .fixed("cleared") {
      let chart = Chart()
      chart.start()
      chart.ticker.userInfo = nil
      return chart
    },
  ]

  public static let why = """
    An `Any` owns what is in it. Since that may be a value instead of an object, the `Any` cannot be declared `weak`.
    """
  public static let fix = """
    Put a structure with a weak variable into the `Any`, or clear the property when the work is done.
    """
  public static let source: Source? = nil
}
