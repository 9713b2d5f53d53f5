#define _GNU_SOURCE
#include "RoomyStack.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "OwnThreadMaking.h"
#include "OwnThreads.h"
#include "RawMemory.h"

typedef struct {
  void (*body)(void *);
  void *context;
} call;

#if defined(__linux__)
#include <unistd.h>

/// What the kit's own work may take of a stack, with much to spare.
static const size_t room = 256 << 10;
static const size_t own_size = 8 << 20;

/// Whether the calling thread runs on a stack of the system's that has room. The main thread's grows; one that somebody made
/// himself may have any size.
static bool has_room(void) {
  if (crt_current_thread() == getpid()) return true;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return true;
  void *start = NULL;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &start, &size);
  pthread_attr_destroy(&attributes);
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  return here - (uintptr_t)start < size && here - (uintptr_t)start >= room;
}

static void *run(void *context) {
  call *wanted = context;
  crt_own_thread_begin();
  wanted->body(wanted->context);
  crt_own_thread_end();
  return NULL;
}

/// Whether the call was made on a thread of its own.
static bool run_elsewhere(call *wanted) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  bool is_made = pthread_attr_setstacksize(&attributes, own_size) == 0 &&
                 crt_own_thread_make(&thread, &attributes, run, wanted);
  pthread_attr_destroy(&attributes);
  return is_made && pthread_join(thread, NULL) == 0;
}
#else
static bool has_room(void) { return true; }
static bool run_elsewhere(call *wanted) { return (void)wanted, false; }
#endif

void crt_call_with_room(void (*body)(void *), void *context) {
  call wanted = {body, context};
  if (!has_room() && run_elsewhere(&wanted)) return;
  // As on a thread of the kit's own.
  unsigned held_back = crt_faults_admit();
  body(context);
  crt_faults_hold_back(held_back);
}
