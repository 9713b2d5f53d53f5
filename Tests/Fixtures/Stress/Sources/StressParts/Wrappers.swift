import Foundation

/// A value that is kept in bounds.
@propertyWrapper public struct Clamped {
  private var stored: Int
  private let bounds: ClosedRange<Int>

  public init(wrappedValue: Int, _ bounds: ClosedRange<Int>) {
    self.bounds = bounds
    stored = min(max(wrappedValue, bounds.lowerBound), bounds.upperBound)
  }

  public var wrappedValue: Int {
    get { stored }
    set { stored = min(max(newValue, bounds.lowerBound), bounds.upperBound) }
  }
}

/// A value that tells of its changes through its projection.
@propertyWrapper public final class Published<Value> {
  private var stored: Value
  public let projectedValue = Subject<Value>()

  public init(wrappedValue: Value) { stored = wrappedValue }

  public var wrappedValue: Value {
    get { stored }
    set {
      stored = newValue
      projectedValue.send(newValue)
    }
  }
}

/// A property under a lock.
@propertyWrapper public final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  public init(wrappedValue: Value) { stored = wrappedValue }

  public var wrappedValue: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}

/// Refers to an object without keeping it.
public struct Weak<Object: AnyObject> {
  public weak var object: Object?
  public init(_ object: Object) { self.object = object }
}

/// An array of expressions, written one below the other.
@resultBuilder public enum ListBuilder<Element> {
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  public static func buildEither(first part: [Element]) -> [Element] { part }
  public static func buildEither(second part: [Element]) -> [Element] { part }
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}
