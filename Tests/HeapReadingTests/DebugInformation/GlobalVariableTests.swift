import Foundation
import Testing

@testable import LeakHeapReading
@testable import LeakSymbolication

#if os(Linux) && _pointerBitWidth(_64)
  /// Where global and static variables are, and of which types.
  @Suite struct GlobalVariableTests {
    struct Example: Sendable, CustomTestStringConvertible {
      /// The name in the source, with the mangled name of the type that it is a member of before it.
      var testDescription: String
      /// Where the variable is; `nil` where it has no address that can be asked for.
      var address: UInt?
      var type: DebugVariableType

      init<Value>(_ name: String, _ variable: inout Value, type: String? = nil) {
        testDescription = name
        address = HeapReadingTests.address(of: &variable)
        self.type = .swift(mangled: type ?? "$s\(_mangledTypeName(Value.self) ?? "")D")
      }

      init(_ name: String, at address: UInt?, type: DebugVariableType) {
        (testDescription, self.address, self.type) = (name, address, type)
      }
    }

    @Test(arguments: examples) func variableIsDescribed(_ example: Example) throws {
      let path = example.testDescription.split(separator: ".")
      let name = try #require(path.last)
      let beginning =
        "$s16HeapReadingTests\(path.dropLast().joined())\(name.utf8.count)\(name)"
      let symbol = try #require(
        Self.symbols.first {
          $0.name.hasPrefix(beginning) && ($0.name.hasSuffix("vp") || $0.name.hasSuffix("vpZ"))
        })
      #expect(symbol.address == example.address ?? symbol.address)
      let found = ImageSymbols.variable(named: symbol.name, inImageAt: symbol.address)
      // The optimiser leaves no description of some that only one file can name.
      if isOptimized, found == nil, symbol.name.contains("LL") { return }
      let variable = try #require(found)
      #expect(
        variable
          == DebugVariable(
            name: String(name), linkageName: symbol.name, type: example.type,
            location: .address(UInt64(symbol.address))))
      for address in [symbol.addresses.lowerBound, symbol.addresses.upperBound - 1] {
        #expect(ImageSymbols.variable(covering: address) == variable)
        #expect(ImageSymbols.symbol(covering: address) == symbol)
      }
    }

    static let symbols = ImageSymbols.dataSymbols(inImageAt: testImageAddress) ?? []

    private static let lantern = "16HeapReadingTests7LanternC"

    static let examples: [Example] = {
      keptWeak = keptClass
      let hidden = Lanterns.hiddenAddresses()
      return [
        Example("keptClass", &keptClass), Example("keptOptional", &keptOptional),
        Example("keptWeak", at: nil, type: .swift(mangled: "$s\(lantern)XSqXwD")),
        Example("keptUnowned", at: nil, type: .swift(mangled: "$s\(lantern)XoD")),
        Example("keptUnsafe", at: nil, type: .swift(mangled: "$s\(lantern)XuD")),
        Example("keptUnmanaged", &keptUnmanaged),
        // Types as the compiler lowers them.
        Example("keptClosure", at: nil, type: .swift(mangled: "$sIeg_D")),
        Example("keptCFunction", &keptCFunction, type: "$sS2iIetCyd_D"),
        Example("keptStruct", &keptStruct), Example("keptGeneric", &keptGeneric),
        Example("keptArray", &keptArray), Example("keptDictionary", &keptDictionary),
        Example("keptTuple", &keptTuple),
        Example(
          "keptExistential", &keptExistential, type: "$s16HeapReadingTests7Shining_pD"),
        Example("keptAnyObject", at: nil, type: .swift(mangled: "$ss9AnyObjectaD")),
        Example("keptAny", &keptAny, type: "$sypD"),
        Example("keptEnumeration", &keptEnumeration),
        Example("keptBuffer", at: address(of: &keptBuffer), type: .fixedBuffer),
        Example("keptIdentifier", &keptIdentifier), Example("keptPointer", &keptPointer),
        Example("keptNumber", &keptNumber),
        Example("keptPrivate", at: hidden.global, type: .swift(mangled: "$s\(lantern)D")),
        Example("8LanternsO.kept", &Lanterns.kept),
        Example(
          "8LanternsO.hidden", at: hidden.member, type: .swift(mangled: "$sSay\(lantern)GD")),
      ]
    }()

    @Test func variablesOfCAreDescribed() throws {
      let symbols = Self.symbols.filter { !$0.name.hasPrefix("$") }
      func variable(_ name: String) throws -> DebugVariable {
        let symbol = try #require(symbols.first { $0.name == name })
        let variable = try #require(ImageSymbols.variable(covering: symbol.address))
        #expect(variable.name == name && variable.linkageName == name)
        #expect(variable.location == .address(UInt64(symbol.address)))
        return variable
      }
      #expect(try variable("crt_recorder_is_active").type == .number)
      #expect(try variable("free_tables").type == .pointer)
      // The optimiser takes structures apart.
      if !isOptimized {
        #expect(
          try variable("sanitizer").type
            == .structure(
              size: 16,
              members: [0, 8].map { DebugVariableType.Member(offset: $0, type: .pointer) }))
      }
      // Nothing but numbers, and more than can be told.
      #expect(try variable("own_threads").type == .structure(size: 4 * 16, members: []))
      #expect(try variable("imports").type == .unknown)
      // Two files have a variable of this name.
      let locks = symbols.filter { $0.name == "lock" }
      #expect(locks.count > 1)
      for lock in locks {
        #expect(
          ImageSymbols.variable(covering: lock.address)?.location
            == .address(UInt64(lock.address)))
      }
    }

    #if arch(x86_64)
      /// On arm64, LLVM does not write where thread-local variables are: no relocation of ELF's is for that there.
      @Test func threadLocalVariableHasAnOffset() throws {
        let code = testImageAddress
        let variable = try #require(ImageSymbols.variable(named: "this_thread", inImageAt: code))
        guard case .threadLocal(let offset) = variable.location else {
          Issue.record("\(variable)")
          return
        }
        #expect(offset < 4096)
        guard case .structure(let size, _) = variable.type else {
          Issue.record("\(variable)")
          return
        }
        #expect(size > 0)
      }
    #endif

    @Test func whatIsNoVariableIsNotFound() {
      let code = testImageAddress
      for name in ["", "$s", "keptClass2", "$s16HeapReadingTests7LanternCN", "main"] {
        #expect(ImageSymbols.variable(named: name, inImageAt: code) == nil, "\(name)")
      }
      #expect(ImageSymbols.variable(covering: 1) == nil)
      #expect(ImageSymbols.dataSymbols(inImageAt: 1) == nil)
      // The compiler describes no variable that has a type itself.
      let metatype = address(of: &keptMetatype)
      #expect(ImageSymbols.symbol(covering: metatype)?.address == metatype)
      #expect(ImageSymbols.variable(covering: metatype) == nil)
    }
  }
#endif
