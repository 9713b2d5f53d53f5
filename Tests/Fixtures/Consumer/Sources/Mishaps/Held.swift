import Dispatch
import Foundation

enum DelayedBlock {
  final class Toast: @unchecked Sendable {
    private var isShown = true

    func hide() {
      DispatchQueue.global().asyncAfter(deadline: .now() + 3600) { self.isShown = false }
    }

    func showAgain() {
      DispatchQueue.global().asyncAfter(deadline: .now() + 3600) { self.isShown = true }
    }
  }

  static func happen() -> AnyObject {
    let toast = Toast()
    toast.hide()
    return toast
  }

  /// The same type is held on the same queue by another closure.
  static func happenAgain() -> AnyObject {
    let toast = Toast()
    toast.showAgain()
    return toast
  }
}

enum RepeatingTimer {
  final class Clock: @unchecked Sendable {
    private var ticks = 0

    func start() {
      RunLoop.main.add(
        Timer(timeInterval: 3600, repeats: true) { _ in self.ticks += 1 }, forMode: .common)
    }
  }

  static func happen() -> AnyObject {
    let clock = Clock()
    clock.start()
    return clock
  }
}
