#include "Baseline.h"

#include <stdlib.h>
#include <string.h>

// The least that any object store does beyond the workloads: rows are kept after the statement has gone on, and each has an
// object, made on the heap by itself since its owner may let go of it at any time. What is read then is read from the rows.

/// As long as a managed object of the engine.
enum { object_size = 96, page_size = 65536, longest_row = 256 };

typedef struct object {
  const uint8_t *row;
  uint8_t rest[object_size - sizeof(uint8_t *)];
} object;

typedef struct {
  uint8_t *pages[1024];
  int page_count;
  size_t used;
  object **objects;
  int64_t count, capacity;
} keep;

/// Room for a row, in the page that is being filled.
static uint8_t *room(keep *self) {
  if (self->page_count == 0 || self->used + longest_row > page_size) {
    if (self->page_count == 1024) abort();
    self->pages[self->page_count++] = malloc(page_size);
    self->used = 0;
  }
  return self->pages[self->page_count - 1] + self->used;
}

static void add(keep *self, const uint8_t *row, size_t length) {
  self->used += (length + 7) & ~(size_t)7;
  if (self->count == self->capacity) {
    self->capacity = self->capacity ? self->capacity * 2 : 1024;
    self->objects = realloc(self->objects, (size_t)self->capacity * sizeof(object *));
  }
  object *made = calloc(1, sizeof(object));
  made->row = row;
  self->objects[self->count++] = made;
}

static void discard(keep *self) {
  for (int64_t i = 0; i < self->count; i++) free(self->objects[i]);
  free(self->objects);
  for (int i = 0; i < self->page_count; i++) free(self->pages[i]);
}

static void put_bytes(uint8_t *row, size_t *length, int cell, const void *bytes, int count) {
  uint32_t place[2] = {(uint32_t)*length, (uint32_t)count};
  memcpy(row + cell * 8, place, 8);
  memcpy(row + *length, bytes, (size_t)count);
  *length += (size_t)count;
}

static void put_integer(uint8_t *row, int cell, int64_t value) { memcpy(row + cell * 8, &value, 8); }
static void put_double(uint8_t *row, int cell, double value) { memcpy(row + cell * 8, &value, 8); }

static int64_t integer(const uint8_t *row, int cell) {
  int64_t value;
  memcpy(&value, row + cell * 8, 8);
  return value;
}

static double real(const uint8_t *row, int cell) {
  double value;
  memcpy(&value, row + cell * 8, 8);
  return value;
}

static const uint8_t *bytes(const uint8_t *row, int cell, int *count) {
  uint32_t place[2];
  memcpy(place, row + cell * 8, 8);
  *count = (int)place[1];
  return row + place[0];
}

uint64_t baseline_fetch_floor(baseline *self) {
  keep kept = {0};
  sqlite3_stmt *select = baseline_prepare(self, "SELECT " ITEM_COLUMNS " FROM ZITEM t0");
  while (baseline_next(self, select)) {
    uint8_t *row = room(&kept);
    size_t length = 9 * 8;
    put_integer(row, 0, sqlite3_column_int64(select, 1));
    put_integer(row, 1, sqlite3_column_int64(select, 2));
    put_integer(row, 2, sqlite3_column_int64(select, column_id));
    put_integer(row, 3, sqlite3_column_int64(select, column_a));
    put_double(row, 4, sqlite3_column_double(select, column_b));
    put_double(row, 5, sqlite3_column_double(select, column_created));
    for (int i = 0; i < 3; i++) {
      static const int columns[3] = {column_name, column_note, column_blob};
      const void *content =
          i == 2 ? sqlite3_column_blob(select, columns[i]) : (const void *)sqlite3_column_text(select, columns[i]);
      put_bytes(row, &length, 6 + i, content, sqlite3_column_bytes(select, columns[i]));
    }
    add(&kept, row, length);
  }
  sqlite3_finalize(select);
  uint64_t sum = 0;
  for (int64_t i = 0; i < kept.count; i++) {
    const uint8_t *row = kept.objects[i]->row;
    int name_length, note_length, blob_length;
    const uint8_t *name = bytes(row, 6, &name_length), *note = bytes(row, 7, &note_length);
    const uint8_t *blob = bytes(row, 8, &blob_length);
    sum += baseline_sum(
        integer(row, 2), integer(row, 3), real(row, 4), real(row, 5), name, name_length, note, note_length, blob, blob_length);
  }
  discard(&kept);
  return sum;
}

static void keep_family(baseline *self, keep *kept, const char *sql, int cells) {
  sqlite3_stmt *select = baseline_prepare(self, sql);
  while (baseline_next(self, select)) {
    uint8_t *row = room(kept);
    size_t length = (size_t)(cells + 1) * 8;
    for (int cell = 0; cell < cells; cell++) put_integer(row, cell, sqlite3_column_int64(select, cell));
    const void *name = sqlite3_column_text(select, cells);
    put_bytes(row, &length, cells, name, sqlite3_column_bytes(select, cells));
    add(kept, row, length);
  }
  sqlite3_finalize(select);
}

static uint64_t text_sum(const uint8_t *row, int cell) {
  int length;
  const uint8_t *text = bytes(row, cell, &length);
  return (uint64_t)length + text[length - 1];
}

uint64_t baseline_to_one_floor(baseline *self) {
  keep children = {0}, parents = {0};
  keep_family(self, &children, "SELECT t0.Z_PK, t0.Z_OPT, t0.ZNUMBER, t0.ZPARENT, t0.ZNAME FROM ZCHILD t0", 4);
  keep_family(self, &parents, "SELECT t0.Z_PK, t0.Z_OPT, t0.ZNUMBER, t0.ZNAME FROM ZPARENT t0 ORDER BY t0.Z_PK", 3);
  int64_t first = parents.count ? integer(parents.objects[0]->row, 0) : 0;
  uint64_t sum = 0;
  for (int64_t i = 0; i < children.count; i++) {
    const uint8_t *child = children.objects[i]->row;
    // Their keys have no gaps here, so that an array does for a table.
    const uint8_t *parent = parents.objects[integer(child, 3) - first]->row;
    sum += text_sum(child, 4) + (uint64_t)integer(child, 2) * 3 + text_sum(parent, 3);
  }
  discard(&children);
  discard(&parents);
  return sum;
}
