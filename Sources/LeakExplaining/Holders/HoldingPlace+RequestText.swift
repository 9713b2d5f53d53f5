// What is said of a task of a URL session.

extension HoldingPlace {
  /// The task as a noun: `a URLSession data task to example.com`.
  var request: String {
    let kind =
      switch name {
      case "URLSessionDataTask": "data task"
      case "URLSessionUploadTask": "upload task"
      case "URLSessionDownloadTask": "download task"
      case "URLSessionStreamTask": "stream task"
      case "URLSessionWebSocketTask": "WebSocket task"
      default: "task"
      }
    return "a URLSession \(kind)" + (host.map { " to \($0)" } ?? "")
  }

  /// How far the task is, after `that `.
  var requestProgress: String {
    switch requestState {
    case .notResumed: "was not resumed"
    case .running: "is running"
    case .suspended: "is suspended"
    case .canceling: "is being cancelled"
    case .completed: "has completed"
    case nil: "has not finished"
    }
  }

  /// What to do about the task.
  func requestAdvice(writing weakCapture: WeakCapture) -> String {
    switch requestState {
    case .notResumed:
      "A session never lets go of a task that was not resumed. resume() or cancel() it, or write "
        + weakCapture.text("in the completion handler") + "."
    case .suspended:
      "A suspended task does not finish. resume() or cancel() it, or write \(weakCapture.text("in the completion handler"))."
    case .running, nil:
      "It goes when the request ends. cancel() the task to let go of it earlier, or write "
        + weakCapture.text("in the completion handler") + "."
    case .canceling, .completed:
      "It goes when the session has called the completion handler. Allow more time, or write \(weakCapture.text("there"))."
    }
  }
}
