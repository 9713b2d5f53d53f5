#pragma once

#include <stddef.h>
#include <stdint.h>

// What the kit is measured against, written by hand: a walk that knows the layout of every object beforehand, and
// loops that no optimiser sees through.

/// The graphs that can be walked. The classes are those of `Tests/Benchmarks/leakbench/Walking`.
typedef enum {
  LIMIT_TWO_REFERENCES,
  LIMIT_MIXED_FIELDS,
  LIMIT_CLOSURES,
} limit_shape;

/// The objects that a walk found, in the order in which it met them, and their references.
typedef struct limit_graph limit_graph;

/// Walks everything that the object at `root` reaches, breadth first, each object once, and notes the position of
/// every reference's target: the least that a graph can be made of. The process ends where there is no memory.
limit_graph *limit_walk(limit_shape shape, const void *root);

size_t limit_object_count(const limit_graph *graph);
size_t limit_reference_count(const limit_graph *graph);
void limit_free(limit_graph *graph);

/// Lets an object's address go where the optimiser cannot follow it.
void limit_escape(const void *object);

/// Retains and releases `object` as often as said, by the Swift runtime's own entry points.
void limit_retain_and_release(void *object, size_t count);

/// Lets the C library keep what is freed. Whether it gives the end of its heap back after each round, and takes page faults in the
/// next, depends on what lies there by chance.
void limit_keep_heap(void);

/// Lets what is allocated next lie elsewhere, by a block that is never freed: a loop over small objects takes up to a seventh more or less
/// time where they lie otherwise in the cache's lines.
void limit_shift_heap(void);
