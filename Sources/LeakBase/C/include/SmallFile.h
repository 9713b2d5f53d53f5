#pragma once

#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

/// Reads a small file of the process's as text, without allocating: the number of bytes, of which the one behind is 0. None where
/// there is no such file.
static inline size_t crt_read_small_file(const char *path, char *text, size_t capacity) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? 0 : read(file, text, capacity - 1);
  if (file >= 0) close(file);
  if (count < 0) count = 0;
  text[count] = 0;
  return (size_t)count;
}
