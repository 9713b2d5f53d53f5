#pragma once

// The allocation recorder: which objects were allocated while scopes were open, by whom, and which of them are alive. It
// stands in the import tables of the images under test for the functions that make objects, and keeps its records in pages
// of its own.
//
// In: scopes that open and close, and every allocation of the program's. Out: the objects that are alive, with the calls that
// made them, each held by one unowned retain.
//
// It never knows how a scope came about, what a test is, what objects refer to, or why one is alive. It calls no code of the
// objects' types, and no function of the runtime's or of the allocator's under a lock.

#include "AllocationRecorder.h"
