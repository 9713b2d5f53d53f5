import CLeakBase
import LeakBase

/// A value that is bound to a task-local variable, as it stands in the memory of the task that has it.
///
/// Source: `TaskLocal::Item` in `include/swift/ABI/TaskLocal.h` of the Swift repository.
package struct TaskLocalValue {
  /// The item that has it.
  let item: Address
  /// What the runtime knows the variable by.
  package let key: UInt
  package let type: TypeMetadata

  private static let most = 1000

  /// The values that are bound in a task, the last one first; with those of the tasks that it is a child of, where `isInheriting`.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package static func all(
    inTaskAt task: Address, isInheriting: Bool = true, by compiler: PlanCompiler
  ) -> [TaskLocalValue] {
    guard LayoutFeature.tasks.holds else { return [] }
    var values: [TaskLocalValue] = []
    var item = task.address(at: crt_fact_task_locals())
    var count = 0
    while !item.isNull, item.bits & 7 == 0, count < most,
      compiler.map.isReadable(item, length: crt_fact_task_local_value())
    {
      count += 1
      let link = item.word()
      if link & 7 == 0 {
        let type = TypeMetadata(item.address(at: crt_fact_task_local_type()))
        if compiler.isPlausibleType(type) {
          let key = item.word(at: crt_fact_task_local_key())
          values.append(TaskLocalValue(item: item, key: key, type: type))
        }
      } else if !isInheriting {
        // Other items than values say where the values of the parent begin.
        break
      }
      item = Address(link & ~7)
    }
    return values
  }

  /// Where the value is.
  package var place: Address {
    let mask = UInt(type.alignmentMask)
    return Address((item.bits + UInt(crt_fact_task_local_value()) + mask) & ~mask)
  }

  /// The memory that the value has with what the runtime knows of it.
  var memory: Range<UInt> { item.bits..<(place.bits + UInt(type.size)) }
}
