#ifndef CCOREDATASQLITE_SHIM_H
#define CCOREDATASQLITE_SHIM_H
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// What Swift cannot spell: the destructor sentinels (casts of integers to function pointers), variadic
// calls, and functions that some builds of SQLite turn into macros.

// A null pointer would bind NULL; empty text and empty blobs must stay what they are.
static inline int coredata_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const unsigned char *bytes, sqlite3_uint64 count, int isStatic) {
  return sqlite3_bind_text64(
      statement, index, bytes ? (const char *)bytes : "", count,
      isStatic ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int coredata_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count, int isStatic) {
  return sqlite3_bind_blob64(
      statement, index, bytes ? bytes : "", count, isStatic ? SQLITE_STATIC : SQLITE_TRANSIENT);
}

static inline void coredata_sqlite_result_text(
    sqlite3_context *context, const unsigned char *bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void coredata_sqlite_result_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// Without this a misspelt "column" silently becomes the text 'column'. Older libraries lack the switch.
static inline void coredata_sqlite_refuse_double_quoted_text(sqlite3 *connection) {
#ifdef SQLITE_DBCONFIG_DQS_DML
  (void)sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
#else
  (void)connection;
#endif
}

// Answers 0 where the file system layer cannot tell (memory and temporary databases).
static inline int coredata_sqlite_has_moved(sqlite3 *connection) {
  int moved = 0;
  return sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved;
}

// The index of the write-ahead log, which all connections of all processes share; it begins with a header that changes
// with each commit. NULL where there is none. The connection must have read from the database, so that the index is
// mapped; it stays so until the connection is closed.
static inline const void *coredata_sqlite_log_header(sqlite3 *connection) {
  sqlite3_file *file = NULL;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file) return NULL;
  if (!file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return NULL;
  volatile void *region = NULL;
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK) return NULL;
  return (const void *)region;
}

// SQLite removes the log by its name when the last connection closes. After this it does not.
static inline void coredata_sqlite_keep_log(sqlite3 *connection) {
  int keeps = 1;
  (void)sqlite3_file_control(connection, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps);
}

static inline int coredata_sqlite_compile_option_used(const char *option) {
  return sqlite3_compileoption_used(option);
}

static inline const char *coredata_sqlite_compile_option(int index) {
  return sqlite3_compileoption_get(index);
}

static inline int coredata_sqlite_bytes_equal(const void *left, const void *right, unsigned long count) {
  return memcmp(left, right, count) == 0;
}

// A lock with an address of its own, which a C mutex inside a Swift object would not have.
static inline void *coredata_sqlite_lock_create(void) {
  pthread_mutex_t *lock = (pthread_mutex_t *)malloc(sizeof(pthread_mutex_t));
  if (lock && pthread_mutex_init(lock, NULL) != 0) {
    free(lock);
    return NULL;
  }
  return lock;
}

static inline void coredata_sqlite_lock_destroy(void *lock) {
  (void)pthread_mutex_destroy((pthread_mutex_t *)lock);
  free(lock);
}

static inline void coredata_sqlite_lock_acquire(void *lock) { (void)pthread_mutex_lock((pthread_mutex_t *)lock); }

static inline void coredata_sqlite_lock_release(void *lock) { (void)pthread_mutex_unlock((pthread_mutex_t *)lock); }

#endif
