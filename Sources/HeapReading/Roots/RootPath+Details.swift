import CRuntime

// What the objects on a path say about themselves, read from their memory: it is the system's libraries', and
// whatever does not look as expected says nothing.

/// When a timer of libdispatch's fires.
package struct DispatchTimerState: Sendable, Hashable {
  /// In how many seconds it is due, rounded up.
  package var secondsLeft: Int?
  /// Every how many seconds it fires, or `nil` for one that fires once.
  package var interval: Double?
}

extension RootPath {
  /// Whether there is code of the executable's at `address`.
  package static func isProgramCode(_ address: UInt) -> Bool {
    var image = crt_image()
    var own = crt_image()
    guard crt_image_at(address, &image),
      crt_image_at(Address(of: ObjectWitness.self).bits, &own)
    else { return false }
    return image.bias == own.bias
  }

  /// Whether an object on the way is the kit's own, or has something of the kit's.
  var leadsThroughKit: Bool {
    snapshot.graph.objects.indices.contains { object in
      let name = snapshot.graph.type(of: object).name
      return OwnStack.modules.contains { name.contains($0 + ".") }
    }
  }

  /// Whether there is code of the kit's own at `address`.
  package static func isOwnCode(_ address: UInt) -> Bool {
    Symbolizer.symbol(at: address).map(OwnStack.isOwn) ?? false
  }

  /// The state of the timer whose record is the object at `index`.
  ///
  /// A record ends with three 64-bit numbers: when the timer is due, at the latest, and every how many
  /// nanoseconds, the greatest number for a timer that fires once (`struct dispatch_timer_source_s` in
  /// libdispatch's src/event/event_internal.h).
  package func dispatchTimer(at index: Int) -> DispatchTimerState? {
    withExtendedLifetime(MemoryGuard()) {
      let record = Address(snapshot.addresses[index])
      let map = MemoryMap()
      let size = map.blockSize(at: record)
      for offset in stride(from: 16, to: size - 23, by: 8) {
        let due = UInt64(record.word(at: offset))
        let latest = UInt64(record.word(at: offset + 8))
        let interval = UInt64(record.word(at: offset + 16))
        guard due <= latest, latest - due < 86_400_000_000_000, latest < UInt64(Int64.max),
          let left = Self.nanoseconds(until: due), isPlausible(interval, at: index)
        else { continue }
        let seconds = Int((left + 999_999_999) / 1_000_000_000)
        return DispatchTimerState(
          secondsLeft: max(0, seconds),
          interval: interval >= UInt64(Int64.max) ? nil : Double(interval) / 1e9)
      }
      return nil
    }
  }

  /// Whether the timer at `index` may fire every `interval` nanoseconds. One of `asyncAfter` never fires again.
  private func isPlausible(_ interval: UInt64, at index: Int) -> Bool {
    if symbols[index] == "_dispatch_source_type_after" { return interval == UInt64.max }
    return interval >= UInt64(Int64.max) || (1000...86_400_000_000_000).contains(interval)
  }

  /// How long from now a time on one of the system's clocks is, or `nil` when it is on none of them.
  private static func nanoseconds(until time: UInt64) -> Int64? {
    let year: Int64 = 366 * 86_400 * 1_000_000_000
    for clock in [CRT_CLOCK_MONOTONIC, CRT_CLOCK_BOOT, CRT_CLOCK_WALL] {
      let now = Int64(crt_clock(clock))
      let left = Int64(time) - now
      if left > -60_000_000_000, left < 10 * year { return left }
    }
    return nil
  }

  /// The label of the queue whose record is the object at `index`.
  package func dispatchQueueLabel(at index: Int) -> String? {
    withExtendedLifetime(MemoryGuard()) {
      let record = Address(snapshot.addresses[index])
      let map = MemoryMap()
      let size = min(map.blockSize(at: record), 160)
      for offset in stride(from: 48, to: size - 7, by: 8) {
        let place = record.address(at: offset)
        guard place.bits > 0x10000, map.isReadable(place, length: 64) else { continue }
        let label = place.string(limit: 64)
        let isPrintable = label.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if label.utf8.count >= 2, label.utf8.count < 64, isPrintable { return label }
      }
      return nil
    }
  }

  /// The function of the program's that the task at `index` is suspended in, as far as its frames tell.
  ///
  /// Each frame says where its caller goes on; the one pushed last is in the slab filled last.
  package func suspendedFunction(ofTask index: Int) -> String? {
    withExtendedLifetime(MemoryGuard()) {
      var last: String?
      for word in HeapReader.shared.frameWords(ofTask: snapshot.addresses[index])
      where Self.isProgramCode(word) {
        guard let symbol = Symbolizer.symbol(at: word), symbol.isResumption, !OwnStack.isOwn(symbol)
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
    for offset in stride(from: 16, to: 128, by: 8) where Self.isProgramCode(task.word(at: offset)) {
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
  func frameWords(ofTask address: UInt) -> [UInt] {
    withCompiler { compiler in
      let walk = HeapWalk(compiler: compiler)
      defer { walk.deallocate() }
      return walk.frameWords(ofTask: Address(address))
    }
  }

  /// Whether a live object is at an address that may be no object's, or no longer.
  package func isObject(at address: UInt) -> Bool {
    withCompiler { compiler in
      let walk = HeapWalk(compiler: compiler)
      defer { walk.deallocate() }
      return walk.isHeapObject(Address(address))
    }
  }

  /// A snapshot from an address that may be no object's.
  package func snapshot(
    fromCandidate pointer: UnsafeRawPointer
  ) throws(HeapReadingError) -> HeapSnapshot {
    guard isObject(at: UInt(bitPattern: pointer)) else {
      throw HeapReadingError(reason: "there is no object at the address")
    }
    return try snapshot(from: pointer)
  }
}

extension Symbolizer {
  /// The runtime's readable form of a mangled name, or `nil` when `symbol` is not one.
  package static func demangled(_ symbol: String) -> String? { FunctionName.demangled(symbol) }
}
