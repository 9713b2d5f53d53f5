#pragma once

#include <stdbool.h>
#include <stdint.h>

// Known objects that only C can make, compared with the facts about them (`LayoutFacts.h`).

/// How long a thread's control block is at least: what follows belongs to nobody else. 0 without glibc.
uintptr_t crt_thread_control_size(void);

/// Whether the calling thread's control block is as it is known, and leads to the others. True where none is read: without glibc, or
/// on another system.
bool crt_thread_layout_holds(void);

/// How many lists of threads glibc has: of those with stacks of its own, of those with others, the first thread among them, and of
/// the stacks that are kept for threads to come.
enum { CRT_THREAD_LISTS = 3 };

/// Where the lists begin; all 0 where that is not known.
void crt_thread_lists(uintptr_t heads[CRT_THREAD_LISTS]);

/// Whether a queue has its state and its work where they are known to be. True in a process without libdispatch.
///
/// The queue is made once in a process, stays suspended and never runs: so no thread is made for it.
bool crt_dispatch_layouts_hold(void);
