#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <string.h>

// Who refers to an object by its type. All references of the copy are put into one table, by what they lead to: they are
// found block by block, counted, and then put into their places.

/// A strong reference in the block at `source`. The lowest bit of the slot, which is a multiple of 8, is set where the
/// slot is a reference only for some values.
typedef struct {
  uintptr_t source;
  uintptr_t slot;
} reference;

struct reference_table {
  reference *references;
  size_t count;
};

enum {
  NODE_LIMIT = 1 << 22,
  REFERENCES_TOGETHER = 1 << 16,
};

/// A reference, and where its target counts down the places of those that lead to it.
typedef struct {
  reference reference;
  uint32_t *place;
} found_reference;

/// References in the order in which they are found.
typedef struct found_references {
  struct found_references *before;
  size_t count;
  found_reference references[REFERENCES_TOGETHER];
} found_references;

CRT_INLINE bool is_reference(crt_word kind) {
  return kind == CRT_WORD_STRONG || kind == CRT_WORD_MAYBE || kind == CRT_WORD_PENDING;
}

/// What a visit of one block's references is for.
typedef struct {
  snapshot *snapshot;
  uintptr_t block;
  size_t count;
  found_references *found;
} reference_visit;

static bool visit_reference(void *context, uintptr_t slot, crt_word kind) {
  reference_visit *visit = context;
  if (!is_reference(kind)) return true;
  block_range *range;
  uintptr_t target = block_in(&visit->snapshot->blocks, word_at(slot), &range);
  if (!target || is_side_table(visit->block, target)) return true;
  size_t index = bit_index(range, target);
  range->references[index]++;
  visit->count++;
  found_references *found = visit->found;
  if (!found || found->count == REFERENCES_TOGETHER) {
    found = snapshot_allocate(sizeof *found);
    found->before = visit->found;
    visit->found = found;
  }
  found->references[found->count++] = (found_reference){
      {visit->block, slot | (kind == CRT_WORD_MAYBE)}, &range->first_reference[index]};
  return true;
}

static void visit_references(void *context, block_range *range, uintptr_t block) {
  (void)range;
  reference_visit *visit = context;
  const layout_table *layouts = &visit->snapshot->layouts;
  const object_layout *layout = layouts_find(layouts, word_at(block));
  // Most blocks have none: memory of C's, and objects of numbers and text.
  if (layout ? !layout->has_reference : !layouts_is_typed(layouts, block)) return;
  visit->block = block;
  layouts_visit(layouts, layout, block, &visit->snapshot->blocks, visit_reference, visit);
}

/// Puts what was found into its places, which are counted down to the first one's, and gives back its memory.
static void put_into_places(const reference_visit *visit, reference *places) {
  for (found_references *found = visit->found; found;) {
    for (size_t index = 0; index < found->count; index++) {
      found_reference one = found->references[index];
      places[--*one.place] = one.reference;
    }
    found_references *before = found->before;
    snapshot_free(found, sizeof *found);
    found = before;
  }
}

/// Where the references to the blocks of all ranges end in the table.
static void divide(block_table *blocks) {
  uint32_t end = 0;
  for (size_t index = 0; index < blocks->count; index++) {
    block_range *range = &blocks->ranges[index];
    size_t words = bit_words(range);
    for (size_t word = 0; word < words; word++) {
      for (uint64_t bits = range->starts[word]; bits; bits &= bits - 1) {
        size_t place = word * 64 + (size_t)__builtin_ctzll(bits);
        end += range->references[place];
        range->first_reference[place] = end;
      }
    }
  }
}

static void make_table(snapshot *snapshot) {
  snapshot->references = snapshot_allocate(sizeof(struct reference_table));
  for (size_t index = 0; index < snapshot->blocks.count; index++) {
    block_range *range = &snapshot->blocks.ranges[index];
    size_t places = place_count(range) + 64;
    range->references = snapshot_allocate(places * sizeof(uint32_t));
    range->first_reference = snapshot_allocate(places * sizeof(uint32_t));
    range->nodes = snapshot_allocate(places * sizeof(uint32_t));
  }
  reference_visit visit = {.snapshot = snapshot};
  blocks_visit(&snapshot->blocks, visit_references, &visit);
  snapshot->references->count = visit.count;
  snapshot->references->references = snapshot_allocate((visit.count + 1) * sizeof(reference));
  divide(&snapshot->blocks);
  put_into_places(&visit, snapshot->references->references);
}

