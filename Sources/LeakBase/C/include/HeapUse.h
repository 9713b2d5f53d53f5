#pragma once

#include <stddef.h>

/// How many bytes the program has allocated and not freed, once the allocator has given back what it can;
/// 0 where the allocator does not tell.
size_t crt_heap_in_use(void);
