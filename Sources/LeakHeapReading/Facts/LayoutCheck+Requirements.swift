import LeakBase

/// What is required of generic parameters.
extension LayoutCheck {
  private protocol First {}
  private protocol Second: AnyObject {}
  private protocol Third: AnyObject {}
  private protocol Fourth {}
  private protocol Fifth {}
  private protocol Sixth {}
  private protocol Seventh: AnyObject {}
  private protocol Eighth: AnyObject {}

  private struct Unbound: First, Fourth, Fifth, Sixth {}
  private final class Bound: Base, Second, Third, Seventh, Eighth {}

  private struct Required<A: Base, B: AnyObject> {}

  /// One bit of a protocol says whether it is class-bound: it is right by chance at many another place.
  private struct Mixed<
    A: First, B: Second, C: Third, D: Fourth, E: Fifth, F: Sixth, G: Seventh, H: Eighth
  > {}

  static func requirementsHold() -> Bool {
    typealias Mix = Mixed<Unbound, Bound, Bound, Unbound, Unbound, Unbound, Bound, Bound>
    return areClasses(Required<Base, Base>.self, 2) == [true, true]
      && areClasses(Mix.self, 8) == [false, true, true, false, false, false, true, true]
  }

  private static func areClasses(_ type: Any.Type, _ count: Int) -> [Bool] {
    let descriptor = TypeMetadata(type).descriptor
    return (0..<count).map { descriptor.requiresClass(GenericParameter(depth: 0, index: $0)) }
  }
}
