#pragma once

#include <pthread.h>
#include <stdbool.h>

/// Makes a thread of the kit's own; whether the system has made one. Signals that are sent to the process are for the host's threads:
/// only faults come to this one, and what threads of libdispatch's take too, SIGPIPE and SIGPROF.
bool crt_own_thread_make(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context);
