#include "Baseline.h"

#include <stddef.h>

uint64_t baseline_open_schema(const char *path) {
  baseline bare = {0}, *self = &bare;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &self->db, flags, NULL) != SQLITE_OK) baseline_fail(self, path);
  sqlite3_stmt *read = baseline_prepare(self, "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'");
  if (!baseline_next(self, read)) baseline_fail(self, "schema");
  uint64_t tables = (uint64_t)sqlite3_column_int64(read, 0);
  sqlite3_finalize(read);
  if (sqlite3_close(self->db) != SQLITE_OK) baseline_fail(self, "close");
  return tables;
}
