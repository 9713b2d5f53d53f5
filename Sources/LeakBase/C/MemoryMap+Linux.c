#include "MemoryMap.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

// Reads `/proc/self/maps` through a buffer on the stack: no allocation, so that reading the map does not
// change it. Line: start-end rwxp offset device inode path (man 5 proc_pid_maps).

static const char path[] = "/proc/self/maps";

typedef struct {
  int file;
  /// Whether the text could not be read to its end.
  bool is_cut;
  size_t position;
  size_t length;
  char bytes[8192];
} reader;

static int next(reader *input) {
  if (input->position == input->length) {
    ssize_t count;
    do {
      count = read(input->file, input->bytes, sizeof input->bytes);
    } while (count < 0 && errno == EINTR);
    if (count < 0) input->is_cut = true;
    if (count <= 0) return -1;
    input->length = (size_t)count;
    input->position = 0;
  }
  return (unsigned char)input->bytes[input->position++];
}

static uintptr_t hexadecimal(reader *input, int *terminator) {
  uintptr_t value = 0;
  int byte;
  while ((byte = next(input)) >= 0) {
    if (byte >= '0' && byte <= '9')
      value = value << 4 | (uintptr_t)(byte - '0');
    else if (byte >= 'a' && byte <= 'f')
      value = value << 4 | (uintptr_t)(byte - 'a' + 10);
    else
      break;
  }
  *terminator = byte;
  return value;
}

static int skip_past(reader *input, char stop) {
  int byte;
  while ((byte = next(input)) >= 0 && byte != stop && byte != '\n') {
  }
  return byte;
}

size_t crt_memory_map(crt_region *regions, size_t capacity) {
  reader input = {.file = open(path, O_RDONLY | O_CLOEXEC)};
  if (input.file < 0) return 0;
  size_t count = 0;
  for (;;) {
    int byte;
    crt_region region = {.start = hexadecimal(&input, &byte)};
    if (byte != '-') break;
    region.end = hexadecimal(&input, &byte);
    if (next(&input) == 'r') region.flags |= CRT_REGION_READABLE;
    if (next(&input) == 'w') region.flags |= CRT_REGION_WRITABLE;
    if (next(&input) == 'x') region.flags |= CRT_REGION_EXECUTABLE;
    if (next(&input) == 's') region.flags |= CRT_REGION_SHARED;
    skip_past(&input, ' ');
    skip_past(&input, ' ');  // the offset
    skip_past(&input, ' ');  // the device
    bool has_inode = false;
    while ((byte = next(&input)) >= '0' && byte <= '9') has_inode |= byte != '0';
    if (has_inode) region.flags |= CRT_REGION_IMAGE;
    // What follows is blank, or a path, or a name such as [heap]; [vvar] must never be read.
    while (byte == ' ') byte = next(&input);
    if (byte == '[') {
      byte = next(&input);
      if (byte == 'v') region.flags = 0;
      if (byte == 's') region.flags |= CRT_REGION_STACK;
      if (byte == 'h') region.flags |= CRT_REGION_HEAP;
    }
    while (byte >= 0 && byte != '\n') byte = next(&input);
    if (count < capacity) regions[count] = region;
    count++;
  }
  close(input.file);
  return input.is_cut ? 0 : count;
}

const char *crt_memory_map_obstacle(void) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return strerror(errno);
  close(file);
  return NULL;
}
#endif
