import CLeakBase
import LeakBase

extension LayoutCheck {
  private struct Probe {
    var number = 0

    subscript(key: ProbeKey) -> Int { key.number }
  }

  private final class ProbeKey: Hashable {
    let number = 0

    static func == (left: ProbeKey, right: ProbeKey) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Whether, of two key paths, only the one without a key says that it has no references.
  static func keyPathsHold() -> Bool {
    let key = ProbeKey()
    return isTrivial(\Probe.number) && !isTrivial(\Probe.[key])
  }

  private static func isTrivial(_ keyPath: AnyKeyPath) -> Bool {
    withExtendedLifetime(keyPath) { KeyPathPlace(address: place(of: keyPath)).isTrivial }
  }
}
