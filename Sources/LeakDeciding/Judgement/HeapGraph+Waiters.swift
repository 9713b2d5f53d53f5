import LeakHeapModel

extension HeapGraph {
  /// How many of the tasks that wait for `task` probably retain it: a word in their functions' frames leads to it. None counts where
  /// nothing in `component` is there to resume `task`, which then owns itself.
  ///
  /// - Complexity: O(*n*) in the number of references of those that wait and, where one of them leads to the task, of the component.
  func retainingWaiters(of task: ObjectID, in component: Component) -> Int {
    let waiters = references(from: task).filter { label(of: $0) == .waiter }.map(target)
    let count = waiters.count { waiter in
      references(from: waiter).contains {
        target(of: $0) == task && references[$0].confidence == .conservative
      }
    }
    return count > 0 && component.members.contains { resumes(task, from: $0) } ? count : 0
  }

  /// Whether `member` has what resumes `task`: a continuation, or the task that it waits for.
  private func resumes(_ task: ObjectID, from member: ObjectID) -> Bool {
    references(from: member).contains {
      target(of: $0) == task && references[$0].confidence != .conservative
        && !label(of: $0).path.hasSuffix("_task")
    }
  }
}
