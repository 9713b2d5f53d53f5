#include "Snapshot.h"

#if CRT_SNAPSHOT

// Metadata kinds of heap objects (include/swift/ABI/MetadataKind.def): 0 is a class, whose descriptor is its sixth
// word; a descriptor's lowest five bits are 16 for a class (include/swift/ABI/MetadataValues.h).
enum { KIND_CLASS = 0, KIND_FIRST_RUNTIME = 0x400, KIND_LAST = 0x7FF, CLASS_DESCRIPTOR = 40 };

static const size_t seen_capacity = 1 << 18;

static bool is_readable(const crt_search *search, uintptr_t address, size_t length) {
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
  if (low == search->region_count || search->regions[low].start > address) return false;
  return search->regions[low].flags & CRT_REGION_READABLE &&
         search->regions[low].end - address >= length;
}

bool types_is_metadata(const crt_search *search, uintptr_t word) {
  if (word & 7 || word < 0x10000 || !is_readable(search, word, CLASS_DESCRIPTOR + 8)) return false;
  uintptr_t kind = word_at(word);
  if (kind >= KIND_FIRST_RUNTIME && kind <= KIND_LAST) return true;
  if (kind != KIND_CLASS) return false;
  uintptr_t descriptor = word_at(word + CLASS_DESCRIPTOR);
  return !(descriptor & 3) && is_readable(search, descriptor, 4) &&
         (*(const uint32_t *)descriptor & 31) == 16;
}

void types_find(crt_search *search, const block_table *blocks) {
  uintptr_t *seen = snapshot_allocate(seen_capacity * sizeof(uintptr_t));
  size_t count = 0;
  search->type_count = 0;
  for (size_t index = 0; index < blocks->count; index++) {
    const block_range *range = &blocks->ranges[index];
    size_t words = bit_words(range);
    for (size_t word = 0; word < words; word++) {
      for (uint64_t bits = range->starts[word]; bits; bits &= bits - 1) {
        uintptr_t block = range->start + (word * 64 + (size_t)__builtin_ctzll(bits)) * 16;
        uintptr_t first = word_at(block);
        size_t slot = (size_t)((first >> 3) * 0x9E3779B97F4A7C15u >> 40) & (seen_capacity - 1);
        while (seen[slot] && seen[slot] != first) slot = (slot + 1) & (seen_capacity - 1);
        if (seen[slot] || first == 0) continue;
        // A full table only costs looking twice.
        if (count < seen_capacity / 2) {
          seen[slot] = first;
          count++;
        } else {
          return;
        }
        if (!types_is_metadata(search, first)) continue;
        if (search->type_count < TYPE_LIMIT) search->types[search->type_count++] = first;
      }
    }
  }
}
#endif
