#define _GNU_SOURCE
#include "AllocationRecorderParts.h"
#include "LayoutFacts.h"
#include "RuntimeEntryPoints.h"

#include <dlfcn.h>
#include <pthread.h>

bool crt_recorder_is_in_child;
_Atomic(bool) crt_recorder_is_active;
_Atomic(crt_scope) crt_recorder_claimant;
_Atomic(const void *) crt_recorder_others_key;
_Atomic(crt_scope) crt_recorder_others_scope = CRT_NOWHERE;
_Atomic(uint64_t) crt_recorder_turn;
crt_runtime_functions crt_runtime = {.free = swift_slowDealloc};

crt_count_words crt_words;

static void stop_in_child(void) {
  crt_recorder_is_in_child = true;
  atomic_store_explicit(&crt_recorder_is_active, false, memory_order_relaxed);
}

crt_recorder_status crt_recorder_status_here(void) {
  if (dlsym(RTLD_DEFAULT, "__asan_init")) return CRT_RECORDER_ADDRESS_SANITIZER;
  if (dlsym(RTLD_DEFAULT, "__tsan_init")) return CRT_RECORDER_THREAD_SANITIZER;
  if (crt_feature_is_off(CRT_FEATURE_COUNTS) || crt_feature_is_off(CRT_FEATURE_TYPES)) {
    return CRT_RECORDER_UNKNOWN_LAYOUT;
  }
  return crt_imports_status();
}

#define FIND(field, name) *(void **)&crt_runtime.field = dlsym(RTLD_DEFAULT, name)

static void configure(void) {
  crt_words = (crt_count_words){
      .offset = crt_facts.counts_offset, .fresh = crt_unowned_alone(1), .held = crt_unowned_alone(2),
      .dead = (uint64_t)1 << crt_facts.counts_deinit_bit | crt_unowned_alone(1)};
  // The import of this very image is replaced too: the function is asked for by name.
  FIND(alloc_object, CRT_ALLOC_OBJECT_SYMBOL);
  if (!crt_runtime.alloc_object) crt_runtime.alloc_object = swift_allocObject;
  FIND(free_block, CRT_FREE_SYMBOL);
  if (!crt_runtime.free_block) crt_runtime.free_block = swift_slowDealloc;
  FIND(once, CRT_ONCE_SYMBOL);
  FIND(create_buffer, CRT_BUFFER_SYMBOL);
  FIND(create_buffer_pointer, CRT_BUFFER_POINTER_SYMBOL);
  FIND(close_library, "dlclose");
  FIND(current_task, CRT_CURRENT_TASK_SYMBOL);
  FIND(task_id, CRT_TASK_ID_SYMBOL);
  // All are in the library for concurrency.
  if (crt_runtime.current_task && crt_runtime.task_id) {
    FIND(task_local_value, CRT_TASK_LOCAL_VALUE_SYMBOL);
    FIND(push_task_local, CRT_TASK_LOCAL_PUSH_SYMBOL);
    FIND(pop_task_local, CRT_TASK_LOCAL_POP_SYMBOL);
  }
  FIND(number_type, CRT_UINT64_SYMBOL);
  pthread_atfork(NULL, NULL, stop_in_child);
}

static void (*audit)(const void *object);

static void free_audited(void *object, size_t size, size_t alignment_mask) {
  audit(object);
  swift_slowDealloc(object, size, alignment_mask);
}

void crt_recorder_audit_frees(void (*body)(const void *object)) {
  audit = body;
  crt_runtime.free = free_audited;
}

void crt_recorder_configure(const void *key, const void *initializer_key) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  crt_runtime.key = key;
  crt_runtime.initializer_key = initializer_key;
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

void crt_recorder_leave_out(const void *key) {
  atomic_store_explicit(&crt_recorder_others_key, key, memory_order_relaxed);
}

void crt_recorder_give_left_out(crt_scope scope) {
  atomic_store_explicit(&crt_recorder_others_scope, scope, memory_order_relaxed);
}

void crt_recorder_turn_scope(void) {
  atomic_fetch_add_explicit(&crt_recorder_turn, 1, memory_order_acq_rel);
}
