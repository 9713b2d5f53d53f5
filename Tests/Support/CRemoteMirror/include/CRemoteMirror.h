#pragma once

#include <stdbool.h>
#include <stdint.h>

// The toolchain's libswiftRemoteMirror, opened at run time and looking at its own process. The toolchain
// ships no header for it: names, structures and numbers are those of the Swift repository's
// include/swift/SwiftRemoteMirror.

/// How a type is laid out; `swift_layout_kind` in SwiftRemoteMirrorTypes.h.
enum {
  CRM_UNKNOWN = 0,
  CRM_BUILTIN = 1,
  CRM_RAW_POINTER = 2,
  CRM_TUPLE = 3,
  CRM_STRUCT = 4,
  CRM_NO_PAYLOAD_ENUM = 5,
  CRM_SINGLE_PAYLOAD_ENUM = 6,
  CRM_MULTI_PAYLOAD_ENUM = 7,
  CRM_THICK_FUNCTION = 8,
  CRM_OPAQUE_EXISTENTIAL = 9,
  CRM_CLASS_EXISTENTIAL = 10,
  CRM_ERROR_EXISTENTIAL = 11,
  CRM_EXISTENTIAL_METATYPE = 12,
  CRM_STRONG_REFERENCE = 13,
  CRM_UNOWNED_REFERENCE = 14,
  CRM_WEAK_REFERENCE = 15,
  CRM_UNMANAGED_REFERENCE = 16,
  CRM_CLASS_INSTANCE = 17,
  CRM_CLOSURE_CONTEXT = 18,
  CRM_ARRAY = 19,
};

/// `swift_typeinfo_t`: sizes in bytes.
typedef struct {
  int kind;
  unsigned size;
  unsigned alignment;
  unsigned stride;
  unsigned field_count;
} crm_type_info;

/// `swift_childinfo_t`: a field, an element, a capture, or the payload of a case. `type` is 0 for a case
/// without a payload.
typedef struct {
  const char *name;
  unsigned offset;
  int kind;
  uintptr_t type;
} crm_child_info;

/// Opens the library at `path` and tells it of every image of the process. False, with the reason in
/// `*error`, when that does not work. To be called once.
bool crm_open(const char *path, const char **error);

/// The path of the file in which the Swift runtime is, or NULL.
const char *crm_runtime_path(void);

/// Whether the library is given the `size` bytes at `address`, where it may be led by what is no address.
bool crm_is_readable(uint64_t address, uint64_t size);

// What the library says. Not thread-safe.

crm_type_info crm_info_of_metadata(uintptr_t metadata);
crm_child_info crm_child_of_metadata(uintptr_t metadata, unsigned index);
crm_type_info crm_info_of_instance(uintptr_t object);
crm_child_info crm_child_of_instance(uintptr_t object, unsigned index);
uintptr_t crm_type_of_metadata(uintptr_t metadata);
crm_type_info crm_info_of_type(uintptr_t type);
crm_child_info crm_child_of_type(uintptr_t type, unsigned index);

/// The name of a type, to be freed, or NULL.
char *crm_name_of_type(uintptr_t type);
