extension String {
  /// The report without what only the symbols of the toolchain's libraries tell: for what a task or a closure waits.
  var withoutWaits: String {
    replacing(#/ that waits for (a continuation|another task) in /#, with: ", suspended in ")
      .replacing(#/ that waits for a continuation\./#, with: ".")
      .replacing(
        #/which waits for a (dispatch queue|semaphore|group)/#, with: "which has not returned")
  }
}
