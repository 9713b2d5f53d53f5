import ChildProcess
import Foundation
import SeededRandom
import TestOrder
import Testing

@testable import LeakHeapReading
@testable import LeakSymbolication

#if os(Linux) && _pointerBitWidth(_64)
  /// A debugger's tool says the same of the code of this test's binary.
  @Suite(.slow, .afterOthers) struct CallLineOracleTests {
    @Test(.enabled(if: symbolizer != nil, "llvm-symbolizer is not in the PATH"))
    func testBinaryAgreesWithSymbolizer() throws {
      let binary = try TestBinary()
      let samples = try samples(of: binary)
      let lines = try lines(of: samples.map(\.address))
      try #require(lines.count == samples.count)
      var (known, unknown) = (0, 0)
      for (sample, line) in zip(samples, lines) {
        let call = binary.information.call(
          at: sample.address, inFunctionAt: sample.function,
          named: Symbolizer.functions(behind: sample.name).reversed())
        let told = call.map { "\($0.place.file):\($0.place.line)" }
        // Of code that the compiler made itself, only that it is near a line can be told.
        if line.hasSuffix(":0") || line.hasPrefix("<") {
          unknown += 1
          #expect(call?.isApproximate != false, "\(sample): \(told ?? "")")
        } else {
          known += 1
          #expect(told == line, "\(sample)")
          #expect(isOptimized || call?.isApproximate == false, "\(sample)")
        }
      }
      #expect(known > 40 && unknown > 0, "\(known) known, \(unknown) unknown")
    }

    private struct Sample {
      var name: String
      var function: UInt64
      var address: UInt64
    }

    /// Some addresses in some of the tests' functions.
    private func samples(of binary: TestBinary) throws -> [Sample] {
      var generator = SplitMix64(seed: 12)
      let functions = binary.file.symbols(of: .function)
        .compactMap { symbol in binary.file.name(of: symbol).map { (name: $0, symbol: symbol) } }
        .filter { $0.name.hasPrefix("$s16HeapReadingTests") && $0.symbol.size > 0 }
      return (0..<400).map { _ in
        let (name, symbol) = functions.randomElement(using: &generator)!
        let distance = UInt64.random(in: 0..<symbol.size, using: &generator)
        return Sample(name: name, function: symbol.address, address: symbol.address + distance)
      }
    }

    /// The file and the line, in the function itself, that the tool tells of each address.
    private func lines(of addresses: [UInt64]) throws -> [String] {
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let arguments =
        ["--obj=\(path)", "--functions=none", "--inlines"]
        + addresses.map { "0x" + String($0, radix: 16) }
      let text = try ChildProcess(#require(symbolizer), arguments).run().output
      return text.split(separator: "\n\n").map { frames in
        // The frames of inlined calls come first. A line ends with the column.
        let place = frames.split(separator: "\n").last?.split(separator: ":").dropLast() ?? []
        let file = place.first?.split(separator: "/").last ?? ""
        return "\(file):\(place.last ?? "0")"
      }
    }
  }

  /// Where `llvm-symbolizer` is.
  private let symbolizer = ChildProcess.tool("llvm-symbolizer")
#endif
