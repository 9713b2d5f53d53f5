final class Cabinet: Fixture {
  var count = 0
  lazy var lazyView: View = makeView()
  lazy var lazyItself: AnyObject? = self
  lazy var lazyClosure: () -> Void = { self.count += 1 }
  lazy var lazyWeakClosure: () -> Void = { [weak self] in self?.count += 1 }
  @Watched var wrapped: Cabinet?
  @SharedWrapper var shared: Cabinet?
  @WeakWrapper var weak: Cabinet?
  var drawers: Drawers<Drawer, Either<Drawer, Int>>?

  func sever() {
    (lazyItself, lazyClosure, wrapped, $wrapped) = (nil, {}, nil, nil)
    (shared, drawers) = (nil, nil)
  }

  private func makeView() -> View {
    count += 1
    return View()
  }

  func build(keeping cabinet: Cabinet?) {
    drawers = makeDrawers {
      Drawer(cabinet: nil)
      if runTimeNumber() > 0 {
        Drawer(cabinet: cabinet)
      } else {
        3
      }
    }
  }
}

@propertyWrapper
struct Watched<Value> {
  var wrappedValue: Value
  var onChange: (() -> Void)?
  var projectedValue: (() -> Void)? {
    get { onChange }
    set { onChange = newValue }
  }
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@propertyWrapper
final class SharedWrapper<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@propertyWrapper
struct WeakWrapper {
  private weak var value: Cabinet?
  var wrappedValue: Cabinet? {
    get { value }
    set { value = newValue }
  }
  init(wrappedValue: Cabinet?) { value = wrappedValue }
}

struct Drawer {
  var number = 1
  var cabinet: Cabinet?
}

struct Drawers<First, Second> {
  var first: First
  var second: Second
}

@resultBuilder
enum DrawerBuilder {
  static func buildBlock<Only>(_ only: Only) -> Only { only }
  static func buildBlock<First, Second>(_ first: First, _ second: Second) -> Drawers<First, Second>
  {
    Drawers(first: first, second: second)
  }
  static func buildEither<First, Second>(first: First) -> Either<First, Second> { .left(first) }
  static func buildEither<First, Second>(second: Second) -> Either<First, Second> {
    .right(second)
  }
}

func makeDrawers<Content>(@DrawerBuilder _ content: () -> Content) -> Content { content() }
