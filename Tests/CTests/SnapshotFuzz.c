#define _GNU_SOURCE
#include "Chance.h"
#include "MadeUpHeap.h"

#include <setjmp.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The search on processes that are made up (`MadeUpHeap.c`): what it finds in a good one is compared with what was written; in one
// of which some words are others it does not read beyond the regions, and ends.
//
//     SnapshotFuzz [SEED [ROUNDS]]

uint64_t current_round;
uint64_t snapshot_steps;

// MARK: The search's own memory

enum { MOST_PIECES = 1 << 16, ASKED = 48 };

static void *pieces[MOST_PIECES];
static size_t piece_count;
static jmp_buf round_end;
static bool may_end;

void *__wrap_snapshot_allocate(size_t bytes);
void __wrap_snapshot_free(void *memory, size_t bytes);
_Noreturn void __wrap_snapshot_end(int code);

void *__wrap_snapshot_allocate(size_t bytes) {
  void *memory = calloc(1, bytes ? bytes : 1);
  if (!memory || piece_count == MOST_PIECES) abort();
  return pieces[piece_count++] = memory;
}

/// All is freed when the round is over.
void __wrap_snapshot_free(void *memory, size_t bytes) { (void)memory, (void)bytes; }

_Noreturn void __wrap_snapshot_end(int code) {
  EXPECT(may_end, "a search of a good process goes on: code %d", code);
  longjmp(round_end, 1);
}

static void free_pieces(void) {
  while (piece_count) free(pieces[--piece_count]);
}

// MARK: Asking

static made_heap heap;
static snapshot copy;

/// Finds what there is in the process.
static bool begin(crt_search *search) {
  memset(&copy, 0, sizeof copy);
  copy.search = search;
  copy.pages.file = -1;
  search->status = CRT_SEARCH_DONE;
  blocks_divide_regions(search);
  stacks_find(&copy.stacks, search);
  if (!blocks_find(&copy.blocks, search, &copy.stacks, &copy.pages)) return false;
  types_find(search, &copy.blocks);
  roots_find_candidates(&copy);
  return true;
}

/// Puts addresses where the search finds them.
static void ask(crt_search *search, const uintptr_t *addresses, size_t count) {
  for (size_t index = 0; index < count; index++) search->exchange[index] = addresses[index] ^ CRT_ADDRESS_MASK;
  search->input_count = count;
  search->output_count = 0;
  search->status = CRT_SEARCH_DONE;
  search->is_cut = false;
  layouts_index(&copy.layouts, search);
}

static void *output(crt_search *search) {
  size_t room;
  return snapshot_output(search, &room);
}

// MARK: What is to be found

/// The number of the block that a word of the process leads to, or -1.
static int target_of(const made_word *word) { return heap_block_at(&heap, word_at(word->slot)); }

/// Whether the word is one that the search looks at: what has begun to end holds nothing.
static bool counts(const made_word *word) { return word->block < 0 || !heap.blocks[word->block].is_over; }

static bool is_typed(int block) { return heap.blocks[block].kind != MADE_PLAIN; }

static uint8_t reached[MOST_BLOCKS];

/// Lets what is reached reach more, until there is nothing more.
static void spread(bool with_maybe) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t index = 0; index < heap.word_count; index++) {
      const made_word *word = &heap.words[index];
      if (word->block < 0 || !reached[word->block] || !counts(word)) continue;
      const made_block *holder = &heap.blocks[word->block];
      int target = target_of(word);
      if (target < 0 || reached[target] || !is_typed(target) || !is_typed(word->block) || holder->is_pending) continue;
      bool is_strong = word->kind == CRT_WORD_STRONG;
      if (!is_strong && !(with_maybe && word->kind == CRT_WORD_MAYBE)) continue;
      if (with_maybe) {
        reached[target] = CRT_REACHED_MAYBE;
      } else {
        reached[target] = CRT_REACHED_SURELY;
      }
      has_changed = true;
    }
  }
}

static void expect_reached(const crt_search *search) {
  memset(reached, 0, sizeof reached);
  for (size_t index = 0; index < search->root_count; index++) {
    int block = heap_block_at(&heap, word_at(search->roots[index]));
    if (block >= 0 && is_typed(block)) reached[block] = CRT_REACHED_SURELY;
  }
  spread(false);
  spread(true);
}

// MARK: Comparing

