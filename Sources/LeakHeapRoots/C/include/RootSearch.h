#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "MaskedAddresses.h"
#include "StackUnwinding.h"

// A copy of the process that stands still, and what is asked of it to find out who holds an object.
//
// The copy is a child process that shares no thread with this one. It answers one question after another through
// memory that both share, and ends with the search. It runs nothing but the code of this module: no allocation, no lock,
// no handler of the host's. Only where blocks have glibc's layout can their starts be told; elsewhere nothing is
// searched.

/// What one word of an object is, by the object's type.
typedef enum {
  /// Nothing that owns: a number, a pointer that is not counted.
  CRT_WORD_NEVER,
  /// A strong reference.
  CRT_WORD_STRONG,
  /// A strong reference if the word before it, which is a function's code, is not 0.
  CRT_WORD_CONTEXT,
  /// A strong reference or a part of something else, as the value has it: an enumeration's payload, an `Any`.
  CRT_WORD_MAYBE,
  /// A strong reference in one case of an enumeration. In another case the type does not say what it is.
  CRT_WORD_MAYBE_OPEN,
  /// A strong reference to work that waits to be done: what the work keeps, it keeps until then.
  CRT_WORD_PENDING,
  /// Anything: the type does not say.
  CRT_WORD_OPEN,
  /// A weak reference: the address of the object's side table.
  CRT_WORD_WEAK,
  /// An unowned reference that is counted.
  CRT_WORD_UNOWNED,
} crt_word;

/// How the memory of an object is laid out.
typedef enum {
  /// One word after the other.
  CRT_LAYOUT_FIXED,
  /// The count in the third word, then elements from `offset` on, `stride` bytes each.
  CRT_LAYOUT_ARRAY,
  /// A bitmap of buckets at `offset`, of which the fifth word says how many there are; the elements, or keys,
  /// where the seventh word says, and values where the eighth does.
  CRT_LAYOUT_TABLE,
  /// A key path, which says whether there are references in it.
  CRT_LAYOUT_KEY_PATH,
  /// A task: frames of functions, until it is over; then its result, of which the value's type says what is in it.
  CRT_LAYOUT_TASK,
} crt_layout_kind;

/// What the objects with one first word hold.
typedef struct {
  uintptr_t isa;
  crt_layout_kind kind;
  /// What the words behind the ones that are told are.
  crt_word rest;
  /// How many bytes a block may have behind those that nobody asked for: where it has no more, nothing is there.
  uint32_t slack;
  /// Whether what the object holds is work that waits to be done, as a task's.
  bool is_pending;
  uint32_t offset;
  uint32_t stride;
  uint32_t value_stride;
  /// How many words are told, of the object or of each element, and of each value.
  uint32_t word_count;
  uint32_t value_word_count;
} crt_layout;

/// How a question was answered.
typedef enum {
  CRT_SEARCH_DONE,
  /// The system did not let the process be copied, or the copy be read.
  CRT_SEARCH_REFUSED,
  /// Blocks cannot be told from other memory.
  CRT_SEARCH_UNKNOWN_ALLOCATOR,
  /// The allocator was at work in the moment of the copy: another one may do better.
  CRT_SEARCH_TORN,
  /// It took too long.
  CRT_SEARCH_LATE,
  /// The copy ended unexpectedly.
  CRT_SEARCH_CRASHED,
  /// There is no room for the answer.
  CRT_SEARCH_TOO_LARGE,
} crt_search_status;

/// What was searched, and how long it took.
typedef struct {
  uint64_t blocks;
  uint64_t bytes;
  uint32_t threads;
  /// Threads whose stack pointer is not known, because they were running.
  uint32_t running_threads;
  uint64_t nanoseconds;
} crt_search_figures;

typedef struct crt_search crt_search;

/// A search, or NULL where there is no memory for it.
crt_search *crt_search_create(void);
/// Ends the search and its copy.
void crt_search_destroy(crt_search *search);

/// Leaves out a range of memory: what is there holds nothing. To be said before the copy is made.
void crt_search_leave_out(crt_search *search, uintptr_t start, uintptr_t end);

