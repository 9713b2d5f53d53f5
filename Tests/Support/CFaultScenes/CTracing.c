#define _GNU_SOURCE
#include "CTracing.h"

#if defined(__linux__)
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

/// What both processes know.
typedef struct {
  _Atomic int state;
  _Atomic int traps;
} shared;

enum { WAITING, TRACED, REFUSED };

static shared *both;

bool fsc_can_trace(void) {
  pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    for (;;) pause();
  }
  bool is_traced = ptrace(PTRACE_SEIZE, child, NULL, NULL) == 0;
  kill(child, SIGKILL);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
  return is_traced;
}

/// Traces all threads of a process, and those that they make.
static bool seize(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *folder = opendir(path);
  if (!folder) return false;
  bool is_seized = false;
  struct dirent *entry;
  while ((entry = readdir(folder))) {
    pid_t thread = (pid_t)atoi(entry->d_name);
    if (thread > 0) is_seized |= ptrace(PTRACE_SEIZE, thread, NULL, (void *)PTRACE_O_TRACECLONE) == 0;
  }
  closedir(folder);
  return is_seized;
}

/// Goes on after each stop, until nothing is left to trace.
static _Noreturn void trace(pid_t process) {
  bool is_traced = seize(process);
  atomic_store(&both->state, is_traced ? TRACED : REFUSED);
  for (int status; is_traced;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) break;
    if (!WIFSTOPPED(status)) continue;
    int number = WSTOPSIG(status);
    bool is_event = status >> 16 != 0;
    bool is_trap = !is_event && number == SIGTRAP;
    if (is_trap) atomic_fetch_add(&both->traps, 1);
    ptrace(PTRACE_CONT, thread, NULL, (void *)(intptr_t)(is_event || is_trap ? 0 : number));
  }
  _exit(0);
}

bool fsc_trace_begin(void) {
  both = mmap(NULL, sizeof *both, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (both == MAP_FAILED) return false;
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  pid_t process = getpid();
  pid_t tracer = fork();
  if (tracer == 0) trace(process);
  while (tracer > 0 && atomic_load(&both->state) == WAITING) usleep(1000);
  return tracer > 0 && atomic_load(&both->state) == TRACED;
}

int fsc_trap_count(void) { return atomic_load(&both->traps); }
#else
bool fsc_can_trace(void) { return false; }
bool fsc_trace_begin(void) { return false; }
int fsc_trap_count(void) { return 0; }
#endif
