#include "Snapshot.h"

#if CRT_SNAPSHOT
#include <string.h>

// glibc's heap, as malloc/malloc.c and malloc/arena.c describe it. A chunk begins with the size of the one before
// if that is free, and its own size, of which the lowest bits say whether the chunk before is in use, whether the chunk is
// a mapping of its own, and whether it belongs to another arena than the main one. Blocks begin behind this header.

#define CHUNK_HEADER ((uintptr_t)crt_facts.chunk_header)
#define SMALLEST_CHUNK ((uintptr_t)crt_facts.chunk_smallest)

/// In what steps arenas are looked for. Theirs are at least as large (`HEAP_MAX_SIZE` in malloc/arena.c).
static const uintptr_t arena_alignment = (uintptr_t)64 << 20;

/// The memory of an arena begins with a header of this many bytes at the most.
enum { MOST_ARENA_HEADER = 256 };

/// A chunk's size, with flags.
CRT_INLINE uintptr_t size_word(uintptr_t chunk) { return word_at(chunk + (uintptr_t)crt_facts.chunk_size); }

CRT_INLINE uintptr_t chunk_size(uintptr_t chunk) { return size_word(chunk) & ~(uintptr_t)crt_facts.chunk_flags; }

/// Whether the chunk that ends where this one begins is in use.
CRT_INLINE bool follows_used(uintptr_t chunk) { return size_word(chunk) & (uintptr_t)crt_facts.chunk_follows_used; }

static block_range *add_range(block_table *table, crt_search *search, uintptr_t start, uintptr_t end) {
  if (table->count == BLOCK_RANGE_LIMIT) snapshot_end_with(search, CRT_SEARCH_TOO_LARGE);
  block_range *range = &table->ranges[table->count++];
  range->start = start;
  range->end = end;
  size_t words = bit_words(range);
  range->starts = snapshot_allocate(words * 4 * sizeof(uint64_t));
  range->reached = range->starts + words;
  range->maybe = range->reached + words;
  range->wanted = range->maybe + words;
  return range;
}

/// Forgets the range that was added last.
static void remove_range(block_table *table) {
  block_range *range = &table->ranges[--table->count];
  snapshot_free(range->starts, bit_words(range) * 4 * sizeof(uint64_t));
}

/// Whether a chunk that is not free is in a thread's cache of blocks.
CRT_INLINE bool is_cached(const crt_search *search, uintptr_t chunk) {
  return search->cached_block_key && word_at(chunk + CHUNK_HEADER + 8) == search->cached_block_key;
}

/// Goes from chunk to chunk until `end`, and notes the blocks in use; false when the sizes do not lead there.
static bool walk(crt_search *search, uintptr_t chunk, uintptr_t end, block_range *range) {
  // Code that is not optimised reads again whatever it is told to.
  const uintptr_t flags = (uintptr_t)crt_facts.chunk_flags;
  const uintptr_t used = (uintptr_t)crt_facts.chunk_follows_used;
  uintptr_t next;
  for (uintptr_t word = chunk + SMALLEST_CHUNK <= end ? size_word(chunk) : 0; chunk + SMALLEST_CHUNK <= end; word = next) {
    const uintptr_t size = word & ~flags;
    // A fence at the end of memory that the allocator went on from elsewhere.
    if (size < SMALLEST_CHUNK) return (size == 0 || size == CHUNK_HEADER) && end - chunk <= 64;
    if (size & 15 || size > end - chunk) return false;
    if (end - chunk - size < CHUNK_HEADER) return true;  // the last chunk is all that is free
    next = size_word(chunk + size);
    if (next & used && !is_cached(search, chunk)) {
      set_bit(range->starts, bit_index(range, chunk + CHUNK_HEADER));
      search->figures.blocks++;
      search->figures.bytes += size;
    }
    chunk += size;
  }
  return true;
}

