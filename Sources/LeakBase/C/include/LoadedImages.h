#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whose an image is: an executable or a library that is loaded in the process.
typedef enum {
  /// Under test: the executable, and the libraries that are neither the toolchain's nor the system's.
  CRT_IMAGE_PROGRAM,
  /// The Swift runtime or a library of the language's.
  CRT_IMAGE_RUNTIME,
  /// Another library of the toolchain's: Foundation, Dispatch, the test frameworks.
  CRT_IMAGE_TOOLCHAIN,
  /// A library of the system's.
  CRT_IMAGE_SYSTEM,
  /// The C library or the dynamic linker, whose own variables are the allocator's lists.
  CRT_IMAGE_C_LIBRARY,
} crt_image_kind;

/// Whose the image with this path is. The executable has an empty path, as `dl_iterate_phdr` tells it.
///
/// The toolchain's libraries are known by their names, not by their folder: beside them may be the program's.
crt_image_kind crt_image_kind_of(const char *path);

struct dl_phdr_info;

/// From where to where the segments of an image are, and whether one of them is at `address`.
bool crt_image_bounds(const struct dl_phdr_info *info, uintptr_t address, uintptr_t *start, uintptr_t *end);
