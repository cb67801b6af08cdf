#include "Baseline.h"

static void insert_item(baseline *self, const baseline_item *item, int64_t key) {
  sqlite3_stmt *insert = self->insert;
  sqlite3_bind_int64(insert, 1, key);
  sqlite3_bind_int64(insert, 2, item->a);
  sqlite3_bind_double(insert, 3, item->b);
  sqlite3_bind_blob(insert, 4, item->blob, sizeof item->blob, SQLITE_STATIC);
  sqlite3_bind_double(insert, 5, item->created);
  sqlite3_bind_int64(insert, 6, item->id);
  sqlite3_bind_text(insert, 7, item->name, sizeof item->name - 1, SQLITE_STATIC);
  sqlite3_bind_text(insert, 8, item->note, sizeof item->note - 1, SQLITE_STATIC);
  baseline_run(self, insert);
}

uint64_t baseline_insert(baseline *self, const baseline_item *items, int64_t count) {
  uint64_t sum = 0;
  baseline_run(self, self->begin);
  int64_t highest = baseline_reserve_keys(self, entity_item, count);
  for (int64_t i = 0; i < count; i++) {
    insert_item(self, &items[i], highest + 1 + i);
    sum += baseline_item_sum(&items[i]);
  }
  baseline_run(self, self->commit);
  return sum;
}

uint64_t baseline_insert_one_by_one(baseline *self, const baseline_item *items, int64_t count) {
  uint64_t sum = 0;
  for (int64_t i = 0; i < count; i++) sum += baseline_insert(self, &items[i], 1);
  return sum;
}

uint64_t baseline_update(baseline *self, const baseline_item *values, int64_t count) {
  uint64_t sum = 0;
  sqlite3_stmt *update =
      baseline_prepare(self, "UPDATE ZITEM SET ZB = ?, ZNAME = ?, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?");
  baseline_run(self, self->begin);
  for (int64_t i = 0; i < count; i++) {
    sqlite3_bind_double(update, 1, values[i].b);
    sqlite3_bind_text(update, 2, values[i].name, sizeof values[i].name - 1, SQLITE_STATIC);
    sqlite3_bind_int64(update, 3, 2);
    sqlite3_bind_int64(update, 4, i + 1);
    sqlite3_bind_int64(update, 5, 1);
    baseline_run(self, update);
    sum += (uint64_t)sqlite3_changes(self->db);
  }
  baseline_run(self, self->commit);
  sqlite3_finalize(update);
  return sum;
}

uint64_t baseline_delete(baseline *self, int64_t count) {
  uint64_t sum = 0;
  sqlite3_stmt *delete = baseline_prepare(self, "DELETE FROM ZITEM WHERE Z_PK = ? AND Z_OPT = ?");
  baseline_run(self, self->begin);
  for (int64_t i = 0; i < count; i++) {
    sqlite3_bind_int64(delete, 1, i + 1);
    sqlite3_bind_int64(delete, 2, 1);
    baseline_run(self, delete);
    sum += (uint64_t)sqlite3_changes(self->db);
  }
  baseline_run(self, self->commit);
  sqlite3_finalize(delete);
  return sum;
}
