#include "WitnessCounts.h"

#include <pthread.h>
#include <stdbool.h>

#include "LargeMemory.h"

// Open addressing: an object's count is in the first slot from its own on that is its or free. At most three quarters are taken.

typedef struct {
  /// 0 in a slot that is free: no object's address is the mask.
  uintptr_t masked;
  size_t count;
} slot;

enum { SMALLEST = 256, LARGEST_KEPT = 1 << 14 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static slot first_slots[SMALLEST];
static slot *slots = first_slots;
static size_t capacity = SMALLEST;
static size_t used;

static size_t home(uintptr_t masked) {
  return (size_t)(((uint64_t)masked >> 4) * 0x9E3779B97F4A7C15ull >> 32) & (capacity - 1);
}

/// The slot of the object, or the free one in which it would be.
static slot *find(uintptr_t masked) {
  size_t index = home(masked);
  while (slots[index].masked && slots[index].masked != masked) index = (index + 1) & (capacity - 1);
  return &slots[index];
}

static void release(slot *memory, size_t count) {
  if (memory != first_slots) crt_memory_free(memory, count * sizeof *memory);
}

static void grow(void) {
  slot *old = slots;
  size_t old_capacity = capacity;
  slots = crt_memory_zeroed(2 * old_capacity * sizeof *slots);
  capacity = 2 * old_capacity;
  for (size_t index = 0; index < old_capacity; index++) {
    if (old[index].masked) *find(old[index].masked) = old[index];
  }
  // The first ones are used again when the large table is given back.
  for (size_t index = 0; old == first_slots && index < SMALLEST; index++) old[index] = (slot){.masked = 0};
  release(old, old_capacity);
}

/// Frees the slot at `hole`, and moves those up that would not be found behind it any more.
static void take_out(size_t hole) {
  for (size_t next = (hole + 1) & (capacity - 1); slots[next].masked; next = (next + 1) & (capacity - 1)) {
    bool is_found_without = ((next - home(slots[next].masked)) & (capacity - 1)) < ((next - hole) & (capacity - 1));
    if (is_found_without) continue;
    slots[hole] = slots[next];
    hole = next;
  }
  slots[hole] = (slot){.masked = 0};
  if (--used == 0 && capacity > LARGEST_KEPT) {
    release(slots, capacity);
    slots = first_slots;
    capacity = SMALLEST;
  }
}

size_t crt_witness_add(uintptr_t masked) {
  pthread_mutex_lock(&lock);
  slot *own = find(masked);
  size_t count = own->count + 1;
  *own = (slot){masked, count};
  if (count == 1 && ++used > capacity / 4 * 3) grow();
  pthread_mutex_unlock(&lock);
  return count;
}

void crt_witness_remove(uintptr_t masked) {
  pthread_mutex_lock(&lock);
  slot *own = find(masked);
  if (own->masked && --own->count == 0) take_out((size_t)(own - slots));
  pthread_mutex_unlock(&lock);
}

size_t crt_witness_count(uintptr_t masked) {
  pthread_mutex_lock(&lock);
  size_t count = find(masked)->count;
  pthread_mutex_unlock(&lock);
  return count;
}
