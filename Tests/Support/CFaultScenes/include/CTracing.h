#pragma once

#include <stdbool.h>

// A debugger, as far as a process sees of it: another process that traces it, and goes on after each stop.

/// Whether the system lets a process trace another.
bool fsc_can_trace(void);

/// Lets another process trace this one from now on. False where that is refused.
bool fsc_trace_begin(void);

/// How often the process has been stopped by `SIGTRAP` since.
int fsc_trap_count(void);
