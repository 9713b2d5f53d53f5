import Testing

/// References in captured values of types that only closures mention.
struct CapturedTypeTests {
  @Test("kinds: captured type", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  @KindList static var kinds: [Kind] {
    Kind(
      "a struct", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0.inner.screen-> Screen"
    ) { $0.captureOnlyCaptured(keeping: $0) }
    Kind(
      "a struct, weak and unowned only", in: Screen.self,
      twin: "Screen -.handler()-> closure context -capture 0.inner.screen-> Screen"
    ) {
      $0.captureOnlyCaptured(keeping: nil)
    } strong: {
      $0.captureOnlyCaptured(keeping: $0)
    }
    Kind(
      "an enumeration of one payload", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0.some-> Screen"
    ) { $0.captureOnePayload() }
    Kind(
      "an enumeration of several payloads", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0.screen-> Screen"
    ) { $0.captureSeveralPayloads() }
    Kind(
      "an enumeration of a struct", in: Screen.self,
      "Screen -.handler()-> closure context -capture 0.two.screen-> Screen"
    ) { $0.captureStructPayload() }
    Kind(
      "enumerations of numbers, then self", in: Screen.self,
      "Screen -.handler()-> closure context -capture 3-> Screen"
    ) { $0.captureNumberPayloads() }
  }
}
