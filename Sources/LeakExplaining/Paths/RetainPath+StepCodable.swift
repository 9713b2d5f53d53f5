import LeakHeapModel

extension RetainPath.Step: Codable {
  private enum CodedKind: String, Codable { case property, capture }
  private enum CodingKeys: String, CodingKey {
    case kind, owner, path, declaringClass, isInAny, function, module, functionType, discriminator,
      position,
      target, label,
      variable, carrier, isSelf, canBeSelf, isSelfByType, file, line, isApproximate, storedIn,
      storedAt,
      confidence
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let target = try container.decodeIfPresent(String.self, forKey: .target)
    let discriminator = try container.decodeIfPresent(String.self, forKey: .discriminator)
    let label = try container.decodeIfPresent(String.self, forKey: .label)
    let confidence = try container.decode(RetainPath.Confidence.self, forKey: .confidence)
    switch try container.decode(CodedKind.self, forKey: .kind) {
    case .property:
      self = .property(
        Property(
          owner: try container.decode(String.self, forKey: .owner),
          path: try container.decode(String.self, forKey: .path), target: target,
          label: label,
          declaringClass: try container.decodeIfPresent(String.self, forKey: .declaringClass),
          discriminator: discriminator,
          isInAny: try container.decodeIfPresent(Bool.self, forKey: .isInAny) ?? false,
          line: try Self.line(in: container),
          confidence: confidence))
    case .capture:
      self = .capture(
        Capture(
          function: try container.decode(String.self, forKey: .function),
          module: try container.decodeIfPresent(String.self, forKey: .module),
          functionType: try container.decodeIfPresent(String.self, forKey: .functionType),
          discriminator: discriminator,
          position: try container.decodeIfPresent(Int.self, forKey: .position), target: target,
          label: label,
          variable: try container.decodeIfPresent(String.self, forKey: .variable),
          carrier: try container.decodeIfPresent(String.self, forKey: .carrier),
          isSelf: try container.decode(Bool.self, forKey: .isSelf),
          canBeSelf: try container.decodeIfPresent(Bool.self, forKey: .canBeSelf) ?? false,
          isSelfByType: try container.decodeIfPresent(Bool.self, forKey: .isSelfByType) ?? false,
          line: try Self.line(in: container),
          storedIn: try container.decodeIfPresent(String.self, forKey: .storedIn),
          storedAt: try container.decodeIfPresent(RetainPath.SourceLine.self, forKey: .storedAt),
          confidence: confidence))
    }
  }

  private static func line(
    in container: KeyedDecodingContainer<CodingKeys>
  ) throws -> RetainPath.SourceLine? {
    guard let file = try container.decodeIfPresent(String.self, forKey: .file) else { return nil }
    return RetainPath.SourceLine(
      file: file, line: try container.decode(Int.self, forKey: .line),
      isApproximate: try container.decode(Bool.self, forKey: .isApproximate))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(line?.file, forKey: .file)
    try container.encodeIfPresent(line?.line, forKey: .line)
    try container.encodeIfPresent(line?.isApproximate, forKey: .isApproximate)
    try container.encodeIfPresent(target, forKey: .target)
    try container.encodeIfPresent(label, forKey: .label)
    try container.encode(confidence, forKey: .confidence)
    switch kind {
    case .property(let property):
      try container.encode(CodedKind.property, forKey: .kind)
      try container.encode(property.owner, forKey: .owner)
      try container.encode(property.path, forKey: .path)
      try container.encodeIfPresent(property.declaringClass, forKey: .declaringClass)
      try container.encodeIfPresent(property.discriminator, forKey: .discriminator)
      if property.isInAny { try container.encode(true, forKey: .isInAny) }
    case .capture(let capture):
      try container.encode(CodedKind.capture, forKey: .kind)
      try container.encode(capture.function, forKey: .function)
      try container.encodeIfPresent(capture.module, forKey: .module)
      try container.encodeIfPresent(capture.functionType, forKey: .functionType)
      try container.encodeIfPresent(capture.discriminator, forKey: .discriminator)
      try container.encodeIfPresent(capture.position, forKey: .position)
      try container.encodeIfPresent(capture.variable, forKey: .variable)
      try container.encodeIfPresent(capture.carrier, forKey: .carrier)
      try container.encode(capture.isSelf, forKey: .isSelf)
      if capture.canBeSelf, !capture.isSelf {
        try container.encode(true, forKey: .canBeSelf)
      }
      if capture.isSelfByType { try container.encode(true, forKey: .isSelfByType) }
      try container.encodeIfPresent(capture.storedIn, forKey: .storedIn)
      try container.encodeIfPresent(capture.storedAt, forKey: .storedAt)
    }
  }
}