/// Says how the memory of a task's allocator begins, how blocks (closures of C's) on the heap begin.
void crt_search_set_task_slab(crt_search *search, uintptr_t first_word);
void crt_search_set_block_class(crt_search *search, uintptr_t isa);

/// Says which object keeps what it has until it is told otherwise, whoever refers to it: nothing is reached through it.
void crt_search_set_keeper(crt_search *search, uintptr_t object);

/// Says whether continuations of libdispatch's are as is known: then those that are over hold nothing.
void crt_search_know_continuations(crt_search *search, bool known);

/// Copies the process, and finds the blocks of the copy. Whatever is asked, the copy is ended after `seconds`.
crt_search_status crt_search_begin(crt_search *search, double seconds);

crt_search_figures crt_search_figures_of(const crt_search *search);

// MARK: Types

/// The distinct first words of the copy's blocks that look like the metadata of Swift objects.
size_t crt_search_type_count(const crt_search *search);
uintptr_t crt_search_type(const crt_search *search, size_t index);

/// Adds a layout, with the kinds of its words and, for a dictionary, of its values' words. All layouts are told before
/// the first question. There is no room for any number of them: what is left out is memory without a type.
void crt_search_add_layout(
    crt_search *search, crt_layout layout, const uint8_t *words, const uint8_t *values);

// MARK: What roots reach

/// A word of an image's variables that refers to an object, or to memory that has no type.
typedef struct {
  uintptr_t slot;
  uintptr_t word;
  bool is_memory;
} crt_candidate;

/// The words of the variables of the images under test that refer to blocks which look like Swift objects, or are the addresses of other
/// blocks.
size_t crt_search_candidate_count(const crt_search *search);
crt_candidate crt_search_candidate(const crt_search *search, size_t index);

/// Says that the word at `slot` is a strong reference by its type.
void crt_search_add_root(crt_search *search, uintptr_t slot);

/// Says that the word at `slot`, in an object, is no reference as its value is. Counts for the next marking.
void crt_search_deny(crt_search *search, uintptr_t slot);

/// How a root reaches an object.
enum {
  CRT_REACHED_NOT = 0,
  /// By strong references.
  CRT_REACHED_SURELY = 1,
  /// If words are references that depend on a value.
  CRT_REACHED_MAYBE = 2,
};

/// Follows the references from the roots, and writes how each of the `count` objects at `masked` addresses is reached, and
/// how many are reached maybe. Work that waits is not entered.
crt_search_status crt_search_mark(
    crt_search *search, const uintptr_t *masked, size_t count, uint8_t *reached, size_t *doubtful);

/// A word at `slot`, in the block at `block` or, for the first of a way, in the root.
typedef struct {
  uintptr_t slot;
  uintptr_t block;
  uintptr_t word;
  /// Whether it is a reference depends on its value.
  bool is_maybe;
} crt_step;

/// Ways from roots to objects, one after the other, each with the root's word first.
typedef struct {
  /// The number of steps of each way: 0 for an object that was not reached.
  const size_t *lengths;
  const crt_step *steps;
  /// How many ways these are.
  size_t count;
} crt_ways;

/// The ways to the first of the `count` objects at `masked` addresses: to one, or to as many as have no more than some million
/// steps together. Valid until the next question.
crt_search_status crt_search_ways(
    crt_search *search, const uintptr_t *masked, size_t count, crt_ways *ways);

enum {
  /// A way with more blocks before its object is long.
  CRT_TRUNK = 64,
};

/// What the long ways to the `count` objects at `masked` addresses have in common: the block that so many others lead to. Ways by
/// one block are the same up to that. 0 for an object that was not reached, or whose way is not long. Valid until the next question.
crt_search_status crt_search_trunks(
    crt_search *search, const uintptr_t *masked, size_t count, const uintptr_t **trunks);

/// The words that depend on a value, on the ways to the `count` objects at `masked` addresses; each once. Valid until the next
/// question.
crt_search_status crt_search_doubts(
    crt_search *search, const uintptr_t *masked, size_t count, const crt_step **steps,
    size_t *step_count);

// MARK: What refers to objects

