#define _GNU_SOURCE
#include "RawMemory.h"

#if CRT_LOADS_RECOVER
#include <pthread.h>
#include <stdatomic.h>

#include "FaultHandlers.h"

static _Atomic uint64_t faults;

uint64_t crt_fault_count(void) { return atomic_load_explicit(&faults, memory_order_relaxed); }
void fault_count(void) { atomic_fetch_add_explicit(&faults, 1, memory_order_relaxed); }

static const int signals[] = {SIGSEGV, SIGBUS};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned users;

/// Puts a handler above what is there, unless one of the guard's is the uppermost already.
static void put_up(int number) {
  struct sigaction current = {.sa_flags = 0};
  struct sigaction own;
  if (sigaction(number, NULL, &current) != 0) return;
  while (!fault_is_own(&current) && fault_action_above(number, &current, &own)) {
    struct sigaction replaced = {.sa_flags = 0};
    if (sigaction(number, &own, &replaced) != 0 || fault_is_same(&replaced, &current)) return;
    // The host put one up in between: that is what has to come next.
    current = replaced;
    sigaction(number, &current, NULL);
  }
}

/// Takes the uppermost handler away, if it is one of the guard's: who has put one of its own above keeps it.
static void take_down(int number) {
  struct sigaction current = {.sa_flags = 0};
  if (sigaction(number, NULL, &current) != 0 || !fault_is_own(&current)) return;
  struct sigaction below = fault_action_below(number, &current);
  struct sigaction replaced = {.sa_flags = 0};
  sigaction(number, &below, &replaced);
  if (!fault_is_same(&replaced, &current)) sigaction(number, &replaced, NULL);
}

void crt_guard_begin(void) {
  pthread_mutex_lock(&lock);
  users++;
  // Also when there is a guard: the host may have put up a handler since, or taken this one away.
  for (int index = 0; index < 2; index++) put_up(signals[index]);
  pthread_mutex_unlock(&lock);
}

void crt_guard_end(void) {
  pthread_mutex_lock(&lock);
  if (--users == 0) {
    for (int index = 0; index < 2; index++) take_down(signals[index]);
  }
  pthread_mutex_unlock(&lock);
}
#else
void crt_guard_begin(void) {}
void crt_guard_end(void) {}
uint64_t crt_fault_count(void) { return 0; }
#endif
