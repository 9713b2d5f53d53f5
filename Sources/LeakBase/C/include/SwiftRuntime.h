#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Liveness, asked of the Swift runtime without retaining the object.
// Declared in the runtime's include/swift/Runtime/HeapObject.h.

bool crt_is_deinitializing(const void *object);
bool crt_try_retain(const void *object);
void crt_unowned_retain(const void *object);
void crt_unowned_release(const void *object);

// Types from mangled names. The entry points have the Swift calling convention, which Swift code can
// reach only through C. Declared in include/swift/Runtime/Metadata.h. NULL when there is no such type.

const void *crt_type_in_context(const char *name, size_t length, const void *context,
                                const void *const *arguments);
const void *crt_type_in_environment(const char *name, size_t length, const void *environment,
                                    const void *const *arguments);

// Value witnesses of enumerations (include/swift/ABI/ValueWitness.def): which case a value has, and its
// payload. Projecting overwrites the tag bits, so it is only ever done on a copy of the bytes.

/// A box with room for a value of the type, which is not initialized; NULL where the runtime cannot be asked for one by name.
void *crt_make_box(const void *type);

unsigned crt_enum_tag(const void *value, const void *type);
void crt_enum_project(void *value, const void *type);

/// The address of a symbol that is visible to the dynamic linker, or NULL.
const void *crt_symbol(const char *name);

/// The demangled form of a mangled Swift name, to be freed by `crt_free`, or NULL when `name` is not one.
/// Declared in the runtime's include/swift/Demangling/Demangle.h.
char *crt_demangle(const char *name, size_t length);
void crt_free(void *memory);

/// The longest path of an image's file, with the 0 behind it.
enum { CRT_PATH_LIMIT = 4096 };

/// Finds the image that has a loadable segment at `address`: what is added to its file's addresses, and where its file
/// is. The executable's own is reached through the process, wherever it was moved. `path` has room for `CRT_PATH_LIMIT`
/// bytes, or is NULL. Knows no image except on Linux.
///
/// The path is not part of a structure: Swift would import it as a tuple of thousands of elements.
bool crt_image_at(uintptr_t address, uintptr_t *bias, char *path);

/// Finds from where to where the segments of the image are that has one at `address`. Between them may be memory of others: on
/// arm64 they are as far apart as the largest pages need. Knows no image except on Linux.
bool crt_image_span(uintptr_t address, uintptr_t *start, uintptr_t *end);

/// How often an image was unloaded: where it was, another may be now. 0 where that is not told.
uint64_t crt_image_unloads(void);

/// Lets the library at `address` stay in memory when it is closed (`RTLD_NODELETE`): for who has noted addresses of its metadata.
/// Not to be called with a lock that a library's initializers may wait for.
void crt_keep_image(uintptr_t address);

/// Notes that the program closes a library, as `dlopen` gave it, and says whether it is one that stays and was not closed before.
bool crt_note_closed(const void *library);

/// The address that an image's dynamic section tells. glibc has added the bias to what is in the file, musl leaves it as it is;
/// an image is smaller than the addresses at which images are.
uintptr_t crt_dynamic_address(uintptr_t bias, uintptr_t value);

/// A range of addresses.
typedef struct {
  uintptr_t start;
  uintptr_t end;
} crt_range;
