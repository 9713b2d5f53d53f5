import Foundation

extension GeneratedPackage {
  /// How the suites are written.
  enum SuiteKind: String {
    /// Without the kit.
    case plain = "Plain"
    /// As `.leakFree`.
    case checked = "Checked"
    /// Without the kit, for XCTest.
    case plainXCTest = "PlainXCTest"
  }

  /// A shop with 500 small tests.
  static func suite(_ kind: SuiteKind) -> (URL) -> GeneratedPackage {
    { folder in
      let name = kind.rawValue
      let isChecked = kind == .checked
      var files = [
        "Package.swift": manifest(name, isChecked: isChecked),
        "Sources/Shop/Shop.swift": shop,
      ]
      for number in 0..<25 {
        let tests = tests(number, isChecked: isChecked)
        files[testFile(number)] = kind == .plainXCTest ? forXCTest(tests) : tests
      }
      return GeneratedPackage(name, in: folder, files: files)
    }
  }

  /// The path of one of the files of tests.
  static func testFile(_ number: Int) -> String { "Tests/ShopTests/Shop\(number)Tests.swift" }

  private static func manifest(_ name: String, isChecked: Bool) -> String {
    let kit = PackageBuilder.kit
    let package = ".package(name: \"kit\", path: \"\(kit.path)\")"
    let product = ".product(name: \"LeakTesting\", package: \"kit\")"
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",
        platforms: [.macOS(.v15)],
        dependencies: [\(isChecked ? package : "")],
        targets: [
          .target(name: "Shop"),
          .testTarget(name: "ShopTests", dependencies: ["Shop"\(isChecked ? ", " + product : "")]),
        ]
      )
      """
  }

  /// One suite of twenty tests.
  private static func tests(_ number: Int, isChecked: Bool) -> String {
    let functions = (0..<20).map { test in
      switch test % 4 {
      case 0:
        """
          @Test func adds\(test)() {
            let cart = Cart.filled(\(5 + test))
            #expect(cart.total == \((0..<5 + test).map { $0 % 7 }.reduce(0, +)))
          }
        """
      case 1:
        """
          @Test func tells\(test)() {
            let cart = Cart()
            let log = Log(of: cart)
            for number in 0..<\(5 + test) { cart.add(Item(name: "item \\(number)", price: number)) }
            #expect(log.lines.count == \(5 + test))
          }
        """
      case 2:
        """
          @Test func groups\(test)() {
            let index = Index(Cart.filled(\(20 + test)))
            #expect(index.byPrice.count == 7)
          }
        """
      default:
        """
          @Test func orders\(test)() async {
            let desk = Desk()
            async let first = desk.order(Cart.filled(\(2 + test)))
            async let second = desk.order(Cart.filled(\(3 + test)))
            let numbers = await [first, second]
            #expect(numbers.sorted() == [1, 2])
          }
        """
      }
    }
    return """
      \(isChecked ? "import LeakTesting\n" : "")import Shop
      import Testing

      @Suite\(isChecked ? "(.leakFree)" : "") struct Shop\(number)Tests {
      \(functions.joined(separator: "\n\n"))
      }
      """
  }

  private static func forXCTest(_ tests: String) -> String {
    [
      ("import Testing", "import XCTest"), ("@Suite struct ", "final class "),
      ("Tests {", "Tests: XCTestCase {"), ("@Test func ", "func test_"),
      ("#expect(", "XCTAssertTrue("),
    ].reduce(tests) { $0.replacing($1.0, with: $1.1) }
  }

  private static let shop = """
    public final class Item {
      public let name: String
      public let price: Int

      public init(name: String, price: Int) {
        self.name = name
        self.price = price
      }
    }

    public final class Cart {
      public private(set) var items: [Item] = []
      public var onAdd: ((Item) -> Void)?

      public init() {}

      public static func filled(_ count: Int) -> Cart {
        let cart = Cart()
        for number in 0..<count { cart.add(Item(name: "item \\(number)", price: number % 7)) }
        return cart
      }

      public func add(_ item: Item) {
        items.append(item)
        onAdd?(item)
      }

      public var total: Int { items.reduce(0) { $0 + $1.price } }
    }

    public final class Log {
      public private(set) var lines: [String] = []

      public init(of cart: Cart) {
        cart.onAdd = { [weak self] item in self?.lines.append("added \\(item.name)") }
      }
    }

    public final class Index {
      public let byPrice: [Int: [Item]]

      public init(_ cart: Cart) {
        byPrice = Dictionary(grouping: cart.items.sorted { $0.name < $1.name }, by: \\.price)
      }
    }

    public actor Desk {
      private var count = 0

      public init() {}

      public func order(_ cart: sending Cart) -> Int {
        count += 1
        return cart.total >= 0 ? count : 0
      }
    }
    """
}
