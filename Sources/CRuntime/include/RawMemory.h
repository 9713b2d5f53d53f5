#pragma once

#include <stdint.h>
#include <string.h>

// Every load from a raw address goes through here. Another thread may be writing what is read: the
// reader validates what it gets, and the race is part of the design.

#define CRT_RAW static inline __attribute__((always_inline, no_sanitize("thread")))

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
