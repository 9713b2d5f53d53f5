#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Inlining.h"

// What the kit knows of memory that others lay out, and that another version may lay out in another way. C and Swift
// have each fact from here. At first use all are compared with known objects (`LayoutCheck`): where one does not hold,
// the feature that rests on it is off.
//
// Offsets and sizes are in bytes, shifts and single bits are counted from the lowest.

/// What rests on a fact.
typedef enum {
  /// The reference counts of objects: without them nothing is read and nothing is recorded.
  CRT_FEATURE_COUNTS,
  /// The metadata of types, and the descriptors that it leads to: the same.
  CRT_FEATURE_TYPES,
  /// The blocks of glibc's heap: memory without a type, and the search for what holds an object.
  CRT_FEATURE_HEAP,
  /// What closures capture.
  CRT_FEATURE_CONTEXTS,
  /// The elements of arrays.
  CRT_FEATURE_ARRAYS,
  /// The elements of dictionaries and sets.
  CRT_FEATURE_TABLES,
  /// What strings say.
  CRT_FEATURE_STRINGS,
  /// What blocks capture.
  CRT_FEATURE_BLOCKS,
  /// Tasks: how far they are, what their functions keep, what they return, who waits for them.
  CRT_FEATURE_TASKS,
  /// The work that libdispatch's queues have, and work items.
  CRT_FEATURE_DISPATCH,
  /// Whose the memory of a thread is, and where its own variables are.
  CRT_FEATURE_THREADS,
  /// Whether a run loop's timer is to fire.
  CRT_FEATURE_TIMERS,
  /// Which key paths have no references.
  CRT_FEATURE_KEY_PATHS,
} crt_feature;

enum { CRT_FEATURE_COUNT = CRT_FEATURE_KEY_PATHS + 1 };

#ifdef __APPLE__
#define CRT_CLASS_FLAGS 40
#else
#define CRT_CLASS_FLAGS 16
#endif

// Where a fact stands, and where it was seen; on arm64 in an emulator.
#define CRT_SEEN_SWIFT "Swift 6.2.3 and 6.3.1 on x86_64, 6.2.3 on arm64"
#define CRT_SEEN_GLIBC "glibc 2.36, 2.41 and 2.43 on x86_64, 2.43 on arm64"
#define CRT_SEEN_BOTH CRT_SEEN_SWIFT "; " CRT_SEEN_GLIBC

#define CRT_REF_COUNT "stdlib/public/SwiftShims/swift/shims/RefCount.h", CRT_SEEN_SWIFT
#define CRT_METADATA "include/swift/ABI/Metadata.h", CRT_SEEN_SWIFT
#define CRT_METADATA_KIND "include/swift/ABI/MetadataKind.def", CRT_SEEN_SWIFT
#define CRT_METADATA_VALUES "include/swift/ABI/MetadataValues.h", CRT_SEEN_SWIFT
#define CRT_VALUE_WITNESS "include/swift/ABI/ValueWitness.def", CRT_SEEN_SWIFT
#define CRT_GENERIC_CONTEXT "include/swift/ABI/GenericContext.h", CRT_SEEN_SWIFT
#define CRT_SYSTEM "include/swift/ABI/System.h", CRT_SEEN_SWIFT
#define CRT_ERROR_BOX "stdlib/public/runtime/ErrorObject.h", CRT_SEEN_SWIFT
#define CRT_HEAP_OBJECT "stdlib/public/runtime/HeapObject.cpp", CRT_SEEN_SWIFT
#define CRT_RECORDS "include/swift/RemoteInspection/Records.h", CRT_SEEN_SWIFT
#define CRT_GEN_HEAP "lib/IRGen/GenHeap.cpp", CRT_SEEN_SWIFT
#define CRT_ARRAY "stdlib/public/core/ContiguousArrayBuffer.swift", CRT_SEEN_SWIFT
#define CRT_DICTIONARY "stdlib/public/core/DictionaryStorage.swift", CRT_SEEN_SWIFT
#define CRT_SET "stdlib/public/core/SetStorage.swift", CRT_SEEN_SWIFT
#define CRT_STRING "stdlib/public/core/StringObject.swift", CRT_SEEN_SWIFT
#define CRT_BLOCK_ABI "https://clang.llvm.org/docs/Block-ABI-Apple.html", CRT_SEEN_SWIFT
#define CRT_BLOCK_PRIVATE "libdispatch, src/BlocksRuntime/Block_private.h", CRT_SEEN_SWIFT
#define CRT_TASK "include/swift/ABI/Task.h", CRT_SEEN_SWIFT
#define CRT_TASK_PRIVATE "stdlib/public/Concurrency/TaskPrivate.h", CRT_SEEN_SWIFT
#define CRT_TASK_LOCAL "include/swift/ABI/TaskLocal.h", CRT_SEEN_SWIFT
#define CRT_TASK_STACK "stdlib/public/runtime/StackAllocator.h", CRT_SEEN_SWIFT
#define CRT_DISPATCH_QUEUE "libdispatch, src/queue_internal.h", CRT_SEEN_SWIFT
#define CRT_DISPATCH_OBJECT "libdispatch, src/object_internal.h", CRT_SEEN_SWIFT
#define CRT_DISPATCH_EVENT "libdispatch, src/event/event_internal.h", CRT_SEEN_SWIFT
#define CRT_GLIBC_HEAP "glibc, malloc/malloc.c", CRT_SEEN_GLIBC
#define CRT_GLIBC_ARENA "glibc, malloc/arena.c", CRT_SEEN_GLIBC
#define CRT_KEY_PATH "stdlib/public/core/KeyPath.swift", "Swift 6.3.1 on x86_64"
#define CRT_RUN_LOOP "swift-corelibs-foundation, CFRuntime.h and CFRunLoop.c", CRT_SEEN_SWIFT

