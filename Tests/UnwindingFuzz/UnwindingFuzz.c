#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "StackUnwinding.h"

// Unwinds by tables that are spoilt or made up, on stacks of any words. Nothing may be read but what the
// unwinder is given, which only a sanitizer sees:
//
//     clang -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -I Sources/LeakHeapRoots/C/include
//       -I Sources/LeakBase/C/include Sources/LeakHeapRoots/C/Unwinding/*.c Tests/UnwindingFuzz/UnwindingFuzz.c -o unwindfuzz
//     ./unwindfuzz [SEED [ROUNDS]]

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define FORBID(start, size) __asan_poison_memory_region(start, size)
#define ALLOW(start, size) __asan_unpoison_memory_region(start, size)
#endif
#endif
#ifndef FORBID
#define FORBID(start, size) ((void)(start), (void)(size))
#define ALLOW(start, size) ((void)(start), (void)(size))
#endif

enum {
  IMAGE_LIMIT = 256,
  STACK_WORDS = 128,
  FRAME_LIMIT = 64,
  EDIT_LIMIT = 6,
  MADE_UP_BYTES = 512,
};

// MARK: Chance

static uint64_t state;

/// Sebastiano Vigna's public-domain `splitmix64`.
static uint64_t chance(void) {
  state += 0x9E3779B97F4A7C15u;
  uint64_t mixed = state;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
  return mixed ^ mixed >> 31;
}

static uint64_t below(uint64_t limit) { return limit ? chance() % limit : 0; }

// MARK: What must hold

static size_t counts[CRT_UNWIND_LOST + 1];

static void expect(bool holds, const char *what) {
  if (holds) return;
  printf("broken: %s\n", what);
  exit(1);
}

/// Where one unwinding takes place.
typedef struct {
  crt_unwind_table table;
  crt_unwind_frame frame;
  uintptr_t low;
  uintptr_t high;
} fixture;

static void check_step(fixture *now) {
  crt_unwind_frame before = now->frame;
  crt_unwind_status status = crt_unwind_step(&now->table, &now->frame, now->low, now->high);
  if (status == CRT_UNWIND_LOST)
    status = crt_unwind_guess(&now->table, &now->frame, now->low, now->high);
  const crt_unwind_frame *after = &now->frame;
  counts[status]++;
  if (status == CRT_UNWIND_LOST)
    expect(memcmp(&before, after, sizeof before) == 0, "a lost step leaves the frame as it was");
  if (status != CRT_UNWIND_STEPPED) return;
  expect(after->cfa > now->low && after->cfa <= now->high, "the frame is on the stack");
  expect(after->cfa >= before.cfa, "the way leads outwards");
  expect(after->pc != 0, "there is a caller");
}

static void check(fixture *now) {
  crt_unwound_frame frames[FRAME_LIMIT];
  crt_unwind_status ending;
  size_t count = crt_unwind_thread(&now->table, &now->frame, now->low, now->high, true, frames,
                                   FRAME_LIMIT, &ending);
  expect(count > 0 && count <= FRAME_LIMIT, "there are some functions");
  for (size_t index = 0; index < count; index++) check_step(now);
}

// MARK: Stacks and registers

/// A word as there are some on stacks.
static uintptr_t any_word(const crt_unwind_image *image, const uintptr_t *stack) {
  switch (below(6)) {
    case 0: return 0;
    case 1: return below(256);
    case 2: return (uintptr_t)(stack + below(STACK_WORDS + 1));
    case 3: return image->start + below(image->end - image->start);
    case 4: return UINTPTR_MAX - below(64);
    default: return chance();
  }
}