static void check_blocks(crt_search *search) {
  size_t count = 0, bytes = 0;
  for (size_t index = 0; index < copy.blocks.count; index++) {
    const block_range *range = &copy.blocks.ranges[index];
    for (uintptr_t address = range->start; address < range->end; address += 16) {
      bool is_found = bit_at(range->starts, bit_index(range, address));
      int block = heap_block_at(&heap, address);
      EXPECT(is_found == (block >= 0), "the block at %lx is %s", address, is_found ? "none" : "one");
      if (block < 0) continue;
      EXPECT(block_size(address) == heap.blocks[block].size, "a block has its size");
      count++;
    }
  }
  EXPECT(count == heap.block_count && search->figures.blocks == count, "all %zu blocks are found: %zu", heap.block_count, count);
  (void)bytes;
}

static bool has_type(const crt_search *search, uintptr_t isa) {
  for (size_t index = 0; index < search->type_count; index++) {
    if (search->types[index] == isa) return true;
  }
  return false;
}

static void check_types_and_candidates(const crt_search *search) {
  for (size_t number = 0; number < heap.block_count; number++) {
    const made_block *block = &heap.blocks[number];
    EXPECT(block->kind != MADE_OBJECT || has_type(search, block->isa), "the type of each object is found");
  }
  size_t expected = 0;
  for (size_t index = 0; index < heap.word_count; index++) {
    const made_word *word = &heap.words[index];
    int target = word->place == CRT_PLACE_PROGRAM ? target_of(word) : -1;
    if (target < 0 || !is_typed(target)) continue;
    expected++;
    bool is_found = false;
    for (size_t candidate = 0; candidate < search->candidate_count; candidate++) {
      is_found |= search->candidates[candidate].slot == word->slot;
    }
    EXPECT(is_found, "a variable that refers to an object is found");
  }
  EXPECT(search->candidate_count >= expected, "so are all");
}

static void check_mark(crt_search *search, const uintptr_t *asked, size_t count) {
  ask(search, asked, count);
  roots_mark(&copy);
  expect_reached(search);
  const uint8_t *answer = output(search);
  EXPECT(search->output_count == count, "each object is answered");
  size_t doubtful = 0;
  for (size_t index = 0; index < count; index++) {
    int block = heap_block_at(&heap, asked[index]);
    EXPECT(answer[index] == reached[block], "an object is reached as %u, not %u", reached[block], answer[index]);
    doubtful += reached[block] == CRT_REACHED_MAYBE;
  }
  EXPECT(search->second_output_count == doubtful, "those that are reached maybe are counted");
  ask(search, asked, count);
  roots_write_ways(&copy);
  const size_t *lengths = output(search);
  const crt_step *steps = (const crt_step *)((char *)search->exchange + search->second_output);
  uintptr_t trunks[ASKED] = {0};
  EXPECT(search->output_count == count, "there is a way to each, if none to some");
  for (size_t index = 0; index < count; index++) {
    EXPECT((lengths[index] > 0) == (reached[heap_block_at(&heap, asked[index])] > 0), "what is reached has a way");
    for (size_t step = 0; step < lengths[index]; step++, steps++) {
      EXPECT(steps->word == word_at(steps->slot), "a step has its word");
      EXPECT((steps->block == 0) == (step == 0), "a way begins with a root");
      int block = heap_block_at(&heap, steps->word);
      EXPECT(block >= 0 && reached[block], "each step leads to what is reached");
      if (step + 1 == lengths[index]) EXPECT(heap.blocks[block].address == asked[index], "a way leads to its object");
      if (step == CRT_TRUNK && step + 1 < lengths[index]) trunks[index] = heap.blocks[block].address;
    }
  }
  ask(search, asked, count);
  roots_write_trunks(&copy);
  EXPECT(search->output_count == count, "each object is answered");
  const uintptr_t *told = output(search);
  for (size_t index = 0; index < count; index++) EXPECT(told[index] == trunks[index], "a long way has a trunk");
}

static bool is_reference(const made_word *word) {
  bool is_kind = word->kind == CRT_WORD_STRONG || word->kind == CRT_WORD_MAYBE || word->kind == CRT_WORD_PENDING;
  return word->block >= 0 && is_kind && is_typed(word->block) && counts(word);
}

