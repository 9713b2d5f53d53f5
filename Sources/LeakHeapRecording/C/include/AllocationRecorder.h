#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Records which objects are allocated, by whom, without keeping them alive.
//
// `swift_allocObject` is replaced in the import tables of the images under test, from the first open scope on.
// Each object recorded is held by one unowned retain: it deinitializes as if nobody looked, and its memory
// stays readable until the record is swept. Nothing here runs code of the objects' types.

/// Whether allocations can be recorded in this process.
typedef enum {
  CRT_RECORDER_AVAILABLE,
  /// A system or processor whose import tables and reference counts are not known here.
  CRT_RECORDER_UNKNOWN_PLATFORM,
  /// Reference counts or classes are laid out in another way than the one that is known.
  CRT_RECORDER_UNKNOWN_LAYOUT,
  /// The Swift runtime is linked into the executable: there is no import to replace.
  CRT_RECORDER_STATIC_RUNTIME,
  /// The system lets no import be replaced.
  CRT_RECORDER_SEALED_IMPORTS,
  /// Holding memory back would hide from it what AddressSanitizer looks for.
  CRT_RECORDER_ADDRESS_SANITIZER,
  /// ThreadSanitizer would report the unsynchronised reads of reference counts.
  CRT_RECORDER_THREAD_SANITIZER,
  /// The memory for the tables cannot be had.
  CRT_RECORDER_NO_MEMORY,
} crt_recorder_status;

/// The number of a scope; never that of another one in the process. 0 is none. In its lowest bits is the index of the scope's table,
/// which no two scopes have that are open at once; above them is a serial number.
typedef uint64_t crt_scope;

enum { CRT_SCOPE_INDEX_BITS = 20 };

/// The pool: what is allocated while scopes are open, but in none of them.
#define CRT_POOL ((crt_scope)1 << 63)

/// What no scope's number is: where it is current, nothing is recorded.
#define CRT_NOWHERE ((crt_scope)1 << 62)

enum { CRT_SITE_DEPTH = 3 };

/// A recorded object that is alive.
typedef struct {
  /// Held by an unowned retain, which is the caller's to give back.
  const void *object;
  /// Ascends with time among the allocations of a scope.
  uint64_t order;
  /// The time of the recorder's clock, which ticks when scopes open and close.
  uint32_t moment;
  /// The size in bytes that was asked for.
  uint32_t size;
  /// The return addresses of the allocation, innermost first, until the first 0.
  uintptr_t site[CRT_SITE_DEPTH];
  /// Whether the initializer of a global or static variable has made it, or a task that one has begun.
  bool is_initializers;
} crt_allocation;

/// Whether scopes can be opened; says so without changing the process.
crt_recorder_status crt_recorder_status_here(void);

/// Names the task-local value that carries the number of the current scope, and the one that carries it while the initializer of a
/// variable runs (each a `UInt64`). To be called once, before the first scope opens.
void crt_recorder_configure(const void *task_local_key, const void *initializer_key);

/// Leaves out from now on what tasks do in which that task-local value is bound, and no scope's number: it is not the work of any
/// scope's code. It belongs to whom `crt_recorder_give_left_out` says, and at first to nobody.
void crt_recorder_leave_out(const void *task_local_key);

/// Lets `scope` own from now on what is done in such tasks; `CRT_NOWHERE`, which is so at first, records nothing of it.
void crt_recorder_give_left_out(crt_scope scope);

/// Replaces the imports of all images under test that are loaded now; returns how many imports are replaced. Cheap
/// when no image has been loaded since the last call. An image that has come while a scope was open has allocated unseen: that is said
/// on standard error, once.
size_t crt_recorder_install(void);

/// Does the same if an image was loaded since; otherwise does nothing. To be called at the end of what a scope records.
void crt_recorder_look_for_images(void);

/// Puts the imports back.
void crt_recorder_remove(void);

/// How many imports are replaced at this moment.
size_t crt_recorder_installed_count(void);

/// Opens a scope, and makes the clock tick; returns 0 when there is no memory for it.
crt_scope crt_scope_open(void);

