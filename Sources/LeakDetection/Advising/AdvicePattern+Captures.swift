import HeapModel

/// Captures that are not plainly the object.
extension AdvicePattern {
  static let captures = [
    AdvicePattern(
      "captured-variable", case: "capture-lists/captured-variable",
      matches: { scene in
        guard scene.isCapture, scene.ownLinks.last?.source.kind == .box else { return false }
        return scene.ownLinks.dropLast().last?.function == nil
      },
      advice: { scene in
        "Set the variable that \(scene.place) captures to nil when the \(scene.target) has done its "
          + "work, or capture the \(scene.target) weakly: a captured variable is shared, and keeps its value."
      }),
    AdvicePattern(
      "captured-value", case: "capture-lists/captured-value",
      matches: { scene in
        if scene.carrier != nil { return true }
        guard scene.isCapture, let label = scene.ownLinks.last?.label else { return false }
        return label.role == .capture && !label.path.isEmpty
      },
      advice: { scene in
        if let carrier = scene.carrier {
          return
            "Capture only what \(scene.place) uses of \(carrier), or the \(scene.target) weakly: it captures "
            + "\(carrier), which keeps the \(scene.target)."
        }
        let path = scene.ownLinks.last?.label.path ?? ""
        return
          "Try a weak capture of the \(scene.target) alone in \(scene.place), as in "
          + "\(scene.weakPart(path)): it captures a whole value, whose \(path) keeps the \(scene.target)."
      }),
  ]
}

extension SuspectScene {
  /// The captured variable whose value has the object that is kept alive.
  var carrier: String? { suspect.step.capture?.carrier }
}
