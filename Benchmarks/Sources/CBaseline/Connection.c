#include "Baseline.h"

#include <stdio.h>
#include <stdlib.h>

static const char *schema =
    "CREATE TABLE IF NOT EXISTS Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);"
    "CREATE TABLE IF NOT EXISTS ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA INTEGER, ZID INTEGER,"
    " ZB FLOAT, ZCREATED TIMESTAMP, ZNAME VARCHAR, ZNOTE VARCHAR, ZBLOB BLOB);"
    "CREATE INDEX IF NOT EXISTS Z_Item_byA ON ZITEM (ZA COLLATE BINARY ASC);"
    "CREATE TABLE IF NOT EXISTS ZPARENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER,"
    " ZNAME VARCHAR);"
    "CREATE TABLE IF NOT EXISTS ZCHILD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER,"
    " ZPARENT INTEGER, ZNAME VARCHAR);"
    "CREATE INDEX IF NOT EXISTS ZCHILD_ZPARENT_INDEX ON ZCHILD (ZPARENT);"
    "INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (1, 'Child', 0, 0), (2, 'Item', 0, 0), (3, 'Parent', 0, 0);";

void baseline_fail(baseline *self, const char *what) {
  fprintf(stderr, "baseline: %s: %s\n", what, sqlite3_errmsg(self->db));
  exit(2);
}

void baseline_exec(baseline *self, const char *sql) {
  if (sqlite3_exec(self->db, sql, NULL, NULL, NULL) != SQLITE_OK) baseline_fail(self, sql);
}

sqlite3_stmt *baseline_prepare(baseline *self, const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v3(self->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
    baseline_fail(self, sql);
  return statement;
}

void baseline_run(baseline *self, sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) baseline_fail(self, sqlite3_sql(statement));
  sqlite3_reset(statement);
}

int baseline_next(baseline *self, sqlite3_stmt *statement) {
  int result = sqlite3_step(statement);
  if (result == SQLITE_ROW) return 1;
  if (result != SQLITE_DONE) baseline_fail(self, sqlite3_sql(statement));
  return 0;
}

int64_t baseline_reserve_keys(baseline *self, int entity, int64_t count) {
  sqlite3_bind_int64(self->reserve_keys, 1, count);
  sqlite3_bind_int(self->reserve_keys, 2, entity);
  baseline_run(self, self->reserve_keys);
  sqlite3_bind_int(self->read_keys, 1, entity);
  if (!baseline_next(self, self->read_keys)) baseline_fail(self, "no such entity");
  int64_t highest = sqlite3_column_int64(self->read_keys, 0);
  sqlite3_reset(self->read_keys);
  return highest - count;
}

baseline *baseline_open(const char *path) {
  baseline *self = calloc(1, sizeof *self);
  if (!self) abort();
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &self->db, flags, NULL) != SQLITE_OK) baseline_fail(self, path);
  baseline_exec(self, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  baseline_exec(self, schema);
  self->begin = baseline_prepare(self, "BEGIN IMMEDIATE");
  self->begin_read = baseline_prepare(self, "BEGIN");
  self->commit = baseline_prepare(self, "COMMIT");
  self->reserve_keys = baseline_prepare(self, "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ? WHERE Z_ENT = ?");
  self->read_keys = baseline_prepare(self, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?");
  self->insert = baseline_prepare(
      self,
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZA, ZB, ZBLOB, ZCREATED, ZID, ZNAME, ZNOTE)"
      " VALUES (?, 2, 1, ?, ?, ?, ?, ?, ?, ?)");
  return self;
}

void baseline_close(baseline *self) {
  sqlite3_finalize(self->begin);
  sqlite3_finalize(self->begin_read);
  sqlite3_finalize(self->commit);
  sqlite3_finalize(self->reserve_keys);
  sqlite3_finalize(self->read_keys);
  sqlite3_finalize(self->insert);
  if (sqlite3_close(self->db) != SQLITE_OK) baseline_fail(self, "close");
  free(self);
}
