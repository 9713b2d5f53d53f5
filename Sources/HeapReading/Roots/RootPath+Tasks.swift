extension RootPath {
  /// The function of the program's that the task at `index` is suspended in, as far as its frames tell.
  ///
  /// Each frame says where its caller goes on; the one pushed last is in the slab filled last.
  package func suspendedFunction(ofTask index: Int) -> String? {
    withExtendedLifetime(MemoryGuard()) {
      var last: String?
      for word in HeapReader.shared.frameWords(ofTask: snapshot.addresses[index])
      where ProgramCode.contains(word) {
        guard let symbol = Symbolizer.symbol(at: word), symbol.isResumption,
          !KitModules.declare(symbol)
        else { continue }
        if let name = Symbolizer.shared.functionName(at: word), name.kind != .thunk {
          last = name.text
        }
      }
      return last ?? startFunction(ofTask: index)
    }
  }

  /// The function that a task which has no frames yet begins with: its record says where it goes on.
  private func startFunction(ofTask index: Int) -> String? {
    let task = Address(snapshot.addresses[index])
    let map = MemoryMap()
    guard map.isReadable(task, length: 128) else { return nil }
    for offset in stride(from: 16, to: 128, by: 8) where ProgramCode.contains(task.word(at: offset))
    {
      guard let name = Symbolizer.shared.functionName(at: task.word(at: offset)) else { continue }
      if name.kind != .thunk { return name.text }
    }
    return nil
  }
}

extension String {
  /// Whether the symbol is that of a function's part after a suspension (`TY` and `TQ` in
  /// `docs/ABI/Mangling.rst` of the Swift repository).
  ///
  /// Not of the standard library's functions, which are built into the program too: `$ss` and `$sS` begin theirs.
  fileprivate var isResumption: Bool {
    guard hasPrefix("$s"), hasSuffix("_"), !hasPrefix("$ss"), !hasPrefix("$sS") else {
      return false
    }
    let body = dropLast().reversed().drop { $0.isNumber }
    return body.prefix(2).elementsEqual("YT") || body.prefix(2).elementsEqual("QT")
  }
}

extension HeapReader {
  /// The words of the frames of the task at `address`, in the order in which they were pushed.
  fileprivate func frameWords(ofTask address: UInt) -> [UInt] {
    withCompiler { compiler in
      let walk = HeapWalk(compiler: compiler)
      defer { walk.deallocate() }
      return walk.frameWords(ofTask: Address(address))
    }
  }
}
