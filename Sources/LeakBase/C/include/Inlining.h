#pragma once

/// A function of few instructions that is called for each word of the heap: in line in builds without optimisation too, as those are that
/// tests are run in.
#define CRT_INLINE static inline __attribute__((always_inline))
