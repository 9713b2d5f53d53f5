#pragma once

#include <stdbool.h>

// What runs the calling code: an actor, a queue of Dispatch's.

/// Whether the current task runs on an actor. False outside of tasks.
bool crt_is_on_actor(void);

/// The label of the queue whose block calls this; NULL where Dispatch is not there. On a thread of no queue's it is an empty text, or
/// on the main thread the main queue's label.
const char *crt_current_queue_label(void);
