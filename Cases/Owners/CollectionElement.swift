import LeakCatalogue

/// A graph whose nodes know their neighbours.
public enum CollectionElement: Case {
  public static let id = "owners/collection-element"
  public static let question = "Who owns the nodes of a graph?"

  final class City {
    let name: String
    var neighbours: [City] = []
    var weakNeighbours: [Neighbour] = []

    init(_ name: String) {
      self.name = name
    }
  }

  struct Neighbour {
    weak var city: City?
  }

  /// Owns the cities, so that they need not own each other.
  final class Atlas {
    let cities: [City]

    init(_ cities: [City]) {
      self.cities = cities
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        CollectionElement.City leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ CollectionElement.City
          │    .neighbours[0]: CollectionElement.City
          │    .neighbours[0]: CollectionElement.City   CollectionElement.swift:10
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ CollectionElement.City

          Take the CollectionElement.City out of CollectionElement.City.neighbours when it is no longer needed, or keep only a weak reference to it there if something else owns it.
          pattern collection-element (swift run leakcases show owners/collection-element)
          fingerprint 286cb0bb
        """
    ) {
      let bonn = City("Bonn")
      let cologne = City("Cologne")
      bonn.neighbours = [cologne]
      cologne.neighbours = [bonn]
      return bonn
    } sever: { (bonn: City) in
      bonn.neighbours = []
    },
    .fixed("atlas-owns") {
      let bonn = City("Bonn")
      let cologne = City("Cologne")
      bonn.weakNeighbours = [Neighbour(city: cologne)]
      cologne.weakNeighbours = [Neighbour(city: bonn)]
      return Atlas([bonn, cologne])
    },
  ]

  public static let why = """
    Neighbours are equals: neither should own the other, yet an array of neighbours makes each own the other. A graph \
    whose edges are strong both ways is one large cycle.
    """
  public static let fix = """
    Give the nodes one owner, such as the graph itself, and let them refer to each other weakly.
    """
  public static let source: Source? = nil
}
