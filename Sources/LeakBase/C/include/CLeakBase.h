#pragma once

// What everything else stands on, in C: memory that may be gone or may be written by others while it is read, the handlers
// of the faults that this makes, the memory map, clocks, threads of the kit's own, loaded images, blocks of `malloc`, the
// calls of the Swift runtime, symbols of ELF files, and the one table of what is known of memory that others lay out.
//
// In: addresses and paths. Out: words, regions, counts, and whether what is known holds here.
//
// It never knows what an object's properties are, what a scope recorded, who holds what, or what a leak is. It takes no lock
// of the host's and calls nothing of the Swift runtime that is not in `RuntimeEntryPoints.h`.

#include "CallingFunction.h"
#include "Clock.h"
#include "CurrentExecutors.h"
#include "ELFSymbols.h"
#include "HeapUse.h"
#include "Inlining.h"
#include "LargeMemory.h"
#include "LayoutFacts.h"
#include "LayoutProbes.h"
#include "LoadedImages.h"
#include "MallocBlocks.h"
#include "MaskedAddresses.h"
#include "MemoryMap.h"
#include "OwnThreads.h"
#include "RawMemory.h"
#include "RoomyStack.h"
#include "StandardError.h"
#include "StartFolder.h"
#include "SwiftRuntime.h"
#include "WitnessCounts.h"
