import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class Client: Fixture, @unchecked Sendable {
  var count = 0
  var timer: Timer?
  var object: NSObject?
  var value: Any?

  func sever() {
    timer?.invalidate()
    (object as? Operation)?.completionBlock = nil
    (object as? Progress)?.cancellationHandler = nil
    (object as? NSMutableArray)?.removeAllObjects()
    (object as? NSMutableDictionary)?.removeAllObjects()
    (object as? NSCache<NSString, Client>)?.removeAllObjects()
    (object as? URLSessionTask)?.cancel()
    (value as? URLSession)?.invalidateAndCancel()
    (timer, object, value) = (nil, nil, nil)
  }
}
