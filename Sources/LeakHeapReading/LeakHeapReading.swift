// The live process as a graph: metadata, layout plans, closure contexts, blocks, collections, and the walk over what an object reaches.
//
// In: addresses of objects. Out: a `HeapSnapshot`, a graph with what it takes to ask the process about its objects; the kind, the name
// and the stored properties of one object.
//
// It never knows who holds an object from outside, what was recorded, what a leak is, or test frameworks. It runs no code of the
// program's, retains nothing, and believes no word that it has not checked.
//
// Folders, each of which knows only those before it: `Memory` tables and the allocator, `Metadata` what types say of themselves,
// `Facts` the self-check of others' layouts, `Plans` the places of references in each type, `Objects` what is known of one object,
// `Walk` the walk, `Properties` stored properties by their names, `Census` all objects that there are.
