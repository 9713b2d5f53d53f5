#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reference counts and liveness, asked of the Swift runtime without retaining the object.
/// Declared in the runtime's `include/swift/Runtime/HeapObject.h`.
size_t crt_strong_count(const void *object);
size_t crt_unowned_count(const void *object);
size_t crt_weak_count(const void *object);
bool crt_is_deinitializing(const void *object);
void crt_unowned_retain(const void *object);
void crt_unowned_release(const void *object);
bool crt_try_retain(const void *object);
