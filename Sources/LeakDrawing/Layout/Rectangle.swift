/// A point of a picture; *y* grows downwards.
struct Point: Sendable, Hashable {
  var x: Double
  var y: Double

  func moved(by offset: Point) -> Point { Point(x: x + offset.x, y: y + offset.y) }
}

/// An upright rectangle.
struct Rectangle: Sendable, Hashable {
  var center: Point
  var width: Double
  var height: Double

  var minX: Double { center.x - width / 2 }
  var maxX: Double { center.x + width / 2 }
  var minY: Double { center.y - height / 2 }
  var maxY: Double { center.y + height / 2 }

  func contains(_ point: Point, margin: Double) -> Bool {
    abs(point.x - center.x) < width / 2 + margin && abs(point.y - center.y) < height / 2 + margin
  }

  func overlaps(_ other: Rectangle, margin: Double) -> Bool {
    abs(center.x - other.center.x) < (width + other.width) / 2 + margin
      && abs(center.y - other.center.y) < (height + other.height) / 2 + margin
  }

  func moved(by offset: Point) -> Rectangle {
    Rectangle(center: center.moved(by: offset), width: width, height: height)
  }
}
