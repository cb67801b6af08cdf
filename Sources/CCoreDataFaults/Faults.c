#include "Faults.h"

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A file of SQLite's with the real one behind it.
struct fault_file {
  sqlite3_file base;
  const char *path;
  sqlite3_file *real;
};

struct fault_rule {
  char *path;
  enum coredata_fault fault;
  long count;
  long writes;
};

enum { rule_limit = 256 };
static struct fault_rule rules[rule_limit];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs layer;
static sqlite3_vfs *original;

static struct fault_rule *rule_for(const char *path) {
  if (!path) return NULL;
  for (int i = 0; i < rule_limit; i++)
    if (rules[i].path && strncmp(path, rules[i].path, strlen(rules[i].path)) == 0) return &rules[i];
  return NULL;
}

// The code with which a write fails; SQLITE_OK for one that may pass.
static int on_write(struct fault_file *file) {
  int result = SQLITE_OK;
  pthread_mutex_lock(&lock);
  struct fault_rule *rule = rule_for(file->path);
  if (rule && ++rule->writes > rule->count) {
    if (rule->fault == COREDATA_FAULT_FULL) result = SQLITE_FULL;
    if (rule->fault == COREDATA_FAULT_IO) result = SQLITE_IOERR_WRITE;
    if (rule->fault == COREDATA_FAULT_KILL) kill(getpid(), SIGKILL);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static int is_busy(struct fault_file *file) {
  pthread_mutex_lock(&lock);
  struct fault_rule *rule = rule_for(file->path);
  int busy = rule && rule->fault == COREDATA_FAULT_BUSY;
  pthread_mutex_unlock(&lock);
  return busy;
}

static struct fault_file *wrapped(sqlite3_file *file) { return (struct fault_file *)file; }
static sqlite3_file *real(sqlite3_file *file) { return wrapped(file)->real; }

static int file_close(sqlite3_file *f) { return real(f)->pMethods->xClose(real(f)); }
static int file_read(sqlite3_file *f, void *bytes, int count, sqlite3_int64 offset) {
  return real(f)->pMethods->xRead(real(f), bytes, count, offset);
}
static int file_write(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 offset) {
  int code = on_write(wrapped(f));
  return code == SQLITE_OK ? real(f)->pMethods->xWrite(real(f), bytes, count, offset) : code;
}
static int file_truncate(sqlite3_file *f, sqlite3_int64 size) {
  int code = on_write(wrapped(f));
  return code == SQLITE_OK ? real(f)->pMethods->xTruncate(real(f), size) : code;
}
static int file_sync(sqlite3_file *f, int flags) { return real(f)->pMethods->xSync(real(f), flags); }
static int file_size(sqlite3_file *f, sqlite3_int64 *size) { return real(f)->pMethods->xFileSize(real(f), size); }
static int file_lock(sqlite3_file *f, int level) {
  if (level >= SQLITE_LOCK_RESERVED && is_busy(wrapped(f))) return SQLITE_BUSY;
  return real(f)->pMethods->xLock(real(f), level);
}
static int file_unlock(sqlite3_file *f, int level) { return real(f)->pMethods->xUnlock(real(f), level); }
static int file_reserved(sqlite3_file *f, int *result) { return real(f)->pMethods->xCheckReservedLock(real(f), result); }
static int file_control(sqlite3_file *f, int operation, void *argument) {
  return real(f)->pMethods->xFileControl(real(f), operation, argument);
}
static int file_sector(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }
static int file_traits(sqlite3_file *f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); }
static int file_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **memory) {
  return real(f)->pMethods->xShmMap(real(f), page, size, extend, memory);
}
static int file_shm_lock(sqlite3_file *f, int offset, int count, int flags) {
  int writes = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE;
  // The first lock of the log is the writer's.
  if (offset == 0 && (flags & writes) == writes && is_busy(wrapped(f))) return SQLITE_BUSY;
  return real(f)->pMethods->xShmLock(real(f), offset, count, flags);
}
static void file_shm_barrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }
static int file_shm_unmap(sqlite3_file *f, int removes) { return real(f)->pMethods->xShmUnmap(real(f), removes); }

static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = file_close,
  .xRead = file_read,
  .xWrite = file_write,
  .xTruncate = file_truncate,
  .xSync = file_sync,
  .xFileSize = file_size,
  .xLock = file_lock,
  .xUnlock = file_unlock,
  .xCheckReservedLock = file_reserved,
  .xFileControl = file_control,
  .xSectorSize = file_sector,
  .xDeviceCharacteristics = file_traits,
  .xShmMap = file_shm_map,
  .xShmLock = file_shm_lock,
  .xShmBarrier = file_shm_barrier,
  .xShmUnmap = file_shm_unmap,
};

static int layer_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *outFlags) {
  struct fault_file *f = wrapped(file);
  f->path = name;  // SQLite keeps the name for as long as the file is open.
  f->real = (sqlite3_file *)(f + 1);
  int code = original->xOpen(original, name, f->real, flags, outFlags);
  f->base.pMethods = f->real->pMethods ? &methods : NULL;
  return code;
}

int coredata_faults_install(void) {
  static int result = SQLITE_OK;
  pthread_mutex_lock(&lock);
  if (!original) {
    original = sqlite3_vfs_find(NULL);
    layer = *original;
    layer.zName = "coredata-faults";
    layer.szOsFile = (int)sizeof(struct fault_file) + original->szOsFile;
    layer.xOpen = layer_open;
    result = sqlite3_vfs_register(&layer, 1);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int coredata_faults_set(const char *path, enum coredata_fault fault, long count) {
  int done = fault == COREDATA_FAULT_NONE;
  pthread_mutex_lock(&lock);
  struct fault_rule *place = NULL, *unused = NULL;
  for (int i = 0; i < rule_limit; i++) {
    if (!rules[i].path) unused = &rules[i];
    else if (strcmp(rules[i].path, path) == 0) place = &rules[i];
  }
  if (!place && fault != COREDATA_FAULT_NONE) place = unused;
  if (place) {
    free(place->path);
    *place = (struct fault_rule){0};
    if (fault != COREDATA_FAULT_NONE) {
      place->path = strdup(path);
      place->fault = fault;
      place->count = count;
      done = place->path != NULL;
    }
  }
  pthread_mutex_unlock(&lock);
  return done;
}

long coredata_faults_writes(const char *path) {
  pthread_mutex_lock(&lock);
  struct fault_rule *rule = rule_for(path);
  long writes = rule ? rule->writes : 0;
  pthread_mutex_unlock(&lock);
  return writes;
}
