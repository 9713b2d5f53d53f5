import CLeakBase
import LeakBase

extension LayoutCheck {
  private struct Probe {
    var first = 0
    var second = 0
    var third = 0
    var fourth = 0

    subscript(key: ProbeKey) -> Int { key.number }
  }

  private final class ProbeKey: Hashable {
    let number = 0

    static func == (left: ProbeKey, right: ProbeKey) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Whether, of several key paths, just those without a key say that they have no references.
  ///
  /// Of two, chance words of other memory would often say the same.
  static func keyPathsHold() -> Bool {
    let key = ProbeKey()
    let plain = [\Probe.first, \Probe.second, \Probe.third, \Probe.fourth]
    let keyed = plain.map { _ in \Probe.[key] }
    return withExtendedLifetime(keyed) {
      zip(plain, keyed).allSatisfy { isTrivial($0) && !isTrivial($1) }
    }
  }

  private static func isTrivial(_ keyPath: AnyKeyPath) -> Bool {
    withExtendedLifetime(keyPath) { KeyPathPlace(address: place(of: keyPath)).isTrivial }
  }
}
