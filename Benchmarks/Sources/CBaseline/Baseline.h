#ifndef BASELINE_H
#define BASELINE_H

#include "include/CBaseline.h"

#include <sqlite3.h>

struct baseline {
  sqlite3 *db;
  sqlite3_stmt *begin, *begin_read, *commit, *reserve_keys, *read_keys, *insert;
};

enum { entity_child = 1, entity_item = 2, entity_parent = 3 };

// The columns of an item as a fetch reads them.
#define ITEM_COLUMNS "0, t0.Z_PK, t0.Z_OPT, t0.ZA, t0.ZB, t0.ZBLOB, t0.ZCREATED, t0.ZID, t0.ZNAME, t0.ZNOTE"
enum { column_a = 3, column_b, column_blob, column_created, column_id, column_name, column_note };

sqlite3_stmt *baseline_prepare(baseline *self, const char *sql);
void baseline_exec(baseline *self, const char *sql);
// Runs a statement that gives no rows, and makes it ready for the next run.
void baseline_run(baseline *self, sqlite3_stmt *statement);
// Steps to the next row; 0 at the end.
int baseline_next(baseline *self, sqlite3_stmt *statement);
_Noreturn void baseline_fail(baseline *self, const char *what);

// Takes `count` keys of an entity, as a save does, and returns the highest one taken before.
int64_t baseline_reserve_keys(baseline *self, int entity, int64_t count);

// Of what a row holds, and of what is put into one: the same sum.
uint64_t baseline_sum(
    int64_t id, int64_t a, double b, double created, const uint8_t *name, int name_length, const uint8_t *note,
    int note_length, const uint8_t *blob, int blob_length);
uint64_t baseline_row_sum(sqlite3_stmt *row);
uint64_t baseline_item_sum(const baseline_item *item);

#endif
