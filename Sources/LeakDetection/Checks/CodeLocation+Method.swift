import LeakDeciding
import LeakHeapReading

extension CodeLocation {
  /// The line on which the method `name`, without arguments and result, of `type` or a superclass begins; `nil` where the binary does
  /// not say.
  package init?(ofMethod name: String, of type: AnyClass) {
    guard let (place, module) = HeapReader.shared.place(ofMethod: name, of: type),
      let path = place.path
    else { return nil }
    self.init(fileID: "\(module)/\(place.file)", filePath: path, line: place.line, column: 0)
  }
}
