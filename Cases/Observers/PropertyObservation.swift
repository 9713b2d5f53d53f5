import LeakCatalogue
import Observation

/// A screen follows the properties of a model that it owns.
public enum PropertyObservation: Case {
  public static let id = "observers/property-observation"
  public static let question = "Does observing a property of an object that I own keep me alive?"

  /// A value that tells one closure of every change.
  final class Observed<Value> {
    var onChange: ((Value) -> Void)?

    var value: Value {
      didSet { onChange?(value) }
    }

    init(_ value: Value) {
      self.value = value
    }
  }

  final class VolumeScreen {
    let volume = Observed(5)
    var label = ""

    func follow() {
      volume.onChange = { value in
        self.label = "Volume \(value)"
      }
    }

    func followWeakly() {
      volume.onChange = { [weak self] value in
        self?.label = "Volume \(value)"
      }
    }
  }

  @MainActor @Observable
  final class Profile {
    var name = "Ada"
  }

  /// Follows its model with the standard library's observation.
  @MainActor
  final class ProfileScreen {
    let profile = Profile()
    var needsUpdate = false

    /// Tells of the next change, once.
    func follow() {
      withObservationTracking {
        _ = profile.name
      } onChange: {
        MainActor.assumeIsolated { self.needsUpdate = true }
      }
    }

    func followWeakly() {
      withObservationTracking {
        _ = profile.name
      } onChange: { [weak self] in
        MainActor.assumeIsolated { self?.needsUpdate = true }
      }
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "change-closure",
        report: """
          PropertyObservation.VolumeScreen leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ PropertyObservation.VolumeScreen
            │    .volume: PropertyObservation.Observed<Int>
            │    .onChange
            │    closure #1 in PropertyObservation.VolumeScreen.follow()   PropertyObservation.swift:27
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures PropertyObservation.VolumeScreen (self) strongly
            ╰─ PropertyObservation.VolumeScreen

            Try [weak self] in the closure at PropertyObservation.swift:27. The PropertyObservation.VolumeScreen keeps the PropertyObservation.Observed<Int> that stores it.
            pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
            fingerprint d6ed3f0d
          """
      ) {
        let screen = VolumeScreen()
        screen.follow()
        screen.volume.value = 6
        return screen
      } sever: { screen in
        screen.volume.onChange = nil
      },

      .leaking(
        "observation-tracking",
        report: """
          PropertyObservation.ProfileScreen leaked: 1 instance is kept alive by a retain cycle of 5 strong references.

            ╭→ PropertyObservation.ProfileScreen
            │    .profile: PropertyObservation.Profile
            │    ._$observationRegistrar.extent: ObservationRegistrar.Extent
            │    closure #3 in closure #1 in ObservationTracking._installTracking(_:willSet:didSet:)
            │    closure #1 in ObservationTracking._installTracking(_:onChange:)
            │    closure #2 in implicit closure #1 in PropertyObservation.ProfileScreen.follow()
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures PropertyObservation.ProfileScreen (self) strongly
            │       PropertyObservation.swift:54
            ╰─ PropertyObservation.ProfileScreen

            Try [weak self] in the closure at PropertyObservation.swift:54. The observed object keeps onChange until its next change.
            pattern observation-tracking (swift run leakcases show observers/property-observation)
            fingerprint c2a3dc50
          """
      ) { @MainActor in
        let screen = ProfileScreen()
        screen.follow()
        return screen
      } sever: { @MainActor screen in
        screen.profile.name = "Grace"
      }
      .saying(
        "a closure",
        insteadOf:
          "closure #3 in closure #1 in ObservationTracking._installTracking(_:willSet:didSet:)"
      )
      .saying(
        "a closure",
        insteadOf: "closure #1 in ObservationTracking._installTracking(_:onChange:)"),

      .fixed("weak-change-closure") {
        let screen = VolumeScreen()
        screen.followWeakly()
        screen.volume.value = 6
        return screen
      },

      .fixed("weak-observation-tracking") { @MainActor in
        let screen = ProfileScreen()
        screen.followWeakly()
        return screen
      },
    ]
  }

  public static let why = """
    The observer owns the model, and the model keeps the closure to call on a change; a closure that \
    uses `self` leads back to the observer. `withObservationTracking` hides the same closure in the \
    model's registrar. The closure is dropped after it has been called once, so a change of the property \
    frees the screen; without a change the screen stays forever.
    """

  public static let fix = """
    Capture the observer weakly in the closure that is called on a change.
    """

  public static let source: Source? = nil
}
