import Foundation
import LeakHeapReading
import LeakHeapRoots

extension HoldingPlace {
  /// A task of a URL session, with what it says about itself.
  init(_ task: URLSessionTaskDetails?) {
    self.init(
      .urlSessionTask, name: task?.className, host: task?.urls.lazy.compactMap(Self.host).first,
      requestState: task.flatMap(RequestState.init))
  }

  /// The host in a URL's text, and nothing else of it.
  static func host(inURL text: String) -> String? {
    guard let host = URLComponents(string: text)?.host, (1...253).contains(host.utf8.count),
      host.allSatisfy({ $0.isLetter || $0.isNumber || "-._:[]".contains($0) })
    else { return nil }
    return host
  }
}

extension HoldingPlace.RequestState {
  /// The state by the name of its case in `URLSessionTask.State`.
  init?(_ task: URLSessionTaskDetails) {
    switch task.state {
    case "running": self = .running
    case "suspended": self = task.wasResumed == false ? .notResumed : .suspended
    case "canceling": self = .canceling
    case "completed": self = .completed
    default: return nil
    }
  }
}
