#include "Baseline.h"

static uint64_t read_rows(baseline *self, sqlite3_stmt *statement) {
  uint64_t sum = 0;
  while (baseline_next(self, statement)) sum += baseline_row_sum(statement);
  sqlite3_reset(statement);
  return sum;
}

uint64_t baseline_fetch_all(baseline *self) {
  sqlite3_stmt *select = baseline_prepare(self, "SELECT " ITEM_COLUMNS " FROM ZITEM t0");
  uint64_t sum = read_rows(self, select);
  sqlite3_finalize(select);
  return sum;
}

uint64_t baseline_fetch_by_key(baseline *self, int64_t count, int64_t total) {
  uint64_t sum = 0;
  sqlite3_stmt *select = baseline_prepare(self, "SELECT " ITEM_COLUMNS " FROM ZITEM t0 WHERE t0.Z_PK = ?");
  // One transaction for all, which spares a lock for each row: the fastest way there is.
  baseline_run(self, self->begin_read);
  for (int64_t i = 0; i < count; i++) {
    sqlite3_bind_int64(select, 1, i * 7919 % total + 1);
    sum += read_rows(self, select);
  }
  baseline_run(self, self->commit);
  sqlite3_finalize(select);
  return sum;
}

uint64_t baseline_filter(baseline *self, int64_t values) {
  uint64_t sum = 0;
  sqlite3_stmt *select = baseline_prepare(self, "SELECT " ITEM_COLUMNS " FROM ZITEM t0 WHERE t0.ZA = ?");
  for (int64_t value = 0; value < values; value++) {
    sqlite3_bind_int64(select, 1, value);
    sum += read_rows(self, select);
  }
  sqlite3_finalize(select);
  return sum;
}

uint64_t baseline_sort(baseline *self, int64_t limit, int64_t times) {
  uint64_t sum = 0;
  sqlite3_stmt *select =
      baseline_prepare(self, "SELECT " ITEM_COLUMNS " FROM ZITEM t0 ORDER BY t0.ZB DESC LIMIT ?");
  sqlite3_bind_int64(select, 1, limit);
  for (int64_t i = 0; i < times; i++) sum += read_rows(self, select);
  sqlite3_finalize(select);
  return sum;
}

uint64_t baseline_count(baseline *self, int64_t times) {
  uint64_t sum = 0;
  sqlite3_stmt *select = baseline_prepare(self, "SELECT COUNT(*) FROM ZITEM t0 WHERE t0.ZB < ?");
  for (int64_t i = 0; i < times; i++) {
    sqlite3_bind_double(select, 1, (double)(i + 1) * 1000);
    if (!baseline_next(self, select)) baseline_fail(self, "count");
    sum += (uint64_t)sqlite3_column_int64(select, 0);
    sqlite3_reset(select);
  }
  sqlite3_finalize(select);
  return sum;
}
