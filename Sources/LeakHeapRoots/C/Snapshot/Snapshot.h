#pragma once

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define CRT_SNAPSHOT 1

#include <stdatomic.h>
#include <sys/types.h>

#include "SwiftRuntime.h"
#include "LayoutFacts.h"
#include "LayoutProbes.h"
#include "MallocBlocks.h"
#include "MemoryMap.h"
#include "RootSearch.h"
#include "StackUnwinding.h"

// The parts of a search. What is in `crt_search` is memory that the process shares with its copy; all other tables
// are the copy's own, mapped after it has read its memory map.

enum {
  REGION_LIMIT = 32768,
  RANGE_LIMIT = 4096,
  THREAD_LIMIT = 4096,
  TYPE_LIMIT = 65536,
  WORD_LIMIT = 1 << 24,
  CANDIDATE_LIMIT = 1 << 20,
  DENIED_LIMIT = 1 << 16,
  WAY_LIMIT = 1 << 20,
  IMAGE_LIMIT = 1024,
  FRAME_LIMIT = 512,
};

typedef struct {
  crt_range range;
  /// A `crt_place`; -1 for data in which nothing is looked for.
  int place;
} data_range;

typedef struct {
  crt_layout form;
  /// Where its words begin in the table of all words; the values' follow.
  uint32_t first_word;
  /// Whether any word is a strong reference, and whether any may be one.
  bool has_strong;
  bool has_maybe;
  /// Whether any is a reference, surely or maybe, that work which waits has, too; and whether any may be anything.
  bool has_reference;
  bool has_open;
} object_layout;

/// Whose turn it is.
enum { TURN_COPY, TURN_PROCESS };

/// What the copy is asked.
typedef enum {
  COMMAND_MARK,
  COMMAND_WAYS,
  COMMAND_TRUNKS,
  COMMAND_DOUBTS,
  COMMAND_REFERRERS,
  COMMAND_WORDS,
  COMMAND_READ,
  COMMAND_FRAMES,
  COMMAND_SLABS,
} search_command;

struct crt_search {
  size_t bytes;
  crt_search_status status;
  crt_search_figures figures;

  int32_t process;
  /// Whether to do without an arena whose chunks contradict each other: it may be something else.
  bool accepts_torn;
  /// What glibc writes to the second word of a block that it keeps for the next request.
  uintptr_t cached_block_key;

  data_range data[RANGE_LIMIT];
  size_t data_count;
  crt_range code[RANGE_LIMIT];
  size_t code_count;
  crt_thread threads[THREAD_LIMIT];
  size_t thread_count;
  /// The thread that makes the copy, and the function of its that does: the system tells of it where it was when it asked, and it has
  /// used its stack since. 0 where the function is not known.
  int32_t maker;
  crt_unwind_frame making;

  crt_region regions[REGION_LIMIT];
  size_t region_count;

  crt_unwind_image images[IMAGE_LIMIT];
  size_t image_count;

  /// The copy, when it was begun, and how long it may be at work, in nanoseconds.
  pid_t copy;
  uint64_t start;
  uint64_t limit;
  /// The kind of child that it is, for `waitpid`: `__WCLONE` if it sends no signal.
  int copy_kind;
  _Atomic uint32_t turn;

  /// Where the memory ends that the program's data grows into, and that glibc's first arena has.
  uintptr_t program_break;
  /// How long a thread's control block is at least.
  uintptr_t control_size;
  /// Where a thread's own variables begin and end, counted from its control block: before it, or behind it.
  intptr_t variables_start;
  intptr_t variables_end;
  /// Where glibc's lists of threads begin; 0 where that is not known.
  uintptr_t thread_lists[CRT_THREAD_LISTS];

  /// Memory in which nothing is looked for.
  crt_range left_out[RANGE_LIMIT];
  size_t left_out_count;

  uintptr_t task_slab;
  uintptr_t block_class;
  /// Whether what is known of libdispatch's continuations is so in this process.
  bool knows_continuations;
  uintptr_t types[TYPE_LIMIT];
  size_t type_count;
  object_layout layouts[TYPE_LIMIT];
  size_t layout_count;
  uint8_t words[WORD_LIMIT];
  size_t word_count;

  crt_candidate candidates[CANDIDATE_LIMIT];
  size_t candidate_count;
  uintptr_t roots[CANDIDATE_LIMIT];
  size_t root_count;
  uintptr_t denied[DENIED_LIMIT];
  size_t denied_count;

  // A question: addresses in `exchange`, and the answer behind them.
  search_command command;
  size_t input_count;
  uintptr_t argument;
  size_t output_count;
  size_t second_output_count;
  size_t second_output;
  bool is_cut;
  size_t exchange_bytes;
  uint64_t exchange[];
};

/// Counts the steps of the loops whose number a test expects to be in proportion to the memory.
#ifdef CRT_COUNTS_STEPS
extern uint64_t snapshot_steps;
#define STEP() ((void)snapshot_steps++)
#else
#define STEP() ((void)0)
#endif

CRT_INLINE uintptr_t word_at(uintptr_t address) { return *(const uintptr_t *)address; }

/// The side table of an object refers to it, but keeps it in memory only.
CRT_INLINE bool is_side_table(uintptr_t holder, uintptr_t block) {
  uintptr_t bits = word_at(block + crt_facts.counts_offset);
  return crt_has_side_table(bits) && crt_side_table(bits) == holder;
}

