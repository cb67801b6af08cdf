// The executable defines the allocation functions itself, so that every library of the process calls these. They
// hand on to glibc's own; where there is no glibc nothing is defined and nothing counted.
#include "State.h"
#include "include/CCounters.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__GLIBC__)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static inline void count(void) {
  if (atomic_load_explicit(&counters_running, memory_order_relaxed))
    atomic_fetch_add_explicit(&counters_allocation_count, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count();
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count();
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

bool counters_has_allocations(void) { return true; }

#else

bool counters_has_allocations(void) { return false; }

#endif
