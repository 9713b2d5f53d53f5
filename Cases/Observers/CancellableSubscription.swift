import LeakCatalogue

/// A view model stores the subscriptions to values that it publishes itself.
///
/// A portable model of Combine's `sink` and `assign(to:on:)`: the subscriber owns the cancellable, the
/// cancellable owns the closure. Combine's publishers hold the closure too, until it is cancelled; the
/// publisher here does not, so that there is only one path to follow.
public enum CancellableSubscription: Case {
  public static let id = "observers/cancellable-subscription"
  public static let question =
    "Does storing a subscription in self create a cycle through its closure?"

  /// Sends values to its subscriptions.
  final class Publisher<Value> {
    struct Receiver {
      weak var subscription: Subscription<Value>?
    }

    private var receivers: [Receiver] = []

    /// Calls `receive` with every value, until the result is cancelled or gone.
    func sink(_ receive: @escaping (Value) -> Void) -> Cancellable {
      let subscription = Subscription(receive)
      receivers.append(Receiver(subscription: subscription))
      return subscription
    }

    /// Sets a property of `object` to every value, and owns `object` meanwhile, as Combine does.
    func assign<Root: AnyObject>(
      to property: ReferenceWritableKeyPath<Root, Value>, on object: Root
    ) -> Cancellable {
      sink { value in object[keyPath: property] = value }
    }

    func send(_ value: Value) {
      for receiver in receivers { receiver.subscription?.receive?(value) }
    }
  }

  class Cancellable {
    func cancel() {}
  }

  final class Subscription<Value>: Cancellable {
    var receive: ((Value) -> Void)?

    init(_ receive: @escaping (Value) -> Void) {
      self.receive = receive
    }

    override func cancel() {
      receive = nil
    }
  }

  final class SearchModel {
    let query = Publisher<String>()
    var title = ""
    var subscriptions: [Cancellable] = []

    func sink() {
      subscriptions.append(
        query.sink { text in
          self.title = text
        })
    }

    func assign() {
      subscriptions.append(query.assign(to: \.title, on: self))
    }

    func sinkWeakly() {
      subscriptions.append(
        query.sink { [weak self] text in
          self?.title = text
        })
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "sink",
        report: """
          CancellableSubscription.SearchModel leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ CancellableSubscription.SearchModel
            │    .subscriptions[0]: CancellableSubscription.Subscription<String>
            │    .receive
            │    closure #1 in CancellableSubscription.SearchModel.sink()   CancellableSubscription.swift:63
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures CancellableSubscription.SearchModel (self) strongly
            ╰─ CancellableSubscription.SearchModel

            Try [weak self] in the closure at CancellableSubscription.swift:63. The CancellableSubscription.SearchModel keeps the CancellableSubscription.Subscription<String> that stores it. Or call CancellableSubscription.Subscription.cancel(), if it is there to break this cycle.
            pattern subscription (swift run leakcases show observers/cancellable-subscription)
            fingerprint 244035ca
          """
      ) {
        let model = SearchModel()
        model.sink()
        model.query.send("plums")
        return model
      } sever: { model in
        model.subscriptions[0].cancel()
      },

      .leaking(
        "assign-on-self",
        report: """
          CancellableSubscription.SearchModel leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ CancellableSubscription.SearchModel
            │    .subscriptions[0]: CancellableSubscription.Subscription<String>
            │    .receive
            │    closure #1 in CancellableSubscription.Publisher.assign(to:on:)
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures object: CancellableSubscription.SearchModel strongly
            │       CancellableSubscription.swift:32
            ╰─ CancellableSubscription.SearchModel

            Try [weak object] in the closure at CancellableSubscription.swift:32. The CancellableSubscription.SearchModel keeps the CancellableSubscription.Subscription<String> that stores it. Or call CancellableSubscription.Subscription.cancel(), if it is there to break this cycle.
            pattern subscription (swift run leakcases show observers/cancellable-subscription)
            fingerprint 94902928
          """,
        // The closure was made for this one type, and the name of what it captures is lost.
        optimized: """
          CancellableSubscription.SearchModel leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ CancellableSubscription.SearchModel
            │    .subscriptions[0]: CancellableSubscription.Subscription<String>
            │    .receive
            │    closure #1 in CancellableSubscription.Publisher.assign(to:on:)
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures CancellableSubscription.SearchModel strongly
            │       CancellableSubscription.swift:32
            ╰─ CancellableSubscription.SearchModel

            Try a weak capture of CancellableSubscription.SearchModel in the closure at CancellableSubscription.swift:32. If it is declared with a generic parameter as its type, that has to be an AnyObject for it. The CancellableSubscription.SearchModel keeps the CancellableSubscription.Subscription<String> that stores it. Or call CancellableSubscription.Subscription.cancel(), if it is there to break this cycle.
            pattern subscription (swift run leakcases show observers/cancellable-subscription)
            fingerprint 94902928
          """
      ) {
        let model = SearchModel()
        model.assign()
        model.query.send("plums")
        return model
      } sever: { model in
        model.subscriptions[0].cancel()
      },

      .fixed("weak-sink") {
        let model = SearchModel()
        model.sinkWeakly()
        model.query.send("plums")
        return model
      },
    ]
  }

  public static let why = """
    Storing the cancellable in `self` is right: the subscription should end with its owner. But then \
    every strong `self` in the closure makes a cycle. `assign(to:on:)` has no closure to put a capture \
    list on, and still keeps the object that it assigns to.
    """

  public static let fix = """
    Write `[weak self]` in the sink. Replace `assign(to:on:)` on self by a sink with a weak self. Combine itself has \
    `assign(to: &$title)` for a `@Published` property: it does not keep the object, and ends with it.
    """

  public static let source: Source? = Source(
    author: "John Sundell", title: "Managing self and cancellable references when using Combine")
}
