/// What other tools are to find: three players that leak.
@main struct ThreePlayers {
  static func main() {
    for _ in 1...3 { Player.leaking().play() }
  }
}
