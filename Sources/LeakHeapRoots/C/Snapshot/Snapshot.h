#pragma once

#include "SnapshotBlocks.h"
#include "SnapshotSearch.h"

#if CRT_SNAPSHOT

// MARK: Stacks (SnapshotStacks.c)

/// The memory that one thread uses as its stack and for its own variables.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  /// The lowest address in use: the start, where that is not known.
  uintptr_t top;
  /// The thread's control block, or 0 where it is not known.
  uintptr_t control;
  /// The thread, by its index; -1 where it has ended, and its memory is only kept for the next one.
  int32_t thread;
} thread_stack;

typedef struct stack_table {
  thread_stack *stacks;
  size_t count;
} stack_table;

void stacks_find(stack_table *table, crt_search *search);

/// The thread's variables of all images, next to its control block.
crt_range stacks_variables(const thread_stack *stack, const crt_search *search);

/// The values of `pthread_setspecific`, in the control block.
crt_range stacks_values(const thread_stack *stack, const crt_search *search);

/// Where the functions' frames are.
crt_range stacks_frames(const thread_stack *stack, const crt_search *search);

// MARK: Layouts (SnapshotLayouts.c)

typedef struct {
  const crt_search *search;
  /// The index of a layout plus 1, by the hash of the isa; 0 where there is none.
  uint32_t *slots;
  size_t mask;
  /// The slots that are no references, sorted.
  const uintptr_t *denied;
  size_t denied_count;
} layout_table;

void layouts_index(layout_table *table, crt_search *search);
const object_layout *layouts_find(const layout_table *table, uintptr_t isa);

/// Whether the object is work that waits: what it keeps it lets go of when that is done.
bool layouts_is_pending(const object_layout *layout, uintptr_t block);

/// The word of counts of the Swift object at `block`, from its side table if it has one; false where the object is never freed, or
/// the block is no object any more.
bool object_counts(uintptr_t block, block_table *blocks, uintptr_t *bits);

/// Whether the block at `block`, whose first word is the class of a Swift object, has been deinitialized: its
/// memory is only kept for unowned references, and what it held is stale.
bool is_deinitialized(uintptr_t block, block_table *blocks);

/// What is called with the place of a word and what it is; false ends the visit.
typedef bool (*word_visitor)(void *context, uintptr_t slot, crt_word kind);

/// What the words of the block are, without those that never own by its layout: an object's by this; a closure's of C; else all of
/// them may be anything.
void layouts_visit(
    const layout_table *table, const object_layout *layout, uintptr_t block, block_table *blocks,
    word_visitor body, void *context);

/// Whether the block's words have types: it is an object, or a closure of C.
bool layouts_is_typed(const layout_table *table, uintptr_t block);

/// Whether a place in a block is in memory for the frames of asynchronous functions, and in use.
typedef enum { NO_FRAME, USED_FRAME, UNUSED_FRAME } frame_state;

/// How far a block has been looked through for the memory of tasks' frames. Begins with nothing but the block.
typedef struct {
  uintptr_t block;
  /// What is before this place has been looked at.
  uintptr_t place;
  /// The last such memory that was found: where it begins, where what is in use ends, and where it ends; 0 where none was.
  uintptr_t first;
  uintptr_t used_end;
  uintptr_t end;
} frame_cursor;

/// Asked for places that ascend, it looks at each word of the block once.
frame_state layouts_frame_state(const crt_search *search, frame_cursor *cursor, uintptr_t slot);

// MARK: The copy at work (SnapshotServer.c)

/// What the copy knows of itself.
typedef struct {
  crt_search *search;
  page_window pages;
  block_table blocks;
  stack_table stacks;
  layout_table layouts;
  bool has_layouts;
  bool has_spares;
  struct reach *reach;
  struct reference_table *references;
} snapshot;

/// Answers one question after another.
_Noreturn void snapshot_serve(snapshot *snapshot);

/// Where the answer begins, behind the input, aligned; and how much room there is, in bytes.
void *snapshot_output(crt_search *search, size_t *room);

// MARK: Reaching (SnapshotRoots.c)

/// Notes the words of the program's variables that refer to objects.
void roots_find_candidates(snapshot *snapshot);
void roots_mark(snapshot *snapshot);
void roots_write_ways(snapshot *snapshot);
void roots_write_trunks(snapshot *snapshot);
void roots_write_doubts(snapshot *snapshot);

/// One of `CRT_REACHED_…`.
uint8_t roots_reach(snapshot *snapshot, uintptr_t block);

// MARK: Referring (SnapshotReferrers.c)

void referrers_write(snapshot *snapshot);

// MARK: Tasks (SnapshotTasks.c)

void tasks_write_slabs(snapshot *snapshot);

// MARK: Continuations that are over (SnapshotSpares.c)

/// Marks the blocks that are such, by the layouts that are known.
void spares_find(snapshot *snapshot);

// MARK: Words (SnapshotWords.c)

void words_write_hits(snapshot *snapshot);

/// Whether the memory from `address` on can be read.
bool words_are_readable(const crt_search *search, uintptr_t address, size_t length);

/// Tells the functions on the stack of one thread.
void stacks_write_frames(snapshot *snapshot);

// MARK: Types (SnapshotTypes.c)

/// Whether `word` looks like the metadata of a Swift object.
bool types_is_metadata(const crt_search *search, uintptr_t word);

/// Notes the distinct first words of blocks that look like the metadata of Swift objects.
void types_find(crt_search *search, block_table *blocks);

#endif
