#include "Unwinding.h"

#if CRT_UNWINDING

// How pointers are written (Linux Standard Base, "DWARF Extensions"): the low half of the byte is the form,
// the high half what they are relative to, and the highest bit that there is only the address of the pointer.
enum {
  POINTER_ABSOLUTE = 0x00,
  POINTER_ULEB = 0x01,
  POINTER_UNSIGNED_2 = 0x02,
  POINTER_UNSIGNED_4 = 0x03,
  POINTER_UNSIGNED_8 = 0x04,
  POINTER_SLEB = 0x09,
  POINTER_SIGNED_2 = 0x0A,
  POINTER_SIGNED_4 = 0x0B,
  POINTER_SIGNED_8 = 0x0C,
  POINTER_FORM = 0x0F,
  POINTER_TO_PLACE = 0x10,
  POINTER_TO_DATA = 0x30,
  POINTER_RELATIVE = 0x70,
  POINTER_INDIRECT = 0x80,
};

// MARK: Pointers

static uint64_t take_form(unwind_bytes *bytes, uint8_t form) {
  switch (form) {
    case POINTER_ABSOLUTE:
    case POINTER_UNSIGNED_8:
    case POINTER_SIGNED_8: return unwind_take(bytes, 8);
    case POINTER_UNSIGNED_2: return unwind_take(bytes, 2);
    case POINTER_UNSIGNED_4: return unwind_take(bytes, 4);
    case POINTER_SIGNED_2: return (uint64_t)unwind_take_signed(bytes, 2);
    case POINTER_SIGNED_4: return (uint64_t)unwind_take_signed(bytes, 4);
    case POINTER_ULEB: return unwind_take_uleb(bytes);
    case POINTER_SLEB: return (uint64_t)unwind_take_sleb(bytes);
    default: bytes->is_bad = true; return 0;
  }
}

bool unwind_is_readable(const crt_unwind_image *image, uintptr_t place, size_t size) {
  for (size_t index = 0; index < image->segment_count; index++) {
    crt_range segment = image->segments[index];
    if (place >= segment.start && place < segment.end) return segment.end - place >= size;
  }
  return false;
}

/// The pointer at `place`, which is followed only inside the image.
static uintptr_t pointer_at(uintptr_t place, const crt_unwind_image *image, unwind_bytes *bytes) {
  unwind_bytes pointer = unwind_bytes_at(place, sizeof place);
  if (!unwind_is_readable(image, place, sizeof place)) bytes->is_bad = true;
  return bytes->is_bad ? 0 : unwind_take(&pointer, sizeof place);
}

uintptr_t unwind_take_pointer(
    unwind_bytes *bytes, uint8_t encoding, uintptr_t base, const crt_unwind_image *image) {
  uintptr_t place = bytes->at;
  uintptr_t value = take_form(bytes, encoding & POINTER_FORM);
  if (bytes->is_bad || value == 0) return 0;
  switch (encoding & POINTER_RELATIVE) {
    case POINTER_ABSOLUTE: break;
    case POINTER_TO_PLACE: value += place; break;
    case POINTER_TO_DATA:
      if (!base) bytes->is_bad = true;
      value += base;
      break;
    default: bytes->is_bad = true;
  }
  return encoding & POINTER_INDIRECT ? pointer_at(value, image, bytes) : value;
}

// MARK: The search table

/// The search table: a pair for each function, ordered, of where it begins and where its entry is. Both are
/// relative to the header.
typedef struct {
  uintptr_t header;
  uintptr_t pairs;
  uint64_t count;
} search_table;

/// Where the function of a pair begins, or its entry is.
static uintptr_t pair_start(const search_table *table, uint64_t index) {
  unwind_bytes bytes = unwind_bytes_at(table->pairs + index * 8, 4);
  return table->header + (uintptr_t)unwind_take_signed(&bytes, 4);
}
static uintptr_t pair_entry(const search_table *table, uint64_t index) {
  unwind_bytes bytes = unwind_bytes_at(table->pairs + index * 8 + 4, 4);
  return table->header + (uintptr_t)unwind_take_signed(&bytes, 4);
}

