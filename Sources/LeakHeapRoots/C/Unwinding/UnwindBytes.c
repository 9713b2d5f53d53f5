#include "Unwinding.h"

#if CRT_UNWINDING

unwind_bytes unwind_bytes_at(uintptr_t at, uint64_t size) {
  bool fits = size <= UINTPTR_MAX - at;
  return (unwind_bytes){at, fits ? at + size : at, !fits};
}

uint64_t unwind_take(unwind_bytes *bytes, unsigned size) {
  uint64_t value = 0;
  if (bytes->is_bad || size > sizeof value || bytes->end - bytes->at < size) {
    bytes->is_bad = true;
    return 0;
  }
  for (unsigned index = 0; index < size; index++) {
    value |= (uint64_t) * (const uint8_t *)(bytes->at + index) << 8 * index;
  }
  bytes->at += size;
  return value;
}

int64_t unwind_take_signed(unwind_bytes *bytes, unsigned size) {
  if (size == 0) return 0;
  unsigned unused = 64 - 8 * size;
  return (int64_t)(unwind_take(bytes, size) << unused) >> unused;
}

/// A number in LEB128, and how many of its bits are written.
static uint64_t take_leb(unwind_bytes *bytes, unsigned *bits) {
  uint64_t value = 0;
  *bits = 0;
  for (bool goes_on = true; goes_on && !bytes->is_bad; *bits += 7) {
    uint64_t byte = unwind_take(bytes, 1);
    if (*bits > 63) bytes->is_bad = true;
    else value |= (byte & 0x7F) << *bits;
    goes_on = byte & 0x80;
  }
  return bytes->is_bad ? 0 : value;
}

uint64_t unwind_take_uleb(unwind_bytes *bytes) {
  unsigned bits;
  return take_leb(bytes, &bits);
}

int64_t unwind_take_sleb(unwind_bytes *bytes) {
  unsigned bits;
  uint64_t value = take_leb(bytes, &bits);
  unsigned unused = bits > 0 && bits < 64 ? 64 - bits : 0;
  return (int64_t)(value << unused) >> unused;
}

unwind_bytes unwind_take_bytes(unwind_bytes *bytes, uint64_t size) {
  unwind_bytes taken = {bytes->at, bytes->at, true};
  if (bytes->is_bad || bytes->end - bytes->at < size) {
    bytes->is_bad = true;
    return taken;
  }
  bytes->at += size;
  return (unwind_bytes){taken.at, bytes->at, false};
}
#endif
