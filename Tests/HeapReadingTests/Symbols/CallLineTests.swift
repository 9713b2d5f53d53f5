import Foundation
import Testing

@testable import LeakHeapReading
@testable import LeakSymbolication

#if os(Linux) && _pointerBitWidth(_64)
  /// On which line the calls stand that the compiler of this test made.
  @Suite struct CallLineTests {
    @Test(arguments: [
      "first", "after others", "over many lines", "in an array", "second in an array", "in a loop",
      "in a branch", "in a closure", "in a local function", "generic", "in a catch clause",
      "in a property's initial value", "in a lazy property",
    ])
    func callHasItsLine(_ kind: String) throws {
      let call = try #require(Self.calls[kind])
      try Self.expect(call, in: "LinedCalls.swift")
    }

    @Test func asynchronousCallHasItsLine() async throws {
      try await Self.expect(CallingController().asynchronous(), in: "LinedCalls.swift")
    }

    @Test func callInOtherFileIsToldByIt() throws {
      try Self.expect(CallingController().inOtherFile(), in: "Grammar.swift")
    }

    @Test func callInMacroIsToldByTheMacrosLine() throws {
      var made: LinedCall?
      let line = #line + 1
      #expect(LinedCall(218).kept(in: &made))
      let place = try Symbolizer.shared.callLine(at: #require(made?.code))
      #expect(place?.file == "CallLineTests.swift")
      #expect(place?.line == line)
    }

    /// Where one call was inlined in another, the line is that of the function which the code is now a part of.
    @Test func inlinedCallIsToldByItsCaller() throws {
      let (call, line) = CallingController().throughInlined()
      let code = try #require(call.code)
      let function = try #require(Symbolizer.shared.functionName(at: code))
      let place = try #require(Symbolizer.shared.callLine(at: code))
      #expect(place.file == "LinedCalls.swift")
      if function.text == "CallingController.throughInlined()" {
        #expect(place.line == line)
      } else {
        #expect(place.line == call.line)
      }
    }

    @Test func placeSaysWhereTheFileIs() throws {
      let call = CallingController().afterOthers()
      let place = try Symbolizer.shared.callLine(at: #require(call.code))
      #expect(
        place
          == SourcePlace(
            file: "LinedCalls.swift", line: call.line, path: linedCallsPath,
            builtAt: place?.builtAt))
      #expect((1_600_000_000...Date().timeIntervalSince1970).contains(place?.builtAt ?? 0))
    }

    @Test func addressesOutsideCodeHaveNoLine() {
      let controller = CallingController()
      let object = UInt(bitPattern: Unmanaged.passUnretained(controller).toOpaque())
      withExtendedLifetime(controller) {
        #expect([0, 1, UInt.max, object].map(Symbolizer.shared.callLine) == [nil, nil, nil, nil])
      }
    }

    @Test func pathMayBeRelative() throws {
      let place = try #require(DebugPlace(path: "Parts/Shelf.swift", line: 3))
      #expect((place.file, place.path, place.line) == ("Shelf.swift", nil, 3))
      #expect(DebugPlace(path: "/code/Shelf.swift", line: 3)?.path == "/code/Shelf.swift")
      #expect(DebugPlace(path: "Shelf.swift", line: 0) == nil)
      #expect(DebugPlace(path: "/", line: 3) == nil)
    }

    private static func expect(
      _ call: LinedCall, in file: String, location: SourceLocation = #_sourceLocation
    ) throws {
      let code = try #require(call.code, sourceLocation: location)
      let place = Symbolizer.shared.callLine(at: code)
      // Optimised code may be a part of the caller's, jump where it would call, or share one call between two lines.
      if isOptimized {
        let function = Symbolizer.shared.functionName(at: code)
        if place == nil || function?.text.contains("CallingController.") == false { return }
      }
      let found = try #require(place, sourceLocation: location)
      #expect(found.file == file, sourceLocation: location)
      if isOptimized, found.isApproximate {
        #expect(abs(found.line - call.line) <= 2, sourceLocation: location)
      } else {
        #expect(found.line == call.line, sourceLocation: location)
        #expect(!found.isApproximate, sourceLocation: location)
      }
    }

    private static let calls: [String: LinedCall] = {
      let controller = CallingController()
      let several = controller.severalOnes()
      return [
        "first": controller.first(), "after others": controller.afterOthers(),
        "over many lines": controller.overManyLines(), "in an array": several[0],
        "second in an array": several[1], "in a loop": several[2], "in a branch": several[3],
        "in a closure": controller.inClosure(),
        "in a local function": controller.inLocalFunction(),
        "generic": controller.generic("value"), "in a catch clause": controller.catching()!,
        "in a property's initial value": controller.inProperty,
        "in a lazy property": controller.inLazyProperty,
      ]
    }()
  }
#endif