static void check_referrers(crt_search *search, const uintptr_t *asked, size_t count) {
  static uint32_t references[MOST_BLOCKS], answered[MOST_BLOCKS];
  memset(references, 0, sizeof references);
  memset(answered, 0, sizeof answered);
  for (size_t index = 0; index < heap.word_count; index++) {
    int target = is_reference(&heap.words[index]) ? target_of(&heap.words[index]) : -1;
    if (target >= 0) references[target]++;
  }
  ask(search, asked, count);
  referrers_write(&copy);
  const crt_node *nodes = output(search);
  const crt_edge *edges = (const crt_edge *)((char *)search->exchange + search->second_output);
  EXPECT(!search->is_cut, "there is room for all");
  for (size_t node = 0; node < search->output_count; node++) {
    int block = heap_block_at(&heap, nodes[node].block);
    EXPECT(block >= 0 && heap.blocks[block].address == nodes[node].block, "a node is a block");
    if (node < count) EXPECT(nodes[node].block == asked[node], "the first nodes are those asked for");
    EXPECT(nodes[node].references == references[block], "%u references, and not %u", references[block], nodes[node].references);
    EXPECT(nodes[node].reached == reached[block], "a node is reached as it is marked");
    int64_t retains = is_typed(block) ? heap.blocks[block].retains : -1;
    EXPECT(nodes[node].retains == retains, "%lld retains, and not %lld", (long long)retains, (long long)nodes[node].retains);
  }
  for (size_t edge = 0; edge < search->second_output_count; edge++) {
    const crt_node *source = &nodes[edges[edge].source], *target = &nodes[edges[edge].target];
    int from = heap_block_at(&heap, source->block), to = heap_block_at(&heap, target->block);
    const made_word *found = NULL;
    for (size_t index = 0; !found && index < heap.word_count; index++) {
      if (heap.words[index].slot == edges[edge].slot) found = &heap.words[index];
    }
    EXPECT(found && is_reference(found) && found->block == from && target_of(found) == to, "an edge is a reference");
    EXPECT(edges[edge].is_maybe == (found->kind == CRT_WORD_MAYBE), "an edge is sure or not as its word");
    answered[to]++;
  }
  // All references to what was asked for, and to what no root reaches.
  for (size_t node = 0; node < search->output_count; node++) {
    int block = heap_block_at(&heap, nodes[node].block);
    bool is_entered = node < count || !reached[block];
    EXPECT(answered[block] == (is_entered ? references[block] : 0), "all references to a node are told, or none");
  }
}

static int by_slot(const void *left, const void *right) {
  uintptr_t first = ((const crt_hit *)left)->slot, second = ((const crt_hit *)right)->slot;
  return first < second ? -1 : first > second;
}

/// Whether a word that leads from a block, or -1, to another one is to be found: not those in its own block, nor that of its side table.
static bool leads_to(int target, int block, const uintptr_t *asked, size_t count) {
  if (target < 0 || target == block) return false;
  if (block >= 0 && heap.blocks[target].side_table == heap.blocks[block].address) return false;
  for (size_t index = 0; index < count; index++) {
    if (asked[index] == heap.blocks[target].address) return true;
  }
  return false;
}

/// The words that are to be found of an address.
static bool is_hit(const made_word *word, const uintptr_t *asked, size_t count) {
  return word->kind == CRT_WORD_OPEN && counts(word) && leads_to(target_of(word), word->block, asked, count);
}

