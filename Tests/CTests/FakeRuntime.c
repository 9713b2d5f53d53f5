#include "FakeRuntime.h"

#include "Chance.h"

// The counts of `RefCount.h`, written down once more on purpose: the recorder's own facts are what is tested.
static const uint64_t pure_swift = 1, unowned_one = 2, deinit_bit = (uint64_t)1 << 32, strong_one = (uint64_t)1 << 33;
static const uint64_t unowned_mask = 0x7FFFFFFF, strong_mask = 0x3FFFFFFF, side_table_mark = (uint64_t)3 << 62;
static const uint64_t immortal = (uint64_t)1 << 63 | 1;

typedef struct {
  fake_object *object;
  uint64_t unused;
  _Atomic(uint64_t) counts;
  uint64_t weak;
} side_table;

object_model models[MODEL_LIMIT];
_Atomic(uint64_t) made_count, freed_count;
_Thread_local uint64_t fake_next_scope;
_Thread_local uint32_t fake_thread;

// MARK: Metadata

// A class's descriptor: flags, of which the lowest five bits say 16 for a class and 0 for a module, its parent, its name.
typedef struct {
  uint32_t flags;
  int32_t parent;
  int32_t name;
} descriptor;

typedef struct {
  uintptr_t kind, superclass, flags[3];
  const descriptor *descriptor;
} class_metadata;

static struct {
  char names[4][16];
  descriptor modules[2], classes[3];
} described = {.names = {"Program", "LeakHeapModel", "Thing", ""}};

static uintptr_t context_metadata[3] = {0x400, 0, 0};
static class_metadata classes[3];

static void describe(descriptor *described_one, uint32_t flags, const void *parent, const void *name) {
  described_one->flags = flags;
  described_one->parent = parent ? (int32_t)((const char *)parent - (const char *)&described_one->parent) : 0;
  described_one->name = name ? (int32_t)((const char *)name - (const char *)&described_one->name) : 0;
}

__attribute__((constructor)) static void make_metadata(void) {
  for (int module = 0; module < 2; module++) {
    describe(&described.modules[module], 0, NULL, described.names[module]);
    describe(&described.classes[module], 16, &described.modules[module], described.names[2]);
  }
  describe(&described.classes[2], 16, NULL, described.names[2]);
  for (int index = 0; index < 3; index++) classes[index].descriptor = &described.classes[index];
}

const void *fake_metadata(fake_metadata_kind kind) {
  return kind == CONTEXT ? (const void *)context_metadata : &classes[kind - CLASS];
}

// MARK: Counts

static _Atomic(uint64_t) *counts_of(fake_object *object) {
  uint64_t bits = atomic_load(&object->counts);
  return bits >> 62 == 3 ? &((side_table *)(bits << 3))->counts : &object->counts;
}

static bool is_immortal(fake_object *object) { return atomic_load(&object->counts) == immortal; }

static void free_object(fake_object *object) {
  EXPECT(object->number < MODEL_LIMIT, "what is freed is an object");
  uint32_t before = atomic_exchange(&models[object->number].state, OBJECT_FREED);
  EXPECT(before == OBJECT_DEAD, "an object is freed once, when it is dead: its state was %u", before);
  uint64_t bits = atomic_load(&object->counts);
  if (bits >> 62 == 3) free((void *)(bits << 3));
  atomic_fetch_add(&freed_count, 1);
  free(object);
}

/// Changes the counts, wherever they are by then.
static uint64_t change(fake_object *object, uint64_t (*body)(uint64_t bits)) {
  for (;;) {
    _Atomic(uint64_t) *place = counts_of(object);
    uint64_t bits = atomic_load(place);
    if (bits >> 62 == 3) continue;
    uint64_t changed = body(bits);
    if (atomic_compare_exchange_weak(place, &bits, changed)) return changed;
  }
}

static uint64_t add_strong(uint64_t bits) { return bits + strong_one; }
static uint64_t drop_strong(uint64_t bits) { return bits >> 33 & strong_mask ? bits - strong_one : bits | deinit_bit; }
static uint64_t add_unowned(uint64_t bits) { return bits + unowned_one; }
static uint64_t drop_unowned(uint64_t bits) { return bits - unowned_one; }

static void drop_unowned_of(fake_object *object) {
  if (!(change(object, drop_unowned) >> 1 & unowned_mask)) free_object(object);
}

void fake_retain(fake_object *object) {
  if (!is_immortal(object)) change(object, add_strong);
}

void fake_release(fake_object *object) {
  if (is_immortal(object) || !(change(object, drop_strong) & deinit_bit)) return;
  uint32_t before = atomic_exchange(&models[object->number].state, OBJECT_DEAD);
  EXPECT(before == OBJECT_ALIVE, "an object ends once: its state was %u", before);
  drop_unowned_of(object);
}

