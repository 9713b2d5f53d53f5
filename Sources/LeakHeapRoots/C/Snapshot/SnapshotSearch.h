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
  /// As many blocks as glibc maps each by itself (`DEFAULT_MMAP_MAX` in malloc/malloc.c).
  BLOCK_RANGE_LIMIT = 65536,
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
  /// Whether the copy has the process's own table of descriptors at first.
  bool shares_descriptors;
  /// Whether valgrind runs the process, which has a library of its own in it.
  bool is_on_valgrind;
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
  uintptr_t keeper;
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
/// Ends the copy, which has found out what to answer.
_Noreturn void snapshot_end_with(crt_search *search, crt_search_status status);
/// Ends the copy where the process that it is of has ended.
void snapshot_end_if_orphaned(const crt_search *search);

// MARK: Memory that cannot be read (SnapshotFaults.c)

/// Lets a load from memory that the map says can be read, and that cannot, give 0.
void faults_begin(const crt_search *search);

// MARK: What is read of the process before it is copied (SnapshotProcess.c)

void process_read(crt_search *search);

/// Whether the range from `start` to `end` is left out. `next` is then set to where the left-out part ends, else to where
/// the next one begins.
bool process_is_left_out(const crt_search *search, uintptr_t start, uintptr_t end, uintptr_t *next);

/// Whether a word is the address of code.
bool process_has_code_at(const crt_search *search, uintptr_t word);

#endif
