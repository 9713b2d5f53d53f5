#include "AllocationRecorderParts.h"

// Instances of classes of the program that the standard library allocates: buffers with elements behind their fields. In
// optimised code these functions are inlined, and the runtime's is called by the program itself.

__attribute__((swiftcall)) void *crt_recording_create_buffer(
    intptr_t capacity, const void *make_header, const void *context,
    __attribute__((swift_context)) const void *class,
    __attribute__((swift_error_result)) void **error) {
  void *buffer = crt_runtime.create_buffer(capacity, make_header, context, class, error);
  if (!*error) CRT_RECORD_MADE(buffer);
  return buffer;
}

__attribute__((swiftcall)) void *crt_recording_create_buffer_pointer(
    const void *class, intptr_t capacity, const void *make_header, const void *context, const void *header,
    const void *element, __attribute__((swift_context)) const void *self,
    __attribute__((swift_error_result)) void **error) {
  void *buffer = crt_runtime.create_buffer_pointer(
      class, capacity, make_header, context, header, element, self, error);
  if (!*error) CRT_RECORD_MADE(buffer);
  return buffer;
}
