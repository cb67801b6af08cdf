// What is counted while a workload runs. Counting is off while time is taken.
#ifndef CCOUNTERS_H
#define CCOUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/// CPU time of all threads of the process, in nanoseconds.
uint64_t counters_cpu_time(void);

/// Sets both counts to nothing and counts from now on: heap allocations, and the statements that connections
/// opened from now on run.
void counters_start(void);

/// Stops counting; the counts stay as they are.
void counters_stop(void);

/// False where heap allocations cannot be counted.
bool counters_has_allocations(void);

uint64_t counters_allocations(void);
uint64_t counters_statements(void);

/// Gives unused heap memory back and sets the highest resident size to the present one. Returns the present size
/// in bytes, or 0 where the system does not tell.
uint64_t counters_reset_peak(void);

/// The highest resident size since it was reset, in bytes, or 0 where the system does not tell.
uint64_t counters_peak(void);

/// The version of the SQLite library in use.
const char *counters_sqlite_version(void);

#endif
