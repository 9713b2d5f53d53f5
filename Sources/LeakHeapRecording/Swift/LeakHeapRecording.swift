// What is allocated while scopes are open, without keeping any of it alive: scopes, their survivors, and how many unowned
// references are the kit's own. The records themselves are made by C beside it, in `CLeakHeapRecording`.
//
// In: scopes that open, run code and end. Out: objects that are alive, each with a witness, its type, its size, and the calls
// that made it.
//
// It never knows what an object refers to, what holds it, which test a scope is for beyond a label, or what a leak is. It
// waits for nothing, and judges nothing.
