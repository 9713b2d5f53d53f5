import Jukebox
import LeakTesting
import Testing

/// What a test has itself while it checks: its variables, and its suite's properties.
@Suite(.serialized) struct OwnVariables {
  static let grace = Duration.milliseconds(50)

  @Suite(.serialized) struct Locals {
    @Test func variable() async {
      let player = Player()
      await expectDeallocated(within: grace) { player }
    }

    @Test func variableOfTheCaller() async {
      let player = Player()
      await check(player)
    }

    private func check(_ player: Player) async {
      await expectDeallocated(within: grace) { player }
    }

    @Test func variableOfASynchronousTest() {
      let player = Player()
      expectDeallocated(within: grace) { player }
    }
  }

  @Suite(.serialized) final class Classes {
    var player: Player? = Player()

    @Test func property() async {
      await expectDeallocated(within: grace) { self.player }
    }

    @Test func propertyInASynchronousTest() {
      expectDeallocated(within: grace) { self.player }
    }
  }

  @Suite(.serialized) struct Structures {
    let name = "kitchen"
    let player = Player()
    let stage = Stage()

    final class Stage {
      let player = Player()
    }

    @Test func property() async {
      await expectDeallocated(within: grace) { self.player }
    }

    @Test func objectOfAProperty() async {
      await expectDeallocated(within: grace) { self.stage.player }
    }

    @Test func propertyInASynchronousTest() {
      expectDeallocated(within: grace) { self.player }
    }
  }
}
