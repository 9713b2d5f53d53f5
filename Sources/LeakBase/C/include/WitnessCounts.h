#pragma once

#include <stddef.h>
#include <stdint.h>

// How many witnesses each object has: unowned references of the kit's, which are to be told from the program's own. Each object that
// is tracked comes in and goes out, so this costs a few loads and stores under one lock.
//
// Objects are known by their masked addresses (`MaskedAddresses.h`): the table holds nothing.

/// Notes one more witness of the object at `masked`, and returns how many there are now.
size_t crt_witness_add(uintptr_t masked);

/// Notes one less.
void crt_witness_remove(uintptr_t masked);

/// How many witnesses the object at `masked` has.
size_t crt_witness_count(uintptr_t masked);
