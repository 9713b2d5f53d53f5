import CLeakBase

/// The memory map of an earlier walk, and what may be answered by it.
///
/// To read the map from the system takes longer than to walk over a thousand objects. So it is kept, and is *old* from the moment
/// when the next walk begins (``age()``): the process may have mapped memory since, and given some back. By an old map only one
/// question is answered, and only one way: that memory can be read. What asks loads under a ``MemoryGuard`` next, and that proves it;
/// memory that is gone gives 0 and is counted as a fault (``MemoryGuard/faultCount``), of which the walk says that something has
/// changed, or for which it begins again by a map that is new. Memory that was given back and mapped anew is read as what it is now.
///
/// For every other answer the map is read anew first, once in a walk: that memory cannot be read; whether it is in an image, is code
/// (which is called) or a block of malloc's; and whatever is compiled, since a plan stays. So where an image was loaded, closed, or
/// replaced by something else since the last walk matters to none of what is believed.
///
/// A map that rereads is never old. It is read anew whenever it says no: memory may be younger than the map. So does every map while
/// something is compiled (``rereading(_:)``): the metadata of a class, or of a generic argument, may have been made since the walk began,
/// and a plan without what they say would stay.
///
/// One thread uses it at a time.
@usableFromInline
package final class KeptMap {
  private var map: MemoryMap
  /// Memory that can be read by the map, in which the last answer lay: most questions are about the memory of the last one.
  @usableFromInline @exclusivity(unchecked) var lastRegion: Range<UInt> = 0..<0
  /// Whether the map is of an earlier walk.
  package private(set) var isOld = false
  private var rereads: Bool

  /// A map that is read now.
  ///
  /// - Parameter rereads: Whether it is read anew before it says no.
  package init(_ map: MemoryMap = MemoryMap(), rereadingBeforeNo rereads: Bool = false) {
    self.map = map
    self.rereads = rereads
  }

  /// Says that another walk begins, of which the map is not.
  package func age() {
    isOld = true
    // Where no fault is recovered from, what the map says is all there is.
    if CRT_LOADS_RECOVER == 0 || map.regions.isEmpty { renew() }
  }

  /// Reads the map anew where it is old.
  ///
  /// - Returns: Whether there is a map; false where the system does not tell it now: see ``obstacle``.
  /// - Complexity: O(*n*) in the number of regions, and a fraction of a millisecond, at the first call of a walk.
  @discardableResult
  package func renew() -> Bool {
    if isOld { reread() }
    return !map.regions.isEmpty
  }

  private func reread() {
    map = MemoryMap()
    isOld = false
    lastRegion = 0..<0
  }

  /// What `body` answers, for which the map is read anew before it says no.
  package func rereading<Result>(_ body: () -> Result) -> Result {
    let before = rereads
    rereads = true
    defer { rereads = before }
    return body()
  }

  private var current: MemoryMap {
    renew()
    return map
  }

  /// The answer to `question` by a map that is not old. Where that is `no`, a map that rereads is asked once more when it is read anew.
  private func answer<Answer: Equatable>(
    unless no: Answer, _ question: (MemoryMap) -> Answer
  ) -> Answer {
    let answer = question(current)
    guard rereads, answer == no else { return answer }
    reread()
    return question(map)
  }

  /// Why nothing can be read, as one sentence part, or `nil` when something can. What was read while there was no map counts for
  /// nothing.
  package var obstacle: String? { map.obstacle }

  /// Whether the `length` bytes at `address` can be read. By an old map they could: a load says whether they still can.
  @inlinable @inline(__always)
  package func isReadable(_ address: Address, length: Int) -> Bool {
    if lastRegion.contains(address.bits), length >= 0,
      UInt(bitPattern: length) <= lastRegion.upperBound - address.bits
    {
      return true
    }
    return isReadableElsewhere(address, length: length)
  }

  @usableFromInline
  func isReadableElsewhere(_ address: Address, length: Int) -> Bool {
    if !map.isReadable(address, length: length) {
      guard isOld || rereads, mayBeMapped(address),
        answer(unless: false, { $0.isReadable(address, length: length) })
      else { return false }
    }
    lastRegion = map.readableRegion(around: address)
    return true
  }

  /// The readable addresses around `address`, as far as they are of one kind; empty when it cannot be read. By an old map, as for
  /// ``isReadable(_:length:)``.
  package func readableRegion(around address: Address) -> Range<UInt> {
    let region = map.readableRegion(around: address)
    if !region.isEmpty || !(isOld || rereads) || !mayBeMapped(address) { return region }
    return answer(unless: region) { $0.readableRegion(around: address) }
  }

  /// Whether the `length` bytes at `address` belong to an executable or a library.
  package func isInImage(_ address: Address, length: Int) -> Bool {
    mayBeMapped(address) && answer(unless: false) { $0.isInImage(address, length: length) }
  }

  /// Whether there is code at `address`.
  package func isCode(_ address: Address) -> Bool {
    mayBeMapped(address) && answer(unless: false) { $0.isCode(address) }
  }

  /// The usable size in bytes of the live heap block that begins at `address`, or 0 when none seems to.
  package func blockSize(at address: Address) -> Int {
    mayBeMapped(address) ? answer(unless: 0) { $0.blockSize(at: address) } : 0
  }

  /// Whether a program can have memory at `address`: not in the first page, which is where small numbers lead.
  private func mayBeMapped(_ address: Address) -> Bool { address.bits >= 0x1000 }
}
