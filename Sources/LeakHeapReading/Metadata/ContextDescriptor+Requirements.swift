import CLeakBase
import LeakBase

extension ContextDescriptor {
  /// No declaration has more requirements.
  private static let mostRequirements = 1024

  /// A requirement of generic parameters: flags, the parameter's mangled name, and what is required of it.
  ///
  /// Source: `TargetGenericRequirementDescriptor` in `include/swift/ABI/GenericContext.h`, `GenericRequirementKind` and
  /// `GenericRequirementLayoutKind` in `include/swift/ABI/MetadataValues.h`.
  private enum Requirement {
    static let `protocol` = 0
    static let classLayout: UInt32 = 0
  }

  /// Where the requirements of the generic parameters are, and how many: behind the header and a byte for each parameter.
  func genericRequirements(_ header: Address) -> (start: Address, count: Int) {
    (
      header + (crt_fact_generic_parameters() + (genericParameterCount + 3) & ~3),
      Int(header.uint16(at: crt_fact_generic_requirements()))
    )
  }

  /// Whether whatever stands for the generic parameter is an instance of a class: the declaration requires `AnyObject`, a
  /// superclass, or a class-bound protocol of it.
  ///
  /// - Complexity: O(*n*) in the number of requirements.
  func requiresClass(_ parameter: GenericParameter) -> Bool {
    guard isGeneric, let header = genericHeader else { return false }
    let (start, count) = genericRequirements(header)
    return (0..<min(count, Self.mostRequirements)).contains { index in
      let requirement = start + crt_fact_requirement_size() * index
      let name = MangledName(at: requirement.relative(at: crt_fact_requirement_name())).text
      guard GenericParameter(mangled: name) == parameter else { return false }
      switch Int(requirement.uint32()) & crt_fact_requirement_kind_mask() {
      case crt_fact_requirement_superclass(): return true
      case crt_fact_requirement_layout():
        return requirement.uint32(at: crt_fact_requirement_content()) == Requirement.classLayout
      case Requirement.protocol: return isClassBound(protocolAt: requirement)
      default: return false
      }
    }
  }

  /// Whether the protocol that a requirement names is class-bound: the lowest bit of what is special to its kind is 0 then
  /// (`ProtocolContextDescriptorFlags`).
  private func isClassBound(protocolAt requirement: Address) -> Bool {
    let descriptor = ContextDescriptor(
      requirement.relativeIndirectable(at: crt_fact_requirement_content()))
    guard !descriptor.isNull, descriptor.kind == Kind.protocol else { return false }
    return descriptor.address.uint16(at: crt_fact_protocol_flags()) & 1 == 0
  }
}