/// Whether the arena's own state is in the memory that begins at `start`.
static bool has_arena_state(uintptr_t start) {
  return word_at(start) - start <= MOST_ARENA_HEADER;
}

/// The end of the memory of a thread's arena that begins at `start`; 0 when there is none.
///
/// Such memory is aligned to its largest size. It begins with the address of the arena's state (in the arena's first,
/// behind this header), the memory before, and the size.
static uintptr_t arena_end(uintptr_t start, uintptr_t limit) {
  if (start & (arena_alignment - 1) || limit - start < 4096) return 0;
  uintptr_t state = word_at(start);
  uintptr_t before = word_at(start + (uintptr_t)crt_facts.arena_memory_before);
  uintptr_t size = word_at(start + (uintptr_t)crt_facts.arena_memory_size);
  if (state & 15 || (state & (arena_alignment - 1)) > MOST_ARENA_HEADER || size & 4095 || size < 4096 ||
      size > limit - start || (before & (arena_alignment - 1)))
    return 0;
  return has_arena_state(start) || before ? start + size : 0;
}

// An arena's state (`malloc_state` in malloc/malloc.c) is found by its bins, lists of free chunks, of which glibc has had as
// many as ever. Before them are a lock and flags, the fast bins where glibc has them (not since 2.43), and two words more;
// behind them a bit for each, the next arena, and some words.
// The first two are facts; how much may be before the bins and behind them is looked for, and each fast bin's chunks are
// compared with its size.
#define BINS ((size_t)crt_facts.arena_bins)
#define BINS_MARKS ((uintptr_t)crt_facts.arena_bin_marks)
#define BINS_SIZE (BINS * 16)
enum {
  MOST_BINS_OFFSET = 256,
  BEFORE_FAST_BINS = 16,
  BEHIND_FAST_BINS = 16,
  BEHIND_NEXT_ARENA = 32,
  MOST_STATE_REST = 384,
};

/// Whether the two words at `place` are the ends of a list of chunks: they lead to chunks that lead back to where the
/// words are, or to themselves. A list's ends are called as if they were a chunk's.
static bool is_bin(const crt_search *search, uintptr_t place) {
  uintptr_t self = place - CHUNK_HEADER;
  uintptr_t first = word_at(place);
  uintptr_t last = word_at(place + 8);
  if (first == self && last == self) return true;
  return !((first | last) & 15) && words_are_readable(search, first, SMALLEST_CHUNK) &&
         words_are_readable(search, last, SMALLEST_CHUNK) && word_at(first + (uintptr_t)crt_facts.chunk_previous) == self &&
         word_at(last + CHUNK_HEADER) == self;
}

/// Where the bins are in the arena's state at `state`, or 0.
static uintptr_t bins_offset(const crt_search *search, uintptr_t state) {
  if (state & 15 || !words_are_readable(search, state, MOST_BINS_OFFSET + BINS_SIZE + MOST_STATE_REST)) return 0;
  for (uintptr_t offset = BEFORE_FAST_BINS; offset <= MOST_BINS_OFFSET; offset += 8) {
    size_t count = 0;
    while (count < BINS && is_bin(search, state + offset + count * 16)) count++;
    if (count == BINS) return offset;
  }
  return 0;
}

/// Notes the blocks in use in an arena's memory; false when no chunks lead from its beginning to its end.
static bool note_arena(block_table *table, crt_search *search, uintptr_t start, uintptr_t end) {
  uintptr_t from = start + 32;
  uintptr_t to = start + 128;
  if (has_arena_state(start)) {
    uintptr_t state = word_at(start);
    uintptr_t bins = bins_offset(search, state);
    if (!bins) return false;
    uintptr_t rest = state + bins + BINS_SIZE + BINS_MARKS;
    from = (rest + BEHIND_NEXT_ARENA + 15) & ~(uintptr_t)15;
    to = rest + MOST_STATE_REST;
  }
  block_range *range = add_range(table, search, start, end);
  const crt_search_figures before = search->figures;
  for (uintptr_t chunk = from; chunk < to; chunk += 16) {
    // No chunk is before the first: its header says that it is in use.
    if (!follows_used(chunk)) continue;
    if (walk(search, chunk, end, range)) return true;
    if (search->figures.blocks != before.blocks) memset(range->starts, 0, bit_words(range) * sizeof(uint64_t));
    search->figures = before;
  }
  remove_range(table);
  return false;
}

