#include "MemoryMap.h"

#if defined(__APPLE__)
#include <mach/mach.h>

size_t crt_memory_map(crt_region *regions, size_t capacity) {
  size_t count = 0;
  mach_vm_address_t address = 0;
  for (;;) {
    mach_vm_size_t size = 0;
    natural_t depth = 1;
    struct vm_region_submap_info_64 info;
    mach_msg_type_number_t words = VM_REGION_SUBMAP_INFO_COUNT_64;
    if (mach_vm_region_recurse(mach_task_self(), &address, &size, &depth,
                               (vm_region_recurse_info_t)&info, &words) != KERN_SUCCESS)
      break;
    crt_region region = {.start = (uintptr_t)address, .end = (uintptr_t)(address + size)};
    if (info.protection & VM_PROT_READ) region.flags |= CRT_REGION_READABLE;
    if (info.protection & VM_PROT_WRITE) region.flags |= CRT_REGION_WRITABLE;
    if (info.protection & VM_PROT_EXECUTE) region.flags |= CRT_REGION_EXECUTABLE;
    if (info.external_pager) region.flags |= CRT_REGION_IMAGE;
    if (count < capacity) regions[count] = region;
    count++;
    address += size;
  }
  return count;
}
#elif !defined(__linux__)
size_t crt_memory_map(crt_region *regions, size_t capacity) {
  (void)regions;
  (void)capacity;
  return 0;
}
#endif

#if !defined(__linux__)
const char *crt_memory_map_obstacle(void) { return (void *)0; }
#endif
