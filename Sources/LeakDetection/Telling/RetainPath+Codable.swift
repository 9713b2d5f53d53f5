extension RetainPath.Step: Codable {
  private enum Kind: String, Codable { case property, capture }
  private enum CodingKeys: String, CodingKey {
    case kind, owner, path, function, target, isSelf, file, line, isApproximate, confidence
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let target = try container.decodeIfPresent(String.self, forKey: .target)
    let confidence = try container.decode(RetainPath.Confidence.self, forKey: .confidence)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .property:
      self = .property(
        owner: try container.decode(String.self, forKey: .owner),
        path: try container.decode(String.self, forKey: .path), target: target,
        confidence: confidence)
    case .capture:
      self = .capture(
        function: try container.decode(String.self, forKey: .function), target: target,
        isSelf: try container.decode(Bool.self, forKey: .isSelf),
        line: try Self.line(in: container), confidence: confidence)
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
    switch self {
    case .property(let owner, let path, let target, let confidence):
      try container.encode(Kind.property, forKey: .kind)
      try container.encode(owner, forKey: .owner)
      try container.encode(path, forKey: .path)
      try container.encodeIfPresent(target, forKey: .target)
      try container.encode(confidence, forKey: .confidence)
    case .capture(let function, let target, let isSelf, let line, let confidence):
      try container.encode(Kind.capture, forKey: .kind)
      try container.encode(function, forKey: .function)
      try container.encodeIfPresent(target, forKey: .target)
      try container.encode(isSelf, forKey: .isSelf)
      try container.encodeIfPresent(line?.file, forKey: .file)
      try container.encodeIfPresent(line?.line, forKey: .line)
      try container.encodeIfPresent(line?.isApproximate, forKey: .isApproximate)
      try container.encode(confidence, forKey: .confidence)
    }
  }
}
