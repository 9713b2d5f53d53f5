import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

/// Which method it is that a function value stands for.
@Suite(.enabled(if: Processor.isProven, "instructions are not read here"))
struct StoredMethodTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The method's name, and the line on which it is written.
    var name: String?
    var line: Int?
    var code: UInt
    /// The first word of `self`.
    var metadata: UInt?

    init<Function>(
      _ testDescription: String, _ name: String?, line: Int? = nil, of object: AnyObject,
      _ function: Function
    ) {
      self.testDescription = testDescription
      self.name = name
      self.line = line
      code = withUnsafeBytes(of: function) { $0.load(as: UInt.self) }
      metadata = Address(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())).word()
    }
  }

  @Test(.withoutSanitizers, arguments: examples) func methodIsNamed(_ example: Example) {
    let method = Symbolizer.shared.method(storedAs: example.code, ofClassAt: example.metadata)
    // Optimised code may leave nothing to tell a method by.
    if isOptimized, method == nil { return }
    #expect(method?.name.text == example.name)
    if isOptimized, method?.place == nil { return }
    #expect(method?.place?.line == example.line)
    #expect(method?.place?.file == example.line.map { _ in "StoredMethods.swift" })
  }

  @Test func overridableMethodsNeedTheirObject() {
    let base = StoringBase()
    let code = withUnsafeBytes(of: Plain(base.overridable())) { $0.load(as: UInt.self) }
    #expect(Symbolizer.shared.method(storedAs: code, ofClassAt: nil) == nil)
    // What is no metadata has no methods.
    let noMetadata = UInt(bitPattern: Unmanaged.passUnretained(base).toOpaque())
    withExtendedLifetime(base) {
      #expect(Symbolizer.shared.method(storedAs: code, ofClassAt: noMetadata) == nil)
      #expect(Symbolizer.shared.method(storedAs: code, ofClassAt: 8) == nil)
    }
  }

  @Test func addressesOutsideCodeStandForNoMethod() {
    for code in [0, 1, UInt.max] {
      #expect(Symbolizer.shared.method(storedAs: code, ofClassAt: nil) == nil)
    }
  }

  private static let examples: [Example] = {
    let speaker = StoringSpeaker()
    let base = StoringBase()
    let derived = StoringDerived()
    let conforming = StoringConforming()
    return [
      Example(
        "of a final class", "StoringSpeaker.speak(_:)", line: StoringSpeaker.lineOfSpeak,
        of: speaker, Plain(speaker.plain())),
      Example(
        "inlined when optimised", "StoringSpeaker.whisper()", line: StoringSpeaker.lineOfWhisper,
        of: speaker, Empty(function: speaker.inlined())),
      Example(
        "throwing, with labels", "StoringSpeaker.convince(_:times:)",
        line: StoringSpeaker.lineOfConvince, of: speaker, Throwing(function: speaker.throwing())),
      Example(
        "asynchronous", "StoringSpeaker.wait()", line: StoringSpeaker.lineOfWait, of: speaker,
        Asynchronous(function: speaker.asynchronous())),
      Example(
        "of another object", "StoringSpeaker.speak(_:)", line: StoringSpeaker.lineOfSpeak,
        of: speaker, Plain(storingOther(speaker))),
      Example(
        "overridable", "StoringBase.speak(_:)", line: StoringBase.lineOfSpeak, of: base,
        Plain(base.overridable())),
      Example(
        "overridden", "StoringDerived.speak(_:)", line: StoringDerived.lineOfOverride,
        of: derived, Plain(derived.overridable())),
      Example(
        "overridable and asynchronous", "StoringBase.wait()", line: StoringBase.lineOfWait,
        of: base, Asynchronous(function: base.asynchronous())),
      Example("a protocol's", nil, of: conforming, Empty(function: conforming.required())),
      Example("a closure, not a method", nil, of: speaker, Plain(speaker.closure())),
      Example("an autoclosure", nil, of: speaker, Empty(function: speaker.autoclosure())),
    ]
  }()
}

/// Functions as properties store them, where nothing wraps them.
private struct Plain {
  var function: (Int) -> Void
  init(_ function: @escaping (Int) -> Void) { self.function = function }
}

private struct Empty {
  var function: () -> Void
}

private struct Throwing {
  var function: (Int, Int) throws -> String
}

private struct Asynchronous {
  var function: () async -> Void
}

/// What is read out of the names of the closures that stand for a method.
@Suite struct MethodUseTests {
  private static let use = """
    implicit closure #2 (Swift.Int, () -> ()) -> () in implicit closure #1 (Shop.Cart) -> \
    (Swift.Int, () -> ()) -> () in Shop.Cart.start() -> ()
    """

