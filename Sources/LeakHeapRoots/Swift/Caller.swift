import CLeakBase
import LeakBase

/// Functions of the kit's that stand one behind the other: from the one that waits, or that has called the body of a check, to
/// the one that the program has called.
///
/// Where they are is noted by address: names say less, and a stripped binary has none.
package struct CheckStretch: Sendable, Hashable {
  /// Their part of a stack; `nil` for asynchronous functions.
  var stack: Range<UInt>?
  /// The contexts of the innermost and of the outermost one, where these are asynchronous. The innermost one is `nil` where that
  /// is what the task goes on with.
  var innermost: UInt?
  var outermost: UInt?

  /// - Parameters:
  ///   - call: What `crt_calling_function` says in the innermost function.
  ///   - entry: What it said in the outermost one.
  package init(from call: crt_call, to entry: crt_call) {
    if entry.context != 0, call.context != 0 {
      outermost = entry.context
      innermost = call.context
    } else if entry.context == 0, call.context == 0, call.thread == entry.thread,
      call.stack_start < entry.stack_end
    {
      stack = call.stack_start..<entry.stack_end
    }
  }

  /// The functions that are suspended for the check that was entered by `entry`.
  fileprivate init(suspendedFor entry: crt_call) {
    outermost = entry.context == 0 ? nil : entry.context
  }

  /// The functions on the stack of a thread that does nothing but wait for the check that was entered by `entry`.
  fileprivate init(blockedFor entry: crt_call) {
    stack = entry.context == 0 ? 0..<entry.stack_end : nil
  }
}

/// Who asks for a check, and waits for it.
package struct Caller: Sendable {
  /// The task, by its disguised address; `nil` outside of tasks.
  package var task: UInt?
  /// The number of the thread, where it is blocked meanwhile.
  package var thread: Int32?
  /// The kit's functions by which it waits.
  var waiting: CheckStretch?
  /// The kit's functions of the checks around this one.
  let around: [CheckStretch]
  private let entry: crt_call?

  /// The task that this is called in, which waits for the check that was entered by `entry`.
  package init(_ entry: crt_call? = nil, around: [CheckStretch] = []) {
    task = withUnsafeCurrentTask { task in
      task.map { unsafeBitCast($0, to: UInt.self).masked }
    }
    self.entry = entry
    self.around = around
    waiting = entry.map(CheckStretch.init(suspendedFor:))
  }

  /// Notes that the calling thread is blocked until the check is over.
  ///
  /// - Parameter call: What `crt_calling_function` says in the function that waits, where others run on the thread
  ///   meanwhile.
  package mutating func block(in call: crt_call?) {
    thread = crt_current_thread()
    waiting = entry.map { entry in
      call.map { CheckStretch(from: $0, to: entry) } ?? CheckStretch(blockedFor: entry)
    }
  }
}
