import Jukebox

typealias Player = Jukebox.Player
