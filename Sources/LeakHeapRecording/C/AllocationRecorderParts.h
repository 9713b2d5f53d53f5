#pragma once

#include "AllocationRecorder.h"
#include "Inlining.h"
#include "MaskedAddresses.h"
#include "RuntimeEntryPoints.h"

#include <sched.h>
#include <stdatomic.h>

// What the parts of the allocation recorder know of each other.

#define CRT_HIDDEN __attribute__((visibility("hidden")))

/// A lock under which nothing is called but system calls: a record is written, or pages are swept or given back. So it can
/// neither wait for a lock of the host's nor be waited for by one.
typedef _Atomic(uint32_t) crt_lock;

/// Takes the lock if it is free.
CRT_INLINE bool crt_lock_try(crt_lock *lock) { return !atomic_exchange_explicit(lock, 1, memory_order_acquire); }

CRT_INLINE void crt_lock_take(crt_lock *lock) {
  unsigned tries = 0;
  while (!crt_lock_try(lock)) {
    // Only looking: who tries takes the cache line from the thread that has the lock.
    do {
      if (++tries % 64 == 0) sched_yield();
    } while (atomic_load_explicit(lock, memory_order_relaxed));
  }
}

CRT_INLINE void crt_lock_give(crt_lock *lock) {
  atomic_store_explicit(lock, 0, memory_order_release);
}

/// In whose name is allocated.
typedef struct {
  crt_scope scope;
  /// Whether it is done by the initializer of a global or static variable, or by a task that one has begun; not in a scope that was
  /// entered since.
  bool is_initializers;
} crt_origin;

/// In whose name a task allocates, or a thread outside of any.
typedef struct {
  crt_origin origin;
  /// The masked address of the task, of `NULL` outside of any. The memory of a task is used again for others, and for objects, which
  /// this is not to hold; its number is not.
  uintptr_t task;
  uint64_t task_id;
  /// How often a scope had been entered or left anywhere. It holds no longer than that.
  uint64_t turn;
} crt_known_scope;

/// What a thread keeps for itself.
typedef struct {
  /// The page of records it last wrote to.
  struct crt_page *page;
  /// Set while the thread is in the recorder: an allocation made there, by a signal handler for instance, is
  /// not recorded.
  bool busy;
  crt_known_scope known;
  /// Whether other threads record in the same scope in the same moments: see `crt_find_room`.
  bool is_racing;
  /// How often it took numbers because others had since the time was last looked at, and that time, in nanoseconds.
  uint32_t renewals;
  uint64_t paced_at;
  /// Its stack, once known.
  uintptr_t stack_start, stack_end;
} crt_recording_thread;

/// Finds out where the thread's stack is.
void crt_find_stack(crt_recording_thread *thread);

/// The bytes that a block of the heap has.
size_t crt_size_of_block(void *block);

/// What stands in the import tables for `swift_allocObject`.
void *crt_recording_alloc_object(const void *metadata, size_t size, size_t alignment_mask);

/// `CRT_BUFFER_SYMBOL`, and what stands in the import tables for it.
typedef __attribute__((swiftcall)) void *crt_create_buffer(
    intptr_t capacity, const void *make_header, const void *context,
    __attribute__((swift_context)) const void *class,
    __attribute__((swift_error_result)) void **error);
crt_create_buffer crt_recording_create_buffer;

/// `CRT_BUFFER_POINTER_SYMBOL`, and what stands in the import tables for it.
typedef __attribute__((swiftcall)) void *crt_create_buffer_pointer(
    const void *class, intptr_t capacity, const void *make_header, const void *context, const void *header,
    const void *element, __attribute__((swift_context)) const void *self,
    __attribute__((swift_error_result)) void **error);
crt_create_buffer_pointer crt_recording_create_buffer_pointer;

/// What stands in the import tables for `swift_once`.
void crt_recording_once(void *token, void (*initialize)(void *), void *context);

/// What stands in the import tables for `swift_slowDealloc`.
void crt_recording_free(void *block, size_t size, size_t alignment_mask);

/// Records an object that others have made for the caller, if it is to be recorded.
void crt_record_made(void *object, void *caller, void *const *frame);

#define CRT_RECORD_MADE(object)                                                          \
  do {                                                                                   \
    if (atomic_load_explicit(&crt_recorder_is_active, memory_order_relaxed)) {           \
      crt_record_made(                                                                   \
          object, __builtin_return_address(0),                                           \
          *(void *const *const *)__builtin_frame_address(0));                            \
    }                                                                                    \
  } while (0)

