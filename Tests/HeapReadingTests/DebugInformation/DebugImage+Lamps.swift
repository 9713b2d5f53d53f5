@testable import LeakHeapReading

extension DebugImage {
  /// A function at 0x1000 to 0x10ff with variables in blocks, and one of another function's that was inlined; and a
  /// variable of each of the types.
  init(version: UInt16) {
    self.version = version
    attributes = [(0x11, version < 5 ? .address(0x1000) : .addressIndex(0))]
    if version >= 5 { attributes += [(0x73, .list(8)), (0x74, .list(12)), (0x8c, .list(12))] }
    entries = Self.types + Self.variables + [Self.inner, Self.function(version: version)]
    addresses = Array(repeating: 0, count: 8)
    for address in [0x1000, 0x1010, 0x1030] as [UInt64] { addresses.append(address) }
    (ranges, locations) = (Self.ranges(version: version), Self.locations(version: version))
  }

  static let typeLabels = [
    "class", "constant", "container", "weak", "buffer", "number", "other number", "enumeration",
    "pointer", "structure", "union", "array", "large array", "nothing",
    "derived", "virtual", "variant", "bytes", "few bytes", "many bytes",
  ]

  private static let types: [Entry] = [
    Entry(
      tag: 0x13, label: "class",
      attributes: [(0x03, .text("Lamp")), (0x6e, .text("$s4Shop4LampCD"))]),
    Entry(tag: 0x26, label: "constant", attributes: [(0x49, .reference("class"))]),
    Entry(
      tag: 0x13, label: "container", attributes: [(0x0b, .number(8)), (0xe6, .number(0x1e))],
      entries: [Entry(tag: 0x0d, attributes: [(0x49, .reference("optional")), (0x38, .number(0))])]
    ),
    Entry(tag: 0x13, label: "optional", attributes: [(0x03, .text("$s4Shop4LampCSgD"))]),
    Entry(
      tag: 0x16, label: "weak",
      attributes: [(0x03, .text("$s4Shop4LampCXSqXwD")), (0x49, .reference("container"))]),
    Entry(
      tag: 0x13, label: "buffer",
      attributes: [(0x03, .text("$swift.fixedbuffer")), (0x0b, .number(24))]),
    Entry(tag: 0x24, label: "number", attributes: [(0x03, .text("int")), (0x0b, .number(4))]),
    Entry(
      tag: 0x16, label: "other number",
      attributes: [(0x03, .text("int32_t")), (0x49, .reference("number"))]),
    Entry(tag: 0x04, label: "enumeration", attributes: [(0x0b, .number(4))]),
    Entry(tag: 0x0f, label: "pointer", attributes: [(0x49, .reference("structure"))]),
    Entry(
      tag: 0x13, label: "structure", attributes: [(0x0b, .number(40))],
      entries: [
        member("number", at: 0), member("pointer", at: 8), member("array", at: 16),
      ]),
    Entry(
      tag: 0x17, label: "union", attributes: [(0x0b, .number(40))],
      entries: [member("structure", at: nil), member("number", at: nil)]),
    array("array", of: "element", [3]), array("large array", of: "pointer", [1_000]),
    Entry(
      tag: 0x13, label: "element", attributes: [(0x0b, .number(8))],
      entries: [member("pointer", at: 0)]),
    Entry(tag: 0x3b, label: "nothing"),
    Entry(
      tag: 0x02, label: "derived", attributes: [(0x0b, .number(56))],
      entries: [
        Entry(tag: 0x1c, attributes: [(0x49, .reference("structure")), (0x38, .number(8))]),
        Entry(tag: 0x2f, attributes: [(0x49, .reference("structure"))]),
        member("number", at: 48),
      ]),
    Entry(
      tag: 0x02, label: "virtual", attributes: [(0x0b, .number(56))],
      entries: [
        Entry(
          tag: 0x1c,
          attributes: [(0x49, .reference("structure")), (0x38, .expression([0x12, 0x06]))])
      ]),
    Entry(
      tag: 0x13, label: "variant", attributes: [(0x0b, .number(16))],
      entries: [Entry(tag: 0x33, entries: [Entry(tag: 0x19, entries: [member("pointer", at: 8)])])]),
    Entry(tag: 0x24, label: "byte", attributes: [(0x03, .text("char")), (0x0b, .number(1))]),
    array("bytes", of: "byte", [20]), array("few bytes", of: "byte", [7]),
    array("many bytes", of: "byte", [8192]),
  ]

