import Foundation
import LeakHeapReading
import LeakHeapRoots
import Testing

@testable import LeakExplaining

/// What is said of a task of a URL session.
@Suite struct RequestTests {
  private static func place(
    _ className: String = "URLSessionDataTask", _ state: HoldingPlace.RequestState? = nil
  ) -> HoldingPlace {
    HoldingPlace(.urlSessionTask, name: className, host: "example.com", requestState: state)
  }

  // MARK: - Text

  @Test(
    arguments: [
      (.notResumed, "a URLSession data task to example.com that was not resumed"),
      (.running, "a URLSession data task to example.com that is running"),
      (.suspended, "a URLSession data task to example.com that is suspended"),
      (.canceling, "a URLSession data task to example.com that is being cancelled"),
      (.completed, "a URLSession data task to example.com that has completed"),
      (nil, "a URLSession data task to example.com that has not finished"),
    ] as [(HoldingPlace.RequestState?, String)])
  func theStateIsTold(_ state: HoldingPlace.RequestState?, _ text: String) {
    #expect(Self.place("URLSessionDataTask", state).text == text)
    #expect(
      Self.place("URLSessionDataTask", state).title == "a URLSession data task to example.com")
  }

  @Test(arguments: [
    ("URLSessionDataTask", "a URLSession data task to example.com"),
    ("URLSessionUploadTask", "a URLSession upload task to example.com"),
    ("URLSessionDownloadTask", "a URLSession download task to example.com"),
    ("URLSessionStreamTask", "a URLSession stream task to example.com"),
    ("URLSessionWebSocketTask", "a URLSession WebSocket task to example.com"),
    ("ATaskOfTheirOwn", "a URLSession task to example.com"),
  ]) func theKindIsTold(_ className: String, _ text: String) {
    #expect(Self.place(className).title == text)
  }

  @Test func whatIsNotKnownIsLeftOut() {
    #expect(HoldingPlace(nil as URLSessionTaskDetails?) == HoldingPlace(.urlSessionTask))
    #expect(HoldingPlace(.urlSessionTask).text == "a URLSession task that has not finished")
    #expect(HoldingPlace(.urlSessionTask).title == "a URLSession task")
  }

  @Test func theAdviceFitsTheState() {
    let advice = ([nil] + HoldingPlace.RequestState.allCases).map {
      ($0?.rawValue ?? "unknown") + ": " + Self.place("URLSessionDataTask", $0).advice()
    }
    #expect(
      advice.joined(separator: "\n") == """
        unknown: It goes when the request ends. cancel() the task to let go of it earlier, or write [weak self] in the completion handler.
        notResumed: A session never lets go of a task that was not resumed. resume() or cancel() it, or write [weak self] in the completion handler.
        running: It goes when the request ends. cancel() the task to let go of it earlier, or write [weak self] in the completion handler.
        suspended: A suspended task does not finish. resume() or cancel() it, or write [weak self] in the completion handler.
        canceling: It goes when the session has called the completion handler. Allow more time, or write [weak self] there.
        completed: It goes when the session has called the completion handler. Allow more time, or write [weak self] there.
        """)
  }

  // MARK: - What the task says

  @Test(
    arguments: [
      ("running", true, .running), ("running", nil, .running), ("suspended", false, .notResumed),
      ("suspended", true, .suspended), ("suspended", nil, .suspended),
      ("canceling", true, .canceling), ("completed", true, .completed), ("waiting", true, nil),
      (nil, false, nil),
    ] as [(String?, Bool?, HoldingPlace.RequestState?)])
  func theStateIsThatOfTheTask(
    _ name: String?, wasResumed: Bool?, _ state: HoldingPlace.RequestState?
  ) {
    let details = URLSessionTaskDetails(
      className: "URLSessionDataTask", state: name, wasResumed: wasResumed, urls: [])
    #expect(
      HoldingPlace(details)
        == HoldingPlace(.urlSessionTask, name: "URLSessionDataTask", requestState: state))
  }

  @Test func aRelativeURLHasTheHostOfItsBase() {
    let details = URLSessionTaskDetails(
      className: "URLSessionDataTask", state: "running", wasResumed: true,
      urls: ["photo", "../album", "https://example.com/private/", "https://example.org/"])
    #expect(HoldingPlace(details) == Self.place("URLSessionDataTask", .running))
  }

  /// A report may be published: no name, password, path or query is in it.
  @Test(
    arguments: [
      ("https://example.com", "example.com"),
      ("https://user:password@example.com:8443/private?token=1#part", "example.com"),
      ("http://127.0.0.1:5000/", "127.0.0.1"),
      ("http://[::1]:5000/", "[::1]"),
      ("wss://api_2.example-site.co.uk/", "api_2.example-site.co.uk"),
      ("http://b%C3%BCcher.example/", "bücher.example"),
      ("http://a%20b%2Fc/", nil),
      ("file:///private", nil),
      ("data:text/plain,private", nil),
      ("private", nil),
      ("", nil),
      ("https://", nil),
      ("http://\(String(repeating: "a", count: 254))/", nil),
    ] as [(String, String?)]) func onlyTheHostIsTaken(from url: String, _ host: String?)
  {
    #expect(HoldingPlace.host(inURL: url) == host)
  }

  // MARK: - JSON

  @Test(arguments: [nil] + HoldingPlace.RequestState.allCases)
  func thePlaceReadsBack(_ state: HoldingPlace.RequestState?) throws {
    let place = Self.place("URLSessionUploadTask", state)
    let data = try JSONEncoder().encode(place)
    #expect(try JSONDecoder().decode(HoldingPlace.self, from: data) == place)
  }

  @Test func theJSONFormIsStable() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try encoder.encode(Self.place("URLSessionDataTask", .notResumed))
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"host":"example.com","kind":"urlSessionTask","name":"URLSessionDataTask","requestState":"notResumed"}
        """)
  }

  /// As it was written before there was more to say.
  @Test func aPlaceWithoutHostAndStateReadsBack() throws {
    let data = Data(#"{"kind":"urlSessionTask"}"#.utf8)
    #expect(
      try JSONDecoder().decode(HoldingPlace.self, from: data) == HoldingPlace(.urlSessionTask))
  }
}
