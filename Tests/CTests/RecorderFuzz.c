#define _GNU_SOURCE
#include "AllocationRecorder.h"
#include "AllocationRecorder+Tables.h"
#include "AllocationRecorderParts.h"
#include "Chance.h"
#include "FakeRuntime.h"
#include "RuntimeEntryPoints.h"
#include "SwiftRuntime.h"

#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

// Threads open scopes, allocate in their name, release, take, sweep and close at random. What the recorder finds is compared
// with a model: each object that a thread has and that was recorded is found, with its size and in its order; none that is
// gone; and each that ends is freed exactly once, none that is alive (`FakeRuntime.c`).
//
//     RecorderFuzz [SEED [ROUNDS [THREADS]]]

uint64_t current_round;

enum { MOST_THREADS = 8, OWN_SCOPES = 3, MOST_OWN = 4096, EXCHANGE = 64, SHARED_SCOPES = 8, MOST_IMMORTAL = 4096 };

/// A scope that a thread has opened.
typedef struct {
  crt_scope scope;
  uint32_t opened;
  /// What was taken out of it.
  crt_survivors *survivors;
  /// Whether the objects of the scope have been taken out of its tables without survivors.
  bool is_emptied;
  uint64_t taken_before;
} own_scope;

typedef struct {
  chance source;
  uint32_t number;
  fake_object *own[MOST_OWN];
  size_t own_count;
  own_scope scopes[OWN_SCOPES];
  uint64_t steps;
} worker;

static _Atomic(fake_object *) exchange[EXCHANGE];
static _Atomic(uint64_t) shared_scopes[SHARED_SCOPES];
static fake_object *immortals[MOST_IMMORTAL];
static _Atomic(size_t) immortal_count;
/// An object that all threads have.
static fake_object *common;

// MARK: Allocating

/// Lets the thread be in a task in which a scope is bound, or in none.
static void enter(worker *thread, uint64_t *value) {
  static _Atomic(uint64_t) tasks;
  fake_scope_value = *value || once_in(&thread->source, 2) ? value : NULL;
  if (once_in(&thread->source, 4)) {
    fake_task = NULL;
  } else {
    fake_task = thread;
    fake_task_id = atomic_fetch_add(&tasks, 1) + 1;
  }
  crt_recorder_turn_scope();
}

static bool is_open(const own_scope *scope) { return scope->scope != 0; }

/// The scope to allocate in: mostly one of its own, else one that may be closed already, or none.
static uint64_t any_scope(worker *thread) {
  const own_scope *scope = &thread->scopes[below(&thread->source, OWN_SCOPES)];
  if (is_open(scope) && !once_in(&thread->source, 6)) return scope->scope;
  return once_in(&thread->source, 2) ? atomic_load(&shared_scopes[below(&thread->source, SHARED_SCOPES)]) : 0;
}

/// Makes an object as a library does for the program, called from one of many places.
static fake_object *make_for_program(worker *thread, fake_metadata_kind kind, size_t size) {
  fake_object *object = swift_allocObject(fake_metadata(kind), size, 15);
  object_model *model = &models[object->number];
  model->size = malloc_usable_size(object);
  model->caller = 1 + below(&thread->source, once_in(&thread->source, 2) ? 8 : 400);
  crt_record_made(object, (void *)model->caller, NULL);
  return object;
}

static void allocate_some(worker *thread) {
  uint64_t scope = any_scope(thread);
  enter(thread, &scope);
  fake_is_of_others = !scope && once_in(&thread->source, 4);
  size_t count = below(&thread->source, once_in(&thread->source, 16) ? 400 : 12);
  for (; count > 0 && thread->own_count < MOST_OWN; count--) {
    fake_metadata_kind kind = once_in(&thread->source, 8) ? (fake_metadata_kind)below(&thread->source, METADATA_COUNT)
                                                          : (fake_metadata_kind)below(&thread->source, 2);
    fake_next_scope = fake_is_recorded(kind) ? scope : 0;
    size_t size = once_in(&thread->source, 64) ? 1 << 17 : sizeof(fake_object) + below(&thread->source, 64);
    fake_object *object = once_in(&thread->source, 3) ? make_for_program(thread, kind, size)
                                                      : crt_recording_alloc_object(fake_metadata(kind), size, 15);
    // Most die young.
    if (below(&thread->source, 3)) {
      fake_release(object);
    } else {
      thread->own[thread->own_count++] = object;
    }
  }
  fake_scope_value = NULL;
  fake_is_of_others = false;
  crt_recorder_turn_scope();
}