/// Joins regions of equal rights: advice on the use of memory divides them.
static void join_regions(crt_search *search) {
  size_t count = 0;
  for (size_t index = 0; index < search->region_count; index++) {
    crt_region region = search->regions[index];
    crt_region *last = count ? &search->regions[count - 1] : NULL;
    if (last && last->end == region.start && last->flags == region.flags) {
      last->end = region.end;
    } else {
      search->regions[count++] = region;
    }
  }
  search->region_count = count;
}

/// Where the program's data ends before `end`, at the beginning of a page; or `start` where none is behind that.
static uintptr_t data_end(const crt_search *search, uintptr_t start, uintptr_t end) {
  uintptr_t found = start;
  for (size_t index = 0; index < search->data_count; index++) {
    uintptr_t last = (search->data[index].range.end + 4095) & ~(uintptr_t)4095;
    if (last > found && last <= end) found = last;
  }
  return found;
}

/// Makes the memory between the program's data and its break the heap, where no region is called that: an emulator of another
/// processor names none.
static void name_heap(crt_search *search) {
  const uint32_t wanted = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  const uint32_t unwanted = CRT_REGION_IMAGE | CRT_REGION_SHARED | CRT_REGION_STACK;
  uintptr_t end = search->program_break;
  crt_region *region = NULL;
  for (size_t index = 0; index < search->region_count; index++) {
    crt_region *other = &search->regions[index];
    if (other->flags & CRT_REGION_HEAP) return;
    if (other->start < end && end <= other->end && (other->flags & (wanted | unwanted)) == wanted) region = other;
  }
  if (!region || search->region_count + 2 > REGION_LIMIT) return;
  const crt_region whole = *region;
  const uintptr_t start = data_end(search, whole.start, end);
  const crt_region parts[] = {
      {whole.start, start, whole.flags}, {start, end, whole.flags | CRT_REGION_HEAP}, {end, whole.end, whole.flags}};
  size_t index = (size_t)(region - search->regions);
  memmove(region + 3, region + 1, (search->region_count - index - 1) * sizeof *region);
  size_t rest = search->region_count - index - 1;
  for (size_t part = 0; part < 3; part++) {
    if (parts[part].start < parts[part].end) search->regions[index++] = parts[part];
  }
  memmove(&search->regions[index], region + 3, rest * sizeof *region);
  search->region_count = index + rest;
}

void blocks_divide_regions(crt_search *search) {
  join_regions(search);
  name_heap(search);
  const uint32_t wanted = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  for (size_t index = 0; index < search->region_count; index++) {
    crt_region *region = &search->regions[index];
    if ((region->flags & (wanted | CRT_REGION_IMAGE | CRT_REGION_SHARED)) != wanted) continue;
    uintptr_t place = (region->start + arena_alignment) & ~(arena_alignment - 1);
    for (; place < region->end; place += arena_alignment) {
      if (search->region_count == REGION_LIMIT || !arena_end(place, region->end)) continue;
      memmove(region + 1, region, (search->region_count - index) * sizeof *region);
      search->region_count++;
      region[0].end = region[1].start = place;
      break;
    }
  }
}

/// The first stack or data segment of an image that ends behind `page`. Only a control block says where a stack ends: where none is
/// known, the rest of the region may be other memory.
static crt_range next_other(const crt_search *search, const stack_table *stacks, uintptr_t page) {
  crt_range next = {UINTPTR_MAX, UINTPTR_MAX};
  for (size_t index = 0; index < stacks->count; index++) {
    const thread_stack *stack = &stacks->stacks[index];
    if (stack->control && stack->end > page && stack->start < next.start) next = (crt_range){stack->start, stack->end};
  }
  for (size_t index = 0; index < search->data_count; index++) {
    crt_range data = search->data[index].range;
    if (data.end > page && data.start < next.start) next = data;
  }
  return next;
}

