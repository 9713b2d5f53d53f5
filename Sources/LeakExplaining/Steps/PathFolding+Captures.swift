import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

// What a closure captures, as far as names and types tell.

extension PathFolding {
  /// Whether the capture is a variable, which the closure shares with its function: it has a box, or, as the only capture, is declared
  /// as one. The payload of an indirect case is in a box, too, but that has a type.
  func isVariable(in function: FunctionName?) -> Bool {
    if box != nil { return true }
    let labels = labels[labelsOfClosure...]
    guard let label = labels.first, label.role == .capture, label.captureCount == 1 else {
      return false
    }
    return function?.variables?.parameter(ofCapture: 0, of: 1)?.isVariable ?? false
  }

  /// Whether the closure captures no other value of the type, as far as that is known.
  var isOnlyCaptureOfItsType: Bool {
    guard let capture = labels[labelsOfClosure...].last(where: { $0.role == .capture }) else {
      return true
    }
    // Where it is not known how many captures there are, others may be of the type; the actor of an isolated function is none.
    return capture.isOnlyCaptureOfType || capture.captureCount == 1 || capture.captureIndex < 0
  }

  /// Whether the capture of `target` may be declared as `self` is: not as an optional, a protocol's type or another superclass, and not
  /// as a variable.
  func isDeclaredAsSelf(
    _ target: HeapGraph.ObjectID, in function: FunctionName?
  ) -> Bool {
    let label = labels[labelsOfClosure...].last { $0.role == .capture }
    guard let label, label.captureIndex >= 0 else { return true }
    if label.declaredType.isEmpty { return box == nil || label.captureCount == 1 }
    // A task's closure that is isolated to `self` captures it once more, as the actor.
    if label.declaredType == "Swift.Optional<Swift.Actor>" { return true }
    // A part of a value is no `self`.
    if !label.path.isEmpty || label.isExistential || label.declaredType.hasPrefix("Swift.Optional<")
    {
      return false
    }
    return !graph.type(of: target).superclasses.contains(label.declaredType)
      || function?.names(label.declaredType) == true
  }

  /// The position among the captures of the closure that the references are inside; the only capture of a closure may be its
  /// context itself.
  var position: Int? {
    let labels = labels[labelsOfClosure...]
    guard let capture = labels.last(where: { $0.role == .capture }) else {
      return labels.isEmpty ? 0 : nil
    }
    return capture.captureIndex < 0 ? nil : capture.captureIndex
  }

  /// The name of the captured variable that leads to `target`, where it is told.
  func variable(
    _ target: HeapGraph.ObjectID, in function: FunctionName?
  ) -> String? {
    guard let variables = function?.variables else { return nil }
    let type = graph.type(of: target)
    let labels = labels[labelsOfClosure...]
    guard let position = labels.lastIndex(where: { $0.role == .capture }) else {
      // The only capture of a closure is its context itself; several closures may have a variable for theirs.
      let types = labels.first { $0.role == .content }.map { [$0.declaredType] }
      return variables.name(
        ofCapture: 0, of: 1, types: types ?? [type.name] + type.superclasses, isOnlyOfItsType: true)
    }
    let capture = labels[position]
    // A captured variable's type is its box's.
    let content = labels[(position + 1)...].first { $0.role == .content }
    let declared = capture.declaredType.isEmpty ? content?.declaredType ?? "" : capture.declaredType
    var name = variables.name(
      ofCapture: capture.captureIndex, of: capture.captureCount,
      types: declared.isEmpty ? [type.name] + type.superclasses : [declared],
      isOnlyOfItsType: capture.isOnlyCaptureOfType)
    // What is declared as a generic parameter has the argument's type here.
    if name == nil, capture.isUnconstrained,
      let parameter = variables.parameter(
        ofCapture: capture.captureIndex, of: capture.captureCount),
      parameter.isOfGenericParameter
    {
      name = parameter.name
    }
    // A function's type has more than one spelling.
    if name == nil, type.kind == .closureContext,
      let parameter = variables.parameter(
        ofCapture: capture.captureIndex, of: capture.captureCount),
      parameter.type.contains("->")
    {
      return parameter.name
    }
    guard let name else { return nil }
    return capture.displayPath.isEmpty ? name : name + "." + capture.displayPath
  }

  /// What the closure captures, where that is a collection which has `target`, or, as the only capture, a structure: the variable's
  /// name, or what it is. The context of a closure with one capture is what the value is made of.
  func carrier(of target: HeapGraph.ObjectID, in function: FunctionName?) -> String? {
    var labels = labels[labelsOfClosure...]
    let capture = labels.first?.role == .capture ? labels.removeFirst() : nil
    if let capture, !capture.displayPath.isEmpty { return nil }
    let parameter = function?.variables?.parameter(
      ofCapture: capture?.captureIndex ?? 0, of: capture?.captureCount ?? 1)
    if let label = labels.first(where: { $0.role != .content }) {
      guard [.element, .key, .value].contains(label.role) else { return nil }
      return parameter?.name ?? "a collection"
    }
    return capture == nil && labels.isEmpty && parameter?.isValue == true ? parameter?.name : nil
  }

  /// Whether a variable of this name is `self`, or what a weak `self` was unwrapped to: `strongSelf`.
  static func isNameOfSelf(_ name: String) -> Bool { name.lowercased().hasSuffix("self") }

  /// Whether `target` is an instance of the type that `function` is written in: by its own type or a
  /// superclass, by the type that the capture declares, or as the `Self` of an extended protocol.
  func isSelf(_ target: HeapGraph.ObjectID, in function: FunctionName?) -> Bool {
    guard let function, function.enclosingType != nil else { return false }
    let type = graph.type(of: target)
    let capture = labels.last { $0.role == .capture }
    // The object may be a part of the captured value.
    let declared = capture?.path.isEmpty == true ? capture?.declaredType ?? "" : ""
    let types = [type.name, declared] + type.superclasses
    // The method of a structure, or of another object, may be stored with an object of the type that stores it.
    if let receiver = function.receiver,
      !types.contains(where: { function.names($0, receiver) })
    {
      return false
    }
    if types.contains(where: { function.names($0) }) { return true }
    guard function.isInExtension, type.kind == .instance else { return false }
    return capture?.isFirstGenericParameter == true || function.firstGenericArgument == type.name
  }
}

extension FunctionName {
  /// Whether `type` is the name of the type that it is written in, or of another one that it refers to so.
  func names(_ type: String, _ reference: String? = nil) -> Bool {
    guard let reference = reference ?? enclosingType else { return false }
    let name = TypeName("_." + reference).withoutArguments
    let type = TypeName(type).withoutArguments
    // A local type has its function's type around it: `Shop.Cart`, for `Cart.start() in Shop.pay()`.
    return type == name || isOfLocalType && type.hasSuffix("." + name)
  }

  /// Whether the type that it is written in is declared inside another function.
  fileprivate var isOfLocalType: Bool {
    guard let member = enclosingType.flatMap({ text.firstRange(of: $0 + ".") }) else {
      return false
    }
    return text[member.upperBound...].contains(" in ")
  }
}
