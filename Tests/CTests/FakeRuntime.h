#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A Swift runtime that is only counts: objects with the reference counts of `RefCount.h`, in line or in a side table, and
// a task-local value. It knows what became of each object, and ends the process where one is freed that is alive, or twice.

typedef enum { OBJECT_NONE, OBJECT_ALIVE, OBJECT_DEAD, OBJECT_FREED } object_state;

/// An object as the fake runtime makes it.
typedef struct {
  const void *metadata;
  _Atomic(uint64_t) counts;
  /// Its number in the model.
  uint64_t number;
} fake_object;

/// What the model knows of an object.
typedef struct {
  _Atomic(uint32_t) state;
  /// The thread that alone releases the object, by a number from 1 on; 0 where others may.
  _Atomic(uint32_t) owner;
  /// How often it was adopted.
  _Atomic(uint32_t) adoptions;
  /// The scope that the object is to be recorded in; 0 for none.
  uint64_t scope;
  size_t size;
  /// The return address that its record is to have; 0 where that is not told.
  uintptr_t caller;
} object_model;

enum { MODEL_LIMIT = 1 << 22 };
extern object_model models[MODEL_LIMIT];

/// The numbers of objects that were made, and how many were freed.
extern _Atomic(uint64_t) made_count, freed_count;

/// What the model is told of the next object that the calling thread makes.
extern _Thread_local uint64_t fake_next_scope;
extern _Thread_local uint32_t fake_thread;

/// The strong retains and releases of the program.
void fake_retain(fake_object *object);
void fake_release(fake_object *object);

/// Moves the counts to a side table, as the first weak reference does.
void fake_add_side_table(fake_object *object);

/// Makes an object that is never freed.
void fake_make_immortal(fake_object *object);

/// The task of the calling thread, and the value of the task-local variable; NULL for none.
extern _Thread_local const void *fake_task;
extern _Thread_local uint64_t fake_task_id;
extern _Thread_local const uint64_t *fake_scope_value;
extern const char fake_scope_key, fake_others_key, fake_initializer_key;
extern _Thread_local bool fake_is_of_others;

/// The number that is bound while the initializer of a variable runs; NULL for none.
extern _Thread_local const uint64_t *fake_initializer_value;

/// Metadata in the executable: of a closure's context, of a class of the program's, of a class of a module that is ignored,
/// and of a class without a module.
typedef enum { CONTEXT, CLASS, IGNORED_CLASS, NAMELESS_CLASS, METADATA_COUNT } fake_metadata_kind;
const void *fake_metadata(fake_metadata_kind kind);
static inline bool fake_is_recorded(fake_metadata_kind kind) { return kind == CONTEXT || kind == CLASS; }
