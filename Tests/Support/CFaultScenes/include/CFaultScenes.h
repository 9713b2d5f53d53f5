#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CTracing.h"
#include "RefusedCalls.h"

// A host with handlers of its own for SIGSEGV and SIGBUS, played in a forked process, with the guard or without it.

/// What a handler of the host's does last.
typedef enum {
  /// It ends the process.
  FSC_ENDS,
  /// It calls what it found, whatever that is, as its own kind allows.
  FSC_CALLS,
  /// It puts back what it found and returns, or sends the signal again.
  FSC_PUTS_BACK,
  /// It jumps out.
  FSC_JUMPS,
} fsc_manner;

typedef struct {
  fsc_manner manner;
  /// Of `sigaction`, with the signals held back.
  int flags;
  bool holds_back;
} fsc_handler;

/// One call of a handler.
typedef struct {
  int handler;
  int number;
  bool is_on_other_stack;
  /// Bits for SIGSEGV, SIGBUS and SIGUSR1.
  int held_back;
} fsc_call;

enum { FSC_CALL_LIMIT = 64 };

typedef struct {
  /// What `waitpid` says.
  int status;
  size_t call_count;
  fsc_call calls[FSC_CALL_LIMIT];
  /// How many loads of the guard's came back.
  size_t loads;
} fsc_outcome;

/// Plays `steps` in a process of its own, which ends with code 0 after the last.
///
/// B and E: the guard begins and ends. 1 and 2: the host puts up its first or second handler. r: it takes away the
/// one that it put up last, by putting back what it found. L: the guard loads from memory that is gone.
/// F and U: the program faults, with SIGSEGV and with SIGBUS. S: it raises SIGSEGV. K: it sends SIGBUS to the process.
///
/// - Parameter is_guarded: whether B, E and L are played.
bool fsc_play(const char *steps, const fsc_handler handlers[2], bool is_guarded, fsc_outcome *outcome);

/// Puts up `count` different actions of the host's one after the other, with the guard begun and ended above each, then the first
/// once more, then the last; in the calling process. Bit n says whether the guard was up above the n-th.
uint64_t fsc_fill(int count);

/// Plays a thread that puts the guard up and away while another puts up actions of the host's, several one after the other, `count`
/// times. Returns what `waitpid` says: 0 where the last action of each time stayed.
int fsc_replace(size_t count);

/// Plays a thread that puts the guard up and away while another faults `count` times, and the host's handler jumps out.
/// Returns what `waitpid` says.
int fsc_race(size_t count);
