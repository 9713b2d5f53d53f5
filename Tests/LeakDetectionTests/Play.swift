import Foundation
import LeakDetection
import Testing

@Suite struct PlayTests {
  final class A { var f: (() -> Void)?; var n = 0 }
  final class B { var g: (() -> Void)?; var h: (() -> Void)?; var n = 0 }
  @Test func r1() {
    print(LeakDetector.detectBlocking {
      let a = A(), b = B()
      let l0 = { a.n += 1 }
      let l1 = { b.n += 1 }
      a.f = l1
      b.g = { l0() }
      b.h = { l1() }
      trackForLeaks(a)
    })
  }
  final class Own417: @unchecked Sendable { var f: (@Sendable () -> Void)?; var n = 0; func wire() {
    nonisolated(unsafe) let me = self
    f = { me.n += 1 } } }
  @Test func r2() {
    print(LeakDetector.detectBlocking {
      let a = Own417()
      a.wire()
      trackForLeaks(a)
    })
  }

  final class Node {
    var onAdd: (() -> Void)?
    var onRemove: (() -> Void)?
    var n = 0
    init() {
      let update = { self.n += 1 }
      onAdd = { update() }
      onRemove = { update() }
    }
  }
  @Test func q9() {
    print(LeakDetector.detectBlocking { trackForLeaks(Node()) })
  }

  final class Nav { var pages: [String: Page] = [:]; var current: Page?; var onPop: (() -> Void)?; var pops = 0; func arm() { onPop = { self.pops += 1 } } }
  final class Page { var hosts: [Nav] = [] }
  @Test func t7() { print(LeakDetector.detectBlocking { let v = Nav(), p = Page(); v.pages["a"] = p; v.current = p; p.hosts.append(v); v.arm(); trackForLeaks(v) }) }
  @Test func t71() { print(LeakDetector.detectBlocking { let v = Nav(), p = Page(); v.pages["a"] = p; v.current = p; p.hosts.append(v); trackForLeaks(v) }) }
  @Test func t72() { print(LeakDetector.detectBlocking { let v = Nav(), p = Page(); v.pages["a"] = p; p.hosts.append(v); trackForLeaks(v) }) }
}
