#define _GNU_SOURCE
#include "AllocationRecorder+Tables.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// What was alive when a scope ended, in one piece of memory: there may be millions, and most of the time nothing is asked but
// whether any is left.

typedef struct {
  /// With `inverted_object` in place of the object, so that nobody takes the record for a reference.
  crt_allocation allocation;
  /// Whether nobody waits for it: it is no instance of a class, or it was said to be settled.
  bool is_settled;
} survivor;

struct crt_survivors {
  survivor *entries;
  size_t count;
  size_t capacity;
  /// All before this one are dead or settled.
  size_t first;
  /// How often they are kept, and what was dropped meanwhile: the objects' addresses, inverted.
  size_t keepers;
  uintptr_t *dropped;
  size_t dropped_count;
  /// The number of an entry plus 1, by the hash of its object; 0 where there is none. NULL while it is not needed, or out of
  /// date.
  uint32_t *places;
  size_t mask;
  struct crt_survivors *next;
};

/// All that there are, for those who count the recorder's own retains.
static crt_lock lock;
static struct crt_survivors *all;

static const void *object_of(const survivor *entry) {
  return (const void *)~(uintptr_t)entry->allocation.object;
}

static void forget_places(crt_survivors *survivors) {
  free(survivors->places);
  survivors->places = NULL;
}

enum { FEWEST_SURVIVORS = 64 };

static bool grow(crt_survivors *survivors) {
  size_t capacity = survivors->capacity ? survivors->capacity * 2 : FEWEST_SURVIVORS;
  survivor *entries = realloc(survivors->entries, capacity * sizeof *entries);
  if (!entries) return false;
  // What lay there before must not be taken for a reference.
  memset(entries + survivors->capacity, 0, (capacity - survivors->capacity) * sizeof *entries);
  survivors->entries = entries;
  survivors->capacity = capacity;
  return true;
}

static void note(void *context, const crt_allocation *allocation) {
  crt_survivors *survivors = context;
  if (survivors->count == survivors->capacity && !grow(survivors)) {
    crt_give_back((void *)allocation->object);
    return;
  }
  survivor *entry = &survivors->entries[survivors->count++];
  *entry = (survivor){*allocation, !crt_is_programs_instance(allocation->object)};
  entry->allocation.object = (const void *)~(uintptr_t)allocation->object;
}

/// Puts a list among all of them, or frees it when nothing is on it.
static crt_survivors *listed(crt_survivors *survivors) {
  if (!survivors->count) {
    free(survivors);
    return NULL;
  }
  crt_lock_take(&lock);
  survivors->next = all;
  all = survivors;
  crt_lock_give(&lock);
  return survivors;
}

crt_survivors *crt_survivors_take(crt_scope scope) {
  crt_survivors *survivors = calloc(1, sizeof *survivors);
  if (!survivors) return NULL;
  crt_scope_take(scope, note, survivors);
  return listed(survivors);
}

crt_survivors *crt_survivors_copy(const crt_survivors *survivors, const uint8_t *are_copied) {
  if (crt_recorder_is_in_child) return NULL;
  crt_survivors *copy = calloc(1, sizeof *copy);
  if (!copy) return NULL;
  for (size_t index = 0; index < survivors->count; index++) {
    if (!are_copied[index]) continue;
    crt_allocation allocation = crt_survivors_at(survivors, index);
    if (!crt_is_programs_instance(allocation.object)) continue;
    crt_unowned_retain(allocation.object);
    note(copy, &allocation);
  }
  return listed(copy);
}

static void give_back(const uintptr_t *dropped, size_t count) {
  for (size_t index = 0; index < count; index++) crt_give_back((void *)~dropped[index]);
}

static void forget_dropped(crt_survivors *survivors) {
  if (!survivors->dropped) return;
  crt_lock_take(&lock);
  uintptr_t *dropped = survivors->dropped;
  size_t count = survivors->dropped_count;
  survivors->dropped = NULL;
  survivors->dropped_count = 0;
  crt_lock_give(&lock);
  give_back(dropped, count);
  free(dropped);
}

void crt_survivors_free(crt_survivors *survivors) {
  // There another thread may have had the lock, and nobody needs the memory.
  if (crt_recorder_is_in_child) return;
  crt_lock_take(&lock);
  for (crt_survivors **link = &all; *link; link = &(*link)->next) {
    if (*link != survivors) continue;
    *link = survivors->next;
    break;
  }
  crt_lock_give(&lock);
  for (size_t index = 0; index < survivors->count; index++) {
    crt_give_back((void *)object_of(&survivors->entries[index]));
  }
  give_back(survivors->dropped, survivors->dropped_count);
  free(survivors->dropped);
  free(survivors->entries);
  free(survivors->places);
  free(survivors);
}

bool crt_survivors_remain(crt_survivors *survivors) {
  for (; survivors->first < survivors->count; survivors->first++) {
    const survivor *entry = &survivors->entries[survivors->first];
    if (!entry->is_settled && !crt_is_over(object_of(entry))) return true;
  }
  return false;
}

