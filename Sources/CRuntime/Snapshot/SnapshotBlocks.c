#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <string.h>
#include <sys/mman.h>

// glibc's heap, as malloc/malloc.c and malloc/arena.c describe it. A chunk begins with the size of the one before
// if that is free, and its own size, of which the lowest bits say: 1, the chunk before is in use; 2, the chunk is
// a mapping of its own; 4, it belongs to another arena than the main one. Blocks begin 16 bytes into a chunk.

enum { CHUNK_HEADER = 16, SMALLEST_CHUNK = 32, THREAD_CACHE_CHUNK = 0x290 };

static const uintptr_t arena_alignment = (uintptr_t)64 << 20;

static uintptr_t chunk_size(uintptr_t chunk) { return word_at(chunk + 8) & ~(uintptr_t)7; }

static block_range *add_range(block_table *table, uintptr_t start, uintptr_t end) {
  if (table->count == RANGE_LIMIT) snapshot_end(2);
  block_range *range = &table->ranges[table->count++];
  range->start = start;
  range->end = end;
  size_t words = bit_words(range);
  range->starts = snapshot_allocate(words * 3 * sizeof(uint64_t));
  range->reached = range->starts + words;
  range->leading = range->reached + words;
  return range;
}

static bool is_in_use(const crt_search *search, uintptr_t chunk, uintptr_t size, bool is_first) {
  if (!(word_at(chunk + size + 8) & 1)) return false;
  uintptr_t block = chunk + CHUNK_HEADER;
  // A thread's cache of blocks, which is a block itself, and what is in it.
  if (search->cached_block_key && word_at(block + 8) == search->cached_block_key) return false;
  return !(is_first && size == THREAD_CACHE_CHUNK);
}

/// Goes from chunk to chunk until `end`, and notes the blocks in use if there is a `range`; false when the
/// sizes do not lead there.
static bool walk(crt_search *search, uintptr_t chunk, uintptr_t end, block_range *range) {
  for (bool is_first = true; chunk + SMALLEST_CHUNK <= end; is_first = false) {
    uintptr_t size = chunk_size(chunk);
    // A fence at the end of memory that the allocator went on from elsewhere.
    if (size < SMALLEST_CHUNK) return (size == 0 || size == CHUNK_HEADER) && end - chunk <= 64;
    if (size & 15 || size > end - chunk) return false;
    if (end - chunk - size < CHUNK_HEADER) return true;  // the last chunk is all that is free
    if (range && is_in_use(search, chunk, size, is_first)) {
      set_bit(range->starts, bit_index(range, chunk + CHUNK_HEADER));
      search->figures.blocks++;
      search->figures.bytes += size;
    }
    chunk += size;
  }
  return true;
}

/// The end of the memory of a thread arena that begins at `start`, and its first chunk; 0 when there is none.
///
/// An arena's memory is aligned to its largest size. It begins with the address of the arena's state (in the
/// first one, behind this header), the memory before, and the size.
static uintptr_t arena_end(
    crt_search *search, uintptr_t start, uintptr_t limit, uintptr_t *first) {
  if (start & (arena_alignment - 1) || limit - start < 4096) return 0;
  uintptr_t state = word_at(start);
  uintptr_t before = word_at(start + 8);
  uintptr_t size = word_at(start + 16);
  if (state & 15 || (state & (arena_alignment - 1)) > 256 || size & 4095 || size < 4096 ||
      size > limit - start || (before & (arena_alignment - 1)))
    return 0;
  bool has_state = (state & ~(arena_alignment - 1)) == start;
  if (!has_state && !before) return 0;
  uintptr_t from = has_state ? state + 0x800 : start + 32;
  uintptr_t to = has_state ? state + 0xa00 : start + 128;
  for (uintptr_t chunk = from; chunk < to; chunk += 16) {
    if (has_state && chunk_size(chunk) != THREAD_CACHE_CHUNK) continue;
    if (!walk(search, chunk, start + size, NULL)) continue;
    *first = chunk;
    return start + size;
  }
  return 0;
}

/// Whether a page of `start` is in memory. What was never touched has nothing in it.
static bool is_resident(uintptr_t page) {
  unsigned char resident = 1;
  return mincore((void *)page, 4096, &resident) != 0 || (resident & 1);
}

/// Finds the chunks in a region that are mappings of their own: they begin with a page.
static void find_mapped_chunks(block_table *table, crt_search *search, crt_region region) {
  bool is_large = region.end - region.start > (uintptr_t)64 << 20;
  uintptr_t page = region.start;
  while (page + 4096 <= region.end) {
    if (is_large && !is_resident(page)) {
      page += 4096;
      continue;
    }
    uintptr_t header = word_at(page + 8);
    uintptr_t size = header & ~(uintptr_t)7;
    if (word_at(page) != 0 || (header & 7) != 2 || size & 4095 || size == 0 ||
        size > region.end - page) {
      page += 4096;
      continue;
    }
    block_range *range = add_range(table, page, page + size);
    set_bit(range->starts, 1);
    search->figures.blocks++;
    search->figures.bytes += size;
    page += size;
  }
}

static bool is_data(const crt_search *search, crt_region region) {
  for (size_t index = 0; index < search->data_count; index++) {
    const data_range *data = &search->data[index];
    if (data->start < region.end && region.start < data->end) return true;
  }
  return false;
}

static void sort(block_table *table) {
  for (size_t index = 1; index < table->count; index++) {
    block_range range = table->ranges[index];
    size_t place = index;
    for (; place > 0 && table->ranges[place - 1].start > range.start; place--) {
      table->ranges[place] = table->ranges[place - 1];
    }
    table->ranges[place] = range;
  }
}

bool blocks_find(block_table *table, crt_search *search) {
  *table = (block_table){.ranges = snapshot_allocate(RANGE_LIMIT * sizeof(block_range))};
  const uint32_t wanted = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  for (size_t index = 0; index < search->region_count; index++) {
    crt_region region = search->regions[index];
    if ((region.flags & (wanted | CRT_REGION_IMAGE | CRT_REGION_STACK | CRT_REGION_SHARED)) != wanted) continue;
    if (region.flags & CRT_REGION_HEAP) {
      if (!walk(search, region.start, region.end, add_range(table, region.start, region.end)))
        return false;
      continue;
    }
    uintptr_t first;
    uintptr_t end = arena_end(search, region.start, region.end, &first);
    if (end) {
      walk(search, first, end, add_range(table, region.start, end));
    } else if (!is_data(search, region)) {
      find_mapped_chunks(table, search, region);
    }
  }
  sort(table);
  table->lowest = table->count ? table->ranges[0].start : 0;
  table->highest = table->count ? table->ranges[table->count - 1].end : 0;
  return table->count > 0;
}

block_range *blocks_range(block_table *table, uintptr_t address) {
  block_range *last = &table->ranges[table->last];
  if (address >= last->start && address < last->end) return last;
  size_t low = 0;
  size_t high = table->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (table->ranges[middle].end <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == table->count || address < table->ranges[low].start) return NULL;
  table->last = low;
  return &table->ranges[low];
}
#endif