  @Test(arguments: [
    ("$s4Shop4CartC3payyySi_yyXEtF", "Cart.pay(_:_:)"),
    // Of another type, with other parameters, a closure in it, and what was merged with other functions.
    ("$s4Shop5ShelfC3payyySi_yyXEtF", nil), ("$s4Shop4CartC3payyySiF", nil),
    ("$s4Shop4CartC3payyySi_yyXEtFyycfU_", nil), ("$s4Shop4CartC3payyySi_yyXEtFTm", nil),
    ("main", nil), ("", nil),
  ])
  func methodMustFit(symbol: String, name: String?) throws {
    let use = try #require(MethodUse(demangled: Self.use))
    #expect(use.name(of: symbol)?.text == name)
  }

  @Test func overrideMayBeOfAnotherClass() throws {
    let use = try #require(MethodUse(demangled: Self.use))
    #expect(
      use.name(of: "$s4Shop5ShelfC3payyySi_yyXEtF", isOverride: true)?.text == "Shelf.pay(_:_:)")
    #expect(use.name(of: "$s4Shop5ShelfC3payyySiF", isOverride: true) == nil)
  }

  @Test(arguments: [
    "", "implicit closure #1 () -> () in Shop.Cart.start() -> ()",
    "closure #2 () -> () in closure #1 (Shop.Cart) -> () -> () in Shop.Cart.start() -> ()",
    "implicit closure #2 () -> () in implicit closure #1 (Shop.Cart) -> (Swift.Int) -> () in f() -> ()",
    "implicit closure #2 () -> () in implicit closure #1 () -> () in f() -> ()",
    "implicit closure #2", "implicit closure #2 in implicit closure #1 in f", " in  in ",
  ])
  func otherFunctionsAreNoMethods(demangled: String) {
    #expect(MethodUse(demangled: demangled) == nil)
  }
}

/// What is read out of instructions.
struct CallSiteTests {
  @Test func callsAndJumpsLeadSomewhere() {
    // call .+0x10; jmp .-0x20
    let sites = CallSites(
      x86_64: [0xE8, 0x0B, 0, 0, 0, 0xE9, 0xDB, 0xFF, 0xFF, 0xFF], at: 0x1000)
    #expect(sites.targets == [0x1010, 0xFE5])
    #expect(sites.slots == [])
  }

  @Test func methodsAreLoadedAndCalledFromMetadata() {
    // mov 0x78(%rax), %rax; call *0xa0(%rax); jmp *0x60(%rdi)
    let sites = CallSites(
      x86_64: [0x48, 0x8B, 0x40, 0x78, 0xFF, 0x90, 0xA0, 0, 0, 0, 0xFF, 0x67, 0x60], at: 0)
    #expect(sites.slots == [0x78, 0xA0, 0x60])
    #expect(sites.targets == [])
  }

  @Test func stackAndOtherInstructionsSayNothing() {
    // mov 0x8(%rbp), %rax; mov 0x8(%rsp), %rax; push *0x8(%rax)
    let sites = CallSites(
      x86_64: [0x48, 0x8B, 0x45, 8, 0x48, 0x8B, 0x44, 0x24, 8, 0xFF, 0x70, 8], at: 0)
    #expect(sites.slots == [])
  }

  @Test func instructionsOfARM64SayTheSame() {
    // bl .+0x10; b .-0x20; ldr x8, [x8, #0x78]; ldur x8, [x8, #-8]
    let sites = CallSites(
      arm64: [
        0x04, 0, 0, 0x94, 0xF8, 0xFF, 0xFF, 0x17, 0x08, 0x3D, 0x40, 0xF9, 0x08, 0x81, 0x5F, 0xF8,
      ], at: 0x1000)
    #expect(sites.targets == [0x1010, 0xFE4])
    #expect(sites.slots == [0x78, -8])
    // ldr x8, [sp, #8]; ldr x8, [x29, #8]; str x8, [x8, #8]; ldr w8, [x8, #8]
    let others = CallSites(
      arm64: [
        0xE8, 0x07, 0x40, 0xF9, 0xA8, 0x07, 0x40, 0xF9, 0x08, 0x05, 0, 0xF9, 0x08, 0x09, 0x40, 0xB9,
      ], at: 0x1000)
    #expect(others.targets == [])
    #expect(others.slots == [])
  }

  @Test func codeThatEndsTooEarlyIsReadToItsEnd() {
    for bytes in [[0xE8], [0xE8, 1, 2, 3], [0xFF], [0xFF, 0x50], [0x8B, 0x80, 1, 2]] as [[UInt8]] {
      for sites in [CallSites(x86_64: bytes, at: .max), CallSites(arm64: bytes, at: .max)] {
        #expect(sites.targets == [])
        #expect(sites.slots == [])
      }
    }
    #expect(CallSites(in: 0..<8).targets == [])
    #expect(CallSites(in: 0..<(1 << 20)).targets == [])
  }
}