static void check_words(crt_search *search, const uintptr_t *asked, size_t count) {
  static crt_hit expected[MOST_WORDS];
  static uint32_t tallies[MOST_BLOCKS];
  memset(tallies, 0, sizeof tallies);
  size_t expected_count = 0, left_out = 0;
  for (size_t index = 0; index < heap.word_count; index++) {
    const made_word *word = &heap.words[index];
    if (!is_hit(word, asked, count)) continue;
    // Of one address no more are told.
    if (++tallies[target_of(word)] > 64) left_out++;
    uint32_t thread = word->place == CRT_PLACE_THREAD_LOCAL || word->place == CRT_PLACE_THREAD_VALUE ||
                      (word->slot >= heap.parts[OTHER_STACK].start && word->slot < heap.parts[OTHER_STACK].end);
    expected[expected_count++] = (crt_hit){
        word->slot, heap.blocks[target_of(word)].address, word->block < 0 ? 0 : heap.blocks[word->block].address,
        word->place, thread};
  }
  // Of an object whose end has begun nobody knows which of its references it still has: all its words count, as far as there are few.
  for (int block = 0; block < (int)heap.block_count; block++) {
    const made_block *over = &heap.blocks[block];
    if (!is_typed(block) || !over->is_over) continue;
    for (uintptr_t slot = over->address; slot + 8 <= over->address + over->size; slot += 8) {
      int target = heap_block_at(&heap, word_at(slot));
      if (!leads_to(target, block, asked, count)) continue;
      if (++tallies[target] > 32) return;
      expected[expected_count++] = (crt_hit){slot, heap.blocks[target].address, over->address, CRT_PLACE_BLOCK, 0};
    }
  }
  ask(search, asked, count);
  words_write_hits(&copy);
  crt_hit *hits = output(search);
  EXPECT(search->status == CRT_SEARCH_DONE, "there is room for all words");
  qsort(hits, search->output_count, sizeof *hits, by_slot);
  qsort(expected, expected_count, sizeof *expected, by_slot);
  for (size_t index = 0; !left_out && index < expected_count && index < search->output_count; index++) {
    const crt_hit *hit = &hits[index], *due = &expected[index];
    EXPECT(hit->slot == due->slot && hit->target == due->target && hit->block == due->block && hit->place == due->place &&
               hit->thread == due->thread,
           "the word at %lx in %lx is at place %d, and what is told is at %lx in %lx, place %d", due->slot, due->block, due->place,
           hit->slot, hit->block, hit->place);
  }
  // Which of too many are told is another matter.
  EXPECT(search->output_count == expected_count - left_out, "%zu words are found, and there are %zu", search->output_count,
         expected_count - left_out);
}

/// Other addresses for the same question: of any blocks, each once.
static size_t choose(uintptr_t *asked, size_t count) {
  size_t chosen = 0;
  for (size_t tries = 0; tries < 4 * count && chosen < count; tries++) {
    uintptr_t address = heap.blocks[below(&heap.source, heap.block_count)].address;
    bool is_known = false;
    for (size_t index = 0; index < chosen; index++) is_known |= asked[index] == address;
    if (!is_known) asked[chosen++] = address;
  }
  return chosen;
}

static void try_good(crt_search *search) {
  may_end = false;
  search->accepts_torn = once_in(&heap.source, 2);
  EXPECT(begin(search), "a good process is not torn");
  check_blocks(search);
  check_types_and_candidates(search);
  for (size_t index = 0; index < search->candidate_count; index++) {
    if (once_in(&heap.source, 4)) crt_search_add_root(search, search->candidates[index].slot);
  }
  uintptr_t asked[ASKED];
  size_t count = choose(asked, ASKED);
  check_mark(search, asked, count);
  check_referrers(search, asked, count);
  check_words(search, asked, count);
}

// MARK: What is spoilt

static void try_spoilt(crt_search *search) {
  may_end = true;
  search->accepts_torn = once_in(&heap.source, 2);
  heap_spoil(&heap, 1 + below(&heap.source, once_in(&heap.source, 4) ? 400 : 12));
  snapshot_steps = 0;
  if (setjmp(round_end) || !begin(search)) return;
  for (size_t index = 0; index < search->candidate_count; index++) {
    if (once_in(&heap.source, 4)) crt_search_add_root(search, search->candidates[index].slot);
  }
  uintptr_t asked[ASKED];
  for (int turn = 0; turn < 2; turn++) {
    size_t count = choose(asked, ASKED);
    for (size_t index = 0; index < count; index++) {
      if (once_in(&heap.source, 4)) asked[index] = heap_any_word(&heap);
    }
    ask(search, asked, count), roots_mark(&copy);
    ask(search, asked, count), roots_write_ways(&copy);
    ask(search, asked, count), roots_write_trunks(&copy);
    ask(search, asked, count), roots_write_doubts(&copy);
    ask(search, asked, count), referrers_write(&copy);
    ask(search, asked, count), words_write_hits(&copy);
    ask(search, NULL, 0);
    search->argument = heap.isas[below(&heap.source, LAYOUTS)];
    tasks_write_slabs(&copy);
    search->knows_continuations = true;
    copy.has_spares = false;
    for (uintptr_t thread = 0; thread < 3; thread++) {
      search->argument = thread;
      stacks_write_frames(&copy);
    }
    for (size_t index = 0; index < search->candidate_count; index++) {
      if (once_in(&heap.source, 8)) crt_search_deny(search, heap.words[below(&heap.source, heap.word_count)].slot);
    }
  }
  EXPECT(snapshot_steps < 64 * MOST_WORDS, "the steps are in proportion to the memory: %llu", (unsigned long long)snapshot_steps);
}

