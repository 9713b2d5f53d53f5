#define _GNU_SOURCE
#include "MadeUpHeap.h"

#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, PAGES = 24 };

static const uintptr_t alignment = (uintptr_t)64 << 20;
static const uintptr_t cached_key = 0x5EC2E7C0FFEE1234;

static void put(uintptr_t place, uintptr_t word) { *(uintptr_t *)place = word; }

// MARK: Regions

/// Memory for all parts, each with memory around it that cannot be read.
static uintptr_t reserve(void) {
  static uintptr_t base;
  if (base) return base;
  size_t size = alignment * (PART_COUNT + 2);
  void *memory = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) abort();
  return base = ((uintptr_t)memory + alignment) & ~(alignment - 1);
}

static void map_parts(made_heap *heap) {
  const uint32_t flags[PART_COUNT] = {
      [HEAP] = CRT_REGION_HEAP | CRT_REGION_WRITABLE, [ARENA] = CRT_REGION_WRITABLE, [SECOND_ARENA] = CRT_REGION_WRITABLE,
      [MAPPED] = CRT_REGION_WRITABLE, [PROGRAM] = CRT_REGION_IMAGE | CRT_REGION_WRITABLE,
      [LIBRARY] = CRT_REGION_IMAGE | CRT_REGION_WRITABLE, [IMAGE] = CRT_REGION_IMAGE,
      [MAIN_STACK] = CRT_REGION_STACK | CRT_REGION_WRITABLE, [OTHER_STACK] = CRT_REGION_WRITABLE};
  heap->search->region_count = 0;
  for (int index = 0; index < PART_COUNT; index++) {
    uintptr_t start = reserve() + alignment * (uintptr_t)index;
    size_t pages = 2 + below(&heap->source, PAGES);
    // A mapping that ends where an arena begins is one region with it, and so is one that begins where an arena or the variables of a
    // library end.
    bool is_joined = once_in(&heap->source, 2);
    size_t before = (index == ARENA || index == MAPPED) && is_joined ? 2 * PAGE : 0;
    size_t after = index == SECOND_ARENA && is_joined ? 2 * PAGE : 0;
    void *all = (void *)(start - PAGES * PAGE);
    if (mmap(all, 3 * PAGES * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED) abort();
    if (mprotect((void *)(start - before), before + pages * PAGE + after, PROT_READ | PROT_WRITE) != 0) abort();
    heap->parts[index] = (crt_range){start, start + pages * PAGE};
    heap->search->regions[heap->search->region_count++] =
        (crt_region){start - before, start + pages * PAGE + after, flags[index] | CRT_REGION_READABLE};
  }
}

uintptr_t heap_add_region(made_heap *heap, size_t size) {
  uintptr_t start = reserve() + alignment * PART_COUNT + PAGE;
  void *memory = mmap((void *)start, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (memory == MAP_FAILED) abort();
  heap->search->regions[heap->search->region_count++] =
      (crt_region){start, start + size, CRT_REGION_READABLE | CRT_REGION_WRITABLE};
  return start;
}

// MARK: Chunks

static void add_block(made_heap *heap, uintptr_t address, size_t size) {
  EXPECT(heap->block_count < MOST_BLOCKS, "there is room for the blocks");
  heap->blocks[heap->block_count++] = (made_block){.address = address, .size = size};
}

/// Cuts memory into chunks; the last is what is free at its end.
static void cut(made_heap *heap, uintptr_t chunk, uintptr_t end, uintptr_t flag, uintptr_t fast_bins) {
  bool is_previous_used = true;
  uintptr_t fast[8] = {0};
  while (end - chunk > 4096) {
    size_t size = 32 + 16 * below(&heap->source, once_in(&heap->source, 4) ? 40 : 5);
    bool is_used = !once_in(&heap->source, 4);
    put(chunk + 8, size | flag | is_previous_used);
    bool is_cached = is_used && once_in(&heap->source, 8);
    size_t bin = (size - 32) / 16;
    bool is_fast = is_used && !is_cached && fast_bins && bin < 4 && once_in(&heap->source, 8);
    if (is_cached) put(chunk + 24, cached_key);
    if (is_fast) {
      // Links are disguised by their own place, or not.
      uintptr_t link = fast[bin];
      put(chunk + 16, once_in(&heap->source, 2) ? link : link ^ (chunk + 16) >> 12);
      fast[bin] = chunk;
      put(fast_bins + bin * 8, chunk);
    }
    if (is_used && !is_cached && !is_fast) add_block(heap, chunk + 16, size - 8);
    is_previous_used = is_used;
    chunk += size;
  }
  put(chunk + 8, (end - chunk) | flag | is_previous_used);
}

/// The bins of an arena, all empty but for one, which has one chunk.
static void write_bins(uintptr_t bins) {
  for (uintptr_t bin = 0; bin < 127; bin++) {
    uintptr_t place = bins + bin * 16;
    put(place, place - 16);
    put(place + 8, place - 16);
  }
}

static void make_arenas(made_heap *heap) {
  cut(heap, heap->parts[HEAP].start, heap->parts[HEAP].end, 0, 0);
  // The state of the main arena is in the C library.
  uintptr_t start = heap->parts[ARENA].start, main = heap->parts[LIBRARY].start + 64;
  heap->bins = once_in(&heap->source, 2) ? 112 : 32;
  heap->arena = start + 48;
  uintptr_t next = heap->bins + 127 * 16 + 16;
  put(start, heap->arena);
  put(start + 16, heap->parts[ARENA].end - start);
  write_bins(heap->arena + heap->bins);
  write_bins(main + heap->bins);
  put(heap->arena + next, main);
  put(main + next, heap->arena);
  uintptr_t fast_bins = heap->bins == 112 ? heap->arena + 16 : 0;
  cut(heap, (heap->arena + next + 40 + 15) & ~(uintptr_t)15, heap->parts[ARENA].end, 4, fast_bins);
  uintptr_t second = heap->parts[SECOND_ARENA].start;
  put(second, heap->arena);
  put(second + 8, start);
  put(second + 16, heap->parts[SECOND_ARENA].end - second);
  uintptr_t end = heap->parts[SECOND_ARENA].end;
  cut(heap, second + 48, end, 4, 0);
  if (heap->search->regions[SECOND_ARENA].end > end) {
    put(end + 8, 2 * PAGE | 2);
    add_block(heap, end + 16, 2 * PAGE - 16);
  }
}

static void make_mapped_chunks(made_heap *heap) {
  uintptr_t page = heap->parts[MAPPED].start;
  while (page + 3 * PAGE <= heap->parts[MAPPED].end) {
    if (once_in(&heap->source, 2)) {
      page += PAGE;
      continue;
    }
    bool leaves_out_header = once_in(&heap->source, 2);
    const uintptr_t whole = 2 * PAGE - (leaves_out_header ? 16 : 0);
    put(page + 8, whole | 2);
    // A block that is aligned to 32 to 4096 has its chunk behind the mapping's beginning, which stays as it was.
    uintptr_t alignment = once_in(&heap->source, 2) ? 16 : (uintptr_t)32 << below(&heap->source, 8);
    put(page + alignment - 16, alignment - 16);
    put(page + alignment - 8, (whole - (alignment - 16)) | 2);
    add_block(heap, page + alignment, whole - (alignment - 16) - (leaves_out_header ? 8 : 16));
    page += 2 * PAGE;
  }
}

// MARK: Words

static int compare(const void *left, const void *right) {
  uintptr_t first = ((const made_block *)left)->address, second = ((const made_block *)right)->address;
  return first < second ? -1 : first > second;
}

int heap_block_at(const made_heap *heap, uintptr_t word) {
  made_block key = {.address = word & 0x00FFFFFFFFFFFFF8};
  const made_block *found = bsearch(&key, heap->blocks, heap->block_count, sizeof key, compare);
  return found ? (int)(found - heap->blocks) : -1;
}

static uintptr_t any_word(made_heap *heap) {
  const made_block *block = &heap->blocks[below(&heap->source, heap->block_count)];
  const crt_range *range = &heap->parts[below(&heap->source, PART_COUNT)];
  switch (below(&heap->source, 16)) {
    case 0: return block->address + below(&heap->source, 64);
    // An enumeration's case is in the bits that are free.
    case 1: return block->address | any(&heap->source) << 56 | below(&heap->source, 8);
    case 2: return range->start + below(&heap->source, range->end - range->start);
    case 3: return range->end - below(&heap->source, 64);
    case 4: return any(&heap->source) >> below(&heap->source, 64);
    case 5: return UINTPTR_MAX - below(&heap->source, 256);
    // Looks like the counts of an object with a side table.
    case 6: return !heap->is_spoilt ? 0 : (uintptr_t)3 << 62 | (block->address + 8 * below(&heap->source, 8)) >> 3;
    case 7:
    case 8:
    case 9:
    case 10: return 0;
    default: return block->address;
  }
}

uintptr_t heap_any_word(made_heap *heap) {
  uintptr_t word = any_word(heap);
  // Only where it is meant.
  return word == heap->task_slab ? 0 : word;
}

static void note(made_heap *heap, uintptr_t slot, int block, crt_word kind, crt_place place) {
  EXPECT(heap->word_count < MOST_WORDS, "there is room for the words");
  heap->words[heap->word_count++] = (made_word){slot, block, kind, place};
}

/// Writes a word of a block that is what its kind says.
static void write_word(made_heap *heap, int block, uintptr_t slot, crt_word kind) {
  put(slot, heap_any_word(heap));
  if (kind == CRT_WORD_CONTEXT) kind = word_at(slot - 8) ? CRT_WORD_STRONG : CRT_WORD_NEVER;
  // It is both.
  if (kind == CRT_WORD_MAYBE_OPEN) {
    note(heap, slot, block, CRT_WORD_MAYBE, CRT_PLACE_BLOCK);
    kind = CRT_WORD_OPEN;
  }
  note(heap, slot, block, kind, CRT_PLACE_BLOCK);
}

/// Writes words of the kinds in a list, and behind it of `rest`.
static void write_words(
    made_heap *heap, int block, uintptr_t start, uintptr_t end, const uint8_t *kinds, size_t count, crt_word rest) {
  size_t index = 0;
  for (uintptr_t slot = start; slot + 8 <= end; slot += 8, index++) {
    write_word(heap, block, slot, index < count ? (crt_word)kinds[index] : rest);
  }
}

// MARK: Objects

/// Makes layouts of all kinds, with their metadata: of contexts and of classes.
static void make_layouts(made_heap *heap) {
  static const crt_word references[] = {CRT_WORD_NEVER,   CRT_WORD_STRONG, CRT_WORD_MAYBE, CRT_WORD_MAYBE_OPEN,
                                        CRT_WORD_PENDING, CRT_WORD_OPEN,   CRT_WORD_WEAK,  CRT_WORD_UNOWNED};
  uintptr_t place = heap->parts[IMAGE].start;
  put(place, 16);  // the descriptor of a class
  heap->closure_descriptor = place + 16;
  heap->block_class = place + 64;
  heap->task_slab = place + 72;
  place += 128;
  for (int index = 0; index < LAYOUTS; index++, place += 64) {
    bool is_class = index % 2;
    put(place, is_class ? 0 : 0x400);
    put(place + (uintptr_t)crt_facts.class_descriptor, is_class ? heap->parts[IMAGE].start : 0);
    heap->isas[index] = place;
    crt_layout *layout = &heap->layouts[index];
    *layout = (crt_layout){.isa = place, .kind = (crt_layout_kind)(index % 5), .rest = CRT_WORD_NEVER};
    if (index % 3 == 0) layout->rest = CRT_WORD_OPEN;
    layout->is_pending = index == 5 || index == 9;
    uint8_t *kinds = heap->kinds[index];
    size_t count = 1 + below(&heap->source, 6);
    for (size_t word = 0; word < 2 * count; word++) kinds[word] = (uint8_t)references[below(&heap->source, 8)];
    // Code, and then its context.
    if (count > 2) kinds[1] = CRT_WORD_NEVER, kinds[2] = CRT_WORD_CONTEXT;
    layout->word_count = (uint32_t)count;
    switch (layout->kind) {
      case CRT_LAYOUT_FIXED:
      case CRT_LAYOUT_KEY_PATH:
        // The header is told as well.
        memmove(kinds + 2, kinds, 2 * count);
        kinds[0] = kinds[1] = CRT_WORD_NEVER;
        layout->word_count = (uint32_t)count + 2;
        if (layout->kind == CRT_LAYOUT_FIXED) layout->slack = 8 * (uint32_t)below(&heap->source, 8);
        if (layout->kind == CRT_LAYOUT_FIXED) break;
        // The fourth word says whether there are any references.
        kinds[3] = CRT_WORD_NEVER;
        if (kinds[4] == CRT_WORD_CONTEXT) kinds[4] = CRT_WORD_STRONG;
        if (count == 1) layout->word_count = 4;
        break;
      case CRT_LAYOUT_ARRAY:
        layout->offset = 32;
        layout->stride = 8 * (uint32_t)(count + below(&heap->source, 2));
        break;
      case CRT_LAYOUT_TABLE:
        layout->offset = 64;
        layout->stride = 8 * (uint32_t)count;
        layout->value_word_count = (uint32_t)(index % 10 == 2 ? count : 0);
        layout->value_stride = 8 * layout->value_word_count;
        break;
      case CRT_LAYOUT_TASK: layout->word_count = 0; break;
    }
    crt_search_add_layout(heap->search, *layout, kinds, kinds + layout->word_count);
  }
}

/// Writes the counts of an object, in a side table where there is a block for it.
static void write_counts(made_heap *heap, int number) {
  made_block *block = &heap->blocks[number];
  uintptr_t strong = below(&heap->source, 5);
  block->is_over = once_in(&heap->source, 8);
  block->retains = (int64_t)strong + 1;
  uintptr_t bits = strong << 33 | (uintptr_t)block->is_over << 32 | 3;
  int table = (int)below(&heap->source, heap->block_count);
  made_block *other = &heap->blocks[table];
  bool is_free = other->kind == MADE_PLAIN && other->isa == 0 && other->size >= 40 && other->size < 1000 && table > number;
  if (once_in(&heap->source, 8) && is_free) {
    block->side_table = other->address;
    // Taken: nothing else is written there.
    other->isa = 1;
    put(other->address, block->address);
    put(other->address + 16, bits);
    bits = (uintptr_t)3 << 62 | other->address >> 3;
    for (uintptr_t slot = other->address; slot + 8 <= other->address + other->size; slot += 8) {
      note(heap, slot, table, CRT_WORD_OPEN, CRT_PLACE_BLOCK);
    }
  } else if (once_in(&heap->source, 16)) {
    // Never freed.
    bits = (uintptr_t)1 << 63 | 1;
    block->retains = -1;
    block->is_over = false;
  }
  put(block->address + 8, bits);
}

static void write_array(made_heap *heap, int number, const crt_layout *layout, const uint8_t *kinds) {
  made_block *block = &heap->blocks[number];
  uintptr_t room = (block->size - 32) / layout->stride;
  uintptr_t count = once_in(&heap->source, 8) ? any(&heap->source) | (uintptr_t)1 << 40 : below(&heap->source, room + 1);
  put(block->address + 16, count);
  for (uintptr_t element = 0; element < count && element < room; element++) {
    uintptr_t start = block->address + 32 + element * layout->stride;
    write_words(heap, number, start, start + layout->stride, kinds, layout->word_count, layout->rest);
  }
}

/// False where the block is too small for the table.
static bool write_table(made_heap *heap, int number, const crt_layout *layout, const uint8_t *kinds) {
  made_block *block = &heap->blocks[number];
  unsigned scale = (unsigned)below(&heap->source, 4);
  uintptr_t buckets = (uintptr_t)1 << scale, keys = block->address + 72, values = keys + buckets * layout->stride;
  if (values + buckets * layout->value_stride > block->address + block->size) return false;
  uintptr_t used = any(&heap->source);
  put(block->address + 32, scale);
  put(block->address + 48, keys);
  put(block->address + 56, layout->value_stride ? values : 0);
  put(block->address + 64, used);
  for (uintptr_t bucket = 0; bucket < buckets; bucket++) {
    if (!(used >> bucket & 1)) continue;
    uintptr_t key = keys + bucket * layout->stride, value = values + bucket * layout->value_stride;
    write_words(heap, number, key, key + layout->stride, kinds, layout->word_count, layout->rest);
    if (!layout->value_stride) continue;
    write_words(heap, number, value, value + layout->value_stride, kinds + layout->word_count, layout->value_word_count, layout->rest);
  }
  return true;
}

static void write_task(made_heap *heap, int number) {
  made_block *block = &heap->blocks[number];
  bool is_complete = once_in(&heap->source, 2);
  uintptr_t status = block->address + 96, first = block->address + (is_complete ? 208 : 0);
  for (uintptr_t slot = block->address + 16; slot + 8 <= block->address + block->size; slot += 8) {
    put(slot, slot >= block->address + 208 ? heap_any_word(heap) : 0);
  }
  put(status, (uintptr_t)is_complete << 13);
  for (uintptr_t slot = first; slot + 8 <= block->address + block->size; slot += 8) {
    note(heap, slot, number, is_complete ? CRT_WORD_MAYBE : CRT_WORD_OPEN, CRT_PLACE_BLOCK);
  }
  if (is_complete) block->is_pending = false;
}

static void write_key_path(made_heap *heap, int number, const crt_layout *layout, const uint8_t *kinds) {
  made_block *block = &heap->blocks[number];
  const uintptr_t start = block->address + 16, end = block->address + block->size, header = block->address + 24;
  const bool is_trivial = once_in(&heap->source, 2);
  if (is_trivial) {
    for (uintptr_t slot = start; slot + 8 <= end; slot += 8) put(slot, heap_any_word(heap));
  } else {
    write_words(heap, number, start, end, kinds + 2, layout->word_count - 2, layout->rest);
  }
  put(header, (any(&heap->source) & ~((uintptr_t)1 << 31)) | (uintptr_t)is_trivial << 31);
}

static void write_object(made_heap *heap, int number, int layout_number) {
  made_block *block = &heap->blocks[number];
  const crt_layout *layout = &heap->layouts[layout_number];
  const uint8_t *kinds = heap->kinds[layout_number];
  if (layout->kind == CRT_LAYOUT_ARRAY && block->size < 40) return;
  if (layout->kind == CRT_LAYOUT_KEY_PATH && block->size < 40) return;
  if (layout->kind == CRT_LAYOUT_TASK && block->size < 232) return;
  if (layout->kind == CRT_LAYOUT_TABLE && (block->size < 88 || !write_table(heap, number, layout, kinds))) return;
  block->kind = MADE_OBJECT;
  block->isa = layout->isa;
  block->is_pending = layout->is_pending;
  if (layout->kind == CRT_LAYOUT_FIXED) {
    bool is_slack = layout->slack && block->size <= 8 * (uintptr_t)layout->word_count + layout->slack;
    crt_word rest = is_slack ? CRT_WORD_NEVER : layout->rest;
    write_words(heap, number, block->address + 16, block->address + block->size, kinds + 2, layout->word_count - 2, rest);
  }
  if (layout->kind == CRT_LAYOUT_ARRAY) write_array(heap, number, layout, kinds);
  if (layout->kind == CRT_LAYOUT_KEY_PATH) write_key_path(heap, number, layout, kinds);
  if (layout->kind == CRT_LAYOUT_TASK) write_task(heap, number);
  put(block->address, block->isa);
  write_counts(heap, number);
}

/// A closure of C's that Swift made: code and context behind the header, and a descriptor with the size. Or one of the same size that C
/// made, whose words may be anything.
static void write_closure(made_heap *heap, int number) {
  made_block *block = &heap->blocks[number];
  bool owns = !once_in(&heap->source, 4);
  uint32_t count = (uint32_t)below(&heap->source, 8);
  block->kind = MADE_CLOSURE;
  block->isa = heap->block_class;
  bool is_on_heap = !once_in(&heap->source, 4);
  block->retains = is_on_heap ? (int64_t)count : -1;
  put(block->address, block->isa);
  put(block->address + 8, (uintptr_t)owns << 25 | (uintptr_t)is_on_heap << 24 | count << 1);
  put(block->address + 24, heap->closure_descriptor);
  put(heap->closure_descriptor + 8, 48);
  bool is_swifts = once_in(&heap->source, 2);
  put(block->address + 32, is_swifts ? heap->code.start : heap_any_word(heap));
  put(block->address + 40, heap_any_word(heap));
  if (!owns) return;
  if (!is_swifts) note(heap, block->address + 32, number, CRT_WORD_OPEN, CRT_PLACE_BLOCK);
  note(heap, block->address + 40, number, is_swifts ? CRT_WORD_STRONG : CRT_WORD_OPEN, CRT_PLACE_BLOCK);
}

/// Memory of C's, in which there may be frames of tasks.
static void write_plain(made_heap *heap, int number) {
  made_block *block = &heap->blocks[number];
  uintptr_t slot = block->address, end = block->address + block->size;
  while (slot + 8 <= end) {
    if (end - slot > 64 && once_in(&heap->source, 64)) {
      uint32_t capacity = 8 * (uint32_t)below(&heap->source, (end - slot - 32) / 8 + 1);
      uint32_t used = 8 * (uint32_t)below(&heap->source, capacity / 8 + 1);
      put(slot, heap->task_slab);
      put(slot + 8, 0);
      put(slot + 16, (uintptr_t)used << 32 | capacity);
      put(slot + 24, 0);
      uintptr_t first = slot + 32;
      for (slot = first; slot < first + capacity; slot += 8) {
        put(slot, heap_any_word(heap));
        if (slot < first + used) note(heap, slot, number, CRT_WORD_OPEN, CRT_PLACE_TASK_FRAME);
      }
      continue;
    }
    uintptr_t word = heap_any_word(heap);
    // The first word is no metadata, and no class.
    if (slot == block->address && word >= heap->parts[IMAGE].start && word < heap->parts[IMAGE].end) word = 0;
    put(slot, word);
    note(heap, slot, number, CRT_WORD_OPEN, CRT_PLACE_BLOCK);
    slot += 8;
  }
}

static void write_blocks(made_heap *heap) {
  for (int number = 0; number < (int)heap->block_count; number++) {
    made_block *block = &heap->blocks[number];
    if (block->isa) continue;
    uint64_t choice = below(&heap->source, 8);
    if (choice < 6) write_object(heap, number, (int)below(&heap->source, LAYOUTS));
    if (choice == 6 && block->size >= 48) write_closure(heap, number);
    if (block->kind == MADE_PLAIN) write_plain(heap, number);
  }
}

// MARK: Variables and stacks

static void write_range(made_heap *heap, uintptr_t start, uintptr_t end, crt_place place) {
  for (uintptr_t slot = start; slot + 8 <= end; slot += 8) {
    put(slot, heap_any_word(heap));
    note(heap, slot, -1, CRT_WORD_OPEN, place);
  }
}

static void make_threads(made_heap *heap) {
  crt_search *search = heap->search;
  search->process = MAIN_THREAD;
  search->control_size = crt_thread_control_size();
  search->variables_start = -LOCAL_SIZE;
  crt_range stack = heap->parts[MAIN_STACK], other = heap->parts[OTHER_STACK];
  uintptr_t top = stack.start + 256 + 16 * below(&heap->source, 64);
  search->threads[0] = (crt_thread){.id = MAIN_THREAD, .stack_pointer = top, .is_main = true};
  write_range(heap, top - 128, stack.end, CRT_PLACE_STACK);
  uintptr_t control = (other.end - search->control_size - 64 * below(&heap->source, 3)) & ~(uintptr_t)63;
  top = other.start + 256 + 16 * below(&heap->source, 16);
  search->threads[1] = (crt_thread){.id = OTHER_THREAD, .stack_pointer = top};
  search->thread_count = 2;
  write_range(heap, top - 128, control - LOCAL_SIZE, CRT_PLACE_STACK);
  write_range(heap, control - LOCAL_SIZE, control, CRT_PLACE_THREAD_LOCAL);
  put(control, control);
  put(control + (uintptr_t)crt_facts.thread_self, control);
  uintptr_t stack_words = control + (uintptr_t)crt_facts.thread_stack;
  for (uintptr_t slot = control + (uintptr_t)crt_facts.thread_number; slot + 8 <= control + search->control_size; slot += 8) {
    put(slot, heap_any_word(heap));
    note(heap, slot, -1, CRT_WORD_OPEN, CRT_PLACE_THREAD_VALUE);
  }
  put(control + (uintptr_t)crt_facts.thread_number, OTHER_THREAD);
  put(stack_words, other.start - PAGE);
  put(control + (uintptr_t)crt_facts.thread_stack_size, other.end - other.start + PAGE);
  put(control + (uintptr_t)crt_facts.thread_guard_size, PAGE);
  // A list of one, whose head is in the linker's data.
  uintptr_t head = heap->parts[LIBRARY].end - 64, node = control + (uintptr_t)crt_facts.thread_list;
  put(head, node);
  put(head + 8, node);
  put(node, head);
  put(node + 8, head);
  for (int list = 0; list < CRT_THREAD_LISTS; list++) search->thread_lists[list] = list ? 0 : head;
}

uintptr_t heap_stack_page(const made_heap *heap) {
  // The stack pointer is in the first page, and the control block on one of the last.
  return heap->parts[OTHER_STACK].start + PAGE;
}

static void make_variables(made_heap *heap) {
  crt_search *search = heap->search;
  search->data[0] = (data_range){heap->parts[PROGRAM], CRT_PLACE_PROGRAM};
  search->data[1] = (data_range){heap->parts[LIBRARY], -1};
  search->data_count = 2;
  uintptr_t mapped = heap->parts[MAPPED].start, joined = search->regions[MAPPED].start;
  if (joined < mapped) {
    search->data[search->data_count++] = (data_range){{joined, mapped - 64}, -1};
    // Looks like a mapped chunk, and is none.
    put(joined + 8, PAGE | 2);
  }
  write_range(heap, heap->parts[PROGRAM].start, heap->parts[PROGRAM].start + 512, CRT_PLACE_PROGRAM);
  // Between mapped chunks.
  for (uintptr_t page = heap->parts[MAPPED].start; page < heap->parts[MAPPED].end; page += PAGE) {
    if (word_at(page + 8)) {
      page += PAGE;
    } else {
      write_range(heap, page + 64, page + 256, CRT_PLACE_MAPPING);
    }
  }
}

void heap_make(made_heap *heap, crt_search *search, uint64_t seed) {
  heap->source = (chance){seed};
  heap->search = search;
  heap->is_spoilt = false;
  heap->block_count = heap->word_count = 0;
  search->layout_count = search->word_count = search->root_count = search->denied_count = 0;
  search->left_out_count = search->image_count = 0;
  heap->code = (crt_range){(uintptr_t)1 << 44, ((uintptr_t)1 << 44) + 4096};
  search->code[0] = heap->code;
  search->code_count = 1;
  search->cached_block_key = cached_key;
  map_parts(heap);
  make_arenas(heap);
  make_mapped_chunks(heap);
  qsort(heap->blocks, heap->block_count, sizeof *heap->blocks, compare);
  make_layouts(heap);
  search->block_class = heap->block_class;
  search->task_slab = heap->task_slab;
  write_blocks(heap);
  make_threads(heap);
  make_variables(heap);
}

// MARK: Spoiling

/// A place where a change tells: a chunk's header, an object's first words, the arena's state, a list, or anywhere.
static uintptr_t any_place(made_heap *heap) {
  const made_block *block = &heap->blocks[below(&heap->source, heap->block_count)];
  const crt_range *range = &heap->parts[below(&heap->source, PART_COUNT)];
  switch (below(&heap->source, 9)) {
    case 0: return block->address - 8;
    case 1:
    case 2: return block->address + 8 * below(&heap->source, block->size / 8 < 8 ? block->size / 8 : 8);
    case 3: return heap->parts[ARENA].start + 8 * below(&heap->source, 300);
    case 4: return heap->parts[SECOND_ARENA].start + 8 * below(&heap->source, 8);
    case 5: return heap->parts[IMAGE].start + 8 * below(&heap->source, 128);
    case 6: return range->end - 8 * (1 + below(&heap->source, 300));
    case 7: {
      // Where an array has its count, and a dictionary its size and the places of its elements.
      const uintptr_t offsets[] = {16, 32, 48, 56, 64};
      return block->size >= 88 ? block->address + offsets[below(&heap->source, 5)] : block->address + 16;
    }
    default: return range->start + 8 * below(&heap->source, (range->end - range->start) / 8);
  }
}

void heap_spoil(made_heap *heap, size_t count) {
  heap->is_spoilt = true;
  for (; count > 0; count--) {
    uintptr_t place = any_place(heap), word = word_at(place);
    switch (below(&heap->source, 6)) {
      case 0: put(place, word ^ (uintptr_t)1 << below(&heap->source, 64)); break;
      case 1: put(place, word + 16 * below(&heap->source, 64)); break;
      case 2: put(place, below(&heap->source, 1 << 16)); break;
      // What was there stands somewhere else.
      case 3: put(place, word_at(any_place(heap))); break;
      default: put(place, heap_any_word(heap));
    }
  }
}
