import LeakTesting
import Testing

@testable import LeakExplaining

@Suite(.leakFree) struct VariableNameTests {
  /// A name, its module and its files.
  private static func parts(_ symbol: String) -> [String?] {
    let name = VariableName(symbol)
    return [name.text, name.module, name.discriminator]
  }

  @Test func `A static property has the types around it, and the module apart`() {
    #expect(Self.parts("$s4Shop5CacheC6sharedACvpZ") == ["static Cache.shared", "Shop", nil])
    #expect(Self.parts("$s5Other5CacheC6sharedACvpZ") == ["static Cache.shared", "Other", nil])
    #expect(Self.parts("$s4Shop5cacheAA5CacheCvp") == ["cache", "Shop", nil])
  }

  @Test func `What is private has its file apart`() {
    #expect(
      Self.parts("$s4Shop5cache33_0123456789ABCDEF0123456789ABCDEFLLAA5CacheCvp")
        == ["cache", "Shop", "_0123456789ABCDEF0123456789ABCDEF"])
  }

  @Test func `A property in an extension is the extension's module's`() {
    #expect(Self.parts("$sSi4ShopE5cacheAA5CacheCvpZ") == ["static Int.cache", "Shop", nil])
  }

  @Test func `An object that the compiler laid out is in the variable that has it at first`() {
    #expect(Self.parts("$s4Shop5CacheC6shared_WZTv_") == ["static Cache.shared", "Shop", nil])
    #expect(Self.parts("$s4Shop5cache_WZTv0_r") == ["cache", "Shop", nil])
    #expect(
      Self.parts("$s4Shop5CacheC6shared33_0123456789ABCDEF0123456789ABCDEFLL_WZTv_")
        == ["static Cache.shared", "Shop", "_0123456789ABCDEF0123456789ABCDEF"])
  }

  @Test func `A name that is not Swift's stands for itself`() {
    #expect(Self.parts("environ") == ["environ", nil, nil])
  }
}
