#pragma once

/// A small function that is called for each word of the heap, or for each allocation: in line in builds without optimisation too, as
/// those are that tests are run in.
#define CRT_INLINE static inline __attribute__((always_inline))
