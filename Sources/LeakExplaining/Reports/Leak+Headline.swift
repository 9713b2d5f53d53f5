import LeakHeapModel

extension Leak {
  /// The finding in one line, with the reference at fault if it is known:
  /// `Player leaked: closure #1 in Player.play() (Player.swift:33) captures self strongly`.
  public var headline: String {
    guard case .leaked(let path) = verdict else { return String(description.prefix { $0 != "\n" }) }
    let instances = count == 1 ? "" : " (\(count) instances)"
    return "\(name) leaked\(instances): \(path.numberedFault)"
  }

  /// The reference at fault, or what holds the object, as the headline has it after the verdict.
  package var reference: String {
    switch verdict {
    case .leaked(let path): path.numberedFault
    case .held(let holders): String(keepers(holders).prefix { $0 != "\n" })
    case .deinitialized, .late, .inconclusive: headline
    }
  }

  /// The headline, followed by all details, as a failing test prints them.
  public var report: String {
    guard case .leaked = verdict else { return description }
    return "\(headline)\n\(description.dropFirst("\(name) leaked: ".count))"
  }
}

extension RetainPath {
  /// The reference to change, and how many cycles there are, where it is not the only one.
  fileprivate var numberedFault: String {
    fault + (further.isEmpty ? "" : " (1 of \(cuts.count) cycles)")
  }

  /// The reference to change, as a sentence: `closure #1 in Player.play() (Player.swift:33) captures self strongly`.
  var fault: String {
    guard !isLostRetain, steps.indices.contains(suspect) else {
      return "a retain that no reference explains, probably never balanced by a release"
    }
    return steps[suspect].fault
  }
}

extension RetainPath.Step {
  fileprivate var fault: String {
    let place = line.map { " (\($0))" } ?? ""
    let probably = isProbable ? "probably " : ""
    switch kind {
    case .property(let property):
      let owner = property.declaringType
      let path = property.path
      let name = path.isEmpty ? "" : path.hasPrefix("[") ? path : "." + path
      let target = targetName ?? "a closure"
      return "\(owner)\(name)\(place) \(probably)refers to \(target) strongly"
    case .capture(let capture):
      let name =
        capture.isSurelySelf
        ? "self" : capture.variable ?? targetName.map { $0 + capture.selfNote } ?? "a closure"
      return "\(capture.function)\(place) \(probably)captures \(name) strongly"
    }
  }
}
