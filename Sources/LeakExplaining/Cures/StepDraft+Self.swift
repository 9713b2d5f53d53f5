import LeakHeapReading
import LeakSymbolication

extension StepDraft {
  /// Asks the source whether a closure captures `self`, where only the type of what it captures says so.
  mutating func noteSelf() {
    var content = content
    guard case .capture(var capture) = content.step.kind, capture.isSelfByType,
      case .capture(let function?) = content.facts,
      let usesSelf = function.usesSelf(at: content.place)
    else { return }
    capture.isSelf = usesSelf
    capture.isSelfByType = false
    content.step = .capture(capture)
    self.content = content
  }
}

extension FunctionName {
  /// Whether the closure at `place` uses `self`, or the place that stores the method names one of `self`; `nil` where the source
  /// does not tell.
  fileprivate func usesSelf(at place: SourcePlace?) -> Bool? {
    // Of a method the place says that stores it.
    let place = kind == .boundMethod ? storing?.place : place
    guard let place, let source = SourceFiles.shared.source(of: place) else { return nil }
    switch kind {
    case .closure:
      return source.outline.usesSelf(
        line: place.line, depth: closureDepth, number: closureNumber,
        isApproximate: place.isApproximate)
    case .boundMethod:
      guard !place.isApproximate, let method = text.split(separator: ".").last else { return nil }
      return MethodEdit.isOfSelf(source, line: place.line, method: String(method))
    case .localFunction, .autoclosure:
      return source.outline.hasOnlySelf(line: place.line, source.tokens.tokens) ? true : nil
    case .methodReference: return MethodEdit.isOfSelf(source, inFunctionOn: place.line)
    case .function, .thunk: return nil
    }
  }
}
