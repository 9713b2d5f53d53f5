#pragma once

#include <stddef.h>

/// Writes to standard error, as much as that takes: where nobody reads it, or the program has closed it, the rest is dropped, and
/// no signal is left of that. `errno` stays as it is.
void crt_write_error(const char *text, size_t size);