static fake_object *take_own(worker *thread) {
  if (!thread->own_count) return NULL;
  size_t index = below(&thread->source, thread->own_count);
  fake_object *object = thread->own[index];
  thread->own[index] = thread->own[--thread->own_count];
  return object;
}

static void release_some(worker *thread) {
  for (size_t count = below(&thread->source, 40); count > 0; count--) {
    fake_object *object = take_own(thread);
    if (object) fake_release(object);
  }
}

/// Gives an object to another thread, and releases one that another has given.
static void hand_over(worker *thread) {
  fake_object *object = take_own(thread);
  if (!object) return;
  atomic_store(&models[object->number].owner, 0);
  fake_object *other = atomic_exchange(&exchange[below(&thread->source, EXCHANGE)], object);
  if (other) fake_release(other);
}

/// What the program does to objects beside.
static void use_some(worker *thread) {
  if (!thread->own_count) return;
  fake_object *object = thread->own[below(&thread->source, thread->own_count)];
  switch (below(&thread->source, 4)) {
    case 0:
      object = once_in(&thread->source, 2) ? common : object;
      for (uint64_t times = below(&thread->source, 64); times > 0; times--) fake_retain(object), fake_release(object);
      break;
    case 1: fake_add_side_table(object); break;
    case 2:
      crt_unowned_retain(object);
      crt_unowned_release(object);
      break;
    default: {
      if (!once_in(&thread->source, 8)) return;
      size_t place = atomic_fetch_add(&immortal_count, 1);
      if (place >= MOST_IMMORTAL) return;
      object = take_own(thread);
      if (atomic_load(&object->counts) >> 63) {
        fake_release(object);
        return;
      }
      atomic_store(&models[object->number].owner, 0);
      fake_make_immortal(object);
      immortals[place] = object;
    }
  }
}

static void adopt(worker *thread) {
  own_scope *scope = &thread->scopes[below(&thread->source, OWN_SCOPES)];
  if (!is_open(scope) || !thread->own_count) return;
  bool is_common = once_in(&thread->source, 2);
  fake_object *object = is_common ? common : thread->own[below(&thread->source, thread->own_count)];
  uint64_t value = scope->scope;
  enter(thread, &value);
  fake_scope_value = &value;
  atomic_fetch_add(&models[object->number].adoptions, 1);
  crt_record_existing(object, models[object->number].size);
  fake_scope_value = NULL;
  crt_recorder_turn_scope();
}

// MARK: Taking

/// What was found in a scope.
typedef struct {
  worker *thread;
  const own_scope *scope;
  /// The numbers of the thread's own objects, with the order that they were told with; adopted ones are left out.
  struct {
    uint64_t number, order;
  } found[MOST_OWN];
  size_t count;
  size_t all;
} finding;

static void check_found(void *context, const crt_allocation *allocation) {
  finding *all = context;
  const fake_object *object = allocation->object;
  const object_model *model = &models[object->number];
  all->all++;
  EXPECT(atomic_load(&model->state) != OBJECT_FREED, "what is taken is in memory");
  bool is_adopted = atomic_load(&model->adoptions) > 0;
  // What is allocated in no scope is the claimant's.
  bool is_claimed = !model->scope;
  EXPECT(is_adopted || is_claimed || model->scope == all->scope->scope, "what is taken was allocated in the scope");
  EXPECT(allocation->size == model->size, "the size is what was asked for");
  EXPECT(allocation->moment >= all->scope->opened && allocation->moment <= crt_recorder_moment(), "the moment is one of the scope's");
  EXPECT(is_adopted || allocation->site[0] != 0, "the allocation has a place");
  EXPECT(is_adopted || !model->caller || allocation->site[0] == model->caller, "the place is its own");
  if (atomic_load(&model->owner) != all->thread->number) return;
  EXPECT(atomic_load(&model->state) == OBJECT_ALIVE, "what ended before is not taken");
  if (is_adopted || is_claimed) return;
  EXPECT(all->count < MOST_OWN, "no object is taken twice");
  all->found[all->count].number = object->number;
  all->found[all->count++].order = allocation->order;
}

