import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakHeapRoots
@testable import LeakSymbolication

#if os(Linux) && arch(x86_64)
  /// Where the variables are of functions that are suspended.
  ///
  /// The optimiser describes hardly any but parameters, and with AddressSanitizer scopes begin behind its own instructions.
  @Suite(
    .disabled(if: isOptimized || Sanitizer.isAny, "variables are not told, or not in scope yet"))
  struct SuspendedVariableTests {
    /// What was found of one function of a task.
    private struct Found: Equatable, CustomStringConvertible {
      /// The function's name, and by which part it is resumed.
      var function: String
      var part: String
      /// What the variables have that are references to the tests' own class.
      var objects: [String: UInt]

      var description: String { "\(function) \(part): \(objects)" }
    }

    @Test func functionsThatWaitForOthersKeepTheirVariables() {
      let (lantern, waiting, stage) = (Lantern(), Waiting(), Stage())
      let task = Task.detached(executorPreference: stage) { try await lantern.waitInLoop(waiting) }
      stage.run()
      let found = Self.functions(of: task)
      let names = [
        "waitAtContinuation(_:_:)", "waitForOther(_:_:)", "closure", "waitInClosure(_:_:)",
        "waitInMethod(_:_:)", "waitInLoop(_:)",
      ]
      let parts = ["TQ1_", "TQ3_", "TQ1_", "TQ1_", "TQ1_", "TQ1_"]
      let expected = zip(names, parts).map {
        Found(function: $0, part: $1, objects: waiting.objects[$0] ?? [:])
      }
      #expect(found == expected)
      waiting.resume()
      stage.run()
    }

    @Test func functionsThatWaitForExecutorsKeepTheirVariables() {
      let (lantern, waiting, stage) = (Lantern(), Waiting(), Stage())
      let actorStage = ActorStage()
      let lamp = Lamp(stage: actorStage)
      let task = Task.detached(executorPreference: stage) {
        await waitForActor(lantern, lamp, waiting)
      }
      stage.run()
      let objects = waiting.objects["waitForActor(_:_:_:)"] ?? [:]
      #expect(
        Self.functions(of: task) == [
          Found(
            function: "hold(_:)", part: "TY0_", objects: waiting.objects["hold(_:)"] ?? [:]),
          Found(function: "waitForActor(_:_:_:)", part: "TQ1_", objects: objects),
        ])
      actorStage.run()
      #expect(
        Self.functions(of: task) == [
          Found(function: "waitForActor(_:_:_:)", part: "TY2_", objects: objects)
        ])
      stage.run()
    }

    @Test func functionThatWaitsForTaskKeepsItsVariables() {
      let (lantern, waiting, stage) = (Lantern(), Waiting(), Stage())
      let task = Task.detached(executorPreference: stage) { await waitForTask(lantern, waiting) }
      stage.run()
      #expect(
        Self.functions(of: task) == [
          Found(
            function: "waitForTask(_:_:)", part: "TY1_",
            objects: waiting.objects["waitForTask(_:_:)"] ?? [:])
        ])
      waiting.resume()
      stage.run()
    }

    @Test func whatIsNoTaskHasNoFunctions() {
      for address in [0, 1, .max, testImageAddress] as [UInt] {
        #expect(AsyncFrame.frames(ofTask: address, in: .process(MemoryMap())).isEmpty)
      }
    }

    /// The tests' functions that `task` is suspended in, without the closure that it began with.
    private static func functions<Failure>(of task: Task<Void, Failure>) -> [Found] {
      let memory = AsyncFrame.Memory.process(MemoryMap())
      return AsyncFrame.frames(ofTask: unsafeBitCast(task, to: UInt.self), in: memory)
        .compactMap { frame in
          guard let symbol = ImageSymbols.symbol(covering: frame.code),
            symbol.name.hasPrefix("$s16HeapReadingTests"), !symbol.name.contains("VariableC0V"),
            let start = ImageSymbols.bodyStart(ofFunctionAt: frame.code),
            let locals = ImageSymbols.locals(inFunctionAt: start)
          else { return nil }
          #expect(symbol.address == frame.code)
          // Who resumes a part is told by its name, too.
          #expect((frame.context == frame.entryContext) == symbol.name.dropLast(2).hasSuffix("TY"))
          let state = AsyncFrameState(
            frame: frame, bias: UInt64(LoadedImage.bias(at: frame.code) ?? 0),
            memory: memory.word)
          var objects: [String: UInt] = [:]
          for local in locals
          where local.type == .swift(mangled: "$s16HeapReadingTests7LanternCD") {
            guard case .memory(let address)? = local.location?.evaluate(state) else { continue }
            objects[local.name] = state.word(at: address).map { UInt($0) }
          }
          let name = FunctionName(symbol: symbol.name)
          return Found(
            function: name.kind == .closure
              ? "closure" : name.text.split(separator: ".").last.map(String.init) ?? "",
            part: String(symbol.name.suffix(4)), objects: objects)
        }
    }
  }

  extension AsyncFrame.Memory {
    /// That of the process.
    fileprivate static func process(_ map: MemoryMap) -> Self {
      Self(
        word: { map.isReadable(Address($0), length: 8) ? Address($0).word() : nil },
        isCode: { map.isCode(Address($0)) })
    }
  }
#endif
