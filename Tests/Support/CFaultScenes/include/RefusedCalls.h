#pragma once

#include <stdbool.h>

// A system that refuses calls which others have, as that of a container may.

/// Refuses the calling thread, and those and the processes that it makes from now on, `close_range`. False where that cannot be had.
bool fsc_refuse_close_range(void);
