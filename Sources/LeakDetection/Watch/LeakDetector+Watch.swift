import LeakDeciding
import LeakExplaining

extension LeakDetector {
  /// Reports `object` if it is still alive after the time in which it must be deinitialized: in debug builds and servers, without
  /// any test.
  ///
  /// ```swift
  /// func close(_ session: Session) {
  ///   sessions[session.id] = nil
  ///   LeakDetector.watch(session, untilDeinitWithin: .seconds(10)) { leak in log.warning("\(leak)") }
  /// }
  /// ```
  ///
  /// The object is not kept alive, and all watched objects share one timer: nothing is polled, and no thread waits. The heap is
  /// read only for objects that are still alive when their time has passed, as a test reads it. A report contains names of types,
  /// functions and variables, but no values: neither the host of a request nor the label of a queue.
  ///
  /// The memory of a deinitialized object is freed when its time has passed. An object may be watched from any thread and
  /// actor. Nothing is watched if the environment variable `LEAK_TESTING` is `off`.
  ///
  /// - Parameters:
  ///   - object: the object that must be deinitialized.
  ///   - grace: how long the object may take to be deinitialized, more than zero.
  ///   - label: the name of the object in a report, besides its type.
  ///   - fileID: The file of the call, as `#fileID` gives it.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - report: is called once, in a task of its own, if the object is still alive: leaked, held, or for a reason that cannot be
  ///     determined. It is not called if the object is gone, and must not capture it: it is kept until the time has passed.
  public static func watch(
    _ object: AnyObject, untilDeinitWithin grace: Duration, label: String? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, orElse report: @escaping @Sendable (LeakReport.Leak) -> Void
  ) {
    guard isEnabled else { return }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if let mistake = grace.mistakeAsTimeToGo { location.warn(of: mistake) }
    WatchList.shared.add(
      TrackedObject(object, label: label, location: location), within: grace, report)
  }
}
