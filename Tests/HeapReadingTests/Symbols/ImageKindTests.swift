import CLeakBase
import Testing

@testable import LeakHeapReading
@testable import LeakSymbolication

/// Whose the executables and libraries are that a process has loaded.
@Suite struct ImageKindTests {
  @Test(
    arguments: [
      ("/proc/self/exe", .program), ("", .program),
      ("/home/me/App/.build/debug/libPlayer.so", .program),
      // Beside the toolchain's, and with names that begin as theirs.
      ("/opt/swift/usr/lib/swift/linux/libPlayer.so", .program),
      ("/home/me/App/.build/debug/libswiftlint.so", .program),
      ("/home/me/App/.build/debug/libFoundationKit.so", .program),
      ("/home/me/App/.build/debug/libdispatcher.so", .program),
      ("/home/me/App/.build/debug/libTestingGround.so", .program),
      ("/opt/swift/usr/lib/swift/linux/libswiftCore.so", .runtime),
      ("/app/lib/libswift_Concurrency.so", .runtime),
      ("/app/lib/libswiftSynchronization.so", .runtime),
      ("/opt/swift/usr/lib/swift/linux/libFoundation.so", .toolchain),
      ("/app/lib/lib_FoundationICU.so", .toolchain),
      ("/app/lib/libFoundationNetworking.so", .toolchain),
      ("/app/lib/libdispatch.so", .toolchain), ("/app/lib/libXCTest.so", .toolchain),
      ("/app/lib/lib_Testing_Foundation.so", .toolchain),
      ("/lib/x86_64-linux-gnu/libz.so.1", .system), ("/usr/lib/libz.so.1", .system),
      ("/lib64/libz.so.1", .system), ("/usr/lib64/libcurl.so.4", .system),
      ("linux-vdso.so.1", .system),
      ("/usr/lib64/libc.so.6", .cLibrary), ("/lib/ld-musl-x86_64.so.1", .cLibrary),
      ("/lib64/ld-linux-x86-64.so.2", .cLibrary),
    ] as [(String, ImageKind)])
  func kindsByPath(path: String, kind: ImageKind) {
    #expect(ImageKind(path: path) == kind)
  }

  #if os(Linux)
    /// Every library of the toolchain's that is loaded here is known.
    @Test func toolchainsLibraries() throws {
      let core = try #require(crt_symbol("swift_retain"))
      let path = try #require(LoadedImage(at: UInt(bitPattern: core))?.path)
      #expect(ImageKind(path: path) == .runtime)
      // A queue, which no sanitizer has a replacement for.
      let dispatch = try #require(crt_symbol("_dispatch_main_q"))
      let other = try #require(LoadedImage(at: UInt(bitPattern: dispatch))?.path)
      #expect(ImageKind(path: other) == .toolchain)
    }
  #endif

  /// The addresses of a dynamic section, with glibc's bias and without.
  @Test func addressesOfDynamicSections() {
    #expect(crt_dynamic_address(0x7F00_0000_0000, 0x7F00_0000_1238) == 0x7F00_0000_1238)
    #expect(crt_dynamic_address(0x7F00_0000_0000, 0x1238) == 0x7F00_0000_1238)
    // An executable at a place of its own.
    #expect(crt_dynamic_address(0, 0x40_1238) == 0x40_1238)
  }

  /// The kit's modules, and one that is called like it in part.
  @Test func functionsOfTheKit() {
    #expect(KitModules.declare("$s11LeakTesting4failyyF"))
    #expect(KitModules.declare("crt_load64"))
    #expect(!KitModules.declare("$s14AppLeakTesting4failyyF"))
    #expect(!KitModules.declare("$s15LeakTestingCafe4failyyF"))
    #expect(!KitModules.declare("$s3App11LeakTestingV4failyyF"))
    #expect(KitModules.declare("$s6XCTest0A4CaseC11LeakTestingE4failyyFyycfU_TA"))
    #expect(!KitModules.declare("$s6XCTest0A4CaseC14AppLeakTestingE4failyyF"))
    #expect(!KitModules.declare("$s6XCTest0A4CaseC111LeakTestingE4failyyF"))
  }
  /// A variable of the program's may be called like one of the kit's.
  @Test func variablesOfTheKit() {
    #expect(KitModules.declareVariable("crt_facts"))
    #expect(KitModules.declareVariable("crt_recorder_configure.once"))
    #expect(KitModules.declareVariable("$s11LeakTesting4failSbvp"))
    #expect(!KitModules.declareVariable("crt_context"))
    #expect(!KitModules.declareVariable("$s14AppLeakTesting4failSbvp"))
  }

  #if os(Linux) && _pointerBitWidth(_64)
    @Test func allVariablesOfTheKitAreKnown() {
      let symbols = ImageSymbols.dataSymbols(inImageAt: testImageAddress) ?? []
      let others = symbols.map(\.name).filter {
        $0.hasPrefix("crt_") && !KitModules.declareVariable($0)
      }
      #expect(others == [])
    }
  #endif
}