void fake_add_side_table(fake_object *object) {
  side_table *table = NULL;
  if (posix_memalign((void **)&table, 16, sizeof *table) != 0) abort();
  *table = (side_table){.object = object};
  for (;;) {
    uint64_t bits = atomic_load(&object->counts);
    if (bits >> 63) break;
    atomic_store(&table->counts, bits);
    if (atomic_compare_exchange_strong(&object->counts, &bits, side_table_mark | (uint64_t)table >> 3)) return;
  }
  free(table);
}

void fake_make_immortal(fake_object *object) { atomic_store(&object->counts, immortal); }

// MARK: What the kit calls

bool swift_isDeallocating(const void *object) {
  fake_object *asked = (fake_object *)object;
  return !is_immortal(asked) && (atomic_load(counts_of(asked)) & deinit_bit);
}

const void *swift_tryRetain(const void *object) {
  (void)object;
  EXPECT(false, "the recorder retains nothing");
}

const void *swift_unownedRetain(const void *object) {
  if (!is_immortal((fake_object *)object)) change((fake_object *)object, add_unowned);
  return object;
}

void swift_unownedRelease(const void *object) {
  if (!is_immortal((fake_object *)object)) drop_unowned_of((fake_object *)object);
}

void swift_slowDealloc(void *object, size_t size, size_t alignment_mask) {
  EXPECT(size == SIZE_MAX && alignment_mask == SIZE_MAX, "neither size nor alignment is guessed");
  uint64_t bits = atomic_load(counts_of(object));
  EXPECT((bits >> 1 & unowned_mask) == 1 && bits & deinit_bit, "what is freed unasked has one hold left: %llx",
         (unsigned long long)bits);
  free_object(object);
}

void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask) {
  (void)alignment_mask;
  uint64_t number = atomic_fetch_add(&made_count, 1);
  EXPECT(number < MODEL_LIMIT, "there is room in the model");
  fake_object *object = malloc(size < sizeof *object ? sizeof *object : size);
  if (!object) abort();
  object->metadata = metadata;
  object->number = number;
  atomic_store_explicit(&object->counts, unowned_one | pure_swift, memory_order_relaxed);
  models[number].scope = fake_next_scope;
  models[number].size = size;
  atomic_store(&models[number].owner, fake_thread);
  atomic_store(&models[number].state, OBJECT_ALIVE);
  return object;
}

// Not called by the recorder.
#define NEVER_CALLED(name) \
  void name(void) { EXPECT(false, #name " is not called"); }
NEVER_CALLED(swift_getTypeByMangledNameInContext)
NEVER_CALLED(swift_getTypeByMangledNameInEnvironment)
NEVER_CALLED(swift_demangle)

// MARK: Tasks

_Thread_local const void *fake_task;
_Thread_local uint64_t fake_task_id;
_Thread_local const uint64_t *fake_scope_value;
_Thread_local bool fake_is_of_others;
const char fake_scope_key, fake_others_key, fake_initializer_key;
_Thread_local const uint64_t *fake_initializer_value;

__attribute__((swiftcall)) const void *swift_task_getCurrent(void) { return fake_task; }

__attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(const void *task) {
  EXPECT(task == fake_task, "the current task is asked");
  return fake_task_id;
}

__attribute__((swiftcall)) const uint64_t *swift_task_localValueGet(const void *key) {
  static const uint64_t none = 0;
  if (key == &fake_others_key) return fake_is_of_others ? &none : NULL;
  if (key == &fake_initializer_key) return fake_initializer_value;
  EXPECT(key == &fake_scope_key, "a key that was told is asked for");
  return fake_scope_value;
}

extern const char fake_number_type __asm__("$ss6UInt64VN");
const char fake_number_type;

/// The bindings of the thread, of which the last one holds.
static _Thread_local uint64_t bindings[8];
static _Thread_local size_t binding_count;

static void note_binding(void) {
  fake_initializer_value = binding_count ? &bindings[binding_count - 1] : NULL;
}

__attribute__((swiftcall)) void swift_task_localValuePush(const void *key, void *value, const void *type) {
  EXPECT(key == &fake_initializer_key && type == &fake_number_type, "only that value is bound, to a number");
  EXPECT(binding_count < sizeof bindings / sizeof *bindings, "what is bound is unbound");
  bindings[binding_count++] = *(const uint64_t *)value;
  note_binding();
}

__attribute__((swiftcall)) void swift_task_localValuePop(void) {
  EXPECT(binding_count, "what is unbound was bound");
  binding_count--;
  note_binding();
}

void swift_once(void *token, void (*initialize)(void *), void *context) {
  bool *is_done = token;
  if (!*is_done) initialize(context);
  *is_done = true;
}
