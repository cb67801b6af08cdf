#ifndef CCOREDATAROWS_H
#define CCOREDATAROWS_H

#include <stddef.h>
#include <stdint.h>

// The inner loop of reading: values of a result row become cells of a packed row. It runs for each column of each row:
// in C it counts no references.

/// How a value is packed. The last ones are left to the caller.
enum __attribute__((enum_extensibility(closed))) coredata_operation : uint8_t {
  coredata_operation_integer16 __attribute__((swift_name("integer16"))),
  coredata_operation_integer32 __attribute__((swift_name("integer32"))),
  coredata_operation_integer64 __attribute__((swift_name("integer64"))),
  coredata_operation_double __attribute__((swift_name("double"))),
  coredata_operation_text __attribute__((swift_name("text"))),
  coredata_operation_blob __attribute__((swift_name("blob"))),
  /// A row's key; 0 stands for none.
  coredata_operation_key __attribute__((swift_name("key"))),
  /// An entity's number, packed as its index.
  coredata_operation_entity __attribute__((swift_name("entity"))),
  coredata_operation_decimal __attribute__((swift_name("decimal"))),
  coredata_operation_uuid __attribute__((swift_name("uuid"))),
};

/// A result column and the cell that its value fills.
struct coredata_cell {
  int32_t column;
  int32_t cell;
  /// The property's slot, for messages.
  int32_t slot;
  enum coredata_operation operation;
};

/// A statement's present row, of which the first values are the entity's number, the key and the version.
struct coredata_result_row {
  /// Where its values lie, and how far apart. NULL when each is to be looked up.
  const void *_Nullable first;
  ptrdiff_t stride;
  /// 0 for NULL too.
  int64_t entity;
  int64_t key;
  int64_t version;
};

/// A packed row that is being written.
struct coredata_open_row {
  uint8_t *_Nonnull start;
  /// Where its cells begin, in bytes from `start`.
  size_t cells;
  /// How long it is so far.
  size_t length;
  /// How long it may become where it is.
  size_t room;
};

typedef struct sqlite3_stmt sqlite3_stmt;

/// Finds the values of the present row, which has to have `columns` of them, three or more; `row` is the row before, or zero.
/// SQLite keeps the values of a row side by side, at equal distances. That is no promise of its interface, so it is checked
/// whenever they lie elsewhere than those of the row before.
void coredata_find_row(sqlite3_stmt *_Nonnull statement, int columns, struct coredata_result_row *_Nonnull row);

/// Packs the cells from `next` to `count`, and returns `count`, or the first cell that it leaves to the caller: one with content
/// that is of another kind, out of range, or longer than the room. NULL leaves a cell as it is.
int coredata_pack_cells(
    sqlite3_stmt *_Nonnull statement, const struct coredata_result_row *_Nonnull values,
    const struct coredata_cell *_Nonnull cells, int next, int count, struct coredata_open_row *_Nonnull row);

#endif
