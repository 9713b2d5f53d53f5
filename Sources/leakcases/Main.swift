import CaseCatalogue
import Cases

@main
struct Main {
  static func main() async {}
}
