import LeakSymbolication

extension HeapReader {
  /// Where the method `name`, without arguments and result, is written in `type` or the nearest superclass that has one, and the module
  /// of that class; `nil` where the binary does not say.
  package func place(
    ofMethod name: String, of type: AnyClass
  ) -> (place: SourcePlace, module: String)? {
    withCompiler { compiler in
      let type = TypeMetadata(type)
      for type in [type] + compiler.superclasses(of: type) {
        // The name is not spelled out in a symbol where its words have come before: `SkippedTests.testSkipped`.
        let symbols = type.symbolPrefix.map {
          ImageSymbols.functions(beginning: $0, inImageAt: type.deallocator).filter {
            $0.hasSuffix("F") && FunctionName.demangled($0)?.contains(".\(name)() ") == true
          }
        }
        guard let symbols,
          let function = ImageSymbols.function(named: symbols, inImageAt: type.deallocator)
        else { continue }
        return (
          SourcePlace(function, inImageAt: type.deallocator), String(type.name.prefix { $0 != "." })
        )
      }
      return nil
    }
  }
}