/// Forgets what the scope recorded, and gives its tables back. What is allocated in its name from now on is `heir`'s, or the heir of
/// that one where it is closed; where that is 0, or another scope has had the tables meanwhile and is closed, it is not recorded.
void crt_scope_close(crt_scope scope, crt_scope heir);

/// The recorder's clock.
uint32_t crt_recorder_moment(void);

/// Whether the process was forked from one that recorded. Nothing is recorded in it.
bool crt_recorder_is_forked(void);

/// Starts or stops recording: it is to be on while any scope is open.
void crt_recorder_set_active(bool active);

/// Says that a task or a thread has begun or ended to allocate in the name of another scope.
void crt_recorder_turn_scope(void);

/// Lets `scope` own what is allocated in no scope; 0 gives it to the pool.
void crt_recorder_set_claimant(crt_scope scope);

/// Lets the pool forget what was allocated before `moment`.
void crt_recorder_set_pool_start(uint32_t moment);

/// Records an object that is alive as if it were allocated now, by nobody, if objects of its type are recorded.
void crt_record_existing(void *object, size_t size);

/// Moves the objects that are alive out of the tables of `scope`, which may be `CRT_POOL`, and tells of each. No lock is
/// held meanwhile.
void crt_scope_take(
    crt_scope scope, void (*visit)(void *context, const crt_allocation *allocation), void *context);

/// What was alive when a scope ended. One thread uses it at a time.
typedef struct crt_survivors crt_survivors;

/// Moves all objects that are alive out of the tables of `scope`; NULL when there are none, or no memory.
crt_survivors *crt_survivors_take(crt_scope scope);

/// Gives back the holds on them.
void crt_survivors_free(crt_survivors *survivors);

/// Whether an instance of a class is alive that is not settled. Mostly as fast as one look at one object.
bool crt_survivors_remain(crt_survivors *survivors);

/// From now on what is dropped keeps its memory, until it is let go as often as it was kept.
void crt_survivors_keep(crt_survivors *survivors);
void crt_survivors_let_go(crt_survivors *survivors);

/// Drops those that are not alive any more, and returns how many are left.
size_t crt_survivors_sweep(crt_survivors *survivors);

size_t crt_survivors_count(const crt_survivors *survivors);

/// The object at an index. The hold stays with the survivors.
crt_allocation crt_survivors_at(const crt_survivors *survivors, size_t index);

/// Writes the addresses of all, exclusive-or `mask`.
void crt_survivors_mask(const crt_survivors *survivors, uintptr_t mask, uintptr_t *masked);

/// Says of which nothing is to be waited for. One byte for each.
void crt_survivors_settle(crt_survivors *survivors, const uint8_t *are_settled);

/// Forgets some. One byte for each.
void crt_survivors_drop(crt_survivors *survivors, const uint8_t *are_dropped);

/// A list of its own of those instances of the program's that have a 1, one byte for each; NULL when there are none, or no memory.
crt_survivors *crt_survivors_copy(const crt_survivors *survivors, const uint8_t *are_copied);

/// Adds to `counts[i]` the number of records of the object at `addresses[i]`; the addresses ascend.
void crt_recorder_count_records(const uintptr_t *addresses, uint32_t *counts, size_t count);

/// Tells of each of the objects at `addresses`, which are alive, whether the initializer of a variable has made it, and where (`site`),
/// in whatever scope. What is found is not held.
void crt_recorder_find_initializers(const uintptr_t *addresses, crt_allocation *found, size_t count);

/// The recorder's use of memory, for tests and measurements.
typedef struct {
  /// Objects recorded, and those of them found dead and given back, since the process started.
  uint64_t recorded, swept;
  /// Records in the tables now.
  uint64_t records;
  /// Bytes of tables in use now.
  uint64_t table_bytes;
} crt_recorder_use;

crt_recorder_use crt_recorder_measure(void);

/// Calls `body` with each object before its memory is freed on behalf of a record. For tests, before the first scope opens.
void crt_recorder_audit_frees(void (*body)(const void *object));

/// Whether nothing of the module is ever recorded: it is the kit's own, or a test framework's.
bool crt_recorder_ignores_module(const char *name);

/// Whether an object with this metadata would be recorded.
bool crt_recorder_wants(const void *metadata);