// Has one of glibc's mutexes, which is 48 bytes long on arm64, and 40 on x86_64.
#ifdef __aarch64__
#define CRT_TASK_SIZE 224
#else
#define CRT_TASK_SIZE 208
#endif

// The bits of a reference that an enumeration and a bridge object keep nothing of their own in.
#ifdef __x86_64__
#define CRT_POINTER_BITS 0x00FFFFFFFFFFFFF8
#else
#define CRT_POINTER_BITS 0x0FFFFFFFFFFFFFF8
#endif

#ifdef __aarch64__
#define CRT_GLIBC_THREAD "glibc, sysdeps/aarch64/nptl/tls.h, nptl/descr.h", CRT_SEEN_GLIBC
// A control block begins with what the thread library has for itself, and does not have its own address.
#define CRT_THREAD_HEAD 192
#define CRT_THREAD_SELF(FACT)
#else
#define CRT_GLIBC_THREAD "glibc, sysdeps/x86_64/nptl/tls.h, nptl/descr.h", CRT_SEEN_GLIBC
#define CRT_THREAD_HEAD 704
#define CRT_THREAD_SELF(FACT) FACT(thread_self, THREADS, 16, CRT_GLIBC_THREAD)
#endif

// What a library tells of itself is taken from there before anything is compared.
#define CRT_LAYOUT_FACTS(FACT) \
  FACT(counts_offset, COUNTS, 8, CRT_REF_COUNT)                             \
  FACT(counts_plain_bit, COUNTS, 0, CRT_REF_COUNT)                          \
  FACT(counts_unowned_shift, COUNTS, 1, CRT_REF_COUNT)                      \
  FACT(counts_deinit_bit, COUNTS, 32, CRT_REF_COUNT)                        \
  FACT(counts_strong_shift, COUNTS, 33, CRT_REF_COUNT)                      \
  FACT(counts_side_table_bit, COUNTS, 62, CRT_REF_COUNT)                    \
  FACT(counts_slow_bit, COUNTS, 63, CRT_REF_COUNT)                          \
  FACT(counts_side_table_shift, COUNTS, 3, CRT_REF_COUNT)                   \
  FACT(side_table_object, COUNTS, 0, CRT_REF_COUNT)                         \
  FACT(side_table_counts, COUNTS, 16, CRT_REF_COUNT)                        \
  FACT(side_table_weak, COUNTS, 24, CRT_REF_COUNT)                          \
  FACT(pointer_bits, TYPES, CRT_POINTER_BITS, CRT_SYSTEM)                   \
  FACT(kind_last, TYPES, 0x7FF, CRT_METADATA_KIND)                          \
  FACT(kind_struct, TYPES, 0x200, CRT_METADATA_KIND)                        \
  FACT(kind_enum, TYPES, 0x201, CRT_METADATA_KIND)                          \
  FACT(kind_optional, TYPES, 0x202, CRT_METADATA_KIND)                      \
  FACT(kind_opaque, TYPES, 0x300, CRT_METADATA_KIND)                        \
  FACT(kind_tuple, TYPES, 0x301, CRT_METADATA_KIND)                         \
  FACT(kind_function, TYPES, 0x302, CRT_METADATA_KIND)                      \
  FACT(kind_existential, TYPES, 0x303, CRT_METADATA_KIND)                   \
  FACT(kind_metatype, TYPES, 0x304, CRT_METADATA_KIND)                      \
  FACT(kind_existential_metatype, TYPES, 0x306, CRT_METADATA_KIND)          \
  FACT(kind_extended_existential, TYPES, 0x307, CRT_METADATA_KIND)          \
  FACT(kind_fixed_array, TYPES, 0x308, CRT_METADATA_KIND)                   \
  FACT(kind_box, TYPES, 0x500, CRT_METADATA_KIND)                           \
  FACT(kind_error, TYPES, 0x501, CRT_METADATA_KIND)                         \
  FACT(type_witnesses, TYPES, -8, CRT_METADATA)                             \
  FACT(witness_size, TYPES, 64, CRT_VALUE_WITNESS)                          \
  FACT(witness_stride, TYPES, 72, CRT_VALUE_WITNESS)                        \
  FACT(witness_flags, TYPES, 80, CRT_VALUE_WITNESS)                         \
  FACT(witness_inhabitants, TYPES, 84, CRT_VALUE_WITNESS)                   \
  FACT(witness_enum_tag, TYPES, 88, CRT_VALUE_WITNESS)                      \
  FACT(witness_enum_project, TYPES, 96, CRT_VALUE_WITNESS)                  \
  FACT(witness_alignment_mask, TYPES, 0xFF, CRT_METADATA_VALUES)            \
  FACT(witness_owns_bit, TYPES, 16, CRT_METADATA_VALUES)                    \
  FACT(witness_boxed_bit, TYPES, 17, CRT_METADATA_VALUES)                   \
  FACT(class_deallocator, TYPES, -16, CRT_METADATA)                         \
  FACT(class_superclass, TYPES, 8, CRT_METADATA)                            \
  FACT(class_instance_size, TYPES, CRT_CLASS_FLAGS + 8, CRT_METADATA)       \
  FACT(class_descriptor, TYPES, CRT_CLASS_FLAGS + 24, CRT_METADATA)         \
  FACT(value_descriptor, TYPES, 8, CRT_METADATA)                            \
  FACT(value_arguments, TYPES, 16, CRT_METADATA)                            \
  FACT(tuple_count, TYPES, 8, CRT_METADATA)                                 \
  FACT(tuple_labels, TYPES, 16, CRT_METADATA)                               \
  FACT(tuple_elements, TYPES, 24, CRT_METADATA)                             \
  FACT(tuple_element_size, TYPES, 16, CRT_METADATA)                         \
  FACT(tuple_element_offset, TYPES, 8, CRT_METADATA)                        \
  FACT(function_flags, TYPES, 8, CRT_METADATA)                              \
  FACT(function_result, TYPES, 16, CRT_METADATA)                            \
  FACT(function_parameters, TYPES, 24, CRT_METADATA)                        \
  FACT(function_count_mask, TYPES, 0xFFFF, CRT_METADATA_VALUES)             \
  FACT(function_convention_shift, TYPES, 16, CRT_METADATA_VALUES)           \
  FACT(function_escaping_bit, TYPES, 26, CRT_METADATA_VALUES)               \
  FACT(existential_flags, TYPES, 8, CRT_METADATA)                           \
  FACT(existential_count, TYPES, 12, CRT_METADATA)                          \
  FACT(existential_protocols, TYPES, 16, CRT_METADATA)                      \
  FACT(existential_special_shift, TYPES, 24, CRT_METADATA_VALUES)           \
  FACT(existential_superclass_bit, TYPES, 30, CRT_METADATA_VALUES)          \
  FACT(existential_open_bit, TYPES, 31, CRT_METADATA_VALUES)                \
  FACT(existential_value_type, TYPES, 24, CRT_METADATA)                     \
  FACT(extended_existential_shape, TYPES, 8, CRT_METADATA)                  \
  FACT(extended_existential_mask, TYPES, 0xFF, CRT_METADATA_VALUES)         \
  FACT(metatype_instance, TYPES, 8, CRT_METADATA)                           \
  FACT(fixed_array_count, TYPES, 8, CRT_METADATA)                           \
  FACT(fixed_array_element, TYPES, 16, CRT_METADATA)                        \
  FACT(box_offset, TYPES, 8, CRT_HEAP_OBJECT)                               \
  FACT(box_type, TYPES, 16, CRT_HEAP_OBJECT)                                \
  FACT(error_type, TYPES, 16, CRT_ERROR_BOX)                                \
  FACT(error_value, TYPES, 32, CRT_ERROR_BOX)                               \
  FACT(descriptor_kind_mask, TYPES, 0x1F, CRT_METADATA_VALUES)              \
  FACT(descriptor_module, TYPES, 0, CRT_METADATA_VALUES)                    \
  FACT(descriptor_extension, TYPES, 1, CRT_METADATA_VALUES)                 \
  FACT(descriptor_anonymous, TYPES, 2, CRT_METADATA_VALUES)                 \
  FACT(descriptor_protocol, TYPES, 3, CRT_METADATA_VALUES)                  \
  FACT(descriptor_class, TYPES, 16, CRT_METADATA_VALUES)                    \
  FACT(descriptor_struct, TYPES, 17, CRT_METADATA_VALUES)                   \
  FACT(descriptor_enum, TYPES, 18, CRT_METADATA_VALUES)                     \
  FACT(descriptor_generic_bit, TYPES, 7, CRT_METADATA_VALUES)               \
  FACT(descriptor_override_bit, TYPES, 30, CRT_METADATA_VALUES)             \
  FACT(descriptor_parent, TYPES, 4, CRT_METADATA)                           \
  FACT(descriptor_name, TYPES, 8, CRT_METADATA)                             \
  FACT(descriptor_fields, TYPES, 16, CRT_METADATA)                          \
  FACT(class_descriptor_negative, TYPES, 24, CRT_METADATA)                  \
  FACT(class_descriptor_positive, TYPES, 28, CRT_METADATA)                  \
  FACT(class_descriptor_members, TYPES, 32, CRT_METADATA)                   \
  FACT(class_descriptor_vector, TYPES, 40, CRT_METADATA)                    \
  FACT(class_descriptor_generics, TYPES, 52, CRT_METADATA)                  \
  FACT(value_descriptor_vector, TYPES, 24, CRT_METADATA)                    \
  FACT(value_descriptor_generics, TYPES, 36, CRT_METADATA)                  \
  FACT(enum_payloads, TYPES, 20, CRT_METADATA)                              \
  FACT(enum_payloads_mask, TYPES, 0xFFFFFF, CRT_METADATA)                   \
  FACT(enum_empties, TYPES, 24, CRT_METADATA)                               \
  FACT(generic_requirements, TYPES, 2, CRT_GENERIC_CONTEXT)                 \
  FACT(generic_flags, TYPES, 6, CRT_GENERIC_CONTEXT)                        \
  FACT(generic_parameters, TYPES, 8, CRT_GENERIC_CONTEXT)                   \
  FACT(generic_argument_bit, TYPES, 7, CRT_METADATA_VALUES)                 \
  FACT(generic_kind_mask, TYPES, 0x3F, CRT_METADATA_VALUES)                 \
  FACT(generic_pack, TYPES, 1, CRT_METADATA_VALUES)                         \
  FACT(generic_value, TYPES, 2, CRT_METADATA_VALUES)                        \
  FACT(pack_shape_count, TYPES, 2, CRT_GENERIC_CONTEXT)                     \
  FACT(pack_shapes, TYPES, 4, CRT_GENERIC_CONTEXT)                          \
  FACT(pack_shape_word, TYPES, 2, CRT_GENERIC_CONTEXT)                      \
  FACT(pack_shape_index, TYPES, 4, CRT_GENERIC_CONTEXT)                     \
  FACT(requirement_size, TYPES, 12, CRT_GENERIC_CONTEXT)                    \
  FACT(requirement_name, TYPES, 4, CRT_GENERIC_CONTEXT)                     \
  FACT(requirement_content, TYPES, 8, CRT_GENERIC_CONTEXT)                  \
  FACT(requirement_kind_mask, TYPES, 0x1F, CRT_METADATA_VALUES)             \
  FACT(requirement_superclass, TYPES, 2, CRT_METADATA_VALUES)               \
  FACT(requirement_layout, TYPES, 0x1F, CRT_METADATA_VALUES)                \
  FACT(protocol_flags, TYPES, 2, CRT_METADATA_VALUES)                       \
  FACT(field_record_size, TYPES, 10, CRT_RECORDS)                           \
  FACT(field_count, TYPES, 12, CRT_RECORDS)                                 \
  FACT(field_records, TYPES, 16, CRT_RECORDS)                               \
  FACT(field_type, TYPES, 4, CRT_RECORDS)                                   \
  FACT(field_name, TYPES, 8, CRT_RECORDS)                                   \
  FACT(field_indirect_bit, TYPES, 0, CRT_RECORDS)                           \
  FACT(field_variable_bit, TYPES, 1, CRT_RECORDS)                           \
  FACT(chunk_header, HEAP, 16, CRT_GLIBC_HEAP)                              \
  FACT(chunk_smallest, HEAP, 32, CRT_GLIBC_HEAP)                            \
  FACT(chunk_size, HEAP, 8, CRT_GLIBC_HEAP)                                 \
  FACT(chunk_flags, HEAP, 7, CRT_GLIBC_HEAP)                                \
  FACT(chunk_follows_used, HEAP, 1, CRT_GLIBC_HEAP)                         \
  FACT(chunk_is_mapping, HEAP, 2, CRT_GLIBC_HEAP)                           \
  FACT(chunk_previous, HEAP, 24, CRT_GLIBC_HEAP)                            \
  FACT(arena_memory_before, HEAP, 8, CRT_GLIBC_ARENA)                       \
  FACT(arena_memory_size, HEAP, 16, CRT_GLIBC_ARENA)                        \
  FACT(arena_bins, HEAP, 127, CRT_GLIBC_HEAP)                               \
  FACT(arena_bin_marks, HEAP, 16, CRT_GLIBC_HEAP)                           \
  FACT(context_kind, CONTEXTS, 0x400, CRT_METADATA_KIND)                    \
  FACT(context_captures, CONTEXTS, 16, CRT_RECORDS)                         \
  FACT(context_first, CONTEXTS, 8, CRT_GEN_HEAP)                            \
  FACT(captures_sources, CONTEXTS, 4, CRT_RECORDS)                          \
  FACT(captures_bindings, CONTEXTS, 8, CRT_RECORDS)                         \
  FACT(captures_types, CONTEXTS, 12, CRT_RECORDS)                           \
  FACT(array_count, ARRAYS, 16, CRT_ARRAY)                                  \
  FACT(array_capacity, ARRAYS, 24, CRT_ARRAY)                               \
  FACT(array_capacity_shift, ARRAYS, 1, CRT_ARRAY)                          \
  FACT(array_elements, ARRAYS, 32, CRT_ARRAY)                               \
  FACT(table_scale, TABLES, 32, CRT_DICTIONARY)                             \
  FACT(table_keys, TABLES, 48, CRT_DICTIONARY)                              \
  FACT(table_values, TABLES, 56, CRT_DICTIONARY)                            \
  FACT(dictionary_bitmap, TABLES, 64, CRT_DICTIONARY)                       \
  FACT(set_bitmap, TABLES, 56, CRT_SET)                                     \
  FACT(string_form_shift, STRINGS, 60, CRT_STRING)                          \
  FACT(string_small, STRINGS, 0xA, CRT_STRING)                              \
  FACT(string_literal, STRINGS, 0x8, CRT_STRING)                            \
  FACT(string_small_count_shift, STRINGS, 56, CRT_STRING)                   \
  FACT(string_bytes_bit, STRINGS, 60, CRT_STRING)                           \
  FACT(string_bytes, STRINGS, 32, CRT_STRING)                               \
  FACT(block_flags, BLOCKS, 8, CRT_BLOCK_ABI)                               \
  FACT(block_descriptor, BLOCKS, 24, CRT_BLOCK_ABI)                         \
  FACT(block_captures, BLOCKS, 32, CRT_BLOCK_ABI)                           \
  FACT(block_size, BLOCKS, 8, CRT_BLOCK_ABI)                                \
  FACT(block_count_mask, BLOCKS, 0xFFFE, CRT_BLOCK_PRIVATE)                 \
  FACT(block_heap_bit, BLOCKS, 24, CRT_BLOCK_PRIVATE)                       \
  FACT(block_owns_bit, BLOCKS, 25, CRT_BLOCK_ABI)                           \
  FACT(task_kind, TASKS, 0x502, CRT_METADATA_KIND)                          \
  FACT(task_flags, TASKS, 32, CRT_TASK)                                     \
  FACT(task_child_bit, TASKS, 24, CRT_METADATA_VALUES)                      \
  FACT(task_future_bit, TASKS, 25, CRT_METADATA_VALUES)                     \
  FACT(task_next_waiter, TASKS, 16, CRT_TASK)                               \
  FACT(task_resumption, TASKS, 56, CRT_TASK)                                \
  FACT(task_context, TASKS, 64, CRT_TASK)                                   \
  FACT(task_status, TASKS, 96, CRT_TASK_PRIVATE)                            \
  FACT(task_cancelled_bit, TASKS, 8, CRT_TASK_PRIVATE)                      \
  FACT(task_running_bit, TASKS, 11, CRT_TASK_PRIVATE)                       \
  FACT(task_enqueued_bit, TASKS, 12, CRT_TASK_PRIVATE)                      \
  FACT(task_complete_bit, TASKS, 13, CRT_TASK_PRIVATE)                      \
  FACT(task_first_slab, TASKS, 120, CRT_TASK_PRIVATE)                       \
  FACT(task_locals, TASKS, 136, CRT_TASK_PRIVATE)                           \
  FACT(task_fields, TASKS, CRT_TASK_SIZE, CRT_TASK)                         \
  FACT(task_local_key, TASKS, 8, CRT_TASK_LOCAL)                            \
  FACT(task_local_type, TASKS, 16, CRT_TASK_LOCAL)                          \
  FACT(task_local_value, TASKS, 24, CRT_TASK_LOCAL)                         \
  FACT(slab_next, TASKS, 8, CRT_TASK_STACK)                                 \
  FACT(slab_capacity, TASKS, 16, CRT_TASK_STACK)                            \
  FACT(slab_used, TASKS, 20, CRT_TASK_STACK)                                \
  FACT(slab_header, TASKS, 32, CRT_TASK_STACK)                              \
  FACT(slab_allocation, TASKS, 8, CRT_TASK_STACK)                           \
  FACT(future_succeeded, TASKS, 1, CRT_TASK)                                \
  FACT(future_failed, TASKS, 2, CRT_TASK)                                   \
  FACT(future_type, TASKS, 8, CRT_TASK)                                     \
  FACT(future_error, TASKS, 16, CRT_TASK)                                   \
  FACT(future_value, TASKS, 24, CRT_TASK)                                   \
  FACT(async_context_resumption, TASKS, 8, CRT_TASK)                        \
  FACT(continuation_next, DISPATCH, 16, CRT_DISPATCH_QUEUE)                 \
  FACT(continuation_function, DISPATCH, 32, CRT_DISPATCH_QUEUE)             \
  FACT(continuation_context, DISPATCH, 40, CRT_DISPATCH_QUEUE)              \
  FACT(dispatch_kind, DISPATCH, 24, CRT_DISPATCH_OBJECT)                    \
  FACT(dispatch_target, DISPATCH, 24, CRT_DISPATCH_OBJECT)                  \
  FACT(source_type, DISPATCH, 24, CRT_DISPATCH_EVENT)                       \
  FACT(source_handlers, DISPATCH, 40, CRT_DISPATCH_EVENT)                   \
  FACT(source_flags, DISPATCH, 80, CRT_DISPATCH_QUEUE)                      \
  FACT(source_cancelled_bit, DISPATCH, 28, CRT_DISPATCH_QUEUE)              \
  FACT(queue_state, DISPATCH, 56, CRT_DISPATCH_QUEUE)                       \
  FACT(queue_suspension_shift, DISPATCH, 55, CRT_DISPATCH_QUEUE)            \
  FACT(work_item_magic, DISPATCH, 0xD159B10C, CRT_DISPATCH_QUEUE)           \
  FACT(work_item_block, DISPATCH, 72, CRT_DISPATCH_QUEUE)                   \
  FACT(work_item_group, DISPATCH, 80, CRT_DISPATCH_QUEUE)                   \
  CRT_THREAD_SELF(FACT)                                                      \
  FACT(thread_number, THREADS, CRT_THREAD_HEAD + 16, CRT_GLIBC_THREAD)      \
  FACT(thread_list, THREADS, CRT_THREAD_HEAD, CRT_GLIBC_THREAD)             \
  FACT(thread_stack, THREADS, CRT_THREAD_HEAD + 976, CRT_GLIBC_THREAD)      \
  FACT(thread_stack_size, THREADS, CRT_THREAD_HEAD + 984, CRT_GLIBC_THREAD) \
  FACT(thread_guard_size, THREADS, CRT_THREAD_HEAD + 992, CRT_GLIBC_THREAD) \
  FACT(timer_state, TIMERS, 16, CRT_RUN_LOOP)                               \
  FACT(timer_valid_bit, TIMERS, 3, CRT_RUN_LOOP)                            \
  FACT(key_path_header, KEY_PATHS, 24, CRT_KEY_PATH)                        \
  FACT(key_path_trivial_bit, KEY_PATHS, 31, CRT_KEY_PATH)

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
  CRT_INLINE intptr_t crt_fact_##name(void) { return crt_facts.name; }
