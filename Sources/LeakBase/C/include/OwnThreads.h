#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The threads that the kit makes for itself, and the state of the others.

enum {
  /// The most threads that the kit has at one time.
  CRT_OWN_THREAD_LIMIT = 16,
};

/// Says that the calling thread is the kit's own, until `crt_own_thread_end`.
void crt_own_thread_begin(void);
void crt_own_thread_end(void);

/// Calls `body` on a new thread of the kit's own; whether the system has made one. Signals that are sent to the process are for the
/// host's threads: only faults come to this one, and what threads of libdispatch's take too, SIGPIPE and SIGPROF. Of `name` the first 15
/// bytes count.
bool crt_own_thread_start(const char *name, void (*body)(void *), void *context);

/// Whether the thread with this number is the kit's own.
bool crt_is_own_thread(int32_t thread);

/// The number of the calling thread, or 0 where the system has none.
int32_t crt_current_thread(void);

/// Whether a thread of the process that is not the kit's own is running, or would if there were a processor for it.
/// False where the system does not tell.
bool crt_others_run(void);

/// Whether a thread of the process that is not the kit's own sleeps for a time that it has set itself: it wakes up without anybody's
/// help. False where the system does not tell.
bool crt_others_sleep(void);

/// How often the threads of the process that are not the kit's own have given up a processor so far, without those that have
/// ended. 0 where the system does not tell.
uint64_t crt_others_switches(void);
