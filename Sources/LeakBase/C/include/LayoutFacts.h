#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the kit knows of memory that others lay out, and that another version may lay out in another way. C and Swift
// have each fact from here. At first use all are compared with known objects (`LayoutCheck`): where one does not hold,
// the feature that rests on it is off.
//
// Offsets and sizes are in bytes, shifts and single bits are counted from the lowest.

/// What rests on a fact.
typedef enum {
  /// The reference counts of objects: without them nothing is read and nothing is recorded.
  CRT_FEATURE_COUNTS,
  /// The metadata of classes: the same.
  CRT_FEATURE_CLASSES,
  /// What closures capture.
  CRT_FEATURE_CONTEXTS,
  /// The elements of arrays.
  CRT_FEATURE_ARRAYS,
  /// The elements of dictionaries and sets.
  CRT_FEATURE_TABLES,
  /// What blocks capture.
  CRT_FEATURE_BLOCKS,
  /// Tasks: how far they are, what their functions keep, what they return.
  CRT_FEATURE_TASKS,
  /// The work that libdispatch's queues have, and work items.
  CRT_FEATURE_DISPATCH,
  /// Whose the memory of a thread is, and where its own variables are.
  CRT_FEATURE_THREADS,
} crt_feature;

enum { CRT_FEATURE_COUNT = CRT_FEATURE_THREADS + 1 };

#ifdef __APPLE__
#define CRT_CLASS_FLAGS 40
#else
#define CRT_CLASS_FLAGS 16
#endif

#define CRT_REF_COUNT "stdlib/public/SwiftShims/swift/shims/RefCount.h"
#define CRT_METADATA "include/swift/ABI/Metadata.h"
#define CRT_BLOCK_ABI "https://clang.llvm.org/docs/Block-ABI-Apple.html"
#define CRT_TASK "include/swift/ABI/Task.h"
#define CRT_TASK_PRIVATE "stdlib/public/Concurrency/TaskPrivate.h"
#define CRT_TASK_STACK "stdlib/public/runtime/StackAllocator.h"
#define CRT_DISPATCH_QUEUE "libdispatch, src/queue_internal.h"
// Has one of glibc's mutexes, which is 48 bytes long on arm64, and 40 on x86_64.
#ifdef __aarch64__
#define CRT_TASK_SIZE 224
#else
#define CRT_TASK_SIZE 208
#endif

#ifdef __aarch64__
#define CRT_GLIBC_THREAD "glibc, sysdeps/aarch64/nptl/tls.h, nptl/descr.h"
// A control block begins with what the thread library has for itself, and does not have its own address.
#define CRT_THREAD_HEAD 192
#define CRT_THREAD_SELF(FACT)
#else
#define CRT_GLIBC_THREAD "glibc, sysdeps/x86_64/nptl/tls.h, nptl/descr.h"
#define CRT_THREAD_HEAD 704
#define CRT_THREAD_SELF(FACT) FACT(thread_self, THREADS, 16, CRT_GLIBC_THREAD)
#endif