  private static func member(_ type: String, at offset: UInt64?) -> Entry {
    let place = offset.map { [(code: 0x38 as UInt8, value: Value.number($0))] }
    return Entry(tag: 0x0d, attributes: [(0x49, .reference(type))] + (place ?? []))
  }

  private static func array(_ label: String, of type: String, _ counts: [UInt64]) -> Entry {
    Entry(
      tag: 0x01, label: label, attributes: [(0x49, .reference(type))],
      entries: counts.map { Entry(tag: 0x21, attributes: [(0x37, .number($0))]) })
  }

  private static let variables = typeLabels.map { label in
    Entry(
      tag: 0x34,
      attributes: [
        (0x03, .text(label)), (0x49, .reference(label)),
        (0x02, .expression([0x03, 0, 0x50, 0, 0, 0, 0, 0, 0])),
      ])
  }

  /// What was declared of the function that is inlined.
  private static let inner = Entry(
    tag: 0x2e, label: "inner", attributes: [(0x6e, .text("$s4Shop5inneryyF")), (0x20, .number(1))],
    entries: [
      Entry(
        tag: 0x05, label: "inner parameter",
        attributes: [(0x03, .text("given")), (0x49, .reference("class")), (0x34, .flag)])
    ])

  private static func function(version: UInt16) -> Entry {
    let start = version < 5 ? Value.address(0x1000) : .addressIndex(0)
    return Entry(
      tag: 0x2e,
      attributes: [
        (0x6e, .text("$s4Shop5lightyyF")), (0x11, start), (0x12, .number(0x100)),
        (0x40, .expression([0x56])),
      ],
      entries: [
        variable("lamp", [0x91, 0x70], tag: 0x05),
        Entry(
          tag: 0x34,
          attributes: [
            (0x03, .text("listed")), (0x49, .reference("class")),
            (0x02, version < 5 ? .list(0) : .listIndex(0)),
          ]),
        Entry(
          tag: 0x0b, attributes: [(0x11, .address(0x1020)), (0x12, .address(0x1040))],
          entries: [
            variable("inBlock", [0x91, 0x68]),
            Entry(
              tag: 0x0b, attributes: [(0x55, version < 5 ? .list(0) : .listIndex(0))],
              entries: [variable("inRanges", [0x91, 0x60])]),
            inlined,
          ]),
        Entry(
          tag: 0x2e, attributes: [(0x11, .address(0x1000)), (0x12, .address(0x1100))],
          entries: [variable("another's", [0x91, 0x50])]),
        variable("pieces", [0x50, 0x93, 8, 0x51, 0x93, 8]),
      ])
  }

  private static func variable(_ name: String, _ location: [UInt8], tag: UInt64 = 0x34) -> Entry {
    Entry(
      tag: tag,
      attributes: [
        (0x03, .text(name)), (0x49, .reference("constant")), (0x02, .expression(location)),
      ])
  }

  private static let inlined = Entry(
    tag: 0x1d,
    attributes: [(0x31, .reference("inner")), (0x11, .address(0x1038)), (0x12, .number(8))],
    entries: [
      Entry(
        tag: 0x05, attributes: [(0x31, .reference("inner parameter")), (0x02, .expression([0x53]))])
    ])

  /// 0x1024 to 0x1027, and 0x1030 to 0x1033.
  private static func ranges(version: UInt16) -> [UInt8] {
    var bytes: [UInt8] = []
    if version < 5 {
      for word in [0x24, 0x28, .max, 0x1030, 0, 4, 0, 0] as [UInt64] { bytes.append(word) }
    } else {
      bytes = Array(repeating: 0, count: 12) + [4, 0, 0, 0, 4, 0x24, 0x28, 5]
      bytes.append(0x1030 as UInt64)
      bytes += [4, 0, 4, 0]
    }
    return bytes
  }

  /// The register 5 for 0x1000 to 0x100f, the frame's −64 for 0x1010 to 0x104f, and in DWARF 5 the register 7 elsewhere.
  private static func locations(version: UInt16) -> [UInt8] {
    var bytes: [UInt8] = []
    if version < 5 {
      for word in [0, 0x10] as [UInt64] { bytes.append(word) }
      bytes += [1, 0, 0x55]
      for word in [0x10, 0x50] as [UInt64] { bytes.append(word) }
      bytes += [2, 0, 0x91, 0x40]
      for word in [0, 0] as [UInt64] { bytes.append(word) }
    } else {
      bytes = Array(repeating: 0, count: 12) + [4, 0, 0, 0]
      bytes += [4, 0, 0x10, 1, 0x55, 3, 1, 0x40, 2, 0x91, 0x40, 5, 1, 0x57, 0]
    }
    return bytes
  }
}