// MARK: Steps

enum { LARGE = 1 << 20, SLAB = 4096, MANY_RANGES = 3000, RANGE_DISTANCE = 1024 };

static void write_slab(uintptr_t slab, uintptr_t next, uint32_t capacity, uint32_t used) {
  const uintptr_t words[] = {heap.task_slab, next, (uintptr_t)used << 32 | capacity, 0};
  memcpy((void *)slab, words, sizeof words);
}

/// A large block without a type, full of tasks' memory with references in it: it is gone through once for all of them.
static void try_large_block(crt_search *search) {
  may_end = false;
  heap_make(&heap, search, 7);
  uintptr_t chunk = heap_add_region(&heap, LARGE), asked[ASKED];
  *(uintptr_t *)(chunk + 8) = LARGE | 2;
  size_t expected = 0;
  size_t count = choose(asked, ASKED);
  for (uintptr_t slab = chunk + 16; slab + SLAB <= chunk + LARGE; slab += SLAB) {
    write_slab(slab, 0, SLAB - 64, SLAB / 2);
    // In use, behind what is, and behind the slab.
    for (uintptr_t offset = 512; offset < SLAB; offset += 1024) *(uintptr_t *)(slab + offset) = asked[slab / SLAB % count];
    *(uintptr_t *)(slab + SLAB - 8) = asked[slab / SLAB % count];
    expected += 3;
  }
  EXPECT(begin(search), "the process is not torn");
  snapshot_steps = 0;
  ask(search, asked, count);
  words_write_hits(&copy);
  const crt_hit *hits = output(search);
  size_t found = 0;
  for (size_t index = 0; index < search->output_count; index++) {
    if (hits[index].block != chunk + 16) continue;
    bool is_frame = (hits[index].slot - chunk - 16) % SLAB < SLAB / 2 + 32;
    EXPECT(hits[index].place == (is_frame ? CRT_PLACE_TASK_FRAME : CRT_PLACE_BLOCK), "a word is in a frame or not");
    found++;
  }
  EXPECT(found == expected, "%zu words are found, and there are %zu", found, expected);
  EXPECT(snapshot_steps <= LARGE / 8 + expected, "each word is looked at once: %llu steps", (unsigned long long)snapshot_steps);
  free_pieces();
}

/// Writes a task, whose first slab is at `slab`.
static void write_task(uintptr_t task, uintptr_t slab) {
  *(uintptr_t *)task = heap.isas[0];
  *(uintptr_t *)(task + crt_facts.task_first_slab) = slab;
}

/// A task with a slab in its own block and one in another, in which a child is that has a slab, and what is left of one that is over.
static void try_tasks(crt_search *search) {
  may_end = false;
  heap_make(&heap, search, 10);
  uintptr_t chunk = heap_add_region(&heap, 4 * SLAB);
  *(uintptr_t *)(chunk + 8) = *(uintptr_t *)(chunk + 2 * SLAB + 8) = 2 * SLAB | 2;
  uintptr_t task = chunk + 16, second = task + 2 * SLAB, child = second + 512, over = second + 1024, gone = second + 3072;
  write_task(task, task + 256);
  write_slab(task + 256, second, 1024, 512);
  write_slab(second, 0, SLAB, 2048);
  write_task(child, child + 256);
  write_slab(child + 256, 0, 128, 64);
  write_task(over, second);
  // Behind what is in use.
  write_task(gone, gone + 256);
  write_slab(gone + 256, 0, 128, 64);
  EXPECT(begin(search), "the process is not torn");
  ask(search, NULL, 0);
  search->argument = heap.isas[0];
  tasks_write_slabs(&copy);
  const crt_slab *slabs = output(search);
  const crt_slab expected[] = {
      {task, task + 256 + 32, task + 256 + 32 + 1024}, {task, second + 32, second + 32 + SLAB}, {child, child + 256 + 32, child + 256 + 32 + 128}};
  size_t found = 0;
  for (size_t index = 0; index < search->output_count; index++) {
    if (slabs[index].start < task || slabs[index].start >= second + SLAB) continue;
    const crt_slab *due = &expected[found++];
    EXPECT(found <= 3 && slabs[index].task == due->task && slabs[index].start == due->start && slabs[index].end == due->end,
           "a slab of %lx from %lx to %lx", slabs[index].task, slabs[index].start, slabs[index].end);
  }
  EXPECT(found == 3, "%zu slabs are found, and there are 3", found);
  free_pieces();
}