// Each was seen in Swift 6.2.3 and 6.3.1 on x86_64, with the libdispatch of the same and glibc 2.36, 2.41 and 2.43; and in Swift
// 6.2.3 and glibc 2.43 on arm64, in an emulator. What a
// library tells of itself is taken from there before anything is compared.
#define CRT_LAYOUT_FACTS(FACT)                                                                              \
  FACT(counts_offset, COUNTS, 8, CRT_REF_COUNT)                                                             \
  FACT(counts_unowned_shift, COUNTS, 1, CRT_REF_COUNT)                                                      \
  FACT(counts_deinit_bit, COUNTS, 32, CRT_REF_COUNT)                                                        \
  FACT(counts_strong_shift, COUNTS, 33, CRT_REF_COUNT)                                                      \
  FACT(counts_side_table_shift, COUNTS, 3, CRT_REF_COUNT)                                                   \
  FACT(side_table_counts, COUNTS, 16, CRT_REF_COUNT)                                                        \
  FACT(side_table_weak, COUNTS, 24, CRT_REF_COUNT)                                                          \
  FACT(class_superclass, CLASSES, 8, CRT_METADATA)                                                          \
  FACT(class_instance_size, CLASSES, CRT_CLASS_FLAGS + 8, CRT_METADATA)                                     \
  FACT(class_descriptor, CLASSES, CRT_CLASS_FLAGS + 24, CRT_METADATA)                                       \
  FACT(class_descriptor_vector, CLASSES, 40, CRT_METADATA)                                                  \
  FACT(context_kind, CONTEXTS, 0x400, "include/swift/ABI/MetadataKind.def")                                 \
  FACT(context_captures, CONTEXTS, 16, "include/swift/RemoteInspection/Records.h, CaptureDescriptor")       \
  FACT(context_first, CONTEXTS, 8, "lib/IRGen/GenHeap.cpp")                                                 \
  FACT(array_count, ARRAYS, 16, "stdlib/public/core/ContiguousArrayBuffer.swift")                           \
  FACT(array_capacity, ARRAYS, 24, "stdlib/public/core/ContiguousArrayBuffer.swift")                        \
  FACT(array_elements, ARRAYS, 32, "stdlib/public/core/ContiguousArrayBuffer.swift")                        \
  FACT(table_scale, TABLES, 32, "stdlib/public/core/DictionaryStorage.swift")                               \
  FACT(table_keys, TABLES, 48, "stdlib/public/core/DictionaryStorage.swift, SetStorage.swift")              \
  FACT(table_values, TABLES, 56, "stdlib/public/core/DictionaryStorage.swift")                              \
  FACT(dictionary_bitmap, TABLES, 64, "stdlib/public/core/DictionaryStorage.swift")                         \
  FACT(set_bitmap, TABLES, 56, "stdlib/public/core/SetStorage.swift")                                       \
  FACT(block_flags, BLOCKS, 8, CRT_BLOCK_ABI)                                                               \
  FACT(block_descriptor, BLOCKS, 24, CRT_BLOCK_ABI)                                                         \
  FACT(block_captures, BLOCKS, 32, CRT_BLOCK_ABI)                                                           \
  FACT(block_size, BLOCKS, 8, CRT_BLOCK_ABI)                                                                \
  FACT(block_owns_bit, BLOCKS, 25, CRT_BLOCK_ABI)                                                           \
  FACT(task_flags, TASKS, 32, CRT_TASK)                                                                     \
  FACT(task_child_bit, TASKS, 24, "include/swift/ABI/MetadataValues.h, JobFlags")                           \
  FACT(task_resumption, TASKS, 56, CRT_TASK)                                                                \
  FACT(task_status, TASKS, 96, CRT_TASK_PRIVATE)                                                            \
  FACT(task_running_bit, TASKS, 11, CRT_TASK_PRIVATE)                                                       \
  FACT(task_enqueued_bit, TASKS, 12, CRT_TASK_PRIVATE)                                                      \
  FACT(task_complete_bit, TASKS, 13, CRT_TASK_PRIVATE)                                                      \
  FACT(task_first_slab, TASKS, 120, CRT_TASK_PRIVATE)                                                       \
  FACT(task_locals, TASKS, 136, CRT_TASK_PRIVATE)                                                           \
  FACT(task_fields, TASKS, CRT_TASK_SIZE, CRT_TASK)                                                         \
  FACT(task_local_key, TASKS, 8, "include/swift/ABI/TaskLocal.h")                                           \
  FACT(task_local_type, TASKS, 16, "include/swift/ABI/TaskLocal.h")                                         \
  FACT(task_local_value, TASKS, 24, "include/swift/ABI/TaskLocal.h")                                        \
  FACT(slab_next, TASKS, 8, CRT_TASK_STACK)                                                                 \
  FACT(slab_capacity, TASKS, 16, CRT_TASK_STACK)                                                            \
  FACT(slab_used, TASKS, 20, CRT_TASK_STACK)                                                                \
  FACT(slab_header, TASKS, 32, CRT_TASK_STACK)                                                              \
  FACT(future_type, TASKS, 8, CRT_TASK)                                                                     \
  FACT(future_error, TASKS, 16, CRT_TASK)                                                                   \
  FACT(future_value, TASKS, 24, CRT_TASK)                                                                   \
  FACT(async_context_resumption, TASKS, 8, CRT_TASK)                                                        \
  FACT(continuation_next, DISPATCH, 16, CRT_DISPATCH_QUEUE)                                                 \
  FACT(continuation_function, DISPATCH, 32, CRT_DISPATCH_QUEUE)                                             \
  FACT(continuation_context, DISPATCH, 40, CRT_DISPATCH_QUEUE)                                              \
  FACT(dispatch_kind, DISPATCH, 24, "libdispatch, src/object_internal.h")                                   \
  FACT(queue_state, DISPATCH, 56, CRT_DISPATCH_QUEUE)                                                       \
  FACT(queue_suspension_shift, DISPATCH, 55, CRT_DISPATCH_QUEUE)                                            \
  FACT(work_item_magic, DISPATCH, 0xD159B10C, CRT_DISPATCH_QUEUE)                                           \
  FACT(work_item_block, DISPATCH, 72, CRT_DISPATCH_QUEUE)                                                   \
  FACT(work_item_group, DISPATCH, 80, CRT_DISPATCH_QUEUE)                                                   \
  CRT_THREAD_SELF(FACT)                                                                                     \
  FACT(thread_number, THREADS, CRT_THREAD_HEAD + 16, CRT_GLIBC_THREAD)                                      \
  FACT(thread_list, THREADS, CRT_THREAD_HEAD, CRT_GLIBC_THREAD)                                             \
  FACT(thread_stack, THREADS, CRT_THREAD_HEAD + 976, CRT_GLIBC_THREAD)

