import Foundation

/// Counts the ticks of a repeating timer. Lives on the thread that made it.
public final class Metronome: @unchecked Sendable {
  public private(set) var ticks = 0
  private var timer: Timer?

  /// Ticks from a block that captures the metronome.
  private func start() {
    timer = .scheduledTimer(withTimeInterval: 0.005, repeats: true) { _ in
      self.ticks += 1
    }
  }

  /// Ticks from a block that captures the metronome weakly, and stops with it.
  private func startWeakly() {
    timer = .scheduledTimer(withTimeInterval: 0.005, repeats: true) { [weak self] timer in
      guard let self else { return timer.invalidate() }
      self.ticks += 1
    }
  }
}

extension Metronome {
  public static func leaking() -> Metronome {
    let metronome = Metronome()
    metronome.start()
    return metronome
  }

  public static func fixed() -> Metronome {
    let metronome = Metronome()
    metronome.startWeakly()
    return metronome
  }
}
