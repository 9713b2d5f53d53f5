import CLeakBase
import LeakBase
import LeakHeapReading

/// When a timer of libdispatch's fires.
package struct DispatchTimerState: Sendable, Hashable {
  /// When it is due.
  package var due: SuspendingClock.Instant
  /// Whether that had come when it was read.
  package var isDue: Bool
  /// Whether it had come so long before the process was copied that a queue which can run would have done its work.
  package var isOverdue = false
  /// Every how many seconds it fires, or `nil` for one that fires once.
  package var interval: Double?
  /// Whether Dispatch has it among the timers that are to fire: it was activated, and not cancelled.
  package var isRegistered = false

  /// Whether it is to fire, unless its source is suspended.
  fileprivate var fires: Bool { isRegistered && (interval != nil || !isDue) }

  /// In how many seconds after `moment` it is due, rounded up; zero for what is overdue.
  package func secondsLeft(after moment: SuspendingClock.Instant) -> Int {
    isOverdue ? 0 : max(1, Int(((due - moment) / .seconds(1)).rounded(.up)))
  }

  /// How long after its time a timer fires at the latest where nothing hinders its queue, as a rule.
  fileprivate static let delay = Duration.milliseconds(100)
}

/// What a block of memory says about itself that may be libdispatch's.
///
/// It is read in a copy of the process: what a timer or a queue holds often goes while the copy is searched, and with it the
/// memory that says so. Whatever does not look as expected says nothing.
package struct DispatchBlock: Sendable, Hashable {
  /// The symbol of the table that says what the block is.
  package var symbol: String?
  /// Of a source's record, when it fires.
  package var timer: DispatchTimerState?
  /// Whether it is the record of a source that the system tells of events: it was activated, and not cancelled.
  package var awaitsEvents = false
  /// Of a queue, its label.
  package var label: String?
  /// Of a queue or a source, whether it is suspended, or not active yet.
  package var isSuspended = false
  /// Of a queue, whether one that it hands its work on to is suspended.
  package var targetsSuspended = false
  /// Of a source, whether it was cancelled.
  package var isCancelled = false
  /// Whether it is what a queue has to do.
  package var isWork = false
  /// Whether it is the list of what a queue has for keys.
  package var isValueList = false

  /// The same, as far as it is told by a check that began at `moment`.
  package func told(after moment: SuspendingClock.Instant) -> DispatchBlock {
    guard let timer else { return self }
    var told = self
    told.timer?.due = moment + .seconds(timer.secondsLeft(after: moment))
    told.timer?.isDue = false
    told.timer?.isOverdue = false
    return told
  }

  /// Whether it is to fire by itself, or by what happens outside the process.
  package var fires: Bool { (timer?.fires == true || awaitsEvents) && !isSuspended }

  /// The tables of the sources that the system tells of events. Who merges data into a source has it.
  /// Source: libdispatch's src/event/event.c and src/event/event_epoll.c.
  private static let systemEvents: Set = [
    "_dispatch_source_type_read", "_dispatch_source_type_write", "_dispatch_source_type_signal",
  ]

  package var isQueue: Bool { symbol?.hasPrefix(Self.queuePrefix) ?? false }

  /// Whether it is a group.
  package var isGroup: Bool { symbol?.hasPrefix("__OS_dispatch_group_") ?? false }

  /// Whether it is the record of a source.
  package var isSource: Bool { symbol?.hasPrefix("_dispatch_source_type_") ?? false }

  private static let queuePrefix = "__OS_dispatch_queue_"

  /// Whether it is a queue that runs several blocks at once.
  package var isConcurrentQueue: Bool {
    symbol?.hasPrefix(Self.queuePrefix + "concurrent") ?? false
  }

  /// What the block at `address` of `copy` says.
  init(at address: UInt, in copy: ProcessCopy) {
    let block = CopiedBlock(at: address, in: copy)
    let table = DispatchStructures.table(of: address) { block.word(at: $0 &- address) }
    symbol = table?.symbol
    let begin = table?.offset ?? 0
    if isSource {
      timer = Self.timer(
        of: block, from: begin, firesOnce: symbol == "_dispatch_source_type_after")
      awaitsEvents =
        symbol.map(Self.systemEvents.contains) == true && Self.isRegistered(block, from: begin)
    }
    guard LayoutFeature.dispatch.holds else { return }
    if isSource, let source = Self.source(of: block, from: begin) {
      isSuspended = Self.isSuspended(source)
      isCancelled = Self.isCancelled(source)
    }
    if isQueue {
      label = Self.label(of: block)
      isSuspended = Self.isSuspended(block)
      targetsSuspended = Self.targetsSuspended(block)
    }
    isWork = block.isWork
    isValueList = DispatchStructures(copy: copy).isValueList(address)
  }
}

// MARK: - Timers