/// Makes registers and a stack, of which the unwinder may read only a part.
static void set_stage(fixture *now, const crt_unwind_image *image, uintptr_t pc, uintptr_t *stack) {
  size_t first = below(8);
  size_t count = below(STACK_WORDS - first + 1);
  for (size_t index = 0; index < STACK_WORDS; index++) stack[index] = any_word(image, stack);
  now->low = (uintptr_t)(stack + first);
  now->high = now->low + count * sizeof *stack - (below(4) == 0 && count ? below(8) : 0);
  memset(&now->frame, 0, sizeof now->frame);
  for (int number = 0; number < CRT_UNWIND_REGISTERS; number++) {
    now->frame.registers[number] = any_word(image, stack);
  }
  now->frame.known = (uint32_t)(chance() | (below(8) ? 0x800000C0u : 0));
  if (below(8)) {
    // The stack pointers of both processors, and what their frame pointers may be.
    uintptr_t place = now->low + 8 * below(count / 2 + 1);
    now->frame.registers[7] = place;
    now->frame.registers[6] = place + 8 * below(8);
    now->frame.registers[CRT_UNWIND_REGISTERS - 1] = place;
  }
  now->frame.pc = pc;
  now->frame.is_caller = below(2);
}

/// Unwinds on some stacks.
static void unwind(const crt_unwind_image *image, uintptr_t pc) {
  uintptr_t *stack = malloc(STACK_WORDS * sizeof *stack);
  for (int turn = 0; turn < 3; turn++) {
    fixture now = {.table = {image, 1}};
    set_stage(&now, image, pc, stack);
    uint8_t *begin = (uint8_t *)stack;
    size_t before = now.low - (uintptr_t)stack;
    size_t after = (uintptr_t)(stack + STACK_WORDS) - now.high;
    FORBID(begin, before);
    FORBID((void *)now.high, after);
    check(&now);
    ALLOW(begin, STACK_WORDS * sizeof *stack);
  }
  free(stack);
}

// MARK: Tables that are spoilt

/// A copy of an image of this process.
typedef struct {
  crt_unwind_image image;
  uint8_t *bytes;
} copy;

static void move(crt_range *range, uintptr_t distance) {
  range->start += distance;
  range->end += distance;
}

/// Copies bytes of an image, where a sanitizer forbids what is between variables.
__attribute__((no_sanitize("address"))) static void copy_bytes(
    volatile uint8_t *to, const volatile uint8_t *from, size_t count) {
  for (size_t at = 0; at < count; at++) to[at] = from[at];
}

static copy copy_image(const crt_unwind_image *image) {
  size_t size = image->end - image->start;
  copy made = {*image, calloc(1, size)};
  uintptr_t distance = (uintptr_t)made.bytes - image->start;
  FORBID(made.bytes, size);
  for (size_t index = 0; index < image->segment_count; index++) {
    crt_range from = image->segments[index];
    uint8_t *to = made.bytes + (from.start - image->start);
    ALLOW(to, from.end - from.start);
    copy_bytes(to, (const uint8_t *)from.start, from.end - from.start);
    move(&made.image.segments[index], distance);
  }
  move(&made.image.tables, distance);
  made.image.header += distance;
  made.image.start += distance;
  made.image.end += distance;
  return made;
}

static int32_t number_at(uintptr_t place) {
  int32_t number;
  memcpy(&number, (const void *)place, sizeof number);
  return number;
}

/// A function that the search table has: where it begins, and where its entry is.
typedef struct {
  uintptr_t start;
  uintptr_t entry;
} function;

static function any_function(const crt_unwind_image *image) {
  uintptr_t pairs = image->header + 12;
  uint64_t count = (image->header_size - 12) / 8;
  uintptr_t pair = pairs + 8 * below(count);
  return (function){image->header + (uintptr_t)(intptr_t)number_at(pair),
                    image->header + (uintptr_t)(intptr_t)number_at(pair + 4)};
}

/// A place in the tables where a change tells: the header, a function's entry, what it shares with others.
static uintptr_t any_place(const crt_unwind_image *image, function at) {
  uintptr_t shared = at.entry + 4 - (uintptr_t)(uint32_t)number_at(at.entry + 4);
  switch (below(4)) {
    case 0: return image->header + below(16);
    case 1: return shared + below(40);
    default: return at.entry + below(64);
  }
}

