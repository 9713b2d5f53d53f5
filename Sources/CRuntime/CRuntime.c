#include "CRuntime.h"

extern size_t swift_retainCount(const void *object);
extern size_t swift_unownedRetainCount(const void *object);
extern size_t swift_weakRetainCount(const void *object);
extern bool swift_isDeallocating(const void *object);
extern const void *swift_tryRetain(const void *object);
extern const void *swift_unownedRetain(const void *object);
extern void swift_unownedRelease(const void *object);

size_t crt_strong_count(const void *object) { return swift_retainCount(object); }
size_t crt_unowned_count(const void *object) { return swift_unownedRetainCount(object); }
size_t crt_weak_count(const void *object) { return swift_weakRetainCount(object); }
bool crt_is_deinitializing(const void *object) { return swift_isDeallocating(object); }
void crt_unowned_retain(const void *object) { swift_unownedRetain(object); }
void crt_unowned_release(const void *object) { swift_unownedRelease(object); }
bool crt_try_retain(const void *object) { return swift_tryRetain(object) != NULL; }