extension DispatchBlock {
  /// A record has three 64-bit numbers: when the timer is due, at the latest, and every how many nanoseconds, the greatest
  /// number for a timer that fires once (`struct dispatch_timer_source_s` in libdispatch's src/event/event_internal.h).
  private static func timer(
    of record: CopiedBlock, from begin: UInt, firesOnce: Bool
  ) -> DispatchTimerState? {
    for offset in stride(from: 16, to: record.size, by: 8) {
      guard let due = record.word(at: offset), let latest = record.word(at: offset + 8),
        let interval = record.word(at: offset + 16),
        due <= latest, latest - due < 86_400_000_000_000, latest < UInt(Int.max),
        let left = nanoseconds(until: due), isPlausible(interval, firesOnce: firesOnce)
      else { continue }
      return DispatchTimerState(
        due: .now + .nanoseconds(left), isDue: left <= 0,
        isOverdue: .now + .nanoseconds(left) < record.copy.moment - DispatchTimerState.delay,
        interval: interval >= UInt(Int.max) ? nil : Double(interval) / 1e9,
        isRegistered: isRegistered(record, from: begin))
    }
    return nil
  }

  /// The source whose record it is, which has the source's address with all bits turned, behind the table's
  /// (`du_owner_wref` in libdispatch's src/event/event_internal.h). It begins at `begin` in its block.
  private static func source(of record: CopiedBlock, from begin: UInt) -> CopiedBlock? {
    guard let hidden = record.word(at: begin + 8) else { return nil }
    let source = CopiedBlock(at: ~hidden, in: record.copy)
    let symbol = source.word(at: 0).flatMap(DispatchTable.symbol)
    return symbol?.hasPrefix("__OS_dispatch_source_") == true ? source : nil
  }

  /// Among the first words of the record of a source that is registered is one that is `DISPATCH_WLH_ANON` but for two flags, while it
  /// fires as well; of another source it is 0 (`du_state` in libdispatch's src/event/event_internal.h).
  private static func isRegistered(_ record: CopiedBlock, from begin: UInt) -> Bool {
    stride(from: begin + 8, through: begin + 32, by: 8).contains {
      (record.word(at: $0) ?? 0) | 3 == UInt.max
    }
  }

  /// Source: `DSF_CANCELED` in libdispatch's `src/queue_internal.h`.
  private static func isCancelled(_ source: CopiedBlock) -> Bool {
    source.word(at: UInt(crt_fact_source_flags())).map {
      $0 >> UInt(crt_fact_source_cancelled_bit()) & 1 != 0
    } ?? false
  }

  /// Whether a timer may fire every `interval` nanoseconds.
  private static func isPlausible(_ interval: UInt, firesOnce: Bool) -> Bool {
    if firesOnce { return interval == UInt.max }
    return interval >= UInt(Int.max) || (1000...86_400_000_000_000).contains(interval)
  }

  /// How long from now a time on one of the system's clocks is, or `nil` when it is on none of them.
  private static func nanoseconds(until time: UInt) -> Int64? {
    let year: Int64 = 366 * 86_400 * 1_000_000_000
    for clock in [CRT_CLOCK_MONOTONIC, CRT_CLOCK_BOOT, CRT_CLOCK_WALL] {
      let now = Int64(crt_clock(clock))
      let left = Int64(time) - now
      if left > -60_000_000_000, left < 10 * year { return left }
    }
    return nil
  }
}

// MARK: - Queues

extension DispatchBlock {
  private static let mostLabel = 64

  private static func label(of queue: CopiedBlock) -> String? {
    for offset in stride(from: 48, to: UInt(160), by: 8) {
      guard let place = queue.word(at: offset), place > 0x10000,
        let bytes = queue.copy.bytes(at: place, count: mostLabel)
      else { continue }
      let text = bytes.prefix { $0 != 0 }
      let isPrintable = text.allSatisfy { (0x20...0x7E).contains($0) }
      if (2..<mostLabel).contains(text.count), isPrintable {
        return String(decoding: text, as: UTF8.self)
      }
    }
    return nil
  }

  /// Sources: `_DISPATCH_QUEUE_CLASS_HEADER` in libdispatch's `src/queue_internal.h`, with the first of a lane's items before
  /// the state; `DISPATCH_QUEUE_SUSPEND_BITS_MASK` there.
  private static func isSuspended(_ queue: CopiedBlock) -> Bool {
    queue.word(at: UInt(crt_fact_queue_state())).map {
      $0 >> UInt(crt_fact_queue_suspension_shift()) != 0
    } ?? false
  }

  /// Whether a queue further on is suspended: each queue of the program's hands its work on to its target, up to one of the system's.
  private static func targetsSuspended(_ queue: CopiedBlock) -> Bool {
    var queue = queue
    for _ in 0..<mostTargets {
      guard let target = queue.word(at: UInt(crt_fact_dispatch_target())) else { return false }
      queue = CopiedBlock(at: target, in: queue.copy)
      let symbol = queue.word(at: 0).flatMap(DispatchTable.symbol)
      guard symbol?.hasPrefix(queuePrefix) == true else { return false }
      if isSuspended(queue) { return true }
    }
    return false
  }

  private static let mostTargets = 16
}