/// The values of the facts.
typedef struct {
#define CRT_FIELD(name, feature, value, source) intptr_t name;
  CRT_LAYOUT_FACTS(CRT_FIELD)
#undef CRT_FIELD
} crt_layout_facts;

/// The facts as they are used. Only a test changes them.
extern crt_layout_facts crt_facts;

// What Swift reads: a variable of C's is not safe there.
#define CRT_ACCESSOR(name, feature, value, source) \
  static inline intptr_t crt_fact_##name(void) { return crt_facts.name; }
CRT_LAYOUT_FACTS(CRT_ACCESSOR)
#undef CRT_ACCESSOR

/// A fact, for people.
typedef struct {
  const char *name, *source;
  crt_feature feature;
  intptr_t value;
} crt_fact;

/// The number of facts.
size_t crt_fact_count(void);

/// The fact at `index`, with the value that it has in the list, or that was learnt.
crt_fact crt_fact_at(size_t index);

/// Lets a fact have the value that a library tells of itself. Before `main`.
void crt_fact_learn(const intptr_t *fact, intptr_t value);

/// Lets the fact at `index` have another value, as if another version laid out its memory in another way. For tests,
/// before anything is read.
void crt_fact_spoil(size_t index, intptr_t value);

/// The counts of an object. Bits 63 and 62 say that the counts are in a side table, bit 63 alone that there are none.
static inline uint64_t crt_counts(const void *object) {
  return __atomic_load_n(
      (const uint64_t *)((uintptr_t)object + (uintptr_t)crt_facts.counts_offset), __ATOMIC_ACQUIRE);
}

/// Whether nothing is left of an object but its memory, for the sake of one unowned retain.
static inline bool crt_is_dead(const void *object) {
  return crt_counts(object) ==
         ((uint64_t)1 << crt_facts.counts_deinit_bit | (uint64_t)1 << crt_facts.counts_unowned_shift | 1);
}

/// Turns a feature off for the rest of the process.
void crt_feature_turn_off(crt_feature feature);

/// Whether a feature is off.
bool crt_feature_is_off(crt_feature feature);
