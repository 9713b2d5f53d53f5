// The graph of a heap as a value, and the algorithms on it: components, condensation, dominators, shortest paths and cycles, the best
// ways from a place to an object.
//
// In: objects, references and labels, as a reader or a test gives them. Out: sets of objects, cycles, ways, and how sure a reference
// is.
//
// It never knows pointers, metadata, symbols, time, text for people, or what a leak is. Everything in it is checked against brute force
// on random graphs.