CRT_LAYOUT_FACTS(CRT_ACCESSOR)
#undef CRT_ACCESSOR

/// A fact, for people.
typedef struct {
  const char *name;
  /// Where the layout is written down, and the versions that had it so.
  const char *source, *seen;
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

// MARK: Reference counts

/// The counts of an object.
CRT_INLINE uint64_t crt_counts(const void *object) {
  return __atomic_load_n(
      (const uint64_t *)((uintptr_t)object + (uintptr_t)crt_facts.counts_offset), __ATOMIC_ACQUIRE);
}

/// The bits of a word of counts from the lowest on that are below `bit`.
CRT_INLINE uint64_t crt_bits_below(intptr_t bit) { return ((uint64_t)1 << bit) - 1; }

/// The counts of an object that has `unowned` unowned references and no other.
CRT_INLINE uint64_t crt_unowned_alone(uint64_t unowned) {
  return unowned << crt_facts.counts_unowned_shift | (uint64_t)1 << crt_facts.counts_plain_bit;
}

/// Whether nothing is left of an object but its memory, for the sake of one unowned retain.
CRT_INLINE bool crt_is_dead(const void *object) {
  return crt_counts(object) == ((uint64_t)1 << crt_facts.counts_deinit_bit | crt_unowned_alone(1));
}

/// Whether a word of counts is something else: it leads to a side table, or says that the object is never freed.
CRT_INLINE bool crt_counts_are_elsewhere(uint64_t counts) { return counts >> crt_facts.counts_slow_bit & 1; }

/// Whether a word of counts leads to a side table.
CRT_INLINE bool crt_has_side_table(uint64_t counts) {
  return crt_counts_are_elsewhere(counts) && (counts >> crt_facts.counts_side_table_bit & 1);
}

/// The side table that a word of counts leads to, which leads to one.
CRT_INLINE uintptr_t crt_side_table(uint64_t counts) {
  return (counts & crt_bits_below(crt_facts.counts_side_table_bit)) << crt_facts.counts_side_table_shift;
}

/// Whether a word of counts says that the object is never freed.
CRT_INLINE bool crt_is_immortal(uint64_t counts) {
  return crt_counts_are_elsewhere(counts) && !crt_has_side_table(counts);
}

/// Whether `deinit` has begun, by a word of counts.
CRT_INLINE bool crt_has_begun_deinit(uint64_t counts) { return counts >> crt_facts.counts_deinit_bit & 1; }

/// The number of strong references: all bits from where it begins to the one that says that the counts are elsewhere.
CRT_INLINE uint64_t crt_strong_count(uint64_t counts) {
  return (counts >> crt_facts.counts_strong_shift &
          crt_bits_below(crt_facts.counts_slow_bit - crt_facts.counts_strong_shift)) + 1;
}

/// The number of unowned references, with the one that all strong references share: all bits up to the one of `deinit`.
CRT_INLINE uint64_t crt_unowned_count(uint64_t counts) {
  return counts >> crt_facts.counts_unowned_shift &
         crt_bits_below(crt_facts.counts_deinit_bit - crt_facts.counts_unowned_shift);
}

/// How often a block is retained, by its flags; -1 for one that is not on the heap. The lowest bit is none of the count.
CRT_INLINE int64_t crt_block_count(uint32_t flags) {
  if (!((uint64_t)flags >> crt_facts.block_heap_bit & 1)) return -1;
  return (int64_t)((flags & (uint32_t)crt_facts.block_count_mask) >> 1);
}

// MARK: Features

/// Turns a feature off for the rest of the process.
void crt_feature_turn_off(crt_feature feature);

/// Whether a feature is off.
bool crt_feature_is_off(crt_feature feature);
