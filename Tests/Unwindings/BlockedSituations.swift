import CUnwindingScenes
import Foundation
import Synchronization

extension Unwindings {
  /// What can be waited for.
  static let blocked: [BlockedSituation] = [
    BlockedSituation("DispatchSemaphore.wait") { blocked in
      let semaphore = DispatchSemaphore(value: 0)
      blocked.note()
      semaphore.wait()
    },
    BlockedSituation("DispatchSemaphore.wait(timeout:)") { blocked in
      let semaphore = DispatchSemaphore(value: 0)
      blocked.note()
      _ = semaphore.wait(timeout: .now() + 1000)
    },
    BlockedSituation("DispatchGroup.wait") { blocked in
      let group = DispatchGroup()
      group.enter()
      blocked.note()
      group.wait()
    },
    BlockedSituation("DispatchGroup.wait(timeout:)") { blocked in
      let group = DispatchGroup()
      group.enter()
      blocked.note()
      _ = group.wait(timeout: .now() + 1000)
    },
    BlockedSituation("DispatchQueue.sync, on a busy queue") { blocked in
      let queue = DispatchQueue(label: "busy")
      queue.async { sleep(1000) }
      usleep(10_000)
      blocked.note()
      queue.sync {}
    },
    BlockedSituation("DispatchWorkItem.wait") { blocked in
      let item = DispatchWorkItem { sleep(1000) }
      DispatchQueue(label: "busy").async(execute: item)
      blocked.note()
      item.wait()
    },
    BlockedSituation("OperationQueue.waitUntilAllOperationsAreFinished") { blocked in
      let queue = OperationQueue()
      queue.addOperation { sleep(1000) }
      blocked.note()
      queue.waitUntilAllOperationsAreFinished()
    },
    BlockedSituation("NSCondition.wait") { blocked in
      let condition = NSCondition()
      condition.lock()
      blocked.note()
      condition.wait()
    },
    BlockedSituation("NSCondition.wait(until:)") { blocked in
      let condition = NSCondition()
      condition.lock()
      blocked.note()
      _ = condition.wait(until: Date(timeIntervalSinceNow: 1000))
    },
    BlockedSituation("NSLock.lock") { blocked in
      let lock = NSLock()
      lock.lock()
      blocked.note()
      lock.lock()
    },
    BlockedSituation("NSLock.lock(before:)") { blocked in
      let lock = NSLock()
      lock.lock()
      blocked.note()
      _ = lock.lock(before: Date(timeIntervalSinceNow: 1000))
    },
    BlockedSituation("Mutex.withLock") { blocked in
      let mutex = Shared()
      mutex.hold()
      blocked.note()
      mutex.mutex.withLock { _ in }
    },
    BlockedSituation("pthread_mutex_lock") { blocked in
      let mutex = allocate(pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      pthread_mutex_lock(mutex)
      blocked.note()
      pthread_mutex_lock(mutex)
    },
    BlockedSituation("pthread_cond_wait") { blocked in
      let mutex = allocate(pthread_mutex_t())
      let condition = allocate(pthread_cond_t())
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
      pthread_mutex_lock(mutex)
      blocked.note()
      pthread_cond_wait(condition, mutex)
    },
    BlockedSituation("pthread_cond_timedwait") { blocked in
      let mutex = allocate(pthread_mutex_t())
      let condition = allocate(pthread_cond_t())
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
      pthread_mutex_lock(mutex)
      var time = timespec(tv_sec: Foundation.time(nil) + 1000, tv_nsec: 0)
      blocked.note()
      pthread_cond_timedwait(condition, mutex, &time)
    },
    BlockedSituation("pthread_rwlock_rdlock") { blocked in
      nonisolated(unsafe) let lock = allocate(pthread_rwlock_t())
      pthread_rwlock_init(lock, nil)
      let isLocked = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        pthread_rwlock_wrlock(lock)
        isLocked.signal()
      }
      isLocked.wait()
      blocked.note()
      pthread_rwlock_rdlock(lock)
    },
    BlockedSituation("pthread_join") { blocked in
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { _ in
          sleep(1000)
          return nil
        }, nil)
      blocked.note()
      pthread_join(thread, nil)
    },
    BlockedSituation("sem_wait") { blocked in
      let semaphore = allocate(sem_t())
      sem_init(semaphore, 0, 0)
      blocked.note()
      sem_wait(semaphore)
    },
    BlockedSituation("sleep") { blocked in
      blocked.note()
      sleep(1000)
    },
    BlockedSituation("usleep") { blocked in
      blocked.note()
      usleep(900_000_000)
    },
    BlockedSituation("nanosleep") { blocked in
      var time = timespec(tv_sec: 1000, tv_nsec: 0)
      blocked.note()
      nanosleep(&time, nil)
    },
    BlockedSituation("Thread.sleep") { blocked in
      blocked.note()
      Thread.sleep(forTimeInterval: 1000)
    },
    BlockedSituation("read") { blocked in
      let pipe = Pipe()
      var byte: UInt8 = 0
      blocked.note()
      read(pipe.fileHandleForReading.fileDescriptor, &byte, 1)
      withExtendedLifetime(pipe) {}
    },
    BlockedSituation("FileHandle.readToEnd") { blocked in
      let pipe = Pipe()
      blocked.note()
      _ = try? pipe.fileHandleForReading.readToEnd()
      withExtendedLifetime(pipe) {}
    },
    BlockedSituation("fgets") { blocked in
      let pipe = Pipe()
      guard let file = fdopen(pipe.fileHandleForReading.fileDescriptor, "r") else { return }
      var text = [CChar](repeating: 0, count: 10)
      blocked.note()
      fgets(&text, 10, file)
      withExtendedLifetime(pipe) {}
    },
    BlockedSituation("poll") { blocked in
      let pipe = Pipe()
      var wanted = pollfd(
        fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      blocked.note()
      poll(&wanted, 1, -1)
      withExtendedLifetime(pipe) {}
    },
    BlockedSituation("select") { blocked in
      var time = timeval(tv_sec: 1000, tv_usec: 0)
      blocked.note()
      select(0, nil, nil, nil, &time)
    },
    BlockedSituation("epoll_wait") { blocked in
      blocked.note()
      uws_wait_for_events()
    },
    BlockedSituation("accept") { blocked in
      let listener = uws_listen()
      blocked.note()
      accept(listener, nil, nil)
    },
    BlockedSituation("sigwait") { blocked in
      var signals = sigset_t()
      var signal: Int32 = 0
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR1)
      blocked.note()
      sigwait(&signals, &signal)
    },
    BlockedSituation("pause") { blocked in
      blocked.note()
      pause()
    },
    BlockedSituation("RunLoop.run") { blocked in
      let loop = RunLoop.current
      loop.add(Timer(timeInterval: 1000, repeats: true) { _ in }, forMode: .default)
      blocked.note()
      loop.run()
    },
    BlockedSituation("RunLoop.run(until:)") { blocked in
      let loop = RunLoop.current
      loop.add(Timer(timeInterval: 1000, repeats: true) { _ in }, forMode: .default)
      blocked.note()
      loop.run(until: Date(timeIntervalSinceNow: 1000))
    },
    BlockedSituation("Process.waitUntilExit") { blocked in
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sleep")
      process.arguments = ["60"]
      // It outlives this process, whose output is read to its end.
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try? process.run()
      blocked.note()
      process.waitUntilExit()
    },
  ]

  /// Memory that stays.
  private static func allocate<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.initialize(to: value)
    return memory
  }
}

/// A mutex that another thread holds.
private final class Shared: Sendable {
  let mutex = Mutex(0)

  func hold() {
    let isHeld = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      self.mutex.withLock { _ in
        isHeld.signal()
        sleep(1000)
      }
    }
    isHeld.wait()
  }
}