static int by_number(const void *left, const void *right) {
  uint64_t first = *(const uint64_t *)left, second = *(const uint64_t *)right;
  return first < second ? -1 : first > second;
}

/// All of the thread's own objects that were recorded in the scope are found, once, in their order.
static void check_complete(finding *all) {
  qsort(all->found, all->count, sizeof *all->found, by_number);
  for (size_t index = 1; index < all->count; index++) {
    EXPECT(all->found[index].number != all->found[index - 1].number, "no object is taken twice");
    EXPECT(all->found[index].order > all->found[index - 1].order, "what was made later has the larger number");
  }
  size_t expected = 0;
  for (size_t index = 0; index < all->thread->own_count; index++) {
    const object_model *model = &models[all->thread->own[index]->number];
    if (model->scope != all->scope->scope || atomic_load(&model->adoptions)) continue;
    if (all->thread->own[index]->number < all->scope->taken_before) continue;
    expected++;
  }
  EXPECT(all->count == expected, "%zu own objects are taken, and %zu are alive", all->count, expected);
}

static void visit_and_give_back(void *context, const crt_allocation *allocation) {
  check_found(context, allocation);
  crt_unowned_release(allocation->object);
}

static void take(worker *thread, own_scope *scope) {
  if (!is_open(scope) || scope->survivors) return;
  finding *all = calloc(1, sizeof *all);
  if (!all) abort();
  all->thread = thread;
  all->scope = scope;
  if (once_in(&thread->source, 2)) {
    crt_scope_take(scope->scope, visit_and_give_back, all);
  } else {
    scope->survivors = crt_survivors_take(scope->scope);
    size_t count = scope->survivors ? crt_survivors_count(scope->survivors) : 0;
    for (size_t index = 0; index < count; index++) {
      crt_allocation allocation = crt_survivors_at(scope->survivors, index);
      check_found(all, &allocation);
    }
  }
  check_complete(all);
  free(all);
  scope->taken_before = atomic_load(&made_count);
}

/// What is asked of survivors.
static void use_survivors(worker *thread, own_scope *scope) {
  crt_survivors *survivors = scope->survivors;
  if (!survivors) return;
  size_t count = crt_survivors_count(survivors);
  uint8_t *chosen = calloc(count + 1, 1);
  uintptr_t *masked = calloc(count + 1, sizeof *masked);
  if (!chosen || !masked) abort();
  for (size_t index = 0; index < count; index++) chosen[index] = once_in(&thread->source, 4);
  switch (below(&thread->source, 6)) {
    case 0: crt_survivors_remain(survivors); break;
    case 1: {
      EXPECT(crt_survivors_sweep(survivors) <= count, "a sweep adds nothing");
      for (size_t index = 0; index < crt_survivors_count(survivors); index++) {
        const fake_object *object = crt_survivors_at(survivors, index).object;
        bool is_own = atomic_load(&models[object->number].owner) == thread->number;
        EXPECT(!is_own || atomic_load(&models[object->number].state) == OBJECT_ALIVE, "what ended is swept");
      }
      break;
    }
    case 2: crt_survivors_settle(survivors, chosen); break;
    case 3: {
      size_t kept = 0;
      for (size_t index = 0; index < count; index++) kept += !chosen[index];
      crt_survivors_drop(survivors, chosen);
      EXPECT(crt_survivors_count(survivors) == kept, "what is dropped is gone, and the rest is not");
      break;
    }
    case 4:
      crt_survivors_mask(survivors, 0x5555, masked);
      for (size_t index = 0; index < count; index++) {
        EXPECT((masked[index] ^ 0x5555) == (uintptr_t)crt_survivors_at(survivors, index).object, "a mask is undone");
      }
      break;
    default:
      crt_survivors_free(survivors);
      scope->survivors = NULL;
  }
  free(chosen);
  free(masked);
}

