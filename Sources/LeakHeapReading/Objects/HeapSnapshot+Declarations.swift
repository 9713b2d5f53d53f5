import CLeakBase
import LeakBase
import LeakHeapModel
import LeakSymbolication

extension HeapSnapshot {
  /// Where the class of `object` is written that declares the stored property `name`: the line that the class begins on,
  /// or its `deinit`, if that is written out. `nil` when no class of the object's declares it, or the binary does not
  /// say.
  ///
  /// Debug information of Swift has no lines of classes and properties, but of the function that deallocates an object,
  /// which stands before the class's metadata (`HeapMetadataHeader` in `include/swift/ABI/Metadata.h`).
  ///
  /// - Parameter superclass: The class that declares it, where that is not the object's own: a private property may have the name of
  ///   another one further down.
  package func place(
    ofClassDeclaring name: String, in superclass: String? = nil, of object: HeapGraph.ObjectID
  ) -> SourcePlace? {
    withClass(declaring: name, in: superclass, of: object) {
      Symbolizer.shared.sourceLine(at: $0.deallocator)
    }
  }

  /// What tells the class of `object` that declares the stored property `name` from others of its name, where it is private or
  /// local: its mangled name. `nil` for other classes, and where the binary has no symbol.
  package func discriminator(
    ofClassDeclaring name: String, in superclass: String? = nil, of object: HeapGraph.ObjectID
  ) -> String? {
    withClass(declaring: name, in: superclass, of: object) { type in
      guard let symbol = type.symbolPrefix, let demangled = FunctionName.demangled(symbol) else {
        return nil
      }
      return demangled.contains(" in ") || demangled.contains(" #") ? symbol : nil
    }
  }

  private func withClass<Result: Sendable>(
    declaring name: String, in superclass: String?, of object: HeapGraph.ObjectID,
    _ body: @Sendable (TypeMetadata) -> Result?
  ) -> Result? {
    withClasses(of: object) { classes in
      classes.first { type in
        superclass.map { $0 == type.name } ?? true
          && [name, LazyStorage.name(of: name)].contains { type.indexOfField(named: $0) != nil }
      }.flatMap(body)
    }
  }

  /// A method by which the class of `object`, or a superclass, lets its users end its work: `Channel.close()`,
  /// `Channel.close(mode:)`. `nil` where none has such a name, or the binary has no symbols.
  package func endingMethod(of object: HeapGraph.ObjectID) -> FunctionName? {
    Symbolizer.shared.endingMethod(ofClassAt: isas[Int(graph.objects[object].type)]) {
      findEndingMethod(of: object)
    }
  }

  private func findEndingMethod(of object: HeapGraph.ObjectID) -> FunctionName? {
    withClasses(of: object) { classes in
      for type in classes {
        guard let members = type.symbolPrefix,
          TypeName(type.name).isProgram
        else { continue }
        let name = TypeName(type.name).nominal
        let symbol =
          ImageSymbols.endingMethod(ofType: members, inImageAt: type.deallocator) { method in
            method.enclosingType.map { name.hasSuffix("." + $0) } ?? false
          } ?? Self.endingMethod(ofProtocolsOf: members, inImageAt: type.deallocator)
        if let symbol { return FunctionName(symbol: symbol) }
      }
      return nil
    }
  }

  /// The mangled name of such a method in an extension of a protocol that a class conforms to.
  private static func endingMethod(
    ofProtocolsOf members: String, inImageAt image: UInt
  ) -> String? {
    let protocols = ImageSymbols.conformances(ofClass: members, inImageAt: image).compactMap {
      // `TargetProtocolConformanceDescriptor` in `include/swift/ABI/Metadata.h`: the protocol comes first.
      let descriptor = Address($0).relativeIndirectable()
      return descriptor.isNull
        ? nil : ImageSymbols.symbol(beginningAt: descriptor.bits).map { ($0, descriptor.bits) }
    }
    return protocols.sorted { $0.0 < $1.0 }.lazy.compactMap { symbol, descriptor in
      guard symbol.hasSuffix("Mp") else { return nil }
      return ImageSymbols.endingMethod(
        ofType: symbol.dropLast(2) + "P", inImageAt: descriptor
      ) { method in
        method.isInExtension
          && method.module.map { !HeapObjectType.isToolchains(module: $0) } ?? false
      }
    }.first
  }

  /// Whether the code of the class of `maker` makes instances of the class of `made`: it calls an initializer, in the same image, of
  /// that class, or one that the class inherits. False where the binary does not say.
  package func makes(_ maker: HeapGraph.ObjectID, _ made: HeapGraph.ObjectID) -> Bool {
    let classes = [maker, made].map { isas[Int(graph.objects[$0].type)] }
    return Symbolizer.shared.makes(classes) { findWhetherMakes(maker, made) }
  }

  /// Whether the image of the class of `made` has an initializer that makes its instances, as long as not all calls of it were
  /// inlined.
  package func hasInitializer(_ made: HeapGraph.ObjectID) -> Bool {
    withClasses(of: made) { classes in
      classes.prefix { TypeName($0.name).isProgram }.contains { type in
        type.symbolPrefix.map {
          ImageSymbols.hasInitializer(beginning: $0, inImageAt: type.deallocator)
        } ?? false
      }
    } ?? false
  }

  /// Whether the class of `object` is an actor; `nil` where it is no class of Swift's.
  package func isActor(_ object: HeapGraph.ObjectID) -> Bool? {
    withClasses(of: object) { classes in
      classes.first.flatMap { $0.descriptor.isNull ? nil : $0.descriptor.isActor }
    }
  }

  private func findWhetherMakes(
    _ maker: HeapGraph.ObjectID, _ made: HeapGraph.ObjectID
  ) -> Bool {
    let prefixes: [String] =
      withClasses(of: made) { classes in
        let programs = classes.prefix { type in
          TypeName(type.name).isProgram
        }
        return programs.compactMap(\.symbolPrefix)
      } ?? []
    return withClasses(of: maker) { classes in
      guard let type = classes.first, let caller = type.symbolPrefix else { return nil }
      // Who is derived from a class makes others of that class's kind for itself.
      let own = Set(classes.dropFirst().compactMap(\.symbolPrefix))
      return prefixes.enumerated().contains { depth, made in
        (depth == 0 || made != caller && !own.contains(made))
          && ImageSymbols.calls(from: caller, toInitializerOf: made, inImageAt: type.deallocator)
      }
    } ?? false
  }

  /// Calls `body` with the class of `object` and its superclasses, in this order.
  private func withClasses<Result: Sendable>(
    of object: HeapGraph.ObjectID, _ body: @Sendable ([TypeMetadata]) -> Result?
  ) -> Result? {
    let isa = Address(isas[Int(graph.objects[object].type)])
    guard graph.type(of: object).kind == .instance, !isa.isNull else { return nil }
    return HeapReader.shared.withCompiler { compiler in
      guard compiler.isPlausibleMetadata(isa), TypeMetadata(isa).isClass else { return nil }
      return body([TypeMetadata(isa)] + compiler.superclasses(of: TypeMetadata(isa)))
    }
  }
}

extension TypeMetadata {
  /// The address of the function that deallocates an instance of the class.
  var deallocator: UInt { address.word(at: crt_fact_class_deallocator()) }

  /// What the symbols of the class's members begin with, which is its own name: the deallocator's ends with `fD`
  /// (`docs/ABI/Mangling.rst`, "Entities").
  var symbolPrefix: String? {
    guard let symbol = Symbolizer.symbol(at: deallocator), symbol.hasSuffix("fD") else {
      return nil
    }
    return String(symbol.dropLast(2))
  }
}
