#pragma once

#if defined(__linux__) && defined(__x86_64__)
#define CRT_SNAPSHOT 1

#include <stdatomic.h>
#include <sys/types.h>

#include "MemoryMap.h"
#include "RootSearch.h"

// The parts of a search. What is in `crt_search` is memory that the process shares with its copy; all other tables
// are the copy's own, mapped after it has read its memory map.

enum {
  REGION_LIMIT = 32768,
  RANGE_LIMIT = 4096,
  THREAD_LIMIT = 4096,
  TYPE_LIMIT = 65536,
  WORD_LIMIT = 1 << 24,
};

typedef struct {
  uintptr_t start;
  uintptr_t end;
  /// A `crt_root`, or `ROOT_RUNTIME`.
  int kind;
} data_range;

typedef struct {
  uintptr_t start;
  uintptr_t end;
} code_range;

typedef struct {
  int32_t id;
  /// 0 where the thread was running.
  uintptr_t stack_pointer;
  char name[16];
} thread_state;

typedef struct {
  crt_layout form;
  /// Where its words begin in the table of all words; the values' follow.
  uint32_t first_word;
} object_layout;

/// The variables of the Swift runtime and of the language's libraries.
enum { ROOT_RUNTIME = 100 };

/// Whose turn it is.
enum { TURN_COPY, TURN_PROCESS };

struct crt_search {
  size_t bytes;
  crt_search_status status;
  crt_search_figures figures;

  int32_t process;
  int32_t own_thread;
  /// Where the frames of the kit's functions end on the caller's stack, and where the innermost of them begins.
  uintptr_t own_stack;
  uintptr_t own_stack_begin;
  /// Whether to do without an arena whose chunks contradict each other: it may be something else.
  bool accepts_torn;
  /// What glibc writes to the second word of a block that it keeps for the next request.
  uintptr_t cached_block_key;

  data_range data[RANGE_LIMIT];
  size_t data_count;
  code_range code[RANGE_LIMIT];
  size_t code_count;
  thread_state threads[THREAD_LIMIT];
  size_t thread_count;

  crt_region regions[REGION_LIMIT];
  size_t region_count;

  /// The copy, and when it is ended.
  pid_t copy;
  uint64_t start;
  uint64_t deadline;
  _Atomic uint32_t turn;

  /// How far before its control block a thread's own variables begin, and those of the executable's, which end
  /// this much later.
  uintptr_t thread_local_size;
  uintptr_t program_local_distance;
  uintptr_t program_local_size;
  /// The first thread's control block, which is nowhere near its stack; 0 where it is not known.
  uintptr_t main_control;

  /// Blocks that hold nothing, whatever is in them; first the ones that the caller has told.
  uintptr_t left_out[RANGE_LIMIT];
  size_t left_out_count;
  size_t told_left_out_count;

  uintptr_t task_slab;
  uintptr_t block_class;
  uintptr_t types[TYPE_LIMIT];
  size_t type_count;
  object_layout layouts[TYPE_LIMIT];
  size_t layout_count;
  uint8_t words[WORD_LIMIT];
  size_t word_count;

  size_t found_count;
  crt_found found[];
};

static inline uintptr_t word_at(uintptr_t address) { return *(const uintptr_t *)address; }

/// Fresh memory of the copy's; ends the copy when there is none.
void *snapshot_allocate(size_t bytes);

/// Ends the copy.
_Noreturn void snapshot_end(int code);

// MARK: What the process tells before it is copied (SnapshotScene.c)

void scene_read(crt_search *search);

/// Whether `address` follows a call instruction of the process's code.
bool scene_is_return_address(const crt_search *search, uintptr_t address);

// MARK: The blocks of the heap (SnapshotBlocks.c)

/// A range of memory that the allocator has cut into blocks.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  /// One bit for each multiple of 16: where a block in use begins, which of these were reached, and which lead
  /// to a target that was not.
  uint64_t *starts;
  uint64_t *reached;
  uint64_t *leading;
} block_range;

typedef struct {
  block_range *ranges;
  size_t count;
  uintptr_t lowest;
  uintptr_t highest;
  size_t last;
} block_table;

static inline bool bit_at(const uint64_t *bits, size_t index) {
  return bits[index >> 6] >> (index & 63) & 1;
}

static inline void set_bit(uint64_t *bits, size_t index) {
  bits[index >> 6] |= (uint64_t)1 << (index & 63);
}