/// Writes something else to a place.
static void spoil(uint8_t *place) {
  static const uint8_t bytes[] = {0, 1, 0x0F, 0x10, 0x16, 0x1B, 0x2E, 0x3B, 0x50, 0x7F, 0x80, 0xFF};
  switch (below(3)) {
    case 0: *place ^= (uint8_t)(1 << below(8)); break;
    case 1: *place = bytes[below(sizeof bytes)]; break;
    default: *place = (uint8_t)chance();
  }
}

/// Unwinds by the tables of a copy with some bytes that are others, and takes these back.
static void try_spoilt(const copy *whole) {
  crt_unwind_image image = whole->image;
  uintptr_t places[EDIT_LIMIT];
  uint8_t before[EDIT_LIMIT];
  function at = any_function(&image);
  size_t count = below(EDIT_LIMIT + 1);
  for (size_t index = 0; index < count; index++) {
    places[index] = any_place(&image, at);
    if (places[index] < image.tables.start || places[index] >= image.tables.end)
      places[index] = image.header;
    before[index] = *(uint8_t *)places[index];
  }
  for (size_t index = 0; index < count; index++) spoil((uint8_t *)places[index]);
  uintptr_t end = image.tables.end;
  if (below(8) == 0) image.header_size = below(image.header_size + 32);
  if (below(8) == 0) image.tables.end = at.entry + below(64);
  if (below(16) == 0) image.header += below(64);
  if (image.tables.end > end) image.tables.end = end;
  bool is_cut = image.tables.end < end && whole->image.segment_count == 1;
  if (is_cut) image.segments[0] = image.tables;
  if (is_cut) FORBID((void *)image.tables.end, end - image.tables.end);
  unwind(&image, below(16) ? at.start + below(256) : chance());
  if (is_cut) ALLOW((void *)image.tables.end, end - image.tables.end);
  while (count-- > 0) *(uint8_t *)places[count] = before[count];
}

// MARK: Tables that are made up

/// Bytes that are written one after the other.
typedef struct {
  uint8_t *at;
  uint8_t *end;
} writer;

static void write_byte(writer *to, uint64_t byte) {
  if (to->at < to->end) *to->at++ = (uint8_t)byte;
}

static void write_word(writer *to, uint64_t word, int size) {
  for (int index = 0; index < size; index++) write_byte(to, word >> 8 * index);
}

/// An expression with operations that there are, and some that there are not.
static void write_expression(writer *to) {
  uint64_t length = below(24);
  write_byte(to, below(16) ? length : chance());
  for (; length > 0; length--) {
    switch (below(5)) {
      case 0: write_byte(to, 0x30 + below(32)); break;
      case 1: write_byte(to, 0x70 + below(18)); break;
      case 2: write_byte(to, 0x12 + below(30)); break;
      case 3: write_byte(to, below(64)); break;
      default: write_byte(to, chance());
    }
  }
}

/// Instructions that there are, mostly.
static void write_instructions(writer *to, uint64_t count) {
  // def_cfa by the stack pointer, and the return address below.
  if (below(4)) write_word(to, 0x0190080C07 << 8 | 0x0C, below(2) ? 3 : 5);
  for (; count > 0; count--) {
    uint64_t code = below(8) ? below(0x17) : below(0x30);
    if (below(4) == 0) code = 0x40 + below(0xC0);
    write_byte(to, code);
    if (code >= 0x40 && (code & 0xC0) != 0x80) continue;
    if (code == 0x10 || code == 0x16) write_byte(to, below(20));
    if (code == 0x0F || code == 0x10 || code == 0x16) write_expression(to);
    else write_byte(to, below(8) ? below(20) : chance());
    if (below(2)) write_byte(to, below(8) ? below(20) : chance());
  }
}

/// Ends an entry that began at `start`, with its length.
static void end_entry(writer *to, uint8_t *start) {
  uint32_t length = (uint32_t)(to->at - start - 4);
  memcpy(start, &length, sizeof length);
}

