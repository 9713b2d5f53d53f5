import Dispatch
import Foundation

/// Stores a closure, which captures it or not.
final class Radio {
  var onFinish: (() -> Void)?
  private(set) var plays = 0

  static let lineOfLoop = #line + 1
  func loop() { onFinish = { self.plays += 1 } }
  func loopWeakly() { onFinish = { [weak self] in self?.plays += 1 } }

  static let lineOfLeaking = #line + 2
  static func leaking() -> Radio {
    let radio = Radio()
    radio.loop()
    return radio
  }

  static func fixed() -> Radio {
    let radio = Radio()
    radio.loopWeakly()
    return radio
  }
}

/// Owns a button in which it stores one of its methods.
final class Panel {
  final class Button {
    var onTap: (String) -> Void = { _ in }
  }

  let button = Button()
  private(set) var taps: [String] = []

  static let lineOfConnect = #line + 1
  func connect() { button.onTap = tap }
  func connectWeakly() { button.onTap = { [weak self] name in self?.tap(name) } }
  static let lineOfTap = #line + 1
  private func tap(_ name: String) { taps.append(name) }

  static func leaking() -> Panel {
    let panel = Panel()
    panel.connect()
    return panel
  }

  static func fixed() -> Panel {
    let panel = Panel()
    panel.connectWeakly()
    return panel
  }
}

/// Stores a work item that it submitted to a queue.
final class Speaker: @unchecked Sendable {
  var buffering: DispatchWorkItem?
  private(set) var samples = 0

  static let lineOfBuffer = #line + 2
  func buffer(on queue: DispatchQueue) {
    let item = DispatchWorkItem { self.samples += 1 }
    buffering = item
    queue.async(execute: item)
  }

  func bufferWeakly(on queue: DispatchQueue) {
    let item = DispatchWorkItem { [weak self] in self?.samples += 1 }
    buffering = item
    queue.async(execute: item)
  }

  static func leaking(on queue: DispatchQueue) -> Speaker {
    let speaker = Speaker()
    speaker.buffer(on: queue)
    return speaker
  }

  static func fixed(on queue: DispatchQueue) -> Speaker {
    let speaker = Speaker()
    speaker.bufferWeakly(on: queue)
    return speaker
  }
}

/// Counts the ticks of a repeating timer.
final class Metronome: @unchecked Sendable {
  private(set) var ticks = 0
  private var timer: Timer?
  private var onTick: (() -> Void)?

  /// Ticks through a stored closure that captures the metronome; the timer itself does not.
  static let lineOfClosure = #line + 3
  static func leaking() -> Metronome {
    let metronome = fixed()
    metronome.onTick = { _ = metronome.ticks }
    return metronome
  }

  static func fixed() -> Metronome {
    let metronome = Metronome()
    metronome.timer = .scheduledTimer(withTimeInterval: 0.001, repeats: true) {
      [weak metronome] timer in
      guard let metronome else { return timer.invalidate() }
      metronome.ticks += 1
      metronome.onTick?()
    }
    return metronome
  }
}

struct Jam: Error, Equatable {}
