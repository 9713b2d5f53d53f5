import LeakCatalogue

/// Handlers for single properties of a model, by key path.
public enum KeyPathSubscription: Case {
  public static let id = "observers/key-path-subscription"
  public static let question =
    "Does observing `\\.volume` keep the model or the observer alive?"

  final class Player {
    private var handlers: [PartialKeyPath<Player>: [(Player) -> Void]] = [:]

    private(set) var volume = 5

    /// Calls `handler` with the player after each change of the property.
    func observe(_ property: PartialKeyPath<Player>, _ handler: @escaping (Player) -> Void) {
      handlers[property, default: []].append(handler)
    }

    func setVolume(_ volume: Int) {
      self.volume = volume
      for handler in handlers[\Player.volume, default: []] { handler(self) }
    }

    func removeHandlers() {
      handlers = [:]
    }
  }

  final class VolumeView {
    private(set) var level = 0

    func show(_ player: Player) {
      player.observe(\.volume) { _ in self.level = player.volume }
    }

    func showGivenPlayer(_ player: Player) {
      player.observe(\.volume) { player in self.level = player.volume }
    }

    func showGivenPlayerWeakly(_ player: Player) {
      player.observe(\.volume) { [weak self] player in self?.level = player.volume }
    }
  }

  /// Players that are there as long as the app.
  nonisolated(unsafe) static let player = Player()
  nonisolated(unsafe) static var spare = Player()

  public static let variants: [Variant] = [
    .leaking(
      "captured-player",
      report: """
        KeyPathSubscription.Player leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ KeyPathSubscription.Player
          │    .handlers[value][0]
          │    closure #1 in KeyPathSubscription.VolumeView.show(_:)   KeyPathSubscription.swift:33
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures player: KeyPathSubscription.Player strongly
          ╰─ KeyPathSubscription.Player

          Try [weak player] in the closure at KeyPathSubscription.swift:33. Or take it out of KeyPathSubscription.Player.handlers when it is no longer needed.
          pattern closure-in-dictionary (swift run leakcases show closures/closure-in-dictionary)
          fingerprint e33ee250
        """
    ) {
      let player = Player()
      VolumeView().show(player)
      player.setVolume(6)
      return player
    } sever: { player in
      player.removeHandlers()
    },
    .fixed("given-player") {
      let player = Player()
      VolumeView().showGivenPlayer(player)
      player.setVolume(6)
      return player
    },
    .held(
      "strong-view",
      report: """
        KeyPathSubscription.VolumeView is held: 1 instance is kept alive by static KeyPathSubscription.player (closure #1 in KeyPathSubscription.VolumeView.showGivenPlayer(_:)).

          ╭─ static KeyPathSubscription.player
          │    .handlers[value][0]
          │    closure #1 in KeyPathSubscription.VolumeView.showGivenPlayer(_:)
          │       KeyPathSubscription.swift:37
          │       captures KeyPathSubscription.VolumeView (self) strongly
          ╰→ KeyPathSubscription.VolumeView

          It lives as long as that variable leads to it. Take the closure out of KeyPathSubscription.Player.handlers before the check, or write [weak self] in the closure at KeyPathSubscription.swift:37.
          pattern held-by-a-global (swift run leakcases show owners/shared-cache)
          fingerprint 2b23343f
        """
    ) {
      let view = VolumeView()
      view.showGivenPlayer(player)
      return view
    } sever: { _ in
      player.removeHandlers()
    },
    .fixed("weak-view") {
      spare = Player()
      let view = VolumeView()
      view.showGivenPlayerWeakly(spare)
      return view
    },
  ]

  public static let why = """
    A key path to a property keeps no object; one through a subscript keeps the subscript's arguments. The handler, like any \
    closure, keeps what it captured: here the view, which the player then keeps as long as the player lives, and the player \
    itself, which stores the handler.
    """
  public static let fix = """
    Use the object that is passed to the handler, not the constant of the same name outside it. Also write `[weak self]` if \
    the view should be freed before the player.
    """
  public static let source: Source? = nil
}
