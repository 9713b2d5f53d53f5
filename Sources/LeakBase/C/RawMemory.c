#define _GNU_SOURCE
#include "RawMemory.h"

#if CRT_LOADS_RECOVER
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "FaultHandlers.h"

static _Atomic uint64_t faults;

uint64_t crt_fault_count(void) { return atomic_load_explicit(&faults, memory_order_relaxed); }
void fault_count(void) { atomic_fetch_add_explicit(&faults, 1, memory_order_relaxed); }

static const int signals[] = {SIGSEGV, SIGBUS};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned users;

/// Puts a handler above what is there, unless one of the guard's is the uppermost already. False where none is left for what is
/// there.
///
/// Another thread of the host's may put up one of its own meanwhile: what was replaced says so, and that is what has to come next.
/// It is never simply put back, which could replace what came still later.
static bool put_up(int number) {
  struct sigaction known = {.sa_flags = 0};
  if (sigaction(number, NULL, &known) != 0) return false;
  struct sigaction next = known;
  for (;;) {
    if (known.sa_handler == next.sa_handler && fault_is_own(&known)) return true;
    struct sigaction own = next, replaced = {.sa_flags = 0};
    bool is_there = fault_is_own(&next) || fault_action_above(number, &next, &own);
    // What was replaced goes back where nothing is left to put above it.
    if (!is_there && fault_is_same(&known, &next)) return false;
    if (sigaction(number, is_there ? &own : &next, &replaced) != 0) return false;
    if (fault_is_same(&replaced, &known)) return is_there;
    known = is_there ? own : next;
    next = replaced;
  }
}

/// Takes the uppermost handler away, if it is one of the guard's: who has put one of its own above keeps it.
static void take_down(int number) {
  struct sigaction known = {.sa_flags = 0};
  if (sigaction(number, NULL, &known) != 0 || !fault_is_own(&known)) return;
  struct sigaction next = fault_action_below(number, &known), replaced = {.sa_flags = 0};
  // As above.
  while (sigaction(number, &next, &replaced) == 0 && !fault_is_same(&replaced, &known)) {
    known = next;
    next = replaced;
  }
}

bool crt_guard_begin(void) {
  pthread_mutex_lock(&lock);
  users++;
  bool is_up = true;
  // Also when there is a guard: the host may have put up a handler since, or taken this one away.
  for (int index = 0; index < 2; index++) is_up &= put_up(signals[index]);
  pthread_mutex_unlock(&lock);
  return is_up;
}

void crt_guard_end(void) {
  pthread_mutex_lock(&lock);
  if (--users == 0) {
    for (int index = 0; index < 2; index++) take_down(signals[index]);
  }
  pthread_mutex_unlock(&lock);
}

unsigned crt_faults_admit(void) {
  sigset_t faults, before;
  sigemptyset(&faults);
  for (int index = 0; index < 2; index++) sigaddset(&faults, signals[index]);
  unsigned held_back = 0;
  if (pthread_sigmask(SIG_UNBLOCK, &faults, &before) != 0) return 0;
  for (int index = 0; index < 2; index++) held_back |= (unsigned)(sigismember(&before, signals[index]) == 1) << index;
  return held_back;
}

void crt_faults_hold_back(unsigned faults) {
  if (!faults) return;
  sigset_t held_back;
  sigemptyset(&held_back);
  for (int index = 0; index < 2; index++) {
    if (faults >> index & 1) sigaddset(&held_back, signals[index]);
  }
  pthread_sigmask(SIG_BLOCK, &held_back, NULL);
}

// The mask is read before it is said that there is no such request. Null is no mask.
bool crt_is_readable(uintptr_t address) {
  return address && (syscall(SYS_rt_sigprocmask, -1, address, NULL, 8) == 0 || errno != EFAULT);
}
#else
bool crt_is_readable(uintptr_t address) { return address >= 4096; }
bool crt_guard_begin(void) { return true; }
void crt_guard_end(void) {}
unsigned crt_faults_admit(void) { return 0; }
void crt_faults_hold_back(unsigned faults) { (void)faults; }
uint64_t crt_fault_count(void) { return 0; }
#endif
