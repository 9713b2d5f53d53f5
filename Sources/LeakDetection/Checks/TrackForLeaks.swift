import LeakDeciding

/// Expects `object` to be deinitialized when the check around this call ends.
///
/// The check is the innermost `LeakDetector.detect`, or check of a test framework, whose body makes this call, also in
/// child tasks of its task, and that has not ended. The object is observed without being kept alive, and the caller can
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
  if LeakDetector.isEnabled,
    LeakScope.trackInCurrent(object, label: label, location: location) == nil
  {
    LeakScope.warnOfUntracked(at: location)
  }
  return object
}

extension LeakScope {
  /// Warns of an object that no scope tracks.
  ///
  /// - Parameter ended: What has ended by now; `nil` for the leak check around, where there is one.
  package static func warnOfUntracked(at location: CodeLocation, afterEndOf ended: String? = nil) {
    let ended = ended ?? (current == nil ? nil : "leak check")
    location.warn(
      of: ended.map {
        "trackForLeaks(_:) was called after its \($0) had ended: nothing is checked. "
          + "Await the task that calls it."
      } ?? "trackForLeaks(_:) was called outside any leak check: nothing is checked.")
  }

  /// Tracks `object` in the innermost scope around that is not closed.
  ///
  /// - Returns: The scope; `nil` when there is none, which is misuse.
  package static func trackInCurrent(
    _ object: AnyObject, label: String?, location: CodeLocation
  ) -> LeakScope? {
    let pointer = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    var scope = current
    while let next = scope {
      if next.track(unretained: pointer, label: label, location: location) { return next }
      scope = next.outer
    }
    return nil
  }
}