static int by_address(const void *left, const void *right) {
  uintptr_t first = *(const uintptr_t *)left, second = *(const uintptr_t *)right;
  return first < second ? -1 : first > second;
}

/// Counts the records of the thread's own objects.
static void count_records(worker *thread) {
  size_t count = thread->own_count;
  uintptr_t *addresses = calloc(count + 1, sizeof *addresses);
  uint32_t *counts = calloc(count + 1, sizeof *counts);
  if (!addresses || !counts) abort();
  for (size_t index = 0; index < count; index++) addresses[index] = (uintptr_t)thread->own[index];
  qsort(addresses, count, sizeof *addresses, by_address);
  crt_recorder_count_records(addresses, counts, count);
  for (size_t index = 0; index < count; index++) {
    const fake_object *object = (const fake_object *)addresses[index];
    const object_model *model = &models[object->number];
    uint32_t adoptions = atomic_load(&model->adoptions);
    uint32_t recorded = 0;
    for (int scope = 0; scope < OWN_SCOPES; scope++) {
      const own_scope *own = &thread->scopes[scope];
      if (is_open(own) && model->scope == own->scope && object->number >= own->taken_before) recorded = 1;
    }
    // Those of the pool and of other threads' scopes may be there or not.
    EXPECT(counts[index] >= recorded && counts[index] <= 1 + adoptions, "%u records of an object that has from %u to %u",
           counts[index], recorded, 1 + adoptions);
  }
  free(addresses);
  free(counts);
}

// MARK: Scopes

static void open_scope(worker *thread) {
  own_scope *scope = &thread->scopes[below(&thread->source, OWN_SCOPES)];
  if (is_open(scope)) return;
  *scope = (own_scope){.opened = crt_recorder_moment(), .taken_before = 0};
  scope->scope = crt_scope_open();
  EXPECT(scope->scope && scope->scope < CRT_NOWHERE, "a scope is opened");
  if (once_in(&thread->source, 2)) atomic_store(&shared_scopes[below(&thread->source, SHARED_SCOPES)], scope->scope);
}

static void close_scope(own_scope *scope) {
  if (!is_open(scope)) return;
  crt_scope_close(scope->scope, 0);
  if (scope->survivors) crt_survivors_free(scope->survivors);
  *scope = (own_scope){0};
}

static void give_back(void *context, const crt_allocation *allocation) {
  (void)context;
  const fake_object *object = allocation->object;
  EXPECT(atomic_load(&models[object->number].state) != OBJECT_FREED, "what the pool has is in memory");
  crt_unowned_release(object);
}

static void rule_the_pool(worker *thread) {
  switch (below(&thread->source, 4)) {
    case 0: crt_scope_take(CRT_POOL, give_back, NULL); break;
    case 1: crt_recorder_set_pool_start(crt_recorder_moment()); break;
    case 2: crt_recorder_set_claimant(atomic_load(&shared_scopes[below(&thread->source, SHARED_SCOPES)])); break;
    default: crt_recorder_set_claimant(0);
  }
}

// MARK: Rounds

static void step(worker *thread) {
  own_scope *scope = &thread->scopes[below(&thread->source, OWN_SCOPES)];
  switch (below(&thread->source, 24)) {
    case 0: open_scope(thread); break;
    case 1: close_scope(scope); break;
    case 2:
    case 3: take(thread, scope); break;
    case 4:
    case 5:
    case 6: use_survivors(thread, scope); break;
    case 7: count_records(thread); break;
    case 8: adopt(thread); break;
    case 9: rule_the_pool(thread); break;
    case 10:
    case 11: hand_over(thread); break;
    case 12:
    case 13: use_some(thread); break;
    case 14:
    case 15:
    case 16: release_some(thread); break;
    case 17: crt_recorder_measure(); break;
    default: allocate_some(thread);
  }
}

static void *work(void *context) {
  worker *thread = context;
  fake_thread = thread->number;
  for (uint64_t count = thread->steps; count > 0; count--) step(thread);
  for (int index = 0; index < OWN_SCOPES; index++) {
    take(thread, &thread->scopes[index]);
    close_scope(&thread->scopes[index]);
  }
  while (thread->own_count) fake_release(take_own(thread));
  return NULL;
}

