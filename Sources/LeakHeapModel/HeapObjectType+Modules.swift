extension HeapObjectType {
  /// The modules whose classes are what values and tasks are made of.
  package static let plumbingModules: Set<String> = [
    "Swift", "_Concurrency", "Synchronization", "_StringProcessing",
  ]

  /// The modules of the system's libraries.
  package static let systemModules: Set<String> = [
    "Combine", "CoreFoundation", "Dispatch", "Distributed", "__C", "Foundation",
    "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Observation",
    "ObjectiveC",
  ]

  /// Whether `module` belongs to the toolchain or the system, and not to the program.
  package static func isToolchains(module: String) -> Bool {
    plumbingModules.contains(module) || systemModules.contains(module)
  }

  /// Whether C code has a pointer to such an object that no count knows, and calls it: what a transfer of libcurl's belongs to.
  ///
  /// Source: `Sources/FoundationNetworking/URLSession/libcurl/EasyHandle.swift` of swift-corelibs-foundation.
  package var isCalledByC: Bool { name == "FoundationNetworking._EasyHandle" }
}

extension TypeName {
  /// Whether a module of the program's declares the type. What has no type has no module: `closure context`, `Task`.
  package var isProgram: Bool {
    qualified.contains(".") && !HeapObjectType.isToolchains(module: module)
  }
}
