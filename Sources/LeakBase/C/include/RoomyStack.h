#pragma once

/// Calls `body` with `context` and waits for it: on the calling thread if its stack has room, or if there is no other, and else
/// on a thread of the kit's own. Neither holds back the faults that a guard recovers from (`RawMemory.h`).
void crt_call_with_room(void (*body)(void *), void *context);
