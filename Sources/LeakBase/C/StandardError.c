#define _GNU_SOURCE
#include "StandardError.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { MILLISECONDS_TO_WAIT = 1000 };

static void write_all(const char *text, size_t size) {
  while (size > 0) {
    ssize_t written = write(STDERR_FILENO, text, size);
    if (written > 0) {
      text += written;
      size -= (size_t)written;
      continue;
    }
    if (written < 0 && errno == EINTR) continue;
    if (written == 0 || errno != EAGAIN) return;
    struct pollfd reader = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&reader, 1, MILLISECONDS_TO_WAIT) <= 0) return;
  }
}

#if defined(__APPLE__)
void crt_write_error(const char *text, size_t size) {
  int before = errno;
  write_all(text, size);
  errno = before;
}
#else
void crt_write_error(const char *text, size_t size) {
  int before = errno;
  // Nobody may read the pipe any more. The signal of that is this thread's, and is taken back.
  sigset_t pipe, old, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &old);
  write_all(text, size);
  if (!sigismember(&pending, SIGPIPE)) {
    const struct timespec none = {0, 0};
    while (sigtimedwait(&pipe, NULL, &none) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  errno = before;
}
#endif
