import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// A weak reference from garbage leads nobody there, also where it is in a collection: what nothing can break is not waited for.
@Suite(.leakFree) struct WeakElementTests {
  final class View {
    var model: AnyObject?
    var count = 0
  }

  struct Weak<Value: AnyObject> { weak var value: Value? }

  struct WeakKey: Hashable {
    let number: Int
    weak var value: View?

    static func == (left: WeakKey, right: WeakKey) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  struct WeakAndStrong {
    weak var value: View?
    let note = Note()
  }

  struct Unowned { unowned let value: View }

  final class Note {}

  final class Model<Observers> {
    let observers: Observers
    let onChange: () -> Void

    init(_ observers: Observers, _ onChange: @escaping () -> Void) {
      (self.observers, self.onChange) = (observers, onChange)
    }
  }

  final class Generic<State> {
    var onChange: (() -> Void)?
    var state: State?
    let view: View

    init(_ view: View, _ state: State) {
      self.view = view
      self.state = state
      onChange = { [weak self] in self?.state = state }
    }
  }

  /// What a view has that has weak references to it, and keeps it.
  struct Observers: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let model: @Sendable (View) -> AnyObject

    init<Value>(_ name: String, _ observers: @escaping @Sendable (View) -> Value) {
      testDescription = name
      model = { view in Model(observers(view)) { view.count += 1 } }
    }

    init(_ name: String, model: @escaping @Sendable (View) -> AnyObject) {
      (testDescription, self.model) = (name, model)
    }
  }

  static let all = [
    Observers("array") { [Weak(value: $0)] },
    Observers("array with others") { [Weak(value: $0), Weak(value: nil), Weak(value: $0)] },
    Observers("array of optionals") { [Weak(value: $0), nil] },
    Observers("array with references") { [WeakAndStrong(value: $0)] },
    Observers("array of unowned") { [Unowned(value: $0)] },
    Observers("values") { ["a": Weak(value: $0), "b": Weak(value: $0)] },
    Observers("values with references") { ["a": WeakAndStrong(value: $0)] },
    Observers("keys") { [WeakKey(number: 1, value: $0): 1, WeakKey(number: 2, value: $0): 2] },
    Observers("keys of references") { [WeakKey(number: 1, value: $0): Note()] },
    Observers("set") { view in Set((0..<100).map { WeakKey(number: $0, value: view) }) },
    Observers("generic closure", model: { Generic($0, [1]) }),
  ]

  private static func tracked(_ observers: Observers) -> TrackedObject {
    let view = View()
    view.model = observers.model(view)
    return TrackedObject(view, location: CodeLocation())
  }

  @Test(arguments: all)
  func `A cycle to which only its own weak references lead is final`(_ observers: Observers) throws
  {
    let tracked = Self.tracked(observers)
    #expect(try Judgement.look(at: tracked) == .leaked(grade: .typedReference, isFinal: true))
    tracked.retained(as: View.self)?.model = nil
    #expect(!tracked.isAlive)
  }

  @Test(arguments: all)
  func `One to which another weak reference leads is not`(_ observers: Observers) throws {
    let tracked = Self.tracked(observers)
    weak let observer = tracked.retained(as: View.self)
    #expect(try Judgement.look(at: tracked) == .leaked(grade: .typedReference, isFinal: false))
    observer?.model = nil
    #expect(!tracked.isAlive)
  }
}