/// A mapping with the data of many images in it.
static void try_many_ranges(crt_search *search) {
  heap_make(&heap, search, 8);
  // Only these are counted.
  search->task_slab = 0;
  uintptr_t start = heap_add_region(&heap, (MANY_RANGES + 1) * RANGE_DISTANCE + SLAB - 1 & ~(size_t)(SLAB - 1));
  uintptr_t asked = heap.blocks[0].address;
  // The last first.
  for (size_t index = MANY_RANGES; index-- > 0;) {
    uintptr_t place = start + index * RANGE_DISTANCE + 256;
    search->data[search->data_count++] = (data_range){{place, place + 64}, -1};
    *(uintptr_t *)(place + 8) = asked;
  }
  uintptr_t last = start + MANY_RANGES * RANGE_DISTANCE + 8, first = start + 8;
  *(uintptr_t *)first = *(uintptr_t *)last = asked;
  EXPECT(begin(search), "the process is not torn");
  snapshot_steps = 0;
  ask(search, &asked, 1);
  words_write_hits(&copy);
  const crt_hit *hits = output(search);
  size_t found = 0;
  for (size_t index = 0; index < search->output_count; index++) {
    if (hits[index].slot < start) continue;
    EXPECT(hits[index].slot == first || hits[index].slot == last, "no image's data is looked at");
    found++;
  }
  EXPECT(found == 2, "what is between is looked at");
  EXPECT(snapshot_steps <= MANY_RANGES + 64, "each range is passed once: %llu steps", (unsigned long long)snapshot_steps);
  free_pieces();
}

/// More words than there is room for: that some are left out is said.
static void try_no_room(crt_search *search) {
  heap_make(&heap, search, 11);
  uintptr_t asked = heap.blocks[0].address, start = heap_add_region(&heap, SLAB);
  for (size_t word = 0; word < 8; word++) ((uintptr_t *)start)[word] = asked;
  EXPECT(begin(search), "the process is not torn");
  const size_t all = search->exchange_bytes;
  search->exchange_bytes = 64 + 2 * sizeof(crt_hit);
  ask(search, &asked, 1);
  words_write_hits(&copy);
  EXPECT(search->status == CRT_SEARCH_TOO_LARGE && search->output_count == 2, "what has no room is not passed over");
  search->exchange_bytes = all;
  free_pieces();
}

// MARK: Stacks

/// A page of a stack that looks like a chunk that is a mapping of its own: what is on it are the thread's words.
static void try_stack_page(crt_search *search) {
  heap_make(&heap, search, 9);
  uintptr_t asked = heap.blocks[0].address, page = heap_stack_page(&heap);
  *(uintptr_t *)page = 0;
  *(uintptr_t *)(page + 8) = 4096 | 2;
  *(uintptr_t *)(page + 16) = asked;
  EXPECT(begin(search), "the process is not torn");
  EXPECT(!blocks_range(&copy.blocks, page), "a page of a stack is no block");
  check_blocks(search);
  ask(search, &asked, 1);
  words_write_hits(&copy);
  const crt_hit *hits = output(search);
  size_t found = 0;
  for (size_t index = 0; index < search->output_count; index++) {
    if (hits[index].slot != page + 16) continue;
    EXPECT(hits[index].place == CRT_PLACE_STACK && hits[index].block == 0 && hits[index].thread == 1, "the word is on the stack");
    found++;
  }
  EXPECT(found == 1, "the word is found");
  free_pieces();
}

int main(int count, char **arguments) {
  uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  uint64_t rounds = count > 2 ? strtoull(arguments[2], NULL, 10) : 100;
  // Only where it hangs.
  alarm(600 + (unsigned)rounds / 10);
  crt_search *search = crt_search_create();
  if (!search) abort();
  try_large_block(search);
  try_many_ranges(search);
  try_no_room(search);
  try_tasks(search);
  try_stack_page(search);
  for (current_round = 0; current_round < rounds; current_round++) {
    heap_make(&heap, search, seed * 1000003 + current_round);
    search->knows_continuations = false;
    if (current_round % 4 == 0) {
      try_good(search);
    } else {
      try_spoilt(search);
    }
    free_pieces();
  }
  crt_search_destroy(search);
  printf("seed %llu, %llu rounds: nothing broken\n", (unsigned long long)seed, (unsigned long long)rounds);
  return 0;
}
