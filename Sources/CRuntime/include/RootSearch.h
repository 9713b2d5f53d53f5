#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Who holds an object: a search from the roots of the process, in a copy of it.
//
// The copy is a child process that shares no thread with this one: it reads its memory, writes what it found to
// memory that both share, and ends. It runs nothing but the code of this module: no allocation, no lock, no handler of
// the host's. Only where blocks have glibc's layout can their starts be told; elsewhere nothing is searched.

/// Addresses of targets are handed over exclusive-or this, so that the list of them holds nothing.
enum : uintptr_t { CRT_ADDRESS_MASK = 0xA5A5A5A5A5A5A5A5 };

enum {
  /// The most steps of a path that are told: those next to the root, and those next to the target.
  CRT_STEP_LIMIT = 96,
  /// The most callers that are told for a place on a stack.
  CRT_FRAME_LIMIT = 16,
  /// The most blocks that are told for a target that no root reaches.
  CRT_REFERRER_LIMIT = 64,
};

/// What kind of memory a path begins in.
typedef enum {
  /// No root reaches the target.
  CRT_ROOT_NONE,
  /// A variable of the executable's.
  CRT_ROOT_PROGRAM,
  /// A variable of a library's.
  CRT_ROOT_LIBRARY,
  /// A thread's own variables.
  CRT_ROOT_THREAD_LOCAL,
  /// A thread's stack.
  CRT_ROOT_STACK,
  /// Memory that was mapped, and is no block of the allocator's.
  CRT_ROOT_MAPPING,
} crt_root;

/// What one word of an object is.
typedef enum {
  /// Nothing that is known to be a reference.
  CRT_WORD_PLAIN,
  /// A strong reference, or memory that may hold one.
  CRT_WORD_STRONG,
  /// A weak or unowned reference.
  CRT_WORD_WEAK,
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
} crt_layout_kind;

/// What the objects with one first word hold.
typedef struct {
  uintptr_t isa;
  crt_layout_kind kind;
  /// What the words behind the ones that are told are.
  crt_word rest;
  uint32_t offset;
  uint32_t stride;
  uint32_t value_stride;
  /// How many words are told, of the object or of each element, and of each value.
  uint32_t word_count;
  uint32_t value_word_count;
} crt_layout;

/// A word at `slot`, in the block at `block` or, for the first step, in the root.
typedef struct {
  uintptr_t slot;
  uintptr_t block;
  uintptr_t word;
} crt_step;

/// What was found for one target.
typedef struct {
  /// The target's address, masked.
  uintptr_t target;
  crt_root root;
  /// Whether the target is a block that is in use.
  bool is_block;
  /// Whether every step is a strong reference, as far as the layouts tell.
  bool is_sure;
  /// For a thread's memory: whether it is the one that asked or the process's first, and its name.
  bool is_own_thread;
  bool is_main_thread;
  char thread_name[16];
  /// For a place on a stack: the return addresses from the function whose frame it is in, outwards.
  uintptr_t frames[CRT_FRAME_LIMIT];
  uint32_t frame_count;
  /// The words that lead from the root to the target, the root's first. Of a path with more than
  /// `CRT_STEP_LIMIT`, `depth` says how many there are, and the middle is left out.
  crt_step steps[CRT_STEP_LIMIT];
  uint32_t step_count;
  uint32_t depth;
  /// For a target that no root reaches: the blocks that lead to it, nearest first.
  uintptr_t referrers[CRT_REFERRER_LIMIT];
  uint32_t referrer_count;
} crt_found;

/// How a search went.
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
} crt_search_status;

/// What was searched, and how long it took.
typedef struct {
  uint64_t blocks;
  uint64_t bytes;
  uint64_t reached;
  uint32_t threads;
  /// Threads whose stack pointer is not known, because they were running.
  uint32_t running_threads;
  uint64_t nanoseconds;
} crt_search_figures;

typedef struct crt_search crt_search;

/// A search for `targets` objects, or NULL.
crt_search *crt_search_create(size_t targets);
void crt_search_destroy(crt_search *search);

/// Adds an object to look for. `masked` is its address, masked.
void crt_search_add_target(crt_search *search, uintptr_t masked);

/// Leaves out a block of the caller's own, and what only that leads to.
void crt_search_leave_out(crt_search *search, uintptr_t block);

/// Says how the memory of a task's allocator begins.
void crt_search_set_task_slab(crt_search *search, uintptr_t first_word);

/// Says how blocks (closures of C's) on the heap begin.
void crt_search_set_block_class(crt_search *search, uintptr_t isa);

/// Copies the process and finds its blocks. The caller's own stack is looked at from `own_stack` on outwards, and
/// the copy is ended after `seconds`. Unless this is the end of the search, the copy waits for layouts then.
crt_search_status crt_search_begin(crt_search *search, uintptr_t own_stack, double seconds);

/// The distinct first words of the copy's blocks that look like the metadata of Swift objects.
size_t crt_search_type_count(const crt_search *search);
uintptr_t crt_search_type(const crt_search *search, size_t index);

/// Adds a layout, with the kinds of its words and, for a dictionary, of its values' words. There is no room for any
/// number of them: what is left out is taken to hold references everywhere.
void crt_search_add_layout(
    crt_search *search, crt_layout layout, const uint8_t *words, const uint8_t *values);

/// Lets the copy follow the references, and waits for its answers.
crt_search_status crt_search_finish(crt_search *search);

const crt_found *crt_search_found(const crt_search *search, size_t index);
crt_search_figures crt_search_figures_of(const crt_search *search);

/// The system's clocks, as libdispatch uses them.
typedef enum { CRT_CLOCK_MONOTONIC, CRT_CLOCK_BOOT, CRT_CLOCK_WALL } crt_clock_kind;

/// The time on a clock in nanoseconds.
uint64_t crt_clock(crt_clock_kind kind);

/// Lets this many nanoseconds pass.
void crt_pause(uint32_t nanoseconds);

/// Writes the return addresses of the calling thread's frames, innermost first, with the address of each frame's
/// saved frame pointer, and returns how many there are, at most `capacity`.
size_t crt_own_frames(uintptr_t *returns, uintptr_t *frames, size_t capacity);
