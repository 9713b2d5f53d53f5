import LeakCatalogue

/// A chain of operators, each of which knows its upstream and its downstream.
///
/// A portable model of how Combine's operators and their open-source counterparts are built.
public enum DownstreamSubscriber: Case {
  public static let id = "observers/downstream-subscriber"
  public static let question =
    "When is a chain of publishers and subscribers freed?"

  class Subscriber {
    func receive(_ value: Int) {}
    func complete() {}
  }

  /// Sends values to its subscribers until it completes.
  final class Subject {
    private var subscribers: [Subscriber] = []

    func subscribe(_ subscriber: Subscriber) {
      subscribers.append(subscriber)
    }

    func send(_ value: Int) {
      for subscriber in subscribers { subscriber.receive(value) }
    }

    func complete() {
      let completed = subscribers
      subscribers = []
      for subscriber in completed { subscriber.complete() }
    }
  }

  /// Passes on what it receives, doubled. It knows its parent to be able to stop it.
  final class Doubling: Subscriber {
    private(set) var parent: Subject?
    private(set) var downstream: Subscriber?

    init(parent: Subject, downstream: Subscriber) {
      self.parent = parent
      self.downstream = downstream
      super.init()
      parent.subscribe(self)
    }

    override func receive(_ value: Int) {
      downstream?.receive(2 * value)
    }

    override func complete() {
      downstream?.complete()
      parent = nil
      downstream = nil
    }
  }

  final class Sink: Subscriber {
    private(set) var sum = 0

    override func receive(_ value: Int) {
      sum += value
    }
  }

  /// Subscribes a sink to the doubled values of a subject.
  static func subscribedSubject() -> Subject {
    let subject = Subject()
    _ = Doubling(parent: subject, downstream: Sink())
    subject.send(21)
    return subject
  }

  public static let variants: [Variant] = [
    .leaking(
      "never-completed",
      report: """
        DownstreamSubscriber.Subject leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ DownstreamSubscriber.Subject
          │    .subscribers[0]: DownstreamSubscriber.Doubling
          │    .parent: DownstreamSubscriber.Subject   DownstreamSubscriber.swift:37
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ DownstreamSubscriber.Subject

          Try weak var on DownstreamSubscriber.Doubling.parent.
          pattern parent-back-reference (swift run leakcases show owners/parent-back-reference)
          fingerprint 382cf09e
        """
    ) {
      subscribedSubject()
    } sever: { subject in
      subject.complete()
    },
    .fixed("completed") {
      let subject = subscribedSubject()
      subject.complete()
      return subject
    },
  ]

  public static let why = """
    An upstream element keeps its downstream, in order to send to it, and the downstream keeps the upstream, in order to stop \
    it. This is intended: a chain keeps itself alive while values may come, and clears these references when the subject \
    completes. Cancelling ends a chain as well; this model has only completion. A subject that is dropped before it completes \
    sends no completion. So the report's advice, `weak var` on the way back, is not the one to follow here: the report cannot \
    tell this cycle from one that nobody intended.
    """
  public static let fix = """
    Complete every subject when the work is over, or cancel the subscription, and leave the reference to the upstream strong. \
    A test that makes a subject has to do so, too.
    """
  public static let source: Source? = nil
}
