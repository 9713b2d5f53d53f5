#include "CallingFunction.h"

#include <pthread.h>

/// Of a function that is called by `own`'s.
static crt_call caller(const uintptr_t *own) {
  const uintptr_t *frame = (const uintptr_t *)own[0];
  return (crt_call){(uintptr_t)own, (uintptr_t)(frame + 2), (uintptr_t)pthread_self(), 0};
}

__attribute__((noinline)) crt_call crt_calling_function(void) {
  return caller(__builtin_frame_address(0));
}

__attribute__((noinline)) crt_call crt_calling_async_function(void) {
  const uintptr_t *own = __builtin_frame_address(0);
  crt_call call = caller(own);
  call.context = ((const uintptr_t *)own[0])[-1];
  return call;
}

void crt_call_saving(void (*body)(void *), void *context) {
  __builtin_unwind_init();
  body(context);
  // Without anything behind it the call would be a jump, before which the registers are restored.
  __asm__ volatile("");
}