/// How many functions begin at or before `place`.
static uint64_t count_before(const search_table *table, uintptr_t place) {
  uint64_t low = 0;
  uint64_t high = table->count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (pair_start(table, middle) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool has_header(const crt_unwind_image *image) {
  return image->tables.start <= image->header && image->header < image->tables.end &&
         image->header_size <= image->tables.end - image->header;
}

/// Reads the header of an image's tables.
static bool find_search_table(const crt_unwind_image *image, search_table *table) {
  if (!has_header(image)) return false;
  unwind_bytes bytes = unwind_bytes_at(image->header, image->header_size);
  uint64_t version = unwind_take(&bytes, 1);
  uint8_t tables = (uint8_t)unwind_take(&bytes, 1);
  uint8_t count = (uint8_t)unwind_take(&bytes, 1);
  uint64_t pairs = unwind_take(&bytes, 1);
  if (version != 1 || pairs != (POINTER_TO_DATA | POINTER_SIGNED_4)) return false;
  unwind_take_pointer(&bytes, tables, image->header, image);
  uint64_t length = unwind_take_pointer(&bytes, count, image->header, image);
  *table = (search_table){image->header, bytes.at, length};
  return !bytes.is_bad && length <= (bytes.end - bytes.at) / 8;
}

// MARK: Entries

/// The bytes of the entry at `place`, after its length.
static unwind_bytes entry_bytes(const crt_unwind_image *image, uintptr_t place) {
  const uint64_t long_length = 0xFFFFFFFF;
  unwind_bytes bytes = {place, image->tables.end, false};
  if (place < image->tables.start || place >= image->tables.end) bytes.is_bad = true;
  uint64_t length = unwind_take(&bytes, 4);
  if (length == long_length) length = unwind_take(&bytes, 8);
  return unwind_take_bytes(&bytes, length);
}

/// Reads what the letters of a CIE's augmentation announce. Of one that is not known its length is: it is the
/// first that is announced.
static void take_augmentation(unwind_bytes letters, unwind_bytes data, unwind_entry *entry) {
  while (!data.is_bad) {
    uint8_t encoding;
    switch (unwind_take(&letters, 1)) {
      case 'R': entry->encoding = (uint8_t)unwind_take(&data, 1); break;
      case 'L': unwind_take(&data, 1); break;
      case 'P':
        // The function that looks for handlers: its address is not asked for.
        encoding = (uint8_t)unwind_take(&data, 1);
        take_form(&data, encoding & POINTER_FORM);
        break;
      case 'S': entry->is_signal_frame = true; break;
      // Another key or tagged memory (DWARF for the Arm 64-bit Architecture): they change no place.
      case 'B':
      case 'G': break;
      default: return;
    }
  }
}

/// The letters of the augmentation, that a 0 ends.
static unwind_bytes take_letters(unwind_bytes *bytes) {
  uintptr_t start = bytes->at;
  while (unwind_take(bytes, 1) != 0) {
  }
  return (unwind_bytes){start, bytes->at, bytes->is_bad};
}

/// Reads the CIE at `place` (DWARF 5, section 6.4.1, and Linux Standard Base). `has_data` becomes whether its
/// FDEs have augmentation data.
static bool read_common(uintptr_t place, unwind_entry *entry, bool *has_data) {
  unwind_bytes bytes = entry_bytes(entry->image, place);
  if (unwind_take(&bytes, 4) != 0) return false;
  uint64_t version = unwind_take(&bytes, 1);
  if (version != 1 && version != 3 && version != 4) return false;
  unwind_bytes letters = take_letters(&bytes);
  // The size of an address, and of a segment's number.
  if (version == 4 && unwind_take(&bytes, 2) != 8) return false;
  entry->code_factor = unwind_take_uleb(&bytes);
  entry->data_factor = unwind_take_sleb(&bytes);
  uint64_t column = version == 1 ? unwind_take(&bytes, 1) : unwind_take_uleb(&bytes);
  if (bytes.is_bad || column != UNWIND_RETURN_ADDRESS) return false;
  uint64_t first = unwind_take(&letters, 1);
  *has_data = first == 'z';
  if (first != 0 && first != 'z') return false;
  if (*has_data) {
    unwind_bytes data = unwind_take_bytes(&bytes, unwind_take_uleb(&bytes));
    take_augmentation(letters, data, entry);
  }
  entry->first_instructions = bytes;
  return !bytes.is_bad;
}

/// Reads the FDE at `place`, and the CIE that it names by the distance from there.
static bool read_entry(uintptr_t place, unwind_entry *entry) {
  unwind_bytes bytes = entry_bytes(entry->image, place);
  uintptr_t field = bytes.at;
  uint64_t distance = unwind_take(&bytes, 4);
  bool has_data;
  if (bytes.is_bad || distance == 0 || distance > field) return false;
  if (!read_common(field - distance, entry, &has_data)) return false;
  entry->start = unwind_take_pointer(&bytes, entry->encoding, 0, entry->image);
  entry->size = unwind_take_pointer(&bytes, entry->encoding & POINTER_FORM, 0, entry->image);
  if (has_data) unwind_take_bytes(&bytes, unwind_take_uleb(&bytes));
  entry->instructions = bytes;
  return !bytes.is_bad;
}

const crt_unwind_image *unwind_image_at(const crt_unwind_table *table, uintptr_t place) {
  for (size_t index = 0; index < table->count; index++) {
    const crt_unwind_image *image = &table->images[index];
    if (place >= image->start && place < image->end) return image;
  }
  return NULL;
}

bool unwind_find_entry(const crt_unwind_table *table, uintptr_t place, unwind_entry *entry) {
  search_table search;
  const crt_unwind_image *image = unwind_image_at(table, place);
  if (!image || !find_search_table(image, &search)) return false;
  uint64_t count = count_before(&search, place);
  *entry = (unwind_entry){.image = image};
  return count > 0 && read_entry(pair_entry(&search, count - 1), entry) &&
         place >= entry->start && place - entry->start < entry->size;
}

bool unwind_find_gap(const crt_unwind_image *image, uintptr_t place, crt_range *gap) {
  search_table search;
  if (!find_search_table(image, &search)) return false;
  uint64_t count = count_before(&search, place);
  unwind_entry before = {.image = image};
  *gap = (crt_range){image->start, image->end};
  if (count > 0 && !read_entry(pair_entry(&search, count - 1), &before)) return false;
  if (count > 0) gap->start = before.start + before.size;
  if (count < search.count) gap->end = pair_start(&search, count);
  return gap->start <= place && place < gap->end;
}
#endif
