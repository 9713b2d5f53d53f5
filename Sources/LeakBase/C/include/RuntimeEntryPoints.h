#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Every function of the Swift runtime that the kit calls by itself, and what is known before it is called. The runtime trusts what
// it is given: a word that is no type, a name that leads nowhere or an argument that is missing ends the process. So nothing is
// handed to it that the kit has not followed itself, with loads that a fault cannot end (`RawMemory.h`).
//
// Declared in `include/swift/Runtime/HeapObject.h`, `Metadata.h`, `Concurrency.h` and `Demangle.h` of the runtime. Apart from these
// the standard library's `_typeName(_:qualified:)` is called, which is `swift_getTypeName`: for a type that the program gave
// (`TrackedObject`), and for one that `TypeNameReader` has read whole, with every context and every argument.

#define CRT_SWIFT __attribute__((swiftcall))

// MARK: Objects. The kit keeps an unowned retain of the object, so that its memory is there, or has it from the program.

/// Whether an object's `deinit` has begun.
extern bool swift_isDeallocating(const void *object);

/// Retains an object, unless its `deinit` has begun.
extern const void *swift_tryRetain(const void *object);

extern const void *swift_unownedRetain(const void *object);
extern void swift_unownedRelease(const void *object);

/// Frees the memory of an object, whatever its size and alignment. Called where the counts say that it is dead and that the
/// kit's own unowned retain is the last: where the counts are laid out as they are known (`LayoutFacts.h`).
extern void swift_slowDealloc(void *object, size_t size, size_t alignment_mask);

/// What the recorder stands before. It is handed what the program hands it.
extern void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask);

// MARK: Types. `MangledName` has read the name to its end; each symbolic reference in it leads to the descriptor of a context, or for
// those of other kinds into an image; it mentions no block and no pack; where it mentions a generic parameter, or what depends on
// one (`x`, `q`, `Q`), all arguments are there: those of the metadata that the name is a field's of, or an environment that is
// complete.

extern CRT_SWIFT const void *swift_getTypeByMangledNameInContext(
    const char *name, size_t length, const void *context, const void *const *arguments);
extern CRT_SWIFT const void *swift_getTypeByMangledNameInEnvironment(
    const char *name, size_t length, const void *environment, const void *const *arguments);

/// Makes a box for a type that the kit declares: asked for by name, once, for the comparison of layouts.
#define CRT_ALLOC_BOX_SYMBOL "swift_allocBox"

// All generic arguments have been read as well, word by word, once for the metadata that they are of (`TypeNameReader`).

// MARK: Values. The witnesses that tell which case an enumeration's value is, and take its payload out, are the type's own
// functions. They are called for a copy of the value's bytes, with the metadata that the runtime gave for the field's type, or that
// was found beside a value: of such a one both witnesses are code (`PlanCompiler.isPlausibleType`).

// MARK: Names. The demangler reads the text of a symbol and nothing else.

extern char *swift_demangle(
    const char *name, size_t length, char *buffer, size_t *buffer_length, uint32_t flags);

// MARK: Tasks. Asked for by name, and called without arguments, or with what they answer: a process without the library for
// concurrency has none of them.

#define CRT_CURRENT_TASK_SYMBOL "swift_task_getCurrent"
#define CRT_CURRENT_EXECUTOR_SYMBOL "swift_task_getCurrentExecutor"
#define CRT_TASK_ID_SYMBOL "swift_task_getJobTaskId"
/// Asked with the keys of the kit's own task-local values, and with one that stands in the current task's own list.
#define CRT_TASK_LOCAL_VALUE_SYMBOL "swift_task_localValueGet"
/// Called with the key of one of the kit's own, the address of a number and the metadata of its type, around a function that does not
/// suspend, as `TaskLocal.withValue(_:operation:)` does.
#define CRT_TASK_LOCAL_PUSH_SYMBOL "swift_task_localValuePush"
#define CRT_TASK_LOCAL_POP_SYMBOL "swift_task_localValuePop"

/// The metadata of `UInt64`.
#define CRT_UINT64_SYMBOL "$ss6UInt64VN"

/// Replaced in the imports of images, and asked for by name. They are handed what the program hands them.
#define CRT_ALLOC_OBJECT_SYMBOL "swift_allocObject"
#define CRT_FREE_SYMBOL "swift_slowDealloc"

/// Runs the initializer of a global or static variable, unless it has been run. It is handed a function of the kit's that calls the
/// program's with what the program has handed.
#define CRT_ONCE_SYMBOL "swift_once"

// Replaced in the imports of images, and asked for by name as well. They are handed what the program hands them.

/// `static ManagedBuffer.create(minimumCapacity:makingHeaderWith:)`.
#define CRT_BUFFER_SYMBOL "$ss13ManagedBufferC6create15minimumCapacity16makingHeaderWithAByxq_GSi_xAFKXEtKFZ"

/// `ManagedBufferPointer.init(bufferClass:minimumCapacity:makingHeaderWith:)`.
#define CRT_BUFFER_POINTER_SYMBOL                                           \
  "$ss20ManagedBufferPointerV11bufferClass15minimumCapacity16makingHeader" \
  "WithAByxq_GyXlXp_SixyXl_SiyXlXEtKXEtKcfC"