static bool is_dropped(const crt_survivors *survivors, size_t index, const uint8_t *are_dropped) {
  return are_dropped ? are_dropped[index] : crt_is_over(object_of(&survivors->entries[index]));
}

/// Takes those out that are dropped, or with NULL those whose object is over; under the lock.
static void take_out_locked(crt_survivors *survivors, const uint8_t *are_dropped) {
  size_t first = 0;
  while (first < survivors->count && !is_dropped(survivors, first, are_dropped)) first++;
  if (first == survivors->count) return;
  // There is room for all that follow: they go on ending meanwhile.
  size_t room = survivors->dropped_count + survivors->count - first;
  uintptr_t *dropped = realloc(survivors->dropped, room * sizeof *dropped);
  if (!dropped) return;
  survivors->dropped = dropped;
  size_t kept = first;
  for (size_t index = first; index < survivors->count; index++) {
    if (is_dropped(survivors, index, are_dropped)) {
      dropped[survivors->dropped_count++] = (uintptr_t)survivors->entries[index].allocation.object;
    } else {
      survivors->entries[kept++] = survivors->entries[index];
    }
  }
  survivors->count = kept;
  survivors->first = 0;
  // What lies in the rest of the room must not be taken for a reference.
  dropped = realloc(dropped, survivors->dropped_count * sizeof *dropped);
  if (dropped) survivors->dropped = dropped;
  forget_places(survivors);
}

/// Takes those out that are dropped, or with NULL those whose object is over. What is taken out is given back without the lock, under
/// which nothing of the runtime's is called.
static void take_out(crt_survivors *survivors, const uint8_t *are_dropped) {
  // There another thread may have had the lock.
  if (crt_recorder_is_in_child) return;
  crt_lock_take(&lock);
  take_out_locked(survivors, are_dropped);
  crt_lock_give(&lock);
  if (!survivors->keepers) forget_dropped(survivors);
}

void crt_survivors_keep(crt_survivors *survivors) { survivors->keepers++; }

void crt_survivors_let_go(crt_survivors *survivors) {
  if (--survivors->keepers == 0 && !crt_recorder_is_in_child) forget_dropped(survivors);
}

size_t crt_survivors_sweep(crt_survivors *survivors) {
  take_out(survivors, NULL);
  return survivors->count;
}

size_t crt_survivors_count(const crt_survivors *survivors) { return survivors->count; }

crt_allocation crt_survivors_at(const crt_survivors *survivors, size_t index) {
  crt_allocation allocation = survivors->entries[index].allocation;
  allocation.object = object_of(&survivors->entries[index]);
  return allocation;
}

void crt_survivors_mask(const crt_survivors *survivors, uintptr_t mask, uintptr_t *masked) {
  for (size_t index = 0; index < survivors->count; index++) {
    masked[index] = (uintptr_t)object_of(&survivors->entries[index]) ^ mask;
  }
}

void crt_survivors_settle(crt_survivors *survivors, const uint8_t *are_settled) {
  for (size_t index = 0; index < survivors->count; index++) {
    if (are_settled[index]) survivors->entries[index].is_settled = true;
  }
}

void crt_survivors_drop(crt_survivors *survivors, const uint8_t *are_dropped) {
  take_out(survivors, are_dropped);
}

enum {
  /// Of as many entries a table is made when they are asked for.
  MANY = 4096,
};

static size_t place_of(uintptr_t object, size_t mask) { return ((object >> 4) * 0x9E3779B97F4A7C15u >> 32) & mask; }

/// Finds the entries of a list that is long, by their objects; false when there is no memory for that.
static bool index_entries(crt_survivors *survivors) {
  if (survivors->places) return true;
  size_t capacity = MANY;
  while (capacity < survivors->count * 2) capacity *= 2;
  survivors->places = calloc(capacity, sizeof *survivors->places);
  if (!survivors->places) return false;
  survivors->mask = capacity - 1;
  for (size_t index = 0; index < survivors->count; index++) {
    size_t place = place_of((uintptr_t)object_of(&survivors->entries[index]), survivors->mask);
    while (survivors->places[place]) place = (place + 1) & survivors->mask;
    survivors->places[place] = (uint32_t)index + 1;
  }
  return true;
}

static bool has_object(const crt_survivors *survivors, uintptr_t object) {
  size_t place = place_of(object, survivors->mask);
  for (; survivors->places[place]; place = (place + 1) & survivors->mask) {
    if ((uintptr_t)object_of(&survivors->entries[survivors->places[place] - 1]) == object) return true;
  }
  return false;
}

void crt_survivors_add_records(crt_record_query *query) {
  crt_lock_take(&lock);
  for (crt_survivors *survivors = all; survivors; survivors = survivors->next) {
    bool is_long = survivors->count >= MANY && query->count < survivors->count;
    if (is_long && survivors->count < UINT32_MAX && index_entries(survivors)) {
      for (size_t index = 0; index < query->count; index++) {
        if (has_object(survivors, query->addresses[index])) query->counts[index]++;
      }
      continue;
    }
    for (size_t index = 0; index < survivors->count; index++) {
      crt_add_record(query, (uintptr_t)object_of(&survivors->entries[index]));
    }
  }
  crt_lock_give(&lock);
}
