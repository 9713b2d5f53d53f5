import LeakCatalogue
import Observation

/// A task that follows an observed value for as long as its owner lives.
public enum ObservationsInTask: Case {
  public static let id = "observers/observations-in-task"
  public static let question = "What keeps me alive while I iterate over `Observations { … }`?"

  @MainActor @Observable
  final class Song {
    var title = "Prelude"
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor
  final class Screen {
    let song = Song()
    private(set) var shown: [String] = []
    private var task: Task<Void, Never>?

    /// Uses `self` in two places: where the title is read, and where it is shown.
    func followStrongly() {
      task = Task {
        for await title in Observations({ self.song.title }) { self.shown.append(title) }
      }
    }

    /// Forgets the closure that reads.
    func followHalfWeakly() {
      let titles = Observations { self.song.title }
      task = Task { [weak self] in
        for await title in titles { self?.shown.append(title) }
      }
    }

    func followWeakly() {
      let titles = Observations { [song] in song.title }
      task = Task { [weak self] in
        for await title in titles { self?.shown.append(title) }
      }
    }

    /// Changes the title, and comes back when it is shown.
    func play(_ title: String) async {
      song.title = title
      while shown.last != title { await Task.yield() }
    }

    /// Ends the loop, and comes back when its task is done.
    func stop() async {
      task?.cancel()
      await task?.value
      task = nil
    }

    deinit {
      task?.cancel()
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor
  private static func screen(_ follow: @MainActor (Screen) -> Void) async -> Screen {
    let screen = Screen()
    follow(screen)
    while screen.shown.isEmpty { await Task.yield() }
    await screen.play("Fugue")
    return screen
  }

  public static var variants: [Variant] {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return [] }
    return [
      .leaking(
        "strong-self",
        report: """
          ObservationsInTask.Screen leaked: 1 instance is kept alive by a retain cycle of 2 strong references, among 1 instance of ObservationsInTask.Screen and 1 of ObservationsInTask.Song that keep one another alive.

            ╭→ ObservationsInTask.Screen
            │    .task: Task
            │    closure #1 in ObservationsInTask.Screen.followStrongly()   ObservationsInTask.swift:23
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    probably captures ObservationsInTask.Screen (self) strongly
            ╰─ ObservationsInTask.Screen

            Try [weak self] in the closure at ObservationsInTask.swift:23. A guard let self above an await keeps it as well, and so does a method of self that awaits. Or end what it waits for (cancel() the task, if that ends it): the task keeps its closure until then. After a weak capture alone it waits on, unless a deinit ends it.
            pattern stored-task (swift run leakcases show concurrency/stored-task-for-await)
            fingerprint e0c64509
          """
      ) { @MainActor in
        await screen { $0.followStrongly() }
      } sever: { @MainActor screen in
        await screen.stop()
      },
      .leaking(
        "weak-self-in-the-task-only",
        report: """
          ObservationsInTask.Screen leaked: 1 instance is kept alive by a retain cycle of 3 strong references, among 1 instance of ObservationsInTask.Screen and 1 of ObservationsInTask.Song that keep one another alive.

            ╭→ ObservationsInTask.Screen
            │    .task: Task
            │    closure #2 in ObservationsInTask.Screen.followHalfWeakly()   ObservationsInTask.swift:31
            │    closure #1 in ObservationsInTask.Screen.followHalfWeakly()   ObservationsInTask.swift:30
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures ObservationsInTask.Screen (self) strongly
            ╰─ ObservationsInTask.Screen

            Try [weak self] in the closure at ObservationsInTask.swift:30. Or end what it waits for (cancel() the task, if that ends it): the task keeps its closure until then. After a weak capture alone it waits on, unless a deinit ends it. Decide what it returns when self has gone.
            pattern stored-task (swift run leakcases show concurrency/stored-task-for-await)
            fingerprint 32a327fb
          """
      ) { @MainActor in
        await screen { $0.followHalfWeakly() }
      } sever: { @MainActor screen in
        await screen.stop()
      },
      .fixed("captured-song") { @MainActor in
        await screen { $0.followWeakly() }
      },
      .fixed("cancelled") { @MainActor in
        let screen = await screen { $0.followStrongly() }
        await screen.stop()
        return screen
      },
    ]
  }

  public static let why = """
    The sequence of an observed value has no end: the loop waits for the next change. The screen keeps its task, the task keeps \
    what its closure captured and the sequence, and the sequence keeps the closure that reads the value. So there are two closures \
    that may capture the screen, and a weak `self` in one of them does not help while the other is strong. The `deinit` that would \
    cancel the task is never reached.
    """
  public static let fix = """
    Let the closure that reads the value capture the observed object, `[song]`, instead of `self`. Write `[weak self]` in the \
    task's closure, use `self?` in each iteration, and cancel the task in `deinit`: the loop would otherwise wait forever.
    """
  public static let source: Source? = Source(
    author: "Philippe Hausler", title: "SE-0475: Transactional Observation of Values")
}