// MARK: Retains

// A block counts in its flags, of which one says that it is on the heap.
static int64_t retains(snapshot *snapshot, uintptr_t block) {
  uintptr_t isa = word_at(block);
  if (isa && isa == snapshot->search->block_class) {
    uint32_t flags = *(const uint32_t *)(block + crt_facts.block_flags);
    return crt_block_count(flags);
  }
  if (!layouts_find(&snapshot->layouts, isa)) return -1;
  uintptr_t bits;
  if (!object_counts(block, &snapshot->blocks, &bits)) return -1;
  return (int64_t)crt_strong_count(bits);
}

// MARK: The answer

/// The nodes and edges that are being written: nodes from the front of the output, edges behind the most nodes that there
/// may be.
typedef struct {
  snapshot *snapshot;
  crt_node *nodes;
  size_t node_count;
  size_t node_limit;
  crt_edge *edges;
  size_t edge_count;
  size_t edge_limit;
} answer;

/// The number of a block among the nodes, which it is given when it has none; `UINT32_MAX` when there is no room.
static uint32_t node_of(answer *answer, uintptr_t block) {
  block_range *range = blocks_range(&answer->snapshot->blocks, block);
  size_t index = bit_index(range, block);
  if (range->nodes[index]) return range->nodes[index] - 1;
  if (answer->node_count == answer->node_limit) return UINT32_MAX;
  answer->nodes[answer->node_count++] = (crt_node){
      block, word_at(block), retains(answer->snapshot, block), range->references[index],
      roots_reach(answer->snapshot, block)};
  range->nodes[index] = (uint32_t)answer->node_count;
  return (uint32_t)answer->node_count - 1;
}

static void add_referrers(answer *answer, uint32_t node) {
  uintptr_t block = answer->nodes[node].block;
  block_range *range = blocks_range(&answer->snapshot->blocks, block);
  size_t index = bit_index(range, block);
  const reference *first = answer->snapshot->references->references + range->first_reference[index];
  for (uint32_t number = 0; number < range->references[index]; number++) {
    uint32_t source = node_of(answer, first[number].source);
    if (source == UINT32_MAX || answer->edge_count == answer->edge_limit) {
      answer->snapshot->search->is_cut = true;
      return;
    }
    uintptr_t slot = first[number].slot;
    answer->edges[answer->edge_count++] = (crt_edge){source, node, slot & ~(uintptr_t)1, slot & 1};
  }
}

void referrers_write(snapshot *snapshot) {
  crt_search *search = snapshot->search;
  if (!snapshot->references) make_table(snapshot);
  size_t room;
  answer answer = {.snapshot = snapshot, .nodes = snapshot_output(search, &room)};
  answer.node_limit = room / 2 / sizeof(crt_node);
  if (answer.node_limit > NODE_LIMIT) answer.node_limit = NODE_LIMIT;
  answer.edges = (crt_edge *)(answer.nodes + answer.node_limit);
  answer.edge_limit = (room - answer.node_limit * sizeof(crt_node)) / sizeof(crt_edge);
  search->is_cut = false;
  for (size_t index = 0; index < search->input_count; index++) {
    uintptr_t block = search->exchange[index] ^ CRT_ADDRESS_MASK;
    block_range *range;
    if (block && block_in(&snapshot->blocks, block, &range) == block) node_of(&answer, block);
  }
  size_t asked = answer.node_count;
  for (uint32_t node = 0; node < answer.node_count; node++) {
    // What a root reaches needs no other reason.
    if (node < asked || answer.nodes[node].reached == CRT_REACHED_NOT) add_referrers(&answer, node);
  }
  for (size_t node = 0; node < answer.node_count; node++) {
    block_range *range = blocks_range(&snapshot->blocks, answer.nodes[node].block);
    range->nodes[bit_index(range, answer.nodes[node].block)] = 0;
  }
  search->output_count = answer.node_count;
  search->second_output_count = answer.edge_count;
  search->second_output = (size_t)((char *)answer.edges - (char *)search->exchange);
}
#endif
