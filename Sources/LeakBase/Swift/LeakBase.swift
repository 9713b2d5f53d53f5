// What all other modules stand on: addresses whose loads survive memory that is gone, the memory map, what is known of
// the processor, a mutex that ThreadSanitizer sees, and threads of the kit's own.
//
// In: addresses, and bodies to call on other threads. Out: words, regions, and answers of those bodies. What is in
// assembly or has to be C is beside it, in `CLeakBase`.
//
// It never knows metadata, objects, symbols, what is recorded or what holds what; nor what a leak is. Whoever reads memory
// does so through `Address`, with a `MemoryGuard`.
//
// What the walk over the heap calls millions of times is inlinable: another module would have to call it otherwise.
