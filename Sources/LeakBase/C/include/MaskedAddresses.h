#pragma once

#include <stdint.h>

/// Addresses of targets are handed over exclusive-or this, so that the list of them holds nothing.
enum : uintptr_t { CRT_ADDRESS_MASK = 0xA5A5A5A5A5A5A5A5 };
