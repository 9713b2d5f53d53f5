import Foundation
import SeededRandom
import TestOrder
import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakHeapRoots

/// The readers of metadata on bytes that mean nothing: each gives an answer or none, and no fault ends the process.
///
/// Each test runs in a process of its own, first on what is in ``MangledCorpus``. `FUZZ_SEED` repeats one run.
@Suite(.slow) struct CorruptionTests {
  /// What the process of a test does, `rounds` times with random bytes.
  private static func fuzz(
    rounds: Int, _ body: (inout SplitMix64, GuardedPage, MemoryMap) -> Void
  ) {
    let given = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...999_999_999)
    print("seed \(seed)")
    fflush(nil)
    var random = SplitMix64(seed: seed)
    let page = GuardedPage()
    let memoryGuard = MemoryGuard()
    let map = MemoryMap()
    withExtendedLifetime(memoryGuard) {
      for _ in 0..<Rounds.of(rounds) { body(&random, page, map) }
    }
    print("inputs \(Rounds.of(rounds))")
  }

  /// Notes how the process ended, and fails when it did not go through all of its inputs.
  private static func check(_ result: ExitTest.Result?, inputs: Int, _ what: String) {
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let inputs = Rounds.of(inputs)
    let isWhole = output.hasSuffix("inputs \(inputs)\n")
    FuzzTally.shared.note(
      what, seed: output.split(separator: "\n").first.map(String.init), inputs: inputs,
      hasTrapped: !isWhole)
    #expect(isWhole, "\(output)")
  }

  @Test(.aheadOfOthers) func mangledNames() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      var corpus = MangledCorpus.names
      Self.fuzz(rounds: 10_000) { random, page, _ in
        let bytes = corpus.popFirst() ?? random.mangledBytes()
        let place = page.place(bytes)
        let name = MangledName(at: place)
        // A symbolic reference whose bytes are cut off is counted whole.
        precondition(name.length <= bytes.count + 8)
        _ = (name.isBlock, name.mentionsPack, name.isNonOwningReference, name.isAccessorFunction)
        precondition(place.string().utf8.count <= bytes.count * 3)
        _ = CapturedFunction(mangled: name.text)
        _ = CapturedFunction(beginningTuple: name.text)
        if let parameter = GenericParameter(mangled: name.text) {
          precondition((0...1024).contains(parameter.depth))
          precondition((0...1024).contains(parameter.index))
        }
      }
    }
    Self.check(result, inputs: 10_000, "mangled names")
  }

  @Test(.aheadOfOthers) func genericParameters() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      var corpus = MangledCorpus.parameters
      Self.fuzz(rounds: 10_000) { random, _, _ in
        let known = corpus.popFirst().map { String(decoding: $0, as: UTF8.self) }
        let text = known ?? random.text(of: "qqddxx__0123456789-+", atMost: 24)
        guard let parameter = GenericParameter(mangled: "q" + text) else { return }
        var environment = GenericEnvironment()
        environment.set(TypeMetadata(Int.self), for: parameter)
        _ = environment.isComplete
      }
    }
    Self.check(result, inputs: 10_000, "generic parameters")
  }

  @Test(.aheadOfOthers) func functionTexts() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      var corpus = MangledCorpus.functions
      Self.fuzz(rounds: 10_000) { random, _, _ in
        let known = corpus.popFirst().map { String(decoding: $0, as: UTF8.self) }
        let text = known ?? random.text(of: "IIeygxtBCMJKWPsAdlfrSXé\u{0}", atMost: 12)
        _ = CapturedFunction(mangled: text + (Bool.random(using: &random) ? "_" : "_Sg"))
        _ = CapturedFunction(beginningTuple: text + "t")
      }
    }
    Self.check(result, inputs: 10_000, "function texts")
  }

  @Test(.aheadOfOthers) func captureDescriptors() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let others = GuardedPage()
      Self.fuzz(rounds: 5_000) { random, page, map in
        let descriptor = page.place(random.captureDescriptor())
        var metadata = random.bytes(24)
        withUnsafeBytes(of: descriptor.bits) { metadata.replaceSubrange(16..<24, with: $0) }
        let place = others.place(metadata)
        guard
          let description = CaptureDescriptor(
            contextMetadata: TypeMetadata(place), map: KeptMap(map))
        else { return }
        _ = (description.ownParameterCounts, description.capturesOffset)
        for source in description.sources { _ = source.parameter }
        for capture in description.captures { _ = CapturedFunction(mangled: capture.text) }
      }
    }
    Self.check(result, inputs: 5_000, "capture descriptors")
  }

  @Test(.aheadOfOthers) func fieldDescriptors() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      Self.fuzz(rounds: 5_000) { random, page, _ in
        let place = page.place(random.bytes(Int.random(in: 16...200, using: &random)))
        let fields = FieldDescriptor(place)
        for index in 0..<min(fields.count, 8) {
          let field = fields[index]
          _ = (field.name, field.isIndirectCase, field.isVariable, field.type?.isBlock)
        }
        let context = ContextDescriptor(place)
        _ = (context.name, context.module, context.payloadCaseCount, context.fields.isNull)
      }
    }
    Self.check(result, inputs: 5_000, "field descriptors")
  }

  @Test(.aheadOfOthers) func headersOfObjects() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let metadata = GuardedPage()
      Self.fuzz(rounds: 5_000) { random, page, map in
        // Metadata begins two words before its address point.
        let kind: [UInt64] = [0, 0x200, 0x201, 0x202, 0x301, 0x303, 0x400, 0x500, 0x501, 0x502]
        let words =
          [random.word(), random.word(), kind.randomElement(using: &random)!]
          + (0..<Int.random(in: 0...8, using: &random)).map { _ in random.word() }
        let isa = metadata.place(words: words) + 16
        let compiler = PlanCompiler(map: map)
        _ = (compiler.isPlausibleMetadata(isa), compiler.isPlausibleType(TypeMetadata(isa)))
        let object = page.place(withUnsafeBytes(of: (isa.bits, random.word()), Array.init))
        var walk = HeapWalk(compiler: compiler)
        defer { walk.deallocate() }
        walk.run(from: [object])
        _ = walk.snapshot().counts(of: 0)
      }
    }
    Self.check(result, inputs: 5_000, "headers of objects")
  }

  @Test(.aheadOfOthers) func metadataWithOtherWords() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let forgery = MetadataForgery(corpus: MetadataCorpus())
      var believed = 0
      Self.fuzz(rounds: 20_000) { random, page, map in
        let isa = forgery.forge(&random)
        let compiler = PlanCompiler(map: map)
        if compiler.shape(of: isa) != compiler.unknownShape { believed += 1 }
        _ = compiler.searchLayout(isa: isa)
        let words = [UInt64(isa.bits), 3] + (0..<12).map { _ in random.word() }
        let object = page.place(words: words)
        var walk = HeapWalk(compiler: compiler)
        defer { walk.deallocate() }
        walk.run(from: [object])
        _ = walk.snapshot().counts(of: 0)
      }
      // Where nothing is believed, nothing is tried.
      precondition((200...1800).contains(believed * 2000 / Rounds.of(20_000)), "\(believed)")
    }
    Self.check(result, inputs: 20_000, "metadata with other words")
  }
}
