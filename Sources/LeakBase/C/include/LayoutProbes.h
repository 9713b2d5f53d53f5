#pragma once

#include <stdbool.h>
#include <stdint.h>

// Known objects that only C can make, compared with the facts about them (`LayoutFacts.h`).

/// How long a thread's control block is, as glibc tells debuggers, or on arm64 as where the thread pointer leads to says. 0 without
/// glibc.
uintptr_t crt_thread_control_size(void);

/// Whether the control block of a thread that is made for the purpose is as it is known, and leads to the others. True where none is
/// read: without glibc, or on another system.
bool crt_thread_layout_holds(void);

/// How many lists of threads glibc has: of those with stacks of its own, of those with others, the first thread among them, and of
/// the stacks that are kept for threads to come.
enum { CRT_THREAD_LISTS = 3 };

/// Where the lists begin; all 0 where that is not known.
void crt_thread_lists(uintptr_t heads[CRT_THREAD_LISTS]);

/// Whether glibc's blocks have headers as they are known, in use and given back, and whether an arena has its state and its memory where
/// they are known to be. True where the blocks are not glibc's.
bool crt_heap_layout_holds(void);

/// How many bytes glibc's allocator says that a block of its has; 0 without glibc.
uintptr_t crt_usable_size(uintptr_t block);

/// Whether a block of the heap's, which nobody else uses meanwhile, counts how often it is copied as it is known. True without the
/// runtime of blocks.
bool crt_block_counts_hold(const void *block);

/// A source of libdispatch's that was never activated, and was cancelled, for events of a file, with a cancel handler and no other; 0 in a process
/// without libdispatch. Made once in a process, and kept.
uintptr_t crt_probe_source(void);

/// Whether that source said that it was cancelled, in its flags where that is known to stand. True without it.
bool crt_probe_source_tells_cancelling(void);

/// Whether a continuation is that of the source's handler.
bool crt_is_probe_handler(uintptr_t continuation);

/// The first word of each group of libdispatch's; 0 in a process without libdispatch. Makes a group, and releases it.
uintptr_t crt_probe_group_class(void);

/// Whether a queue has its state, its target and its work where they are known to be. True in a process without libdispatch.
///
/// The queue is made once in a process, stays suspended and never runs: so no thread is made for it.
bool crt_dispatch_layouts_hold(void);
