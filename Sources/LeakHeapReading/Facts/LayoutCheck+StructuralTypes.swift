import CLeakBase
import LeakBase

/// Types without a declaration, and what the runtime makes of values of any type.
extension LayoutCheck {
  private protocol Sequenced<Element>: AnyObject {
    associatedtype Element
  }

  private typealias Named = (Int32, named: Base)
  private typealias AnyMetatype = any Any.Type
  private typealias CFunction = @convention(c) (Int) -> Void

  private struct Failure: Error {
    let number: Int
  }

  static func structuralTypesHold() -> Bool {
    tuplesHold() && functionsHold() && existentialsHold() && metatypesHold()
  }

  private static func tuplesHold() -> Bool {
    let tuple = TypeMetadata(Named.self)
    guard tuple.kind == MetadataKind.tuple, tuple.tupleCount == 2 else { return false }
    let elements = tuple.tupleElements
    return elements.map(\.label) == ["0", "named"] && elements.map(\.offset) == [0, 8]
      && elements.map(\.type) == [TypeMetadata(Int32.self), TypeMetadata(Base.self)]
  }

  private static func functionsHold() -> Bool {
    let swift = TypeMetadata(((Int, Base) -> Plain).self)
    let plainC = TypeMetadata(CFunction.self)
    let cConvention: UInt = 3
    return swift.kind == MetadataKind.function && swift.functionConvention == 0
      && swift.isEscapingFunction && plainC.functionConvention == cConvention
      && swift.functionResult == TypeMetadata(Plain.self)
      && swift.functionParameterCount == 2 && plainC.functionParameterCount == 1
      && swift.functionParameter(0) == TypeMetadata(Int.self)
      && swift.functionParameter(1) == TypeMetadata(Base.self)
  }

  private static func existentialsHold() -> Bool {
    let any = TypeMetadata(Any.self)
    let free = TypeMetadata((any Free).self)
    let bound = TypeMetadata((any Base & Free).self)
    func isOfFree(_ type: TypeMetadata) -> Bool {
      let (count, start) = type.existentialProtocols
      let descriptor = ContextDescriptor(start.address())
      return count == 1 && descriptor.kind == ContextDescriptor.Kind.protocol
        && descriptor.name == "Free"
    }
    return any.kind == MetadataKind.existential && any.existentialProtocols.count == 0
      && !any.isClassBoundExistential && !free.isClassBoundExistential
      && bound.isClassBoundExistential && TypeMetadata(AnyObject.self).isClassBoundExistential
      && isOfFree(free) && isOfFree(bound) && !free.isErrorExistential
      && TypeMetadata((any Error).self).isErrorExistential && hasTypeBehind()
      && constrainedHold()
  }

  /// What takes a value of any type has the type behind the value.
  private static func hasTypeBehind() -> Bool {
    var value: Any = Plain(number: 1, object: Base(), isLast: true)
    return withUnsafePointer(to: &value) { pointer in
      let place = Address(UInt(bitPattern: pointer))
      return place.address(at: crt_fact_existential_value_type())
        == TypeMetadata(Plain.self).address
    }
  }

  private static func constrainedHold() -> Bool {
    let open = TypeMetadata((any Sequence<Int>).self)
    let bound = TypeMetadata((any Sequenced<Int>).self)
    return open.kind == MetadataKind.extendedExistential && open.extendedExistentialKind == 0
      && bound.extendedExistentialKind == 1
  }

  private static func metatypesHold() -> Bool {
    let metatype = TypeMetadata(Int.Type.self)
    return metatype.kind == MetadataKind.metatype
      && metatype.metatypeInstance == TypeMetadata(Int.self)
      && TypeMetadata(AnyMetatype.self).kind == MetadataKind.existentialMetatype
  }

  /// Whether boxes say what is in them: those of variables, and those of errors.
  static func boxesHold() -> Bool {
    let number = Int.random(in: 1 << 40..<1 << 41)
    let error: any Error = Failure(number: number)
    let isRight = withExtendedLifetime(error) {
      let box = Address(unsafeBitCast(error as any Error, to: UInt.self))
      return box.address().word() == MetadataKind.errorObject
        && box.address(at: crt_fact_error_type()) == TypeMetadata(Failure.self).address
        && box.word(at: crt_fact_error_value()) == UInt(number)
    }
    return isRight && variableBoxHolds()
  }

  private static func variableBoxHolds() -> Bool {
    let type = TypeMetadata(Int.self)
    // Where the runtime is linked statically it cannot be asked for one.
    guard let object = crt_make_box(type.address.pointer) else { return true }
    defer { Unmanaged<AnyObject>.fromOpaque(object).release() }
    let metadata = Address(UInt(bitPattern: object)).address()
    let content = TypeMetadata(metadata).boxContent
    return metadata.word() == MetadataKind.heapGenericLocalVariable && content.offset == 16
      && content.type == type
  }
}
