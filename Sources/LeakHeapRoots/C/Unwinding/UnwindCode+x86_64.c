#include "Unwinding.h"

#if CRT_UNWINDING && defined(__x86_64__)

// Instructions (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2), as far as compilers
// write them at the beginning of functions, at their end, and to call others.

/// Code that is read one instruction after the other.
typedef unwind_bytes code;

/// Steps over the bytes of `pattern`, `count` of them, if they are next.
static bool accept(code *at, const char *pattern, unsigned count) {
  if (at->is_bad || at->end - at->at < count) return false;
  for (unsigned index = 0; index < count; index++) {
    if (*(const uint8_t *)(at->at + index) != (uint8_t)pattern[index]) return false;
  }
  at->at += count;
  return true;
}
#define ACCEPT(at, pattern) accept(at, pattern, sizeof(pattern) - 1)

/// The code from `start` on, as far as it can be read, or none.
static code code_at(const crt_unwind_image *image, uintptr_t start, uintptr_t size) {
  bool is_readable = unwind_is_readable(image, start, size);
  return (code){start, is_readable ? start + size : start, !is_readable};
}

// MARK: Calls

/// How long a call through a register or memory is that has these bytes after the first, 0 when it is none:
/// ModRM with 2 in its middle, SIB if it says so, and a distance.
static unsigned indirect_call_length(uint8_t mode, uint8_t index) {
  unsigned kind = mode >> 6;
  unsigned operand = mode & 7;
  if ((mode >> 3 & 7) != 2) return 0;
  if (kind == 3) return 2;
  unsigned length = operand == 4 ? 3 : 2;
  if (kind == 1) return length + 1;
  bool has_distance = kind == 2 || operand == 5 || (operand == 4 && (index & 7) == 5);
  return has_distance ? length + 4 : length;
}

bool unwind_is_after_call(const crt_unwind_image *image, uintptr_t address) {
  const unsigned longest = 7;
  if (!unwind_is_readable(image, address - longest, longest)) return false;
  const uint8_t *bytes = (const uint8_t *)(address - longest);
  if (bytes[longest - 5] == 0xE8) return true;
  for (unsigned length = 2; length <= longest; length++) {
    const uint8_t *call = bytes + longest - length;
    if (call[0] == 0xFF && indirect_call_length(call[1], length > 2 ? call[2] : 0) == length)
      return true;
  }
  return false;
}

uintptr_t unwind_call_target(const crt_unwind_image *image, uintptr_t address) {
  code at = code_at(image, address - 5, 5);
  if (!ACCEPT(&at, "\xE8")) return 0;
  return address + (uintptr_t)unwind_take_signed(&at, 4);
}

uintptr_t unwind_jump_target(const crt_unwind_image *image, uintptr_t place) {
  const uintptr_t longest = 11;
  code at = code_at(image, place, longest);
  ACCEPT(&at, "\xF3\x0F\x1E\xFA");  // endbr64
  ACCEPT(&at, "\xF2");              // bnd
  uintptr_t distance;
  if (ACCEPT(&at, "\xE9")) {
    distance = (uintptr_t)unwind_take_signed(&at, 4);
    return at.at + distance;
  }
  if (!ACCEPT(&at, "\xFF\x25")) return 0;
  distance = (uintptr_t)unwind_take_signed(&at, 4);
  code pointer = code_at(image, at.at + distance, sizeof(uintptr_t));
  return unwind_take(&pointer, sizeof(uintptr_t));
}

// MARK: Frames

/// Steps over an instruction that lets the stack pointer down, and adds by how much; false for another one.
static bool take_descent(code *at, uintptr_t *depth) {
  code next = *at;
  uint64_t amount = 8;
  if (ACCEPT(&next, "\x48\x83\xEC")) {  // sub $i8, %rsp
    amount = unwind_take(&next, 1);
    if (amount > 127) return false;
  } else if (ACCEPT(&next, "\x48\x83\xC4\x80")) {  // add $-128, %rsp
    amount = 128;
  } else if (ACCEPT(&next, "\x48\x81\xEC")) {  // sub $i32, %rsp
    amount = unwind_take(&next, 4);
  } else {
    ACCEPT(&next, "\x41");
    uint64_t push = unwind_take(&next, 1);
    if (push < 0x50 || push > 0x57) return false;
  }
  if (next.is_bad) return false;
  *depth += amount;
  *at = next;
  return true;
}

/// Finds how far down the stack pointer is once the frame pointer is set, by the instruction before `place`.
static bool find_first_depth(const unwind_entry *entry, uintptr_t place, uintptr_t *depth) {
  const uintptr_t lea = 5;
  const uintptr_t mov = 3;
  if (place - entry->start < mov) return false;
  *depth = 0;
  code at = code_at(entry->image, place - mov, mov);
  if (ACCEPT(&at, "\x48\x89\xE5") || ACCEPT(&at, "\x48\x8B\xEC")) return true;  // mov %rsp, %rbp
  // An asynchronous function of Swift's has its context below the frame pointer.
  if (place - entry->start < lea) return false;
  *depth = 8;
  at = code_at(entry->image, place - lea, lea);
  return ACCEPT(&at, "\x48\x8D\x6C\x24\x08");  // lea 8(%rsp), %rbp
}

/// Whether the code takes the stack pointer back from the frame pointer, or has the same bytes elsewhere.
static bool takes_stack_pointer_back(code at) {
  for (; at.at < at.end; at.at++) {
    code next = at;
    if (ACCEPT(&next, "\x48\x8D\x65") || ACCEPT(&next, "\x48\x8D\xA5")) return true;  // lea i(%rbp), %rsp
    if (ACCEPT(&next, "\x48\x89\xEC") || ACCEPT(&next, "\x48\x8B\xE5")) return true;  // mov %rbp, %rsp
    if (ACCEPT(&next, "\xC9\xC3")) return true;                                         // leave, ret
  }
  return false;
}

bool unwind_frame_depth(
    const unwind_entry *entry, const unwind_row *row, uintptr_t place, uintptr_t *depth) {
  const uintptr_t limit = 1 << 20;
  uintptr_t set = row->cfa_place;
  if (entry->size > limit || set < entry->start || set > place) return false;
  if (!find_first_depth(entry, set, depth)) return false;
  code whole = code_at(entry->image, entry->start, entry->size);
  code at = {set, whole.end, whole.is_bad};
  while (take_descent(&at, depth)) {
  }
  code next = at;
  if (ACCEPT(&next, "\x48\x83\xE4") || ACCEPT(&next, "\x48\x81\xE4")) return false;  // and $i, %rsp
  return !at.is_bad && place >= at.at && !takes_stack_pointer_back(whole);
}

bool unwind_has_depth(
    const crt_unwind_image *image, uintptr_t start, uintptr_t place, uintptr_t depth) {
  const uintptr_t limit = 4096;
  if (place <= start || place - start > limit) return false;
  uintptr_t found = 0;
  code at = code_at(image, start, place - start);
  while (take_descent(&at, &found)) {
  }
  return !at.is_bad && found == depth;
}
#endif
