import LeakCatalogue

/// A weather station notifies a collection of observers, one of which owns the station.
public enum ObserversCollection: Case {
  public static let id = "observers/observers-collection"
  public static let question = "Does an array of observers own them?"

  protocol Observer: AnyObject {
    func didMeasure(_ degrees: Int)
  }

  final class Station {
    var observers: [any Observer] = []

    func measure(_ degrees: Int) {
      for observer in observers { observer.didMeasure(degrees) }
    }
  }

  final class Display: Observer {
    let station = Station()
    var text = ""

    init() {
      station.observers.append(self)
    }

    func didMeasure(_ degrees: Int) {
      text = "\(degrees) degrees"
    }
  }

  /// An observer that may go at any time.
  struct WeakObserver {
    weak var observer: (any Observer)?
  }

  final class WeakStation {
    var observers: [WeakObserver] = []

    func measure(_ degrees: Int) {
      observers.removeAll { $0.observer == nil }
      for entry in observers { entry.observer?.didMeasure(degrees) }
    }
  }

  final class WeakDisplay: Observer {
    let station = WeakStation()
    var text = ""

    init() {
      station.observers.append(WeakObserver(observer: self))
    }

    func didMeasure(_ degrees: Int) {
      text = "\(degrees) degrees"
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "leaking",
        report: """
          ObserversCollection.Display leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ ObserversCollection.Display
            │    .station: ObserversCollection.Station
            │    .observers[0]: ObserversCollection.Display   ObserversCollection.swift:13
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            ╰─ ObserversCollection.Display

            Take the ObserversCollection.Display out of ObserversCollection.Station.observers when it is no longer needed, or keep only a weak reference to it there if something else owns it.
            pattern observer-list (swift run leakcases show observers/observers-collection)
            fingerprint a4cccf7e
          """
      ) {
        let display = Display()
        display.station.measure(21)
        return display
      } sever: { display in
        display.station.observers.removeAll()
      },

      .fixed("fixed") {
        let display = WeakDisplay()
        display.station.measure(21)
        return display
      },
    ]
  }

  public static let why = """
    An array holds its elements strongly, and an element cannot be declared `weak`. The station thus owns \
    everyone who listens to it, and the display that listens owns the station.
    """

  public static let fix = """
    Store a small structure with a weak property for each observer, and drop the empty ones on the way.
    """

  public static let source: Source? = nil
}
