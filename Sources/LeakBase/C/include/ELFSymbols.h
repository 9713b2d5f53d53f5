#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A symbol of a 64-bit little-endian ELF file (System V ABI, *Symbol Table*).
typedef struct {
  uint32_t name;
  uint8_t info;
  uint8_t other;
  uint16_t section;
  uint64_t value;
  uint64_t size;
} crt_elf_symbol;

/// The table of a file's symbols, and the strings that their names are in.
typedef struct {
  uintptr_t symbols;
  size_t count;
  uintptr_t strings;
  size_t strings_size;
} crt_elf_symbols;

/// Which symbols are meant, of those whose names begin in the table's strings.
typedef struct {
  /// Functions, or else data.
  bool is_function;
  /// What their names begin with.
  const char *prefix;
  size_t prefix_length;
  /// Pairs of characters, one of which their names end in. Where it is empty, any name is meant.
  const char *endings;
} crt_elf_filter;

/// Writes the next symbols from number `*from` on that the file defines and that are meant, and sets `*from` to where to go on.
/// Returns how many there are: fewer than there is room for only when these are all.
size_t crt_elf_next_symbols(
    const crt_elf_symbols *table, const crt_elf_filter *filter, size_t *from, crt_elf_symbol *found, size_t room);
