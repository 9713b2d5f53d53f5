#include "ELFSymbols.h"

#include <string.h>

#include "RawMemory.h"

// In C, because a report asks for some of a binary's hundred thousand symbols in a debug build, too. Who cuts the file short takes
// its memory away: all of it is read by loads that recover.

enum {
  TYPE_OBJECT = 1,
  TYPE_FUNCTION = 2,
  TYPE_INDIRECT_FUNCTION = 10,
  FIRST_RESERVED_SECTION = 0xff00,
};

static bool is_kind(const crt_elf_filter *filter, const crt_elf_symbol *symbol) {
  uint8_t type = symbol->info & 0xf;
  if (symbol->section == 0 || symbol->section >= FIRST_RESERVED_SECTION) return false;
  return filter->is_function ? type == TYPE_FUNCTION || type == TYPE_INDIRECT_FUNCTION : type == TYPE_OBJECT;
}

/// Whether the memory at `place` is the same as `count` bytes at `text`.
static bool is_equal(uintptr_t place, const char *text, size_t count) {
  size_t index = 0;
  for (; index + 8 <= count; index += 8) {
    uint64_t word;
    memcpy(&word, text + index, 8);
    if (crt_load64(place + index) != word) return false;
  }
  for (; index < count; index++) {
    if (crt_load8(place + index) != (uint8_t)text[index]) return false;
  }
  return true;
}

static bool ends(uintptr_t name, size_t limit, const char *endings) {
  size_t length = crt_text_length(name, limit);
  if (length < 2 || length == limit) return false;
  for (; *endings; endings += 2) {
    if (is_equal(name + length - 2, endings, 2)) return true;
  }
  return false;
}

static bool has_name(const crt_elf_symbols *table, const crt_elf_filter *filter, const crt_elf_symbol *symbol) {
  if (symbol->name >= table->strings_size) return false;
  uintptr_t name = table->strings + symbol->name;
  size_t limit = table->strings_size - symbol->name;
  if (filter->prefix_length >= limit || !is_equal(name, filter->prefix, filter->prefix_length)) return false;
  return !*filter->endings || ends(name, limit, filter->endings);
}

size_t crt_elf_next_symbols(
    const crt_elf_symbols *table, const crt_elf_filter *filter, size_t *from, crt_elf_symbol *found, size_t room) {
  size_t count = 0;
  size_t index = *from;
  for (; index < table->count && count < room; index++) {
    uintptr_t place = table->symbols + index * sizeof(crt_elf_symbol);
    uint64_t first = crt_load64(place);
    crt_elf_symbol symbol = {
        (uint32_t)first, (uint8_t)(first >> 32), (uint8_t)(first >> 40), (uint16_t)(first >> 48), 0, 0};
    if (!is_kind(filter, &symbol) || !has_name(table, filter, &symbol)) continue;
    symbol.value = crt_load64(place + 8);
    symbol.size = crt_load64(place + 16);
    found[count++] = symbol;
  }
  *from = index;
  return count;
}
