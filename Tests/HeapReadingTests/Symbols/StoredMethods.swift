/// Stores methods of its own.
final class StoringSpeaker {
  var number = 1

  static let lineOfSpeak = #line + 1
  @inline(never) func speak(_ word: Int) { opaque(number + word + 200) }

  static let lineOfWhisper = #line + 1
  func whisper() { opaque(number + 201) }

  static let lineOfConvince = #line + 1
  @inline(never) func convince(_ word: Int, times: Int) throws -> String { "\(word + times)" }

  static let lineOfWait = #line + 1
  @inline(never) func wait() async { opaque(number + 202) }

  func plain() -> (Int) -> Void { speak }
  func inlined() -> () -> Void { whisper }
  func throwing() -> (Int, Int) throws -> String { convince }
  func asynchronous() -> () async -> Void { wait }
  func closure() -> (Int) -> Void { { self.speak($0) } }
  func autoclosure() -> () -> Void { delayed(self.whisper()) }
}

private func delayed(_ value: @autoclosure @escaping () -> Void) -> () -> Void { value }

/// Stores methods that can be overridden.
class StoringBase {
  var number = 1

  static let lineOfSpeak = #line + 1
  func speak(_ word: Int) { opaque(number + word + 203) }

  func whisper(_ word: Int) { opaque(number + word + 204) }

  static let lineOfWait = #line + 1
  func wait() async { opaque(number + 205) }

  func overridable() -> (Int) -> Void { speak }
  func asynchronous() -> () async -> Void { wait }
}

final class StoringDerived: StoringBase {
  static let lineOfOverride = #line + 1
  override func speak(_ word: Int) { opaque(number + word + 206) }
}

protocol StoringNamed: AnyObject {
  func require()
}

extension StoringNamed {
  func required() -> () -> Void { require }
}

final class StoringConforming: StoringNamed {
  func require() { opaque(207) }
}

func storingOther(_ speaker: StoringSpeaker) -> (Int) -> Void { speaker.speak }
