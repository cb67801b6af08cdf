#include "CCoreDataRuntime.h"

// Exported by the Swift runtime, and stable: weak references are made of it.
extern void *swift_tryRetain(void *object);

void *coredata_try_retain(void *object) { return swift_tryRetain(object); }
