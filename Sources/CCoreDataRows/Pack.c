#include "CCoreDataRows.h"

#include <sqlite3.h>
#include <string.h>

/// The null bits of the first cells, in a row's header; `Row` has the whole layout.
static const size_t nulls_offset = 20;
static const int inline_nulls = 32;
static const size_t header_size = 24;

static inline sqlite3_value *value_of(
    sqlite3_stmt *statement, const struct coredata_result_row *row, int column) {
  return row->first ? (sqlite3_value *)((const char *)row->first + row->stride * column)
                    : sqlite3_column_value(statement, column);
}

void coredata_find_row(sqlite3_stmt *statement, int columns, struct coredata_result_row *row) {
  const char *first = (const char *)sqlite3_column_value(statement, 0);
  if (first != row->first) {
    const char *last = (const char *)sqlite3_column_value(statement, columns - 1);
    row->stride = (const char *)sqlite3_column_value(statement, 1) - first;
    row->first = row->stride > 0 && last - first == row->stride * (columns - 1) ? first : NULL;
  }
  row->entity = sqlite3_value_int64(value_of(statement, row, 0));
  row->key = sqlite3_value_int64(value_of(statement, row, 1));
  row->version = sqlite3_value_int64(value_of(statement, row, 2));
}

static inline void clear_null(struct coredata_open_row *row, int cell, uint32_t *inline_bits) {
  if (cell < inline_nulls) {
    *inline_bits &= ~(UINT32_C(1) << cell);
    return;
  }
  int bit = cell - inline_nulls;
  uint64_t word;
  uint8_t *place = row->start + header_size + (size_t)(bit >> 6) * 8;
  memcpy(&word, place, 8);
  word &= ~(UINT64_C(1) << (bit & 63));
  memcpy(place, &word, 8);
}

static inline void set_word(struct coredata_open_row *row, int cell, const void *word) {
  memcpy(row->start + row->cells + (size_t)cell * 8, word, 8);
}

/// Whether the bytes had room.
static inline int set_bytes(struct coredata_open_row *row, int cell, const void *bytes, size_t count) {
  if (row->length + count > row->room) return 0;
  uint32_t place[2] = {(uint32_t)row->length, (uint32_t)count};
  if (count > 0) memcpy(row->start + row->length, bytes, count);
  set_word(row, cell, place);
  row->length += count;
  return 1;
}

int coredata_pack_cells(
    sqlite3_stmt *statement, const struct coredata_result_row *values, const struct coredata_cell *cells, int next,
    int count, struct coredata_open_row *row) {
  uint32_t nulls;
  memcpy(&nulls, row->start + nulls_offset, 4);
  for (; next < count; next++) {
    const struct coredata_cell *cell = &cells[next];
    sqlite3_value *value = value_of(statement, values, cell->column);
    int type = sqlite3_value_type(value);
    if (type == SQLITE_NULL) continue;
    if (type == SQLITE_INTEGER) {
      sqlite3_int64 integer = sqlite3_value_int64(value);
      double real;
      const void *word = &integer;
      switch (cell->operation) {
        case coredata_operation_integer16:
          if (integer != (int16_t)integer) goto end;
          break;
        case coredata_operation_integer32:
          if (integer != (int32_t)integer) goto end;
          break;
        case coredata_operation_integer64:
          break;
        case coredata_operation_double:
          real = (double)integer;
          word = &real;
          break;
        case coredata_operation_key:
          // Keys begin with 1; Apple writes NULL for none, others have been seen to write 0.
          if (integer < 0) goto end;
          if (integer == 0) continue;
          break;
        case coredata_operation_entity:
          if (integer == 0) continue;
          goto end;
        default:
          goto end;
      }
      set_word(row, cell->cell, word);
    } else if (type == SQLITE_FLOAT && cell->operation == coredata_operation_double) {
      double real = sqlite3_value_double(value);
      set_word(row, cell->cell, &real);
    } else if (type == SQLITE_TEXT && cell->operation == coredata_operation_text) {
      const void *text = sqlite3_value_text(value);
      if (!text || !set_bytes(row, cell->cell, text, (size_t)sqlite3_value_bytes(value))) goto end;
    } else if (type == SQLITE_BLOB && cell->operation == coredata_operation_blob) {
      const void *blob = sqlite3_value_blob(value);
      size_t length = (size_t)sqlite3_value_bytes(value);
      if ((!blob && length > 0) || !set_bytes(row, cell->cell, blob, length)) goto end;
    } else {
      goto end;
    }
    clear_null(row, cell->cell, &nulls);
  }
end:
  memcpy(row->start + nulls_offset, &nulls, 4);
  return next;
}
