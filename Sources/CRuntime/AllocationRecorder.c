#define _GNU_SOURCE
#include "AllocationRecorderParts.h"

#include <dlfcn.h>
#include <pthread.h>

typedef void *(*alloc_object_function)(const void *, size_t, size_t);
typedef __attribute__((swiftcall)) const uint64_t *(*task_local_function)(const void *);

extern void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask);

bool crt_recorder_is_in_child;

/// Whether any scope is open.
static _Atomic(bool) is_active;

/// The runtime's own function, and the one that reads task-local values (`TaskLocal.h`), which only reads.
static alloc_object_function alloc_object;
static task_local_function task_local_value;
static const void *task_local_key;

/// The scope that owns what is allocated in none.
static _Atomic(crt_scope) claimant;

static __thread crt_recording_thread this_thread __attribute__((tls_model("initial-exec")));

static void stop_in_child(void) {
  crt_recorder_is_in_child = true;
  atomic_store_explicit(&is_active, false, memory_order_relaxed);
}

crt_recorder_status crt_recorder_status_here(void) {
  if (dlsym(RTLD_DEFAULT, "__asan_init")) return CRT_RECORDER_ADDRESS_SANITIZER;
  if (dlsym(RTLD_DEFAULT, "__tsan_init")) return CRT_RECORDER_THREAD_SANITIZER;
  return crt_imports_status();
}

static void configure(void) {
  // The import of this very image is replaced too: the function is asked for by name.
  alloc_object = (alloc_object_function)dlsym(RTLD_DEFAULT, "swift_allocObject");
  if (!alloc_object) alloc_object = swift_allocObject;
  task_local_value = (task_local_function)dlsym(RTLD_DEFAULT, "swift_task_localValueGet");
  pthread_atfork(NULL, NULL, stop_in_child);
}

void crt_recorder_configure(const void *key) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  task_local_key = key;
  pthread_once(&once, configure);
}

void *crt_original_alloc_object(void) { return (void *)alloc_object; }

bool crt_recorder_is_forked(void) { return crt_recorder_is_in_child; }

void crt_recorder_set_active(bool active) {
  atomic_store_explicit(&is_active, active && !crt_recorder_is_in_child, memory_order_release);
}

void crt_recorder_set_claimant(crt_scope scope) {
  atomic_store_explicit(&claimant, scope, memory_order_release);
}

static inline crt_scope current_scope(void) {
  const uint64_t *value = task_local_value ? task_local_value(task_local_key) : NULL;
  if (value && *value) return *value;
  crt_scope owner = atomic_load_explicit(&claimant, memory_order_acquire);
  return owner ? owner : CRT_POOL;
}

void *crt_recording_alloc_object(const void *metadata, size_t size, size_t alignment_mask) {
  void *object = alloc_object(metadata, size, alignment_mask);
  if (!atomic_load_explicit(&is_active, memory_order_acquire)) return object;
  if (!crt_recorder_wants(metadata)) return object;
  crt_recording_thread *thread = &this_thread;
  if (thread->busy) return object;
  crt_scope scope = current_scope();
  if (scope == CRT_NOWHERE) return object;
  thread->busy = true;
  atomic_signal_fence(memory_order_seq_cst);
  crt_record(thread, object, size, scope, __builtin_frame_address(0));
  atomic_signal_fence(memory_order_seq_cst);
  thread->busy = false;
  return object;
}
