#pragma once

#include <stdint.h>

/// The system's clocks, as libdispatch uses them.
typedef enum { CRT_CLOCK_MONOTONIC, CRT_CLOCK_BOOT, CRT_CLOCK_WALL } crt_clock_kind;

/// The time on a clock in nanoseconds.
uint64_t crt_clock(crt_clock_kind kind);

/// Lets this many nanoseconds pass.
void crt_pause(uint32_t nanoseconds);
