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

/// A word at `slot`, in the block at `block` or, for the first step, in the root.
typedef struct {
  uintptr_t slot;
  uintptr_t block;
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

/// A search for `targets` objects, with room for `layouts` layouts of `words` words in all, or NULL.
crt_search *crt_search_create(size_t targets, size_t layouts, size_t words);
void crt_search_destroy(crt_search *search);

/// Adds an object to look for. `masked` is its address, masked.
void crt_search_add_target(crt_search *search, uintptr_t masked);

/// Adds the layout of the objects whose first word is `isa`: what each of their first `count` words is, and
/// what all further ones are.
void crt_search_add_layout(
    crt_search *search, uintptr_t isa, const uint8_t *words, size_t count, crt_word rest);

/// Searches. The caller's own stack is looked at from `own_stack` on outwards, and the copy is ended after
/// `seconds`.
crt_search_status crt_search_run(crt_search *search, uintptr_t own_stack, double seconds);

const crt_found *crt_search_found(const crt_search *search, size_t index);
crt_search_figures crt_search_figures_of(const crt_search *search);

/// Writes the return addresses of the calling thread's frames, innermost first, with the address of each frame's
/// saved frame pointer, and returns how many there are, at most `capacity`.
size_t crt_own_frames(uintptr_t *returns, uintptr_t *frames, size_t capacity);
