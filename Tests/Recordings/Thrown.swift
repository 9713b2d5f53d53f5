import LeakHeapReading
import LeakHeapRecording

private protocol Described {}

/// Too large for the buffer of an `Any`: such a value has a box.
private struct Record: Described {
  var node = Node()
  var name = "a name that is longer than a small string"
  var place = "another"
}

/// Generic, so that whoever wants the value as an `Any` has the box before.
@inline(never)
private func first<Element>(of elements: [Element]) throws -> Element {
  guard let first = elements.first else { throw Refusal() }
  return first
}

@inline(never)
private func use(_ value: Any) {}

/// Boxes of values that could not be made: the program frees them as blocks.
func thrown(_ arguments: [String]) async {
  let scope = openScope("thrown")
  var errors = 0
  scope.run {
    for _ in 0..<1000 {
      do { use(try first(of: [Record]())) } catch { errors += 1 }
      do {
        let value: any Described = try first(of: [Record]())
        use(value)
      } catch { errors += 1 }
      if let value: Any = try? first(of: [Record]()) { use(value) } else { errors += 1 }
    }
  }
  print("\(errors) values were not made: \(census(scope.survivors()))")
  var kept: [Any] = []
  scope.run {
    for _ in 0..<3 {
      if let value: Any = try? first(of: [Record()]) { kept.append(value) }
    }
  }
  print("\(kept.count) values were made: \(census(scope.survivors()))")
  kept = []
  print("when they are gone: \(census(scope.survivors()))")
  scope.close()
  print("records left: \(AllocationRecorder.use.records)")
}
