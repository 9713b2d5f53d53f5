#pragma once

#include "AllocationRecorder.h"

#include <sched.h>
#include <stdatomic.h>

// What the parts of the allocation recorder know of each other.

/// A lock that nothing is called under but system calls: it is held for some dozen loads and stores, so it can
/// neither wait for a lock of the host's nor be waited for by one.
typedef _Atomic(uint32_t) crt_lock;

static inline void crt_lock_take(crt_lock *lock) {
  for (unsigned tries = 0; atomic_exchange_explicit(lock, 1, memory_order_acquire); tries++) {
    if (tries % 64 == 63) sched_yield();
  }
}

static inline void crt_lock_give(crt_lock *lock) {
  atomic_store_explicit(lock, 0, memory_order_release);
}

/// What a thread keeps for itself.
typedef struct {
  /// The page of records it last wrote to.
  struct crt_page *page;
  /// Set while the thread is in the recorder: an allocation made there, by a signal handler for instance, is
  /// not recorded.
  bool busy;
  /// Its stack, once known.
  uintptr_t stack_start, stack_end;
} crt_recording_thread;

/// Records `object`, which nobody else can see yet, in `scope`. `frame` is the frame of the function that
/// replaces `swift_allocObject`.
void crt_record(
    crt_recording_thread *thread, void *object, size_t size, crt_scope scope, void *const *frame);

/// What stands in the import tables for `swift_allocObject`.
void *crt_recording_alloc_object(const void *metadata, size_t size, size_t alignment_mask);

/// Whether the process was forked from one that recorded. Other threads may have held locks then, so the recorder
/// keeps still.
extern bool crt_recorder_is_in_child;

/// The runtime's own function.
void *crt_original_alloc_object(void);

/// Decides anew about every type, after images have come or gone.
void crt_recorder_forget_decisions(void);

/// Whether the address lies in an image under test: the executable, or a library that is not the toolchain's
/// or the system's.
bool crt_is_under_test(uintptr_t address);

/// Reads the return addresses of the calls that led to `frame`.
void crt_read_site(crt_recording_thread *thread, void *const *frame, uintptr_t site[CRT_SITE_DEPTH]);

/// Whether the platform's import tables can be replaced, and the runtime is imported.
crt_recorder_status crt_imports_status(void);
