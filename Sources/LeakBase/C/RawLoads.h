#pragma once

#include <stdbool.h>
#include <ucontext.h>

// Where a load that faulted stands. What knows the processor is in RawLoads+x86_64.c and RawLoads+arm64.c: the
// loads themselves, written in assembly, and the way back from them.

/// Makes a thread that faulted in one of the loads return from it, with 0, or from the copy with the number of bytes
/// left. Says false, and does nothing, when it faulted elsewhere.
bool crt_return_from_load(ucontext_t *thread);

extern const char crt_copy_word[], crt_copy_byte[], crt_gather_word[];
