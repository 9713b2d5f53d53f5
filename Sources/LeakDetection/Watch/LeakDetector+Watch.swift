import LeakDeciding
import LeakExplaining

extension LeakDetector {
  /// Says when `object` is still there after a time in which it must have gone: in debug builds and in servers, without
  /// any test.
  ///
  /// ```swift
  /// func close(_ session: Session) {
  ///   sessions[session.id] = nil
  ///   LeakDetector.watch(session, untilDeinitWithin: .seconds(10)) { leak in log.warning("\(leak)") }
  /// }
  /// ```
  ///
  /// The object is not kept alive, and all that are watched wait behind one timer: nothing is polled, and no thread waits. Only of
  /// what is there at its time the heap is read, as a test does it. What is told has names of types, functions and variables, and
  /// none of the values: neither the host of a request nor the label of a queue.
  ///
  /// The memory of an object that has gone is given back when its time has come. It may be watched from any thread and
  /// actor. Nothing is watched where the environment variable `LEAK_TESTING` is `off`.
  ///
  /// - Parameters:
  ///   - object: what must go.
  ///   - grace: how long it may take.
  ///   - label: what a report calls it, besides its type.
  ///   - fileID: The file of the call, as `#fileID` gives it.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - report: is called once, in a task of its own, when the object is still there: leaked, held, or for a reason that cannot be
  ///     told. It is not called when the object has gone, and must not capture it: it is kept until the time has passed.
  public static func watch(
    _ object: AnyObject, untilDeinitWithin grace: Duration, label: String? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, orElse report: @escaping @Sendable (LeakReport.Leak) -> Void
  ) {
    guard isEnabled else { return }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    WatchList.shared.add(
      TrackedObject(object, label: label, location: location), within: grace, report)
  }
}
