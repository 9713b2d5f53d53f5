import LeakBase
import LeakHeapReading

/// What searches have found out that stays true, for as long as the plans on which it rests.
final class RootKnowledge {
  /// What is known of the variables of images under test.
  let globals = GlobalVariables()
  /// The layout of the objects with a first word, by the shape that these have.
  private var layouts: [Address: (shape: HeapShape.ID, layout: SearchLayout)] = [:]

  /// The layout of the objects of `shape` whose first word is `isa`, if that is known.
  func layout(of shape: HeapShape.ID, isa: Address) -> SearchLayout? {
    guard let known = layouts[isa], known.shape == shape else { return nil }
    return known.layout
  }

  func keep(_ layout: SearchLayout, of shape: HeapShape.ID, isa: Address) {
    layouts[isa] = (shape, layout)
  }
}

extension PlanCompiler {
  var rootKnowledge: RootKnowledge {
    if let known = companion as? RootKnowledge { return known }
    let knowledge = RootKnowledge()
    companion = knowledge
    return knowledge
  }

  var globals: GlobalVariables { rootKnowledge.globals }
}
