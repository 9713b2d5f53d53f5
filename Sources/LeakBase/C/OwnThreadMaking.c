#define _GNU_SOURCE
#include "OwnThreadMaking.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "OwnThreads.h"

/// What a new thread of the kit's own holds back, made by a thread that holds back `before`.
///
/// libdispatch makes the threads of the host's tasks and queues on whatever thread submits work, and they have its mask, to which
/// libdispatch adds all but the faults, SIGPIPE and SIGPROF (`_dispatch_sigmask`). So no more may be held back here: what such a thread
/// starts has its mask as well, and a program that SIGPIPE should end goes on for good.
static sigset_t mask_of_own(const sigset_t *before) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
  static const int as_before[] = {SIGPIPE, SIGPROF};
  sigset_t mask;
  sigfillset(&mask);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&mask, faults[i]);
  for (size_t i = 0; i < sizeof as_before / sizeof *as_before; i++) {
    if (!sigismember(before, as_before[i])) sigdelset(&mask, as_before[i]);
  }
  return mask;
}

bool crt_own_thread_make(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, NULL, &before);
  const sigset_t own = mask_of_own(&before);
  // A new thread has the mask of the one that makes it.
  pthread_sigmask(SIG_SETMASK, &own, NULL);
  bool is_made = pthread_create(thread, attributes, body, context) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return is_made;
}

typedef struct {
  char name[16];
  void (*body)(void *);
  void *context;
} start;

static void *run(void *context) {
  start begun = *(start *)context;
  free(context);
#if defined(__APPLE__)
  pthread_setname_np(begun.name);
#else
  pthread_setname_np(pthread_self(), begun.name);
#endif
  crt_own_thread_begin();
  begun.body(begun.context);
  crt_own_thread_end();
  return NULL;
}

bool crt_own_thread_start(const char *name, void (*body)(void *), void *context) {
  start *wanted = malloc(sizeof *wanted);
  if (!wanted) return false;
  *wanted = (start){.body = body, .context = context};
  strncpy(wanted->name, name, sizeof wanted->name - 1);
  pthread_attr_t attributes;
  pthread_t thread;
  bool is_made = pthread_attr_init(&attributes) == 0;
  if (is_made) {
    is_made = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
              crt_own_thread_make(&thread, &attributes, run, wanted);
    pthread_attr_destroy(&attributes);
  }
  if (!is_made) free(wanted);
  return is_made;
}
