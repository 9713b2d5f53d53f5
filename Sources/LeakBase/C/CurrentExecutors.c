#define _GNU_SOURCE
#include "CurrentExecutors.h"

#include <dlfcn.h>
#include <stddef.h>

#include "RuntimeEntryPoints.h"

/// `SerialExecutorRef` in `include/swift/ABI/Executor.h` of the runtime. Without an identity it is any thread of the tasks.
typedef struct {
  const void *identity;
  const void *implementation;
} serial_executor;

typedef CRT_SWIFT serial_executor (*current_executor)(void);

bool crt_is_on_actor(void) {
  current_executor executor = (current_executor)dlsym(RTLD_DEFAULT, CRT_CURRENT_EXECUTOR_SYMBOL);
  return executor && executor().identity;
}

const char *crt_current_queue_label(void) {
  typedef const char *(*queue_label)(const void *);
  queue_label label = (queue_label)dlsym(RTLD_DEFAULT, "dispatch_queue_get_label");
  return label ? label(NULL) : NULL;
}
