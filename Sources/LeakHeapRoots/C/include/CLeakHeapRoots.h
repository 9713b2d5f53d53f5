#pragma once

// The search of the whole process for what holds an object: a copy of the process that stands still and answers questions
// about its blocks, stacks, threads and variables, and the unwinding of stacks by the tables of the images.
//
// In: masked addresses of objects, and what the words of each type are. Out: ways from roots, words that refer to an object,
// threads with the functions on their stacks.
//
// It never knows types' names, functions' names, lines, tasks' meaning, or what a leak is. What runs in the copy allocates
// nothing, takes no lock, and calls nothing of the host's.

#include "RootSearch.h"
#include "StackUnwinding.h"
