// The workloads in C against SQLite itself, over tables laid out as Core Data lays them out. A workload returns a
// checksum of what it read or wrote. A failure of SQLite ends the program with a message: there is nothing to
// measure then.
#ifndef CBASELINE_H
#define CBASELINE_H

#include <stdint.h>

typedef struct {
  int64_t id;
  int64_t a;
  double b;
  double created;
  char name[14];
  char note[43];
  uint8_t blob[16];
} baseline_item;

/// The first `count` items. They stay valid until more are asked for.
const baseline_item *baseline_items(int64_t count);

/// A connection, with its statements, to one file.
typedef struct baseline baseline;

/// Opens or makes the file, in WAL mode with synchronous NORMAL, and makes missing tables.
baseline *baseline_open(const char *path);
/// Checkpoints and closes, so that the file stands alone.
void baseline_close(baseline *self);

enum { baseline_parent_count = 1000, baseline_child_count = 100000 };
/// Adds the parents, and children spread over them evenly.
void baseline_add_families(baseline *self);

uint64_t baseline_insert(baseline *self, const baseline_item *items, int64_t count);
uint64_t baseline_insert_one_by_one(baseline *self, const baseline_item *items, int64_t count);
uint64_t baseline_fetch_all(baseline *self);
/// Reads `count` of `total` items by key, scattered.
uint64_t baseline_fetch_by_key(baseline *self, int64_t count, int64_t total);
/// For each `a` below `values`, reads the items that have it.
uint64_t baseline_filter(baseline *self, int64_t values);
/// `times` times, reads the `limit` items of the highest `b`.
uint64_t baseline_sort(baseline *self, int64_t limit, int64_t times);
/// For `times` bounds, counts the items whose `b` is below.
uint64_t baseline_count(baseline *self, int64_t times);
/// Gives the first `count` items the `b` and `name` of `values`.
uint64_t baseline_update(baseline *self, const baseline_item *values, int64_t count);
/// Deletes the first `count` items.
uint64_t baseline_delete(baseline *self, int64_t count);
/// Reads every child and its parent's name.
uint64_t baseline_to_one(baseline *self);
/// Reads every parent and its children.
uint64_t baseline_to_many(baseline *self);

/// The same as `baseline_fetch_all`, with what no object store can do without: the rows are kept, and each has an object on
/// the heap.
uint64_t baseline_fetch_floor(baseline *self);
/// The same as `baseline_to_one`, likewise.
uint64_t baseline_to_one_floor(baseline *self);

/// Opens a file, reads its schema, and closes it. Returns the number of tables.
uint64_t baseline_open_schema(const char *path);

#endif
