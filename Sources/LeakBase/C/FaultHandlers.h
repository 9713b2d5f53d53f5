#pragma once

#include "RawMemory.h"

#if CRT_LOADS_RECOVER
#include <signal.h>
#include <stdbool.h>

// The guard's handlers. There are several, each for one action that it was put above and goes on to for the rest of
// the process: a handler of the host's that was put above one of them goes on to that one, and never in a circle. What
// a handler goes on to does not change while another thread may be in it, so it is read without a lock.

enum {
  /// How many different actions the guard can be put above, for each signal.
  FAULT_HANDLER_LIMIT = 16,
};

/// Counts a load that was recovered from.
void fault_count(void);

/// Whether both actions are the same one, as the system tells them.
bool fault_is_same(const struct sigaction *left, const struct sigaction *right);

/// Whether `action` is one of the guard's handlers.
bool fault_is_own(const struct sigaction *action);

/// Makes `own` the action to be put above `previous`. Says whether there is one.
///
/// The guard's lock is held.
bool fault_action_above(int number, const struct sigaction *previous, struct sigaction *own);

/// What is to be put back in the place of `own`.
struct sigaction fault_action_below(int number, const struct sigaction *own);
#endif
