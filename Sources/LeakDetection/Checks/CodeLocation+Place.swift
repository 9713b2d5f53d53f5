import LeakDeciding

extension CodeLocation {
  /// The line as compilers write it: `Module/File.swift:12`.
  package var place: String { "\(fileID):\(line)" }
}
