// Types that only closures mention: where builds are optimized, they have no metadata.

struct OnlyCaptured {
  var byte: Int8
  weak var weakScreen: Screen?
  var inner: OnlyCapturedInside
  var flag = true
}

struct OnlyCapturedInside {
  var number = 3
  unowned var unownedScreen: Screen
  var screen: Screen?
  var text = "text"
}

enum OnlyCapturedPayloads {
  case screen(Screen)
  case view(View)
  case number(Int)
  case nothing
}

struct OnlyCapturedPair {
  var screen: Screen
  var other: Screen?
}

enum OnlyCapturedStruct {
  case none
  case two(OnlyCapturedPair)
}

enum OnlyCapturedCase {
  case none
  case some(Screen)
  case other
}

enum OnlyCapturedDelay {
  case none
  case seconds(Double)
}

struct OnlyCapturedIdentifier {
  var raw: Int
}

enum OnlyCapturedRow {
  case none
  case row(OnlyCapturedIdentifier)
}

enum OnlyCapturedLevel {
  case low
  case high
  case level(Int16)
}

extension Screen {
  func captureOnlyCaptured(keeping screen: Screen?) {
    let captured = OnlyCaptured(
      byte: Int8(runTimeNumber()), weakScreen: self,
      inner: OnlyCapturedInside(unownedScreen: self, screen: screen))
    let number = runTimeNumber()
    handler = {
      captured.inner.screen?.count = number + captured.inner.number
      captured.inner.unownedScreen.count += Int(captured.byte)
      captured.weakScreen?.count += captured.inner.text.count
      if captured.flag { use(captured.inner.text) }
    }
  }
  func captureOnePayload() {
    let captured = runTimeNumber() > 0 ? OnlyCapturedCase.some(self) : .other
    let number = runTimeNumber()
    handler = { if case .some(let screen) = captured { screen.count = number } }
  }
  func captureSeveralPayloads() {
    let captured = runTimeNumber() > 0 ? OnlyCapturedPayloads.screen(self) : .nothing
    let number = runTimeNumber()
    handler = { if case .screen(let screen) = captured { screen.count = number } }
  }
  func captureStructPayload() {
    let pair = OnlyCapturedPair(screen: self, other: nil)
    let captured = runTimeNumber() > 0 ? OnlyCapturedStruct.two(pair) : .none
    let number = runTimeNumber()
    handler = { if case .two(let pair) = captured { pair.screen.count = number } }
  }
  func captureNumberPayloads() {
    let delay = runTimeNumber() > 0 ? OnlyCapturedDelay.seconds(Double(runTimeNumber())) : .none
    let row = runTimeNumber() > 0 ? OnlyCapturedRow.row(.init(raw: runTimeNumber())) : .none
    let level = runTimeNumber() > 0 ? OnlyCapturedLevel.level(Int16(runTimeNumber())) : .high
    handler = {
      if case .seconds(let seconds) = delay { use(seconds) }
      if case .row(let row) = row { use(row.raw) }
      if case .level(let level) = level { use(level) }
      self.count += 1
    }
  }
}
