/// A function whose name and file are told.
@inline(never)
func makeScene() {}