/// An object, or another block that keeps things alive.
typedef struct {
  uintptr_t block;
  uintptr_t isa;
  /// The retains that its own words tell, or -1 where they tell none.
  int64_t retains;
  /// The strong references to it that were found in objects.
  uint32_t references;
  /// One of `CRT_REACHED_…`.
  uint8_t reached;
} crt_node;

/// A strong reference between two nodes, by their index.
typedef struct {
  uint32_t source;
  uint32_t target;
  uintptr_t slot;
  /// Whether the slot is a reference only for some values: in an enum's payload, an existential.
  bool is_maybe;
} crt_edge;

/// What leads to objects by strong references.
typedef struct {
  const crt_node *nodes;
  const crt_edge *edges;
  size_t node_count;
  size_t edge_count;
  /// Whether there were too many.
  bool is_cut;
} crt_referrers;

/// Everything that leads by strong references to the `count` objects at `masked` addresses, which are the first nodes, in
/// their order and each once: breadth first, but not beyond what a root reaches. Valid until the next question.
crt_search_status crt_search_referrers(
    crt_search *search, const uintptr_t *masked, size_t count, crt_referrers *referrers);

// MARK: Words

/// Where a word is.
typedef enum {
  /// In an image under test.
  CRT_PLACE_PROGRAM,
  /// In another library.
  CRT_PLACE_LIBRARY,
  /// In the Swift runtime or the language's libraries.
  CRT_PLACE_RUNTIME,
  /// On a thread's stack, in frames that are in use.
  CRT_PLACE_STACK,
  /// In a thread's own variables.
  CRT_PLACE_THREAD_LOCAL,
  /// Among the values of `pthread_setspecific`.
  CRT_PLACE_THREAD_VALUE,
  /// In a block of the heap that is no object, or at a place of an object of which the type says nothing.
  CRT_PLACE_BLOCK,
  /// In the frames of an asynchronous function.
  CRT_PLACE_TASK_FRAME,
  /// In memory that was mapped and is no block.
  CRT_PLACE_MAPPING,
} crt_place;

/// A word that is the address of one of the objects asked for.
typedef struct {
  uintptr_t slot;
  /// The object's address.
  uintptr_t target;
  /// The block that the word is in, or 0.
  uintptr_t block;
  crt_place place;
  /// For a thread's memory, the thread's index.
  uint32_t thread;
} crt_hit;

/// The words of the copy that are the addresses of the `count` blocks at `masked` addresses, without the strong references
/// in objects. Not more than a few for each; `CRT_SEARCH_TOO_LARGE` where there is no room for so many. Valid until the next question.
crt_search_status crt_search_words(
    crt_search *search, const uintptr_t *masked, size_t count, const crt_hit **hits,
    size_t *hit_count);

/// A part of the memory that the frames of a task's functions are in.
typedef struct {
  uintptr_t task;
  uintptr_t start;
  uintptr_t end;
} crt_slab;

/// The slabs of all tasks, which begin with `task_class`: of tasks on the heap, and of those in their slabs. One task's are in the
/// order in which it got them. Valid until the next question.
crt_search_status crt_search_slabs(
    crt_search *search, uintptr_t task_class, const crt_slab **slabs, size_t *count);

/// Copies `count` bytes of the copy's memory to `target`; false where they cannot be read, or the copy is gone.
bool crt_search_read(crt_search *search, uintptr_t address, void *target, size_t count);

// MARK: Threads

/// A thread of the process, as it was in the copy.
typedef struct {
  int32_t id;
  char name[16];
  /// Where it was; 0 where it was running.
  uintptr_t program_counter;
  uintptr_t stack_pointer;
  /// The memory of its stack.
  uintptr_t stack_start;
  uintptr_t stack_end;
  /// Where the values are that it has for keys (pthread_setspecific); 0 where that is not known.
  uintptr_t values_start;
  uintptr_t values_end;
  bool is_main;
} crt_thread;

size_t crt_search_thread_count(const crt_search *search);
crt_thread crt_search_thread(const crt_search *search, size_t index);

/// The functions on a thread's stack, innermost first; none of a thread that was running. Valid until the next question.
crt_search_status crt_search_frames(
    crt_search *search, size_t thread, const crt_unwound_frame **frames, size_t *count);