/// Unwinds by tables with one function, which are all that there is in memory.
static void try_made_up(void) {
  static const char *const letters[] = {"zR", "zR", "zRS", "zPLR", "zPLRS", "", "zRX", "eh"};
  const uint64_t size = 64 + below(MADE_UP_BYTES);
  uint8_t *bytes = calloc(1, size);
  writer to = {bytes + 20, bytes + size};
  uint8_t *shared = to.at;
  const char *kind = letters[below(sizeof letters / sizeof *letters)];
  write_word(&to, 0, 8);
  write_byte(&to, below(8) ? 1 : 3);
  for (const char *letter = kind; *letter; letter++) write_byte(&to, (uint8_t)*letter);
  write_byte(&to, 0);
  write_word(&to, 0x7801, 2);  // factors 1 and -8
  write_byte(&to, CRT_UNWIND_REGISTERS == 17 ? 16 : 30);
  bool has_handler = strchr(kind, 'P') != NULL;
  if (kind[0] == 'z') write_byte(&to, has_handler ? 7 : 1);
  if (has_handler) write_word(&to, 0x1B000000009Bu, 6), write_byte(&to, 0x1B);
  else if (kind[0] == 'z') write_byte(&to, 0x1B);
  write_instructions(&to, below(6));
  end_entry(&to, shared);
  uint8_t *entry = to.at;
  write_word(&to, 0, 4);
  write_word(&to, (uint64_t)(to.at - shared), 4);
  uintptr_t start = (uintptr_t)bytes + below(size);
  write_word(&to, start - (uintptr_t)to.at, kind[0] == 'z' ? 4 : 8);
  write_word(&to, 64, kind[0] == 'z' ? 4 : 8);
  if (kind[0] == 'z') write_byte(&to, 0);
  write_instructions(&to, below(40));
  if (entry + 4 <= to.at) end_entry(&to, entry);
  // The header: version 1, where the tables are, one pair.
  writer header = {bytes, bytes + 20};
  write_word(&header, 0x3B031B01, 4);
  write_word(&header, 16, 4);
  write_word(&header, 1, 4);
  write_word(&header, start - (uintptr_t)bytes, 4);
  write_word(&header, (uint64_t)(entry - bytes), 4);
  crt_range all = {(uintptr_t)bytes, (uintptr_t)bytes + size};
  crt_unwind_image image = {
      .start = all.start, .end = all.end, .segments = {all}, .segment_count = 1, .tables = all,
      .header = all.start, .header_size = 20};
  unwind(&image, start + below(64));
  free(bytes);
}

// MARK: Rounds

int main(int count, char **arguments) {
  uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  uint64_t rounds = count > 2 ? strtoull(arguments[2], NULL, 10) : 100000;
  crt_unwind_image images[IMAGE_LIMIT];
  copy copies[IMAGE_LIMIT];
  size_t image_count = crt_unwind_images(images, IMAGE_LIMIT);
  size_t copy_count = 0;
  if (image_count > IMAGE_LIMIT) image_count = IMAGE_LIMIT;
  for (size_t index = 0; index < image_count; index++) {
    // Zero pages are most of a large one.
    if (images[index].end - images[index].start > 64 << 20) continue;
    if (images[index].header_size >= 20) copies[copy_count++] = copy_image(&images[index]);
  }
  state = seed;
  alarm(3600);
  for (uint64_t round = 0; round < rounds; round++) {
    if (copy_count > 0 && below(2)) try_spoilt(&copies[below(copy_count)]);
    else try_made_up();
  }
  for (size_t index = 0; index < copy_count; index++) free(copies[index].bytes);
  fprintf(stderr, "stepped %zu, ended %zu, lost %zu\n", counts[CRT_UNWIND_STEPPED],
          counts[CRT_UNWIND_END], counts[CRT_UNWIND_LOST]);
  printf("seed %llu, %llu rounds: nothing broken\n", (unsigned long long)seed,
         (unsigned long long)rounds);
  return 0;
}
