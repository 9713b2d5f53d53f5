// Who holds an object: the whole process is copied and searched for what leads to it, and what was found is told as a way from
// a root, which may be a variable, a thread's stack, a task, a queue or memory that nothing is known of. The search itself is C
// beside it, in `CLeakHeapRoots`.
//
// In: objects that are alive, and who asks. Out: for each a way with the names and grades of its steps, or why nothing is told.
//
// It never knows which objects were expected to go, what was recorded, how long anyone waits, or what a leak is. What the
// copy says is of one moment: a way is told only when the process still has it.