/// Lets threads work, and looks what is left when they are done.
static void run(uint64_t seed, size_t threads, uint64_t steps) {
  static worker workers[MOST_THREADS];
  pthread_t handles[MOST_THREADS];
  fake_thread = 0;
  fake_next_scope = CRT_NOWHERE;
  common = swift_allocObject(fake_metadata(CLASS), sizeof *common, 15);
  for (size_t index = 0; index < threads; index++) {
    workers[index] = (worker){.source = {seed * 1000003 + index}, .number = (uint32_t)index + 1, .steps = steps};
    if (pthread_create(&handles[index], NULL, work, &workers[index]) != 0) abort();
  }
  for (size_t index = 0; index < threads; index++) pthread_join(handles[index], NULL);
  fake_release(common);
  crt_recorder_set_claimant(0);
  for (size_t index = 0; index < EXCHANGE; index++) {
    fake_object *object = atomic_exchange(&exchange[index], NULL);
    if (object) fake_release(object);
  }
  crt_scope_take(CRT_POOL, give_back, NULL);
  crt_scope_close(CRT_POOL, 0);
  size_t immortal = 0;
  for (size_t index = 0; index < MOST_IMMORTAL; index++) immortal += immortals[index] != NULL;
  uint64_t made = atomic_load(&made_count), freed = atomic_load(&freed_count);
  EXPECT(freed == made - immortal, "%llu of %llu objects were freed, and %zu live for ever", (unsigned long long)freed,
         (unsigned long long)made, immortal);
  crt_recorder_use use = crt_recorder_measure();
  EXPECT(use.records == 0 && use.table_bytes == 0, "no record is left when all scopes are closed");
  for (size_t index = 0; index < MOST_IMMORTAL; index++) {
    free(immortals[index]);
    immortals[index] = NULL;
  }
  atomic_store(&immortal_count, 0);
  atomic_store(&made_count, 0);
  atomic_store(&freed_count, 0);
  memset(models, 0, (size_t)made * sizeof *models);
}

// MARK: Turns

enum { TURNS = 200, TURN_OBJECTS = 5 };

/// Two threads that record in one scope in turns, as a task does that goes from one to the other.
static struct {
  crt_scope scope;
  sem_t may_go[2];
  fake_object *made[TURNS * TURN_OBJECTS];
  uint64_t orders[TURNS * TURN_OBJECTS];
} turns;

static void *take_turns(void *context) {
  size_t side = *(const size_t *)context;
  uint64_t scope = turns.scope;
  fake_scope_value = &scope;
  fake_next_scope = scope;
  for (size_t turn = side; turn < TURNS; turn += 2) {
    while (sem_wait(&turns.may_go[side]) != 0) {}
    for (size_t index = 0; index < TURN_OBJECTS; index++) {
      turns.made[turn * TURN_OBJECTS + index] = crt_recording_alloc_object(fake_metadata(CLASS), sizeof(fake_object), 15);
    }
    sem_post(&turns.may_go[!side]);
  }
  return NULL;
}

static void note_order(void *context, const crt_allocation *allocation) {
  (void)context;
  turns.orders[((const fake_object *)allocation->object)->number] = allocation->order;
  crt_unowned_release(allocation->object);
}

static void count_taken(void *context, const crt_allocation *allocation) {
  ++*(size_t *)context;
  crt_unowned_release(allocation->object);
}

/// What is made later has the larger number, on whichever thread.
static void check_turns(void) {
  static const size_t sides[2] = {0, 1};
  pthread_t threads[2];
  turns.scope = crt_scope_open();
  for (int side = 0; side < 2; side++) {
    if (sem_init(&turns.may_go[side], 0, side == 0) != 0) abort();
  }
  for (int side = 0; side < 2; side++) {
    if (pthread_create(&threads[side], NULL, take_turns, (void *)&sides[side]) != 0) abort();
  }
  for (int side = 0; side < 2; side++) pthread_join(threads[side], NULL);
  crt_scope_take(turns.scope, note_order, NULL);
  for (size_t index = 0; index < TURNS * TURN_OBJECTS; index++) {
    EXPECT(turns.made[index]->number == index, "the threads took turns");
    EXPECT(!index || turns.orders[index] > turns.orders[index - 1], "what was made later has the larger number");
    fake_release(turns.made[index]);
  }
  EXPECT(atomic_load(&freed_count) == TURNS * TURN_OBJECTS, "all objects were freed");
  crt_scope_close(turns.scope, 0);
  atomic_store(&made_count, 0);
  atomic_store(&freed_count, 0);
  memset(models, 0, TURNS * TURN_OBJECTS * sizeof *models);
}