static inline size_t bit_index(const block_range *range, uintptr_t address) {
  return (address - range->start) / 16;
}

/// The number of 64-bit words that the bits of `range` take.
static inline size_t bit_words(const block_range *range) {
  return ((range->end - range->start) / 16 + 63) / 64 + 1;
}

/// Divides the regions by what uses them, as far as it is known: the system tells memory of equal rights as one, so
/// that a thread's arena may begin in the middle of a region, and divides what one arena has.
void blocks_divide_regions(crt_search *search);

/// Finds the blocks; false when the allocator's own records contradict each other.
bool blocks_find(block_table *table, crt_search *search);

/// The range that `address` is in, or NULL.
block_range *blocks_range(block_table *table, uintptr_t address);

/// The usable size of the block at `address`.
static inline size_t block_size(uintptr_t address) {
  uintptr_t header = word_at(address - 8);
  return (header & ~(uintptr_t)7) - (header & 2 ? 16 : 8);
}

// MARK: Stacks (SnapshotStacks.c)

/// The memory that one thread uses as its stack and for its own variables.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  /// The lowest address in use.
  uintptr_t top;
  /// The thread's control block, or 0 where it is not known.
  uintptr_t control;
  /// Where the frames of functions begin: everything above is in use. The end, where that is not known.
  uintptr_t frames;
  const thread_state *thread;
  bool is_own;
  /// Whether the thread has ended, and its memory is only kept for the next one.
  bool is_abandoned;
} thread_stack;

typedef struct {
  thread_stack *stacks;
  size_t count;
} stack_table;

void stacks_find(stack_table *table, const crt_search *search);

/// The stack that `address` is in, or NULL.
const thread_stack *stacks_at(const stack_table *table, uintptr_t address);

/// Whether `place` is the control block of the thread numbered `thread`.
bool stacks_is_control(uintptr_t place, int32_t thread);

/// A part of what a thread has for itself.
typedef struct {
  uintptr_t start;
  uintptr_t end;
} thread_range;

/// The thread's variables of all images, in front of its control block.
thread_range stacks_variables(const thread_stack *stack, const crt_search *search);

/// The executable's among them.
thread_range stacks_program_variables(const thread_stack *stack, const crt_search *search);

/// The values of `pthread_setspecific`, in the control block.
thread_range stacks_values(const thread_stack *stack);

/// Where the functions' frames end.
uintptr_t stacks_frames_end(const thread_stack *stack, const crt_search *search);

/// Tells the thread and the frame of a root at `slot`.
void stacks_describe(
    const stack_table *table, const crt_search *search, uintptr_t slot, crt_found *found);

// MARK: Reaching (SnapshotMark.c, SnapshotAnswers.c)

/// Marks what the roots reach, and tells the paths to the targets and what leads to the others.
void mark_from_roots(crt_search *search, block_table *blocks, const stack_table *stacks);

// MARK: Layouts (SnapshotLayouts.c)

typedef struct {
  const crt_search *search;
  /// The index of a layout plus 1, by the hash of the isa; 0 where there is none.
  uint32_t *slots;
  size_t mask;
} layout_table;

void layouts_index(layout_table *table, const crt_search *search);
const object_layout *layouts_find(const layout_table *table, uintptr_t isa);

/// Whether the block at `block`, whose first word is the class of a Swift object, has been deinitialized: its
/// memory is only kept for unowned references, and what it held is stale.
bool is_deinitialized(uintptr_t block, block_table *blocks);

/// Which words of a block are looked at: strong references of Swift objects, words that are none, memory of which no
/// layout is known, and in such memory what the suspended functions of a task keep, of which some is left from
/// before.
typedef struct {
  bool strong;
  bool plain;
  bool memory;
  bool frames;
} word_choice;

/// Calls `body` with the place of each word of the block that is of a kind in `choice`, until it returns false.
void layouts_visit(
    const layout_table *table, uintptr_t block, word_choice choice, block_table *blocks,
    bool (*body)(void *context, uintptr_t slot), void *context);

// MARK: Types (SnapshotTypes.c)

/// Whether `word` looks like the metadata of a Swift object.
bool types_is_metadata(const crt_search *search, uintptr_t word);

/// Notes the distinct first words of blocks that look like the metadata of Swift objects.
void types_find(crt_search *search, const block_table *blocks);

#endif
