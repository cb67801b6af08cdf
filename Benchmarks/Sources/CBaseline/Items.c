#include "Baseline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const baseline_item *baseline_items(int64_t count) {
  static baseline_item *items;
  static int64_t made;
  if (count <= made) return items;
  items = realloc(items, (size_t)count * sizeof *items);
  if (!items) abort();
  for (int64_t i = made; i < count; i++) {
    baseline_item *item = &items[i];
    item->id = i;
    item->a = i * 37 % 100;
    item->b = (double)(i * 7919 % 1000003) * 0.5;
    item->created = 700000000.0 + (double)i;
    snprintf(item->name, sizeof item->name, "Item %08lld", (long long)i);
    // A tenth has an accent; all are 42 bytes long.
    const char *format = i % 10 == 0 ? "\xc3\x81 note of forty-two byte on item %08lld" : "A note of forty-two bytes on item %08lld";
    snprintf(item->note, sizeof item->note, format, (long long)i);
    uint64_t words[2] = {(uint64_t)i * 0x9e3779b97f4a7c15u, (uint64_t)i ^ 0xd1b54a32d192ed03u};
    memcpy(item->blob, words, sizeof words);
  }
  made = count;
  return items;
}

uint64_t baseline_sum(
    int64_t id, int64_t a, double b, double created, const uint8_t *name, int name_length, const uint8_t *note,
    int note_length, const uint8_t *blob, int blob_length) {
  return (uint64_t)id * 3 + (uint64_t)a * 5 + (uint64_t)(int64_t)(b * 2) * 7 + (uint64_t)(int64_t)created +
         (uint64_t)name_length * 11 + name[name_length - 1] + (uint64_t)note_length * 13 + note[0] +
         (uint64_t)blob_length * 17 + blob[0];
}

uint64_t baseline_row_sum(sqlite3_stmt *row) {
  const uint8_t *name = sqlite3_column_text(row, column_name);
  const uint8_t *note = sqlite3_column_text(row, column_note);
  const uint8_t *blob = sqlite3_column_blob(row, column_blob);
  return baseline_sum(sqlite3_column_int64(row, column_id), sqlite3_column_int64(row, column_a),
             sqlite3_column_double(row, column_b), sqlite3_column_double(row, column_created), name,
             sqlite3_column_bytes(row, column_name), note, sqlite3_column_bytes(row, column_note), blob,
             sqlite3_column_bytes(row, column_blob));
}

uint64_t baseline_item_sum(const baseline_item *item) {
  return baseline_sum(item->id, item->a, item->b, item->created, (const uint8_t *)item->name, sizeof item->name - 1,
             (const uint8_t *)item->note, sizeof item->note - 1, item->blob, sizeof item->blob);
}