// MARK: Heirs

/// Allocates in the name of `scope`, and returns how many objects `heir` has then.
static size_t allocate_for(uint64_t scope, crt_scope heir) {
  size_t found = 0;
  fake_scope_value = &scope;
  fake_next_scope = heir;
  crt_recorder_turn_scope();
  fake_object *made = crt_recording_alloc_object(fake_metadata(CLASS), sizeof(fake_object), 15);
  fake_scope_value = NULL;
  crt_recorder_turn_scope();
  crt_scope_take(heir, count_taken, &found);
  fake_release(made);
  return found;
}

/// What is allocated in the name of a closed scope is its heir's, while that is open.
static void check_heirs(void) {
  crt_scope outer = crt_scope_open(), middle = crt_scope_open(), inner = crt_scope_open();
  EXPECT(crt_heir_of(inner) == 0, "an open scope has no heir");
  crt_scope_close(middle, outer);
  crt_scope_close(inner, middle);
  EXPECT(allocate_for(inner, outer) == 1, "the scope around the closed ones has the object");
  crt_scope_close(outer, 0);
  EXPECT(allocate_for(inner, outer) == 0, "where all are closed, nobody has it");
  crt_scope reused = crt_scope_open();
  EXPECT(allocate_for(inner, reused) == 0, "who has a closed scope's table is not its heir");
  crt_scope_close(reused, 0);
  EXPECT(atomic_load(&freed_count) == 3, "all objects were freed");
  atomic_store(&made_count, 0);
  atomic_store(&freed_count, 0);
  memset(models, 0, 3 * sizeof *models);
}

// MARK: Initializers

/// Which of the objects that a scope had were made by the initializer of a variable.
static struct {
  crt_scope scope;
  size_t count, initializers;
  fake_object *made[4];
} initialized;

static void make_initialized(uint64_t scope) {
  fake_scope_value = &scope;
  fake_next_scope = scope;
  crt_recorder_turn_scope();
  fake_object **made = &initialized.made[initialized.count++];
  *made = crt_recording_alloc_object(fake_metadata(CLASS), sizeof(fake_object), 15);
  fake_scope_value = NULL;
  crt_recorder_turn_scope();
}

/// Makes an object in the scope that the initializer was begun in, and one in another that it opens.
static void make_by_initializer(void *context) {
  EXPECT(context == &initialized, "an initializer has what it was given");
  make_initialized(initialized.scope);
  crt_scope inner = crt_scope_open();
  make_initialized(inner);
  crt_scope_close(inner, initialized.scope);
}

static void make_by_outer_initializer(void *context) {
  static bool inner;
  crt_recording_once(&inner, make_by_initializer, context);
  make_initialized(initialized.scope);
}

static void count_initializers(void *context, const crt_allocation *allocation) {
  (void)context;
  initialized.initializers += allocation->is_initializers;
  bool is_expected = allocation->object == initialized.made[0] || allocation->object == initialized.made[2];
  EXPECT(allocation->is_initializers == is_expected, "what an initializer made is known");
  crt_give_back((void *)allocation->object);
}

static void expect_known(const char *when) {
  uintptr_t addresses[4];
  crt_allocation found[4];
  for (size_t index = 0; index < 4; index++) addresses[index] = (uintptr_t)initialized.made[index];
  crt_recorder_find_initializers(addresses, found, 4);
  for (size_t index = 0; index < 4; index++) {
    EXPECT(found[index].is_initializers == (index == 0 || index == 2), "%s", when);
  }
}

