import LeakDeciding

/// Expects `object` to be deinitialized when the check around this call ends.
///
/// The check is the innermost `LeakDetector.detect`, or check of a test framework, whose body makes this call, also in
/// child tasks of its task. The object is observed without being kept alive, and the caller can
/// go on using it.
///
/// - Parameters:
///   - object: the object that must be deinitialized.
///   - label: the name of the object in a report, besides its type.
///   - fileID: The file of the call, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: `object`.
@discardableResult
public func trackForLeaks<Object: AnyObject>(
  _ object: Object, label: String? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> Object {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  if !LeakScope.trackInCurrent(object, label: label, location: location) {
    location.warn(of: "trackForLeaks(_:) was called outside any leak check: nothing is checked.")
  }
  return object
}

extension LeakScope {
  /// Tracks `object` in the innermost open scope.
  ///
  /// - Returns: false when there is no open scope, which is misuse. True where leak checks are switched off.
  package static func trackInCurrent(
    _ object: AnyObject, label: String?, location: CodeLocation
  ) -> Bool {
    guard LeakDetector.isEnabled else { return true }
    guard let scope = current else { return false }
    scope.track(
      unretained: Unmanaged.passUnretained(object).toOpaque(), label: label, location: location)
    return true
  }
}
