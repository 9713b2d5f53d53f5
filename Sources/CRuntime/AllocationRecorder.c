#define _GNU_SOURCE
#include "AllocationRecorderParts.h"

#include <dlfcn.h>
#include <pthread.h>

extern void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask);

bool crt_recorder_is_in_child;
_Atomic(bool) crt_recorder_is_active;
_Atomic(crt_scope) crt_recorder_claimant;
_Atomic(uint64_t) crt_recorder_turn;
crt_runtime_functions crt_runtime;

static void stop_in_child(void) {
  crt_recorder_is_in_child = true;
  atomic_store_explicit(&crt_recorder_is_active, false, memory_order_relaxed);
}

crt_recorder_status crt_recorder_status_here(void) {
  if (dlsym(RTLD_DEFAULT, "__asan_init")) return CRT_RECORDER_ADDRESS_SANITIZER;
  if (dlsym(RTLD_DEFAULT, "__tsan_init")) return CRT_RECORDER_THREAD_SANITIZER;
  return crt_imports_status();
}

#define FIND(field, name) *(void **)&crt_runtime.field = dlsym(RTLD_DEFAULT, name)

static void configure(void) {
  // The import of this very image is replaced too: the function is asked for by name.
  FIND(alloc_object, "swift_allocObject");
  if (!crt_runtime.alloc_object) crt_runtime.alloc_object = swift_allocObject;
  FIND(create_buffer, CRT_BUFFER_SYMBOL);
  FIND(create_buffer_pointer, CRT_BUFFER_POINTER_SYMBOL);
  FIND(current_task, "swift_task_getCurrent");
  FIND(task_id, "swift_task_getJobTaskId");
  // All three are in the library for concurrency.
  if (crt_runtime.current_task && crt_runtime.task_id) {
    FIND(task_local_value, "swift_task_localValueGet");
  }
  pthread_atfork(NULL, NULL, stop_in_child);
}

void crt_recorder_configure(const void *key) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  crt_runtime.key = key;
  pthread_once(&once, configure);
}

bool crt_recorder_is_forked(void) { return crt_recorder_is_in_child; }

void crt_recorder_set_active(bool active) {
  atomic_store_explicit(
      &crt_recorder_is_active, active && !crt_recorder_is_in_child, memory_order_release);
}

void crt_recorder_set_claimant(crt_scope scope) {
  atomic_store_explicit(&crt_recorder_claimant, scope, memory_order_release);
}

void crt_recorder_turn_scope(void) {
  atomic_fetch_add_explicit(&crt_recorder_turn, 1, memory_order_acq_rel);
}