/// Fresh memory of the copy's; ends the copy when there is none.
void *snapshot_allocate(size_t bytes);
void snapshot_free(void *memory, size_t bytes);

/// Ends the copy.
_Noreturn void snapshot_end(int code);

// MARK: Memory that cannot be read (SnapshotFaults.c)

/// Lets a load from memory that the map says can be read, and that cannot, give 0.
void faults_begin(const crt_search *search);

// MARK: What is read of the process before it is copied (SnapshotProcess.c)

void process_read(crt_search *search);

/// Whether the range from `start` to `end` is left out. `next` is then set to where the left-out part ends, else to where
/// the next one begins.
bool process_is_left_out(const crt_search *search, uintptr_t start, uintptr_t end, uintptr_t *next);

// MARK: The blocks of the heap (SnapshotBlocks.c)

/// A range of memory that the allocator has cut into blocks.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  /// One bit for each multiple of 16: where a block in use begins, which of these roots reach, surely or maybe, and which
  /// are asked for.
  uint64_t *starts;
  uint64_t *reached;
  uint64_t *maybe;
  uint64_t *wanted;
  /// The same for the continuations that are over. Not there before they are needed.
  uint64_t *spare;
  /// The same for tasks and their slabs that have been found, while they are looked for.
  uint64_t *seen;
  /// One number for each multiple of 16, where a block begins: the references to it, where those are in the table of all,
  /// and its number among the nodes of an answer. Not there before they are needed.
  uint32_t *references;
  uint32_t *first_reference;
  uint32_t *nodes;
  /// The number of its entry among what roots reach, plus 1.
  uint32_t *entries;
} block_range;

typedef struct {
  block_range *ranges;
  size_t count;
  uintptr_t lowest;
  uintptr_t highest;
  size_t last;
} block_table;

CRT_INLINE bool bit_at(const uint64_t *bits, size_t index) {
  return bits[index >> 6] >> (index & 63) & 1;
}

CRT_INLINE void set_bit(uint64_t *bits, size_t index) {
  bits[index >> 6] |= (uint64_t)1 << (index & 63);
}

CRT_INLINE void clear_bit(uint64_t *bits, size_t index) {
  bits[index >> 6] &= ~((uint64_t)1 << (index & 63));
}

CRT_INLINE size_t bit_index(const block_range *range, uintptr_t address) {
  return (address - range->start) / 16;
}

/// The number of multiples of 16 in `range`.
CRT_INLINE size_t place_count(const block_range *range) { return (range->end - range->start) / 16 + 1; }

/// The number of 64-bit words that the bits of `range` take.
CRT_INLINE size_t bit_words(const block_range *range) { return place_count(range) / 64 + 1; }

/// Notes which region glibc's first arena has, where the map does not say so, and divides the regions by what uses them, as far as it
/// is known: the system tells memory of equal rights as one, so that a thread's arena may begin in the middle of a region, and divides
/// what one arena has.
void blocks_divide_regions(crt_search *search);

/// What the system says of the pages in a part of memory: `/proc/self/pagemap` has a word for each.
typedef struct {
  /// Open, or -1.
  int file;
  uintptr_t start;
  size_t count;
  /// How large a page is.
  uintptr_t page_size;
  uint64_t pages[1024];
} page_window;

/// Opens what the system says of each page. In a process that leaves no core file only root can.
page_window pages_open(void);

/// Whether anything was ever written to the page at `page`, or the system does not tell. Stacks of threads are megabytes that were
/// never touched, and to read them has the system make page after page. Where it does not tell, only pages of what `is_large`
/// are taken to be empty when they are not in memory.
bool pages_may_have_contents(page_window *window, uintptr_t page, uintptr_t end, bool is_large);

struct stack_table;

/// Finds the blocks; false when the allocator's own records contradict each other. What a thread wrote to its stack is no record of the
/// allocator's, whatever it looks like: `stacks` are those that are known.
bool blocks_find(block_table *table, crt_search *search, const struct stack_table *stacks, page_window *window);

/// The range that `address` is in, or NULL: found by halves.
block_range *blocks_find_range(block_table *table, uintptr_t address);

/// The same, with a look first at the one that was asked for last.
CRT_INLINE block_range *blocks_range(block_table *table, uintptr_t address) {
  block_range *last = &table->ranges[table->last];
  return address >= last->start && address < last->end ? last : blocks_find_range(table, address);
}

/// Calls `body` with each block in use, in the order of their addresses.
void blocks_visit(
    block_table *table, void (*body)(void *context, block_range *range, uintptr_t block), void *context);

/// The usable size of the block at `address`.
CRT_INLINE size_t block_size(uintptr_t address) {
  return crt_glibc_usable_size(word_at(address - crt_facts.chunk_header + crt_facts.chunk_size));
}

/// The start of the block that `word` refers to, or 0.
CRT_INLINE uintptr_t block_in(block_table *blocks, uintptr_t word, block_range **range) {
  uintptr_t address = word & (uintptr_t)crt_facts.pointer_bits;
  if (address < blocks->lowest || address >= blocks->highest || address & 15) return 0;
  *range = blocks_range(blocks, address);
  return *range && bit_at((*range)->starts, bit_index(*range, address)) ? address : 0;
}

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

/// What the words of the block are: an object's by its layout; a closure's of C; else all of them may be anything.
void layouts_visit(
    const layout_table *table, uintptr_t block, block_table *blocks, word_visitor body, void *context);

/// The same without the words that never own.
void layouts_visit_owning(
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
