#if canImport(Darwin)
  extension LayoutCheck {
    /// Tasks are not read here.
    static func tasksHold(in map: KeptMap) -> Bool { true }
  }
#else
  import LeakBase
  import CLeakBase

  extension LayoutCheck {
    /// Whether tasks say how far they are, have their functions' memory and what they return where it is known to be.
    ///
    /// The tasks are run by an executor that does so when it is told to, on the calling thread.
    static func tasksHold(in map: KeptMap) -> Bool {
      // Where the runtime is linked statically its symbols cannot be asked for, and what tasks keep is not read.
      let symbols = RuntimeSymbols()
      if symbols.taskSlab.isNull { return true }
      return symbols.task.word() == MetadataKind.task && suspendedTaskIsRight(in: map)
        && endedTasksAreRight() && failedTaskIsRight()
    }

    // MARK: A task that waits, goes on and returns

    private static func suspendedTaskIsRight(in map: KeptMap) -> Bool {
      let executor = ManualExecutor()
      let probe = TaskProbe()
      let task = Task.detached(executorPreference: executor) { await probe.play() }
      guard let address = executor.next else { return false }
      let wasEnqueued = probe.state(of: address) == .enqueued
      let start = address.address(at: crt_fact_task_resumption())
      executor.run()
      guard let continuation = probe.continuation else { return false }
      let isRight =
        wasEnqueued && probe.address == address.bits && probe.wasRunning
        && isRightWhenSuspended(address, probe, begunAt: start, in: map)
        && isRightChild(of: address, probe) && hasWaiters(task, at: address, on: executor)
        && saysThatItIsCancelled(task, at: address)
      continuation.resume()
      let isEnqueued = probe.state(of: address) == .enqueued
      executor.run()
      return withExtendedLifetime(task) {
        isRight && isEnqueued && probe.state(of: address) == .complete
          && hasValue(place(of: probe.value), future(of: address))
      }
    }

    /// - Parameter start: Where the task was to begin. It goes on elsewhere: other memory, which may have code's address as well, stays
    ///   as it is.
    private static func isRightWhenSuspended(
      _ task: Address, _ probe: TaskProbe, begunAt start: Address, in map: KeptMap
    ) -> Bool {
      let resumption = task.address(at: crt_fact_task_resumption())
      return probe.state(of: task) == .suspended && hasFrames(task, probe, in: map)
        && hasLocal(task, probe.value) && map.isCode(start) && map.isCode(resumption)
        && resumption != start && hasContexts(task, in: map)
    }

    /// The function that goes on first has the context of its caller in its own, and where that goes on.
    private static func hasContexts(_ task: Address, in map: KeptMap) -> Bool {
      let resumption = crt_fact_async_context_resumption()
      var context = task.address(at: crt_fact_task_context())
      // As many functions as wait for each other, and those of the library between.
      for _ in 0..<TaskProbe.depth {
        guard map.isReadable(context, length: resumption + 8),
          map.isCode(context.address(at: resumption))
        else { return false }
        context = context.address()
      }
      return true
    }

    /// Whether the task's slabs, of which there are several, have the variables of its functions where they are in use.
    private static func hasFrames(
      _ task: Address, _ probe: TaskProbe, in map: KeptMap
    ) -> Bool {
      let metadata = RuntimeSymbols().taskSlab
      var slabs: [Range<UInt>] = []
      var slab = task.address(at: crt_fact_task_first_slab())
      let header = UInt(crt_fact_slab_header())
      while !slab.isNull, slabs.count < 100 {
        let used = slab.uint32(at: crt_fact_slab_used())
        guard slab.address() == metadata, used <= slab.uint32(at: crt_fact_slab_capacity()),
          used & 15 == 0
        else { return false }
        slabs.append(slab.bits + header..<slab.bits + header + UInt(used))
        slab = slab.address(at: crt_fact_slab_next())
      }
      let isCovered = probe.places.allSatisfy { place in slabs.contains { $0.contains(place) } }
      return isCovered && slabs.count > 1
        && slabs.dropFirst().contains { isFilled(Address($0.lowerBound - header), in: map) }
    }

    /// Whether the slab's memory begins with an allocation, which has its slab in its second word, and is all that was allocated
    /// for the slab.
    private static func isFilled(_ slab: Address, in map: KeptMap) -> Bool {
      let header = crt_fact_slab_header()
      let capacity = Int(slab.uint32(at: crt_fact_slab_capacity()))
      let size = map.blockSize(at: slab)
      return slab.address(at: header + crt_fact_slab_allocation()) == slab
        && (size == 0 || (0...24).contains(size - header - capacity))
    }

    private static func hasLocal(_ task: Address, _ value: AnyObject) -> Bool {
      let item = task.address(at: crt_fact_task_locals())
      return item.address(at: crt_fact_task_local_key()).bits == TaskProbe.localKey
        && item.address(at: crt_fact_task_local_type()).bits
          == TypeMetadata(TaskProbe.Value?.self).address.bits
        && item.word(at: crt_fact_task_local_value()) == place(of: value).bits
    }

    private static func isRightChild(of task: Address, _ probe: TaskProbe) -> Bool {
      func isChild(_ flags: UInt32) -> Bool? {
        // The kind of a job, which is 0 for a task, and its priority. Both have results.
        guard flags & 0xFFFF == UInt32(probe.priority) << 8,
          flags >> UInt32(crt_fact_task_future_bit()) & 1 == 1
        else { return nil }
        return flags >> UInt32(crt_fact_task_child_bit()) & 1 == 1
      }
      return isChild(probe.childsFlags) == true && probe.childsParent == task.bits
        && isChild(task.uint32(at: crt_fact_task_flags())) == false
    }

    /// Whether the task has those that wait for it: the last one first.
    private static func hasWaiters(
      _ task: Task<TaskProbe.Value, Never>, at address: Address, on executor: ManualExecutor
    ) -> Bool {
      let future = future(of: address)
      let none = Address(future.word())
      let waiters = (0..<2).map { _ in
        _ = Task.detached(executorPreference: executor) { await task.value }
        let waiter = executor.next
        executor.run()
        return waiter
      }
      guard none.isNull, let first = waiters[0], let last = waiters[1] else { return false }
      return Address(future.word()) == last
        && last.address(at: crt_fact_task_next_waiter()) == first
        && first.word(at: crt_fact_task_next_waiter()) == 0
    }

    private static func saysThatItIsCancelled(
      _ task: Task<TaskProbe.Value, Never>, at address: Address
    ) -> Bool {
      func isCancelled() -> Bool {
        address.uint32(at: crt_fact_task_status()) >> UInt32(crt_fact_task_cancelled_bit()) & 1 == 1
      }
      if isCancelled() { return false }
      task.cancel()
      return isCancelled()
    }

    // MARK: What tasks end with

    private static func future(of task: Address) -> Address { task + crt_fact_task_fields() }

    private static func hasValue(_ value: Address, _ future: Address) -> Bool {
      future.word() & 3 == UInt(crt_fact_future_succeeded())
        && future.word(at: crt_fact_future_type())
          == TypeMetadata(TaskProbe.Value.self).address.bits
        && future.word(at: crt_fact_future_value()) == value.bits
    }

    /// Several that are there at once, each with its own value: a value's address is also in other memory of the task that made it.
    private static func endedTasksAreRight() -> Bool {
      let executor = ManualExecutor()
      let ended = (0..<4).map { _ in
        let value = TaskProbe.Value()
        let task = Task.detached(executorPreference: executor) { value }
        return (task: task, address: executor.last, value: value)
      }
      executor.run()
      return withExtendedLifetime(ended) {
        ended.allSatisfy { end in
          end.address.map { hasValue(place(of: end.value), future(of: $0)) } ?? false
        }
      }
    }

    private static func failedTaskIsRight() -> Bool {
      let executor = ManualExecutor()
      let failure: any Error = TaskProbe.Failure()
      let task = Task.detached(executorPreference: executor) { () throws -> TaskProbe.Value in
        throw failure
      }
      guard let address = executor.next else { return false }
      executor.run()
      return withExtendedLifetime((task, failure)) {
        future(of: address).word() & 3 == UInt(crt_fact_future_failed())
          && future(of: address).word(at: crt_fact_future_error())
            == unsafeBitCast(failure as any Error, to: UInt.self)
      }
    }
  }

  /// Runs the jobs of tasks when it is told to.
  private final class ManualExecutor: TaskExecutor, @unchecked Sendable {
    private var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

    /// The task that is to run next.
    var next: Address? { jobs.first.map(address) }

    /// The task that is to run last.
    var last: Address? { jobs.last.map(address) }

    private func address(_ job: UnownedJob) -> Address {
      Address(unsafeBitCast(job, to: UInt.self))
    }

    /// Runs what there is to do until all tasks wait or are over.
    func run() {
      while !jobs.isEmpty {
        jobs.removeFirst().runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  /// What a task does whose memory is then looked at.
  private final class TaskProbe: @unchecked Sendable {
    final class Value: Sendable {}
    struct Failure: Error {}

    /// So many functions wait for each other: their memory is more than a task has from the beginning.
    static let depth = 24
    @TaskLocal private static var local: Value?

    /// The runtime knows a task-local variable by the address of what stands for it.
    static var localKey: UInt { UInt(bitPattern: ObjectIdentifier($local)) }

    let value = Value()
    private(set) var continuation: UnsafeContinuation<Void, Never>?
    private(set) var address: UInt = 0
    private(set) var wasRunning = false
    private(set) var priority: UInt8 = 0
    private(set) var childsFlags: UInt32 = 0
    private(set) var childsParent: UInt = 0
    /// Where variables of the functions are that wait.
    private(set) var places: [UInt] = []

    func state(of task: Address) -> TaskState {
      TaskState(status: task.uint32(at: crt_fact_task_status()))
    }

    func play() async -> Value {
      address = current
      priority = Task.currentPriority.rawValue
      wasRunning = state(of: Address(address)) == .running
      await withTaskGroup(of: Void.self) { group in
        group.addTask { self.playChild() }
      }
      await Self.$local.withValue(value) { _ = await wait(Self.depth) }
      return value
    }

    private func playChild() {
      let child = Address(current)
      childsFlags = child.uint32(at: crt_fact_task_flags())
      childsParent = child.word(at: crt_fact_task_fields())
    }

    private var current: UInt {
      withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UInt.self) } ?? 0 }
    }

    @inline(never)
    private func wait(_ depth: Int) async -> Int {
      var numbers = (depth, depth + 1, depth + 2, depth + 3)
      withUnsafePointer(to: &numbers) { places.append(UInt(bitPattern: $0)) }
      if depth == 0 {
        await withUnsafeContinuation { continuation = $0 }
      } else {
        numbers.0 += await wait(depth - 1)
      }
      return numbers.0 + numbers.3
    }
  }
#endif
