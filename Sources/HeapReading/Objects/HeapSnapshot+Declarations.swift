import HeapModel

extension HeapSnapshot {
  /// Where the class of `object` is written that declares the stored property `name`: the line that the class begins on,
  /// or its `deinit`, if that is written out. `nil` when no class of the object's declares it, or the binary does not
  /// say.
  ///
  /// Debug information of Swift has no lines of classes and properties, but of the function that deallocates an object,
  /// which stands before the class's metadata (`HeapMetadataHeader` in `include/swift/ABI/Metadata.h`).
  package func place(ofClassDeclaring name: String, of object: HeapGraph.ObjectID) -> SourcePlace? {
    let isa = Address(isas[Int(graph.objects[object].type)])
    guard graph.type(of: object).kind == .instance, !isa.isNull else { return nil }
    return HeapReader.shared.withCompiler { compiler in
      guard compiler.isPlausibleMetadata(isa), TypeMetadata(isa).isClass else { return nil }
      let classes = [TypeMetadata(isa)] + compiler.superclasses(of: TypeMetadata(isa))
      return classes.first { type in
        [name, LazyStorage.name(of: name)].contains { type.indexOfField(named: $0) != nil }
      }
      .flatMap { Symbolizer.shared.sourceLine(at: $0.address.word(at: -16)) }
    }
  }
}
