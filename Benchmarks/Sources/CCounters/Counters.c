#include "State.h"
#include "include/CCounters.h"

#include <sqlite3.h>
#include <string.h>
#include <time.h>

_Atomic int counters_running;
_Atomic uint64_t counters_allocation_count;
static _Atomic uint64_t statement_count;

static int on_statement(unsigned event, void *context, void *statement, void *text) {
  (void)event, (void)context, (void)text;
  // The engine keeps a transaction open from read to read for some milliseconds: how often is a matter of the clock.
  const char *sql = sqlite3_sql(statement);
  if (sql && (strcmp(sql, "BEGIN") == 0 || strcmp(sql, "END") == 0)) return 0;
  if (atomic_load_explicit(&counters_running, memory_order_relaxed))
    atomic_fetch_add_explicit(&statement_count, 1, memory_order_relaxed);
  return 0;
}

// SQLite calls this for each connection it opens, so nothing measured has to know that it is counted.
static int on_open(sqlite3 *db, const char **message, const struct sqlite3_api_routines *api) {
  (void)message, (void)api;
  return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, on_statement, NULL);
}

void counters_start(void) {
  counters_allocation_count = 0;
  statement_count = 0;
  sqlite3_auto_extension((void (*)(void))on_open);
  counters_running = 1;
}

void counters_stop(void) {
  counters_running = 0;
  sqlite3_cancel_auto_extension((void (*)(void))on_open);
}

uint64_t counters_allocations(void) { return counters_allocation_count; }
uint64_t counters_statements(void) { return statement_count; }

uint64_t counters_cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

const char *counters_sqlite_version(void) { return sqlite3_libversion(); }
