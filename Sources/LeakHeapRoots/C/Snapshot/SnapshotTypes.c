#include "Snapshot.h"

#if CRT_SNAPSHOT

enum {
  /// The places for first words that are metadata: twice as many as are noted.
  TYPE_PLACES = 2 * TYPE_LIMIT,
  /// The places for those that were seen last and are none.
  OTHER_PLACES = 1 << 12,
};

bool words_are_readable(const crt_search *search, uintptr_t address, size_t length) {
  size_t low = 0;
  size_t high = search->region_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (search->regions[middle].end <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  uintptr_t end = address + length;
  if (end < address) return false;
  for (; low < search->region_count && search->regions[low].start <= address; low++) {
    if (!(search->regions[low].flags & CRT_REGION_READABLE)) return false;
    if (search->regions[low].end >= end) return true;
    address = search->regions[low].end;
  }
  return false;
}

bool types_is_metadata(const crt_search *search, uintptr_t word) {
  if (word & 7 || word < 0x10000 || !words_are_readable(search, word, (size_t)crt_facts.class_descriptor + 8)) return false;
  uintptr_t kind = word_at(word);
  // The kinds of what is no class's object begin with that of contexts; a class has 0.
  if (kind >= (uintptr_t)crt_facts.context_kind && kind <= (uintptr_t)crt_facts.kind_last) return true;
  if (kind != 0) return false;
  uintptr_t descriptor = word_at(word + crt_facts.class_descriptor);
  return !(descriptor & 3) && words_are_readable(search, descriptor, 4) &&
         (*(const uint32_t *)descriptor & (uint32_t)crt_facts.descriptor_kind_mask) == (uint32_t)crt_facts.descriptor_class;
}

typedef struct {
  crt_search *search;
  uintptr_t *types;
  uintptr_t *others;
} type_search;

static size_t hash(uintptr_t word) { return (size_t)((word >> 3) * 0x9E3779B97F4A7C15u >> 40); }

static void note_type(void *context, block_range *range, uintptr_t block) {
  (void)range;
  type_search *types = context;
  uintptr_t first = word_at(block);
  if (first == 0) return;
  size_t slot = hash(first) & (TYPE_PLACES - 1);
  while (types->types[slot] && types->types[slot] != first) slot = (slot + 1) & (TYPE_PLACES - 1);
  if (types->types[slot]) return;
  uintptr_t *other = &types->others[hash(first) & (OTHER_PLACES - 1)];
  if (*other == first) return;
  crt_search *search = types->search;
  if (!types_is_metadata(search, first)) {
    *other = first;
  } else if (search->type_count < TYPE_LIMIT) {
    types->types[slot] = first;
    search->types[search->type_count++] = first;
  }
}

void types_find(crt_search *search, block_table *blocks) {
  type_search types = {
      search, snapshot_allocate(TYPE_PLACES * sizeof(uintptr_t)),
      snapshot_allocate(OTHER_PLACES * sizeof(uintptr_t))};
  search->type_count = 0;
  blocks_visit(blocks, note_type, &types);
  snapshot_free(types.types, TYPE_PLACES * sizeof(uintptr_t));
  snapshot_free(types.others, OTHER_PLACES * sizeof(uintptr_t));
}
#endif
