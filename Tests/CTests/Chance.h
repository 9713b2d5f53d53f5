#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// What the C tests share: chance that a seed repeats, and what must hold.

/// A source of chance. One thread uses it at a time.
typedef struct {
  uint64_t state;
} chance;

/// Sebastiano Vigna's public-domain `splitmix64`.
static inline uint64_t any(chance *source) {
  uint64_t mixed = source->state += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
  return mixed ^ mixed >> 31;
}

static inline uint64_t below(chance *source, uint64_t limit) { return limit ? any(source) % limit : 0; }

/// One time in `times`.
static inline bool once_in(chance *source, uint64_t times) { return below(source, times) == 0; }

/// What is being tried, for the message.
extern uint64_t current_round;

#define EXPECT(holds, ...)                                                       \
  do {                                                                           \
    if (holds) break;                                                            \
    printf("broken in round %llu: ", (unsigned long long)current_round);         \
    printf(__VA_ARGS__);                                                         \
    printf(" (%s:%d)\n", __FILE__, __LINE__);                                    \
    fflush(stdout);                                                              \
    abort();                                                                     \
  } while (0)
