import LeakHeapModel

extension HeapGraph {
  /// The tasks for which `component` has what resumes them: a continuation, or the task that they wait for.
  ///
  /// - Complexity: O(*n*) in the number of references of the component.
  func resumedTasks(in component: Component) -> Set<ObjectID> {
    var tasks: Set<ObjectID> = []
    for member in component.members {
      for reference in references(from: member)
      where references[reference].confidence != .conservative {
        let target = target(of: reference)
        if kind(of: target) == .task, !label(of: reference).isTaskHandle {
          tasks.insert(target)
        }
      }
    }
    return tasks
  }

  /// Those of the tasks that wait for `task` that probably retain it: a word in their functions' frames leads to it.
  ///
  /// - Complexity: O(*n*) in the number of references of the task and of those that wait.
  func retainingWaiters(of task: ObjectID) -> Set<ObjectID> {
    Set(
      references(from: task).filter { label(of: $0) == .waiter }.map { target(of: $0) }.filter {
        references(from: $0).contains {
          target(of: $0) == task && references[$0].confidence == .conservative
        }
      })
  }
}