/// What the initializer of a variable makes is recorded as that, unless it is in a scope that it opens.
static void check_initializers(void) {
  static bool outer;
  initialized.scope = crt_scope_open();
  for (int round = 0; round < 2; round++) {
    fake_scope_value = &initialized.scope;
    crt_recording_once(&outer, make_by_outer_initializer, &initialized);
    fake_scope_value = NULL;
  }
  EXPECT(initialized.count == 3 && !fake_initializer_value, "each initializer runs once");
  make_initialized(initialized.scope);
  expect_known("it is known at once");
  crt_scope_take(initialized.scope, count_initializers, NULL);
  EXPECT(initialized.initializers == 2, "two objects are an initializer's");
  expect_known("it is known later on");
  for (size_t index = 0; index < initialized.count; index++) fake_release(initialized.made[index]);
  crt_scope_close(initialized.scope, 0);
  EXPECT(atomic_load(&freed_count) == 2, "what is known is held");
  crt_sweep_initializers();
  EXPECT(atomic_load(&freed_count) == 4, "all objects were freed");
  atomic_store(&made_count, 0);
  atomic_store(&freed_count, 0);
  memset(models, 0, 4 * sizeof *models);
}

static void *freed_last;

static void note_free(void *block, size_t size, size_t alignment_mask) {
  (void)size, (void)alignment_mask;
  freed_last = block;
  free(block);
}

/// Gives memory back as the program does, and says whether that was passed on.
static bool gives_back(void *block, size_t size) {
  freed_last = NULL;
  crt_recording_free(block, size, size == SIZE_MAX ? 0 : 15);
  return freed_last == block;
}

/// The box of a value that could not be made stays while a record holds it. Memory whose size is not told is no box, and may be too
/// small for one: nobody looks into it, or AddressSanitizer tells.
static void check_frees(void) {
  void (*before)(void *, size_t, size_t) = crt_runtime.free_block;
  crt_runtime.free_block = note_free;
  EXPECT(gives_back(malloc(8), SIZE_MAX), "memory for one word is given back");
  EXPECT(gives_back(malloc(8), 8), "memory for one word is given back");
  for (int is_told = 0; is_told < 2; is_told++) {
    fake_object *box = calloc(1, sizeof *box);
    if (!box) abort();
    box->metadata = fake_metadata(CONTEXT);
    atomic_store(&box->counts, crt_words.held);
    EXPECT(gives_back(box, is_told ? sizeof *box : SIZE_MAX) == !is_told, "a box that is held stays");
    if (!is_told) continue;
    EXPECT(atomic_load(&box->counts) == crt_words.dead, "and is only held by its record");
    free(box);
  }
  crt_runtime.free_block = before;
}

int main(int count, char **arguments) {
  uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  uint64_t rounds = count > 2 ? strtoull(arguments[2], NULL, 10) : 20;
  uint64_t threads = count > 3 ? strtoull(arguments[3], NULL, 10) : 4;
  if (threads < 1 || threads > MOST_THREADS) return 2;
  // Only where it hangs.
  alarm(600);
  crt_recorder_configure(&fake_scope_key, &fake_initializer_key);
  crt_recorder_leave_out(&fake_others_key);
  crt_recorder_install();
  crt_recorder_set_active(true);
  for (int kind = 0; kind < METADATA_COUNT; kind++) {
    bool is_wanted = crt_recorder_wants(fake_metadata((fake_metadata_kind)kind));
    EXPECT(is_wanted == fake_is_recorded((fake_metadata_kind)kind), "metadata %d is recorded or not", kind);
  }
  check_turns();
  check_heirs();
  check_initializers();
  check_frees();
  for (current_round = 0; current_round < rounds; current_round++) {
    // Every other round alone: then a failure repeats.
    run(seed * 7919 + current_round, current_round % 2 ? threads : 1, 1000);
  }
  crt_recorder_use use = crt_recorder_measure();
  fprintf(stderr, "%llu recorded, %llu of them swept\n", (unsigned long long)use.recorded, (unsigned long long)use.swept);
  printf("seed %llu, %llu rounds: nothing broken\n", (unsigned long long)seed, (unsigned long long)rounds);
  return 0;
}
