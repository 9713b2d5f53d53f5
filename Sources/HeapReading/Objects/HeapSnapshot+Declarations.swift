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
      return classes.first { $0.declaresField(named: name) }
        .flatMap { Symbolizer.shared.sourceLine(at: $0.address.word(at: -16)) }
    }
  }
}

extension TypeMetadata {
  /// Whether the class itself has a stored property of this name.
  fileprivate func declaresField(named name: String) -> Bool {
    let fields = descriptor.fields
    if fields.isNull { return false }
    return (0..<fields.count).contains { LazyStorage.propertyName(of: fields[$0].name) == name }
  }
}
