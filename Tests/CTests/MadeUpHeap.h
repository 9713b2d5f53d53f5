#pragma once

#include "Chance.h"
#include "Snapshot.h"

// A process that is made up: regions of memory with arenas, mapped chunks, objects of every layout, an image's variables and
// stacks, and what is to be found in them, noted while they are written and not by reading them.

enum {
  MOST_BLOCKS = 8192,
  MOST_WORDS = 1 << 17,
  LAYOUTS = 24,
  MAIN_THREAD = 4242,
  OTHER_THREAD = 4243,
  LOCAL_SIZE = 256,
};

/// Where the parts of the process are, in the order of their addresses.
typedef enum { HEAP, ARENA, SECOND_ARENA, MAPPED, PROGRAM, LIBRARY, IMAGE, MAIN_STACK, OTHER_STACK, PART_COUNT } part;

/// What a block is.
typedef enum { MADE_PLAIN, MADE_OBJECT, MADE_CLOSURE } made_kind;

/// A block in use.
typedef struct {
  uintptr_t address;
  size_t size;
  made_kind kind;
  uintptr_t isa;
  /// Whether what it holds is work that waits.
  bool is_pending;
  /// Whether its `deinit` has begun: then its words say nothing.
  bool is_over;
  int64_t retains;
  /// Its side table, or 0.
  uintptr_t side_table;
} made_block;

/// A word that may be a reference, with what it is as its value has it.
typedef struct {
  uintptr_t slot;
  /// The number of its block, or -1.
  int block;
  crt_word kind;
  crt_place place;
} made_word;

typedef struct {
  chance source;
  crt_search *search;
  bool is_spoilt;
  crt_range parts[PART_COUNT];
  /// Where the second arena's blocks begin, and the bins of the arena.
  uintptr_t arena, bins;
  made_block blocks[MOST_BLOCKS];
  size_t block_count;
  made_word words[MOST_WORDS];
  size_t word_count;
  crt_layout layouts[LAYOUTS];
  uint8_t kinds[LAYOUTS][64];
  uintptr_t isas[LAYOUTS];
  uintptr_t block_class, task_slab;
  uintptr_t closure_descriptor;
  /// Where code is. Nothing is there.
  crt_range code;
} made_heap;

/// Makes a heap; what was there before is gone.
void heap_make(made_heap *heap, crt_search *search, uint64_t seed);

/// Adds a region of `size` bytes, behind all others.
uintptr_t heap_add_region(made_heap *heap, size_t size);

/// A page in the midst of the other thread's stack.
uintptr_t heap_stack_page(const made_heap *heap);

/// Writes other words over some of it.
void heap_spoil(made_heap *heap, size_t count);

/// The number of the block that `word` refers to, or -1.
int heap_block_at(const made_heap *heap, uintptr_t word);

/// An address: of a block, in one, of something else, or none.
uintptr_t heap_any_word(made_heap *heap);