/// Where the chunk in a mapping of its own begins, by the mapping's first words. To align a block, `memalign` moves its chunk into the
/// mapping: behind a part of a page, or behind the last words of one. It says then how far, and its size is that much smaller; the
/// first words stay as they were (`_int_memalign` in malloc/malloc.c). What is aligned to more than the largest pages is not found.
static uintptr_t chunk_in_mapping(uintptr_t page, size_t length, page_window *window, bool is_large) {
  const uintptr_t whole = size_word(page), largest = (uintptr_t)2 << 20;
  for (uintptr_t place = 32; place <= largest && place < length; place += place < 4096 ? place : 4096) {
    uintptr_t before = place - CHUNK_HEADER;
    if (!pages_may_have_contents(window, page + before, page + length, is_large)) continue;
    if (word_at(page + before) == before && size_word(page + before) == whole - before) return page + before;
  }
  return page;
}

/// Finds the chunks in a region that are mappings of their own. They begin with a page. The system may have made one region of them and
/// of a stack or the data segment of an image, where none of them is.
static void find_mapped_chunks(
    block_table *table, crt_search *search, const stack_table *stacks, crt_region region, page_window *window) {
  bool is_large = region.end - region.start > (uintptr_t)64 << 20;
  uintptr_t page = region.start;
  crt_range other = next_other(search, stacks, page);
  while (page + 4096 <= region.end) {
    if (page + 4096 > other.start) {
      page = (other.end + 4095) & ~(uintptr_t)4095;
      other = next_other(search, stacks, page);
      continue;
    }
    uintptr_t end = region.end < other.start ? region.end : other.start;
    if (!pages_may_have_contents(window, page, region.end, is_large)) {
      page += 4096;
      continue;
    }
    size_t size;
    if (word_at(page) != 0 || !crt_is_mapped_chunk(size_word(page), &size) || size > end - page) {
      page += 4096;
      continue;
    }
    block_range *range = add_range(table, search, page, page + size);
    uintptr_t chunk = chunk_in_mapping(page, size, window, is_large);
    set_bit(range->starts, bit_index(range, chunk + CHUNK_HEADER));
    search->figures.blocks++;
    search->figures.bytes += size;
    page += size;
  }
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

// MARK: Fast bins

// An arena keeps small blocks that were given back in its fast bins, one for each size from 32 bytes on, and leaves them
// marked as in use (`fastbinsY` in `malloc_state`, malloc/malloc.c). Since 2.32 a link is disguised by its own place
// ("safe-linking", `PROTECT_PTR`). The arenas form a ring. A process with the main arena alone is left as it is: nothing
// leads there.
enum { ARENA_LIMIT = 1 << 10 };

/// Whether a chunk of this size may begin at `chunk`.
static bool is_chunk(block_table *table, uintptr_t chunk, uintptr_t size) {
  if (!chunk || chunk & 15) return false;
  block_range *range = blocks_range(table, chunk);
  return range && size <= range->end - chunk && chunk_size(chunk) == size;
}

/// The chunk that the link at `place` leads to, or 0.
static uintptr_t fast_link(block_table *table, uintptr_t place, uintptr_t size) {
  uintptr_t word = word_at(place);
  if (is_chunk(table, word, size)) return word;
  uintptr_t disguised = word ^ (place >> 12);
  return is_chunk(table, disguised, size) ? disguised : 0;
}

/// Takes the blocks in the fast bins of an arena out of those in use. Each step takes one out, and so it ends.
static void drop_fast_blocks(block_table *table, crt_search *search, uintptr_t arena, uintptr_t bins) {
  uintptr_t place = arena + BEFORE_FAST_BINS;
  for (uintptr_t size = SMALLEST_CHUNK; place + BEHIND_FAST_BINS < arena + bins; size += 16, place += 8) {
    uintptr_t chunk = word_at(place);
    if (!is_chunk(table, chunk, size)) continue;
    while (chunk) {
      block_range *range = blocks_range(table, chunk);
      size_t index = bit_index(range, chunk + CHUNK_HEADER);
      if (!bit_at(range->starts, index)) break;
      clear_bit(range->starts, index);
      search->figures.blocks--;
      search->figures.bytes -= size;
      chunk = fast_link(table, chunk + CHUNK_HEADER, size);
    }
  }
}

/// The arena after `arena`, or 0 where that is none.
static uintptr_t next_arena(const crt_search *search, uintptr_t arena, uintptr_t bins) {
  uintptr_t offset = bins + BINS_SIZE + BINS_MARKS;
  return arena & 15 || !words_are_readable(search, arena, offset + 8) ? 0 : word_at(arena + offset);
}

/// Takes the blocks in the fast bins of all arenas out of those in use, beginning with the arena at `first`. Arenas that do
/// not form a ring are not what they seem.
static void drop_all_fast_blocks(block_table *table, crt_search *search, uintptr_t first) {
  uintptr_t bins = bins_offset(search, first);
  uintptr_t arena = first;
  size_t count = 0;
  do {
    arena = next_arena(search, arena, bins);
    if (!bins || !arena || ++count > ARENA_LIMIT) return;
  } while (arena != first);
  do {
    drop_fast_blocks(table, search, arena, bins);
    arena = next_arena(search, arena, bins);
  } while (arena && arena != first);
}

bool blocks_find(block_table *table, crt_search *search, const stack_table *stacks, page_window *window) {
  search->figures.blocks = search->figures.bytes = 0;
  *table = (block_table){.ranges = snapshot_allocate(BLOCK_RANGE_LIMIT * sizeof(block_range))};
  const uint32_t wanted = CRT_REGION_READABLE | CRT_REGION_WRITABLE;
  uintptr_t arena = 0;
  for (size_t index = 0; index < search->region_count; index++) {
    crt_region region = search->regions[index];
    if ((region.flags & (wanted | CRT_REGION_IMAGE | CRT_REGION_STACK | CRT_REGION_SHARED)) != wanted) continue;
    if (region.flags & CRT_REGION_HEAP) {
      if (!walk(search, region.start, region.end, add_range(table, search, region.start, region.end)))
        return false;
      continue;
    }
    uintptr_t end = arena_end(region.start, region.end);
    if (end && note_arena(table, search, region.start, end)) {
      if (has_arena_state(region.start)) arena = word_at(region.start);
      // One that has grown to its end may have been joined with what is behind it.
      region.start = end;
      find_mapped_chunks(table, search, stacks, region, window);
    } else if (end && !search->accepts_torn) {
      return false;
    } else {
      find_mapped_chunks(table, search, stacks, region, window);
    }
  }
  sort(table);
  table->lowest = table->count ? table->ranges[0].start : 0;
  table->highest = table->count ? table->ranges[table->count - 1].end : 0;
  if (arena) drop_all_fast_blocks(table, search, arena);
  return table->count > 0;
}

block_range *blocks_find_range(block_table *table, uintptr_t address) {
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

void blocks_visit(
    block_table *table, void (*body)(void *context, block_range *range, uintptr_t block), void *context) {
  for (size_t index = 0; index < table->count; index++) {
    block_range *range = &table->ranges[index];
    size_t words = bit_words(range);
    for (size_t word = 0; word < words; word++) {
      for (uint64_t bits = range->starts[word]; bits; bits &= bits - 1) {
        body(context, range, range->start + (word * 64 + (size_t)__builtin_ctzll(bits)) * 16);
      }
    }
  }
}
#endif
