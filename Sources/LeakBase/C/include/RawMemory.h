#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Every load from a raw address goes through here. Another thread may be writing what is read, or giving it
// back to the system: the reader validates what it gets, and the race is part of the design.
//
// Where CRT_LOADS_RECOVER is 1 and a guard is up, a load from memory that is gone gives 0 instead of a
// fault. Elsewhere the caller's own look at the memory map is all there is.

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define CRT_LOADS_RECOVER 1
#else
#define CRT_LOADS_RECOVER 0
#endif

/// Puts up a guard: until as many calls of `crt_guard_end`, loads that fault are recovered from. Faults of any
/// other code go where they went before. False where no handler could be put up: then nothing is to be read, and the guard is to be
/// ended all the same.
bool crt_guard_begin(void);
void crt_guard_end(void);

/// Lets the faults that a guard recovers from come to the calling thread, if it holds them back: the system would end the process at the
/// first one, whatever handlers there are. Returns what it held back, which is for `crt_faults_hold_back` on the same thread.
unsigned crt_faults_admit(void);
void crt_faults_hold_back(unsigned faults);

/// How many loads of the process have been recovered from so far.
uint64_t crt_fault_count(void);

/// Whether the word at `address` can be read, as the system tells without a fault: at each of those a debugger stops, though a guard is up.
/// Where it does not tell, only what is near null cannot.
bool crt_is_readable(uintptr_t address);

#if CRT_LOADS_RECOVER

// Written in assembly, so that a fault can be told by its address, and no sanitizer looks at the load.
uint64_t crt_load64(uintptr_t address);
uint32_t crt_load32(uintptr_t address);
uint16_t crt_load16(uintptr_t address);
uint8_t crt_load8(uintptr_t address);

/// Copies `count` bytes, each aligned word of the source in one load, and returns how many were left when a load
/// faulted.
size_t crt_copy(void *target, uintptr_t source, size_t count);

/// Loads the word at `source`, and those at `count` offsets from there. Says whether all could be loaded.
bool crt_gather(uint64_t *words, uintptr_t source, const uint32_t *offsets, size_t count);

#else

#include <string.h>

#define CRT_RAW static inline __attribute__((no_sanitize("thread", "address")))

CRT_RAW uint64_t crt_load64(uintptr_t address) {
  return *(const volatile uint64_t *)address;
}

CRT_RAW uint32_t crt_load32(uintptr_t address) {
  uint32_t value;
  memcpy(&value, (const void *)address, sizeof value);
  return value;
}

CRT_RAW uint16_t crt_load16(uintptr_t address) {
  uint16_t value;
  memcpy(&value, (const void *)address, sizeof value);
  return value;
}

CRT_RAW uint8_t crt_load8(uintptr_t address) {
  return *(const volatile uint8_t *)address;
}

CRT_RAW size_t crt_copy(void *target, uintptr_t source, size_t count) {
  for (size_t index = 0; index < count; index++) {
    ((volatile uint8_t *)target)[index] = *(const volatile uint8_t *)(source + index);
  }
  return 0;
}

CRT_RAW bool crt_gather(
    uint64_t *words, uintptr_t source, const uint32_t *offsets, size_t count) {
  *words = crt_load64(source);
  for (size_t index = 0; index < count; index++) {
    words[index + 1] = crt_load64(source + offsets[index]);
  }
  return true;
}

#endif

/// The length of the text at `place`, up to its NUL; `limit` where none comes before. Text whose memory is gone ends there.
size_t crt_text_length(uintptr_t place, size_t limit);