/// Whether the process was forked from one that recorded. Other threads may have held locks then, so the recorder
/// keeps still.
extern bool crt_recorder_is_in_child;

/// Whether any scope is open.
extern CRT_HIDDEN _Atomic(bool) crt_recorder_is_active;

/// The scope that owns what is allocated in none.
extern CRT_HIDDEN _Atomic(crt_scope) crt_recorder_claimant;

/// The task-local value that is bound in tasks that are left out where they are in no scope; `NULL` where there is none.
extern CRT_HIDDEN _Atomic(const void *) crt_recorder_others_key;

/// Whose is what tasks allocate that are left out.
extern CRT_HIDDEN _Atomic(crt_scope) crt_recorder_others_scope;

/// How often a scope has been entered or left.
extern CRT_HIDDEN _Atomic(uint64_t) crt_recorder_turn;

/// What `crt_recorder_moment` tells.
extern CRT_HIDDEN _Atomic(uint32_t) crt_recorder_clock;

/// The runtime's functions: those that are replaced; which task runs on this thread (`Concurrency.h`), and its number;
/// and task-local values (`TaskLocal.h`). Those of libraries that are not there are `NULL`.
typedef struct {
  void *(*alloc_object)(const void *metadata, size_t size, size_t alignment_mask);
  void (*free_block)(void *block, size_t size, size_t alignment_mask);
  void (*once)(void *token, void (*initialize)(void *), void *context);
  crt_create_buffer *create_buffer;
  crt_create_buffer_pointer *create_buffer_pointer;
  __attribute__((swiftcall)) const void *(*current_task)(void);
  __attribute__((swiftcall)) uint64_t (*task_id)(const void *task);
  __attribute__((swiftcall)) const uint64_t *(*task_local_value)(const void *key);
  /// Binds a task-local value to what is at `value`, and ends the last binding.
  __attribute__((swiftcall)) void (*push_task_local)(const void *key, void *value, const void *type);
  __attribute__((swiftcall)) void (*pop_task_local)(void);
  /// The type of a scope's number.
  const void *number_type;
  /// The task-local value that carries the number of the current scope.
  const void *key;
  /// The one that carries the number of the scope in which the initializer of a variable runs, or 0.
  const void *initializer_key;
  /// Closes a library.
  int (*close_library)(void *);
  /// Frees memory, whatever its size and alignment.
  void (*free)(void *, size_t, size_t);
} crt_runtime_functions;

extern CRT_HIDDEN crt_runtime_functions crt_runtime;

/// Where the counts of an object are, in bytes, and what they are: of an object that was just allocated, of one that a record
/// holds beside, and of one that only its record holds. They follow from the facts, and are asked for at each allocation.
typedef struct {
  intptr_t offset;
  uint64_t fresh, held, dead;
} crt_count_words;

extern CRT_HIDDEN crt_count_words crt_words;

/// Decides anew about every type, after images have come or gone.
void crt_recorder_forget_decisions(void);

/// Whether the address lies in an image under test: the executable, or a library that is not the toolchain's
/// or the system's.
bool crt_is_under_test(uintptr_t address);

/// Whether the imports of that library of the toolchain's are replaced as well: objects of few of its classes are recorded.
bool crt_recorder_listens_in(const char *path);

/// Whether the object is an instance of a class that the program declares.
bool crt_is_programs_instance(const void *object);

/// Whether the platform's import tables can be replaced, and the runtime is imported.
crt_recorder_status crt_imports_status(void);

// MARK: - Which types are recorded

/// Metadata with the decision on it in the two lowest bits, by a hash of its address; 0 where nothing is known.
enum { CRT_DECISION_BITS = 13, CRT_WANTED = 1, CRT_UNWANTED = 2 };
extern CRT_HIDDEN _Atomic(uintptr_t) crt_decisions[1 << CRT_DECISION_BITS];

/// Decides whether objects with this metadata are recorded, and keeps the decision.
bool crt_recorder_decide(const void *metadata);

CRT_INLINE _Atomic(uintptr_t) *crt_decision_on(uintptr_t metadata) {
  return &crt_decisions[(metadata >> 4) * 0x9E3779B97F4A7C15ull >> (64 - CRT_DECISION_BITS)];
}

/// Whether objects with this metadata are recorded.
CRT_INLINE bool crt_is_wanted(const void *metadata) {
  uintptr_t address = (uintptr_t)metadata;
  uintptr_t known = atomic_load_explicit(crt_decision_on(address), memory_order_relaxed);
  if ((known & ~(uintptr_t)3) != address) return crt_recorder_decide(metadata);
  return (known & 3) == CRT_WANTED;
}
