#include "Baseline.h"

#include <stdio.h>

void baseline_add_families(baseline *self) {
  char name[32];
  baseline_run(self, self->begin);
  int64_t parents = baseline_reserve_keys(self, entity_parent, baseline_parent_count);
  sqlite3_stmt *parent =
      baseline_prepare(self, "INSERT INTO ZPARENT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZNUMBER) VALUES (?, 3, 1, ?, ?)");
  for (int64_t i = 0; i < baseline_parent_count; i++) {
    sqlite3_bind_int64(parent, 1, parents + 1 + i);
    sqlite3_bind_text(parent, 2, name, snprintf(name, sizeof name, "Parent %06lld", (long long)i), SQLITE_STATIC);
    sqlite3_bind_int64(parent, 3, i);
    baseline_run(self, parent);
  }
  sqlite3_finalize(parent);

  int64_t children = baseline_reserve_keys(self, entity_child, baseline_child_count);
  sqlite3_stmt *child = baseline_prepare(
      self, "INSERT INTO ZCHILD (Z_PK, Z_ENT, Z_OPT, ZPARENT, ZNAME, ZNUMBER) VALUES (?, 1, 1, ?, ?, ?)");
  for (int64_t i = 0; i < baseline_child_count; i++) {
    sqlite3_bind_int64(child, 1, children + 1 + i);
    sqlite3_bind_int64(child, 2, parents + 1 + i % baseline_parent_count);
    sqlite3_bind_text(child, 3, name, snprintf(name, sizeof name, "Child %07lld", (long long)i), SQLITE_STATIC);
    sqlite3_bind_int64(child, 4, i);
    baseline_run(self, child);
  }
  sqlite3_finalize(child);
  baseline_run(self, self->commit);
}

static uint64_t text_sum(sqlite3_stmt *row, int column) {
  const unsigned char *text = sqlite3_column_text(row, column);
  int length = sqlite3_column_bytes(row, column);
  return (uint64_t)length + text[length - 1];
}

uint64_t baseline_to_one(baseline *self) {
  uint64_t sum = 0;
  sqlite3_stmt *select = baseline_prepare(
      self,
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZNUMBER, t0.ZPARENT, t1.ZNAME"
      " FROM ZCHILD t0 JOIN ZPARENT t1 ON t1.Z_PK = t0.ZPARENT");
  while (baseline_next(self, select))
    sum += text_sum(select, 3) + (uint64_t)sqlite3_column_int64(select, 4) * 3 + text_sum(select, 6);
  sqlite3_finalize(select);
  return sum;
}

uint64_t baseline_to_many(baseline *self) {
  uint64_t sum = 0;
  sqlite3_stmt *parents = baseline_prepare(self, "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZNUMBER FROM ZPARENT t0");
  while (baseline_next(self, parents)) sum += text_sum(parents, 3) + (uint64_t)sqlite3_column_int64(parents, 4) * 5;
  sqlite3_finalize(parents);
  sqlite3_stmt *children = baseline_prepare(
      self, "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME, t0.ZNUMBER, t0.ZPARENT FROM ZCHILD t0 ORDER BY t0.ZPARENT");
  while (baseline_next(self, children)) sum += text_sum(children, 3) + (uint64_t)sqlite3_column_int64(children, 4) * 3;
  sqlite3_finalize(children);
  return sum;
}
