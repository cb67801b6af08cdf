#ifndef STATE_H
#define STATE_H

#include <stdatomic.h>
#include <stdint.h>

extern _Atomic int counters_running;
extern _Atomic uint64_t counters_allocation_count;

#endif
