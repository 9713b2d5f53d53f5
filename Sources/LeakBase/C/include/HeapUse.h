#pragma once

#include <stddef.h>
#include <stdint.h>

/// How many bytes the program has allocated and not freed, once the allocator has given back what it can;
/// 0 where the allocator does not tell.
size_t crt_heap_in_use(void);

/// Copies memory of this process that may be unmapped meanwhile, and returns how many bytes were copied,
/// from the first on; 0 where the system has no safe way to.
size_t crt_copy_memory(void *destination, uintptr_t source, size_t length);
