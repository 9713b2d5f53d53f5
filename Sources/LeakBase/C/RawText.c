#include "RawMemory.h"

size_t crt_text_length(uintptr_t place, size_t limit) {
  const uint64_t ones = 0x0101010101010101, high = 0x8080808080808080;
  size_t length = 0;
  // An aligned word is on one page: what is behind the text may be gone.
  for (; length < limit && (place + length) & 7; length++) {
    if (!crt_load8(place + length)) return length;
  }
  for (; length < limit; length += 8) {
    uint64_t word = crt_load64(place + length);
    uint64_t zeros = (word - ones) & ~word & high;
    if (zeros) {
      length += (size_t)__builtin_ctzll(zeros) / 8;
      break;
    }
  }
  return length < limit ? length : limit;
}
