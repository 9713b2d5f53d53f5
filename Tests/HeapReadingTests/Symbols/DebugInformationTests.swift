import Foundation
import SeededRandom
import TestOrder
import Testing

@testable import LeakHeapReading
@testable import LeakSymbolication

#if os(Linux) && _pointerBitWidth(_64)
  /// The debug information of this test's binary, as it is and spoilt.
  @Suite(.slow, .afterOthers) struct DebugInformationTests {
    private static let function = "$s16HeapReadingTests9linedFreeyAA5LinedVSiF"

    @Test func functionIsDescribed() throws {
      let file = try TestBinary()
      let function = try #require(file.information.function(named: Self.function))
      #expect(function.file == "LinedClosures.swift")
      #expect(function.path == linedClosuresPath)
      #expect(function.line > 0)
    }

    @Test func lineIsToldOfCode() throws {
      let file = try TestBinary()
      let code = try file.code(of: Self.function)
      let call = try #require(
        file.information.call(
          at: code.address, inFunctionAt: code.start, named: ["$s", Self.function]))
      let function = try #require(file.information.function(named: Self.function))
      #expect(call.place.path == linedClosuresPath)
      #expect((function.line...function.line + 2).contains(call.place.line))
      for names in [[], [""], ["$s"]] {
        #expect(
          file.information.call(at: code.address, inFunctionAt: code.start, named: names) == nil)
      }
    }

    @Test func namesThatAreNotThereAreNotFound() throws {
      let file = try TestBinary()
      for name in ["", "$s", "main2", Self.function + "x", "$s16HeapReadingTests5LinedV"] {
        #expect(file.information.function(named: name) == nil, "\(name)")
      }
    }

    @Test func truncatedSectionsDoNoHarm() throws {
      let file = try TestBinary()
      let sections = file.information.sections
      let code = try file.code(of: Self.function)
      let all: [WritableKeyPath<DebugSections, FileBytes>] = [
        \.information, \.abbreviations, \.names, \.lines, \.strings,
      ]
      for path in all {
        var cut = sections
        cut[keyPath: path] = sections[keyPath: path][0..<3]
        #expect(DebugInformation(cut).function(named: Self.function) == nil)
        #expect(DebugInformation(cut).body(of: [Self.function], orIn: []) == nil || path == \.lines)
        let call = DebugInformation(cut).call(
          at: code.address, inFunctionAt: code.start, named: [Self.function])
        #expect(call == nil)
      }
    }

    /// Bytes that the answer depends on are overwritten: the reader gives another answer, or none.
    @Test func corruptedSectionsDoNoHarm() throws {
      let file = try TestBinary()
      let places = try file.places(ofBytesFor: Self.function)
      let code = try file.code(of: Self.function)
      var answers = 0
      var calls = 0
      var locals = 0
      let address = code.address
      for seed in Rounds.seeds(2_000) {
        var generator = SplitMix64(seed: seed)
        file.spoil(at: places, using: &generator) {
          let information = DebugInformation(file.information.sections)
          answers += information.function(named: Self.function) == nil ? 0 : 1
          _ = information.parameters(of: [Self.function])
          _ = information.body(of: [Self.function], orIn: [Self.function + "TA"])
          // Where there is no table of names any more, all of C's units are searched.
          if seed % 16 == 0 {
            let found = information.locals(inFunctionNamed: [Self.function], at: address)
            locals += found == nil ? 0 : 1
          }
          // Lines are spoilt by themselves, too, in the tests of their programs.
          if seed % 4 == 0 {
            let call = information.call(
              at: code.address, inFunctionAt: code.start, named: [Self.function])
            calls += call == nil ? 0 : 1
          }
        }
      }
      #expect((Rounds.of(100)...Rounds.of(1_900)).contains(answers))
      #expect((Rounds.of(25)...Rounds.of(475)).contains(calls))
      #expect((Rounds.of(10)...Rounds.of(115)).contains(locals))
      #expect(file.information.function(named: Self.function) != nil)
    }
  }
#endif
