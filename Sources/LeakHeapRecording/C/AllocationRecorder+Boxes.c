#include "AllocationRecorderParts.h"
#include "LayoutFacts.h"

// The box of a large value in an `Any`, or in another value of a protocol's type, is allocated before the value is made. Where making
// it throws, the program frees the box as a block, whatever retains it has (`__swift_deallocate_boxed_opaque_existential_*`;
// `lib/IRGen/GenExistential.cpp`, `emitOpaqueExistentialContainerDealloc`).

/// Whether these are the counts of an object with unowned retains only, of which not all are its own.
static bool are_held(uint64_t counts) {
  uint64_t one = crt_words.held - crt_words.fresh;
  uint64_t others = counts - crt_words.fresh;
  return others >= one && others < crt_words.dead - crt_words.fresh && (others & (one - 1)) == 0;
}

/// Whether the block is a box, a closure's or a value's, of the program's. Nothing is known of the block but its bytes.
static bool is_programs_box(const void *block) {
  uintptr_t metadata = *(const uintptr_t *)block;
  return metadata % sizeof(uintptr_t) == 0 && crt_is_under_test(metadata) &&
         crt_is_under_test(metadata + sizeof(uintptr_t) - 1) &&
         *(const uintptr_t *)metadata == (uintptr_t)crt_facts.context_kind;
}

/// Lets a box that is held be as after its last release: whoever holds its memory frees it. Whether it is held.
static bool end_held(void *block) {
  uint64_t *counts = (uint64_t *)((char *)block + crt_words.offset);
  uint64_t known = __atomic_load_n(counts, __ATOMIC_RELAXED);
  if (!are_held(known) || !is_programs_box(block)) return false;
  uint64_t ended;
  do {
    if (!are_held(known)) return false;
    ended = known - (crt_words.held - crt_words.fresh) + (crt_words.dead - crt_words.fresh);
  } while (!__atomic_compare_exchange_n(counts, &known, ended, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
  return true;
}

void crt_recording_free(void *block, size_t size, size_t alignment_mask) {
  // An object has a header of 16 bytes. Of a box the size is told; of memory that may have any it is not (`deallocate()` of a pointer).
  bool may_be_box = size >= 16 && size != SIZE_MAX;
  if (!crt_recorder_is_in_child && block && may_be_box && end_held(block)) return;
  crt_runtime.free_block(block, size, alignment_mask);
}
