#include "LayoutFacts.h"

#include <stdatomic.h>

#define INITIAL(name, feature, value, source) .name = (value),
crt_layout_facts crt_facts = {CRT_LAYOUT_FACTS(INITIAL)};

// A source is two texts: where, and in which versions.
#define DESCRIBED(name, feature, value, source) {#name, source, CRT_FEATURE_##feature, (value)},
static crt_fact facts[] = {CRT_LAYOUT_FACTS(DESCRIBED)};

_Static_assert(sizeof crt_facts == sizeof facts / sizeof *facts * sizeof(intptr_t), "one word for each fact");

size_t crt_fact_count(void) { return sizeof facts / sizeof *facts; }

crt_fact crt_fact_at(size_t index) { return facts[index]; }

void crt_fact_learn(const intptr_t *fact, intptr_t value) {
  size_t index = (size_t)(fact - (const intptr_t *)&crt_facts);
  facts[index].value = ((intptr_t *)&crt_facts)[index] = value;
}

void crt_fact_spoil(size_t index, intptr_t value) { ((intptr_t *)&crt_facts)[index] = value; }

static _Atomic(bool) off[CRT_FEATURE_COUNT];

void crt_feature_turn_off(crt_feature feature) {
  atomic_store_explicit(&off[feature], true, memory_order_release);
}

bool crt_feature_is_off(crt_feature feature) {
  return atomic_load_explicit(&off[feature], memory_order_acquire);
}
