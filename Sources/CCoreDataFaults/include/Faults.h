#ifndef COREDATA_FAULTS_H
#define COREDATA_FAULTS_H

/// What happens to a file of a store under test.
enum coredata_fault {
  COREDATA_FAULT_NONE = 0,
  /// Writes fail because the disk is full.
  COREDATA_FAULT_FULL = 1,
  /// Writes fail because the disk is broken.
  COREDATA_FAULT_IO = 2,
  /// Locks for writing are held by someone else.
  COREDATA_FAULT_BUSY = 3,
  /// The process is killed instead of the write.
  COREDATA_FAULT_KILL = 4,
};

/// Puts a layer between SQLite and the file system, through which all databases opened from now on go. Returns SQLite's code.
int coredata_faults_install(void);

/// Lets the next `count` writes to files whose path begins with `path` pass, and makes every later one fail with `fault`.
/// `COREDATA_FAULT_NONE` ends it. Returns 0 when there is no room for another path.
int coredata_faults_set(const char *path, enum coredata_fault fault, long count);

/// How many writes there have been to files whose path begins with `path` since the fault was set, failed ones included.
long coredata_faults_writes(const char *path);

/// Makes a copy of this process, which must have one thread: returns 0 in the copy, its id in the original, -1 for a failure.
/// Swift has no fork of its own.
int coredata_fork(void);

/// Lets no file of this process grow beyond `bytes`; a write that would fails, as on a full disk. Negative for no limit.
void coredata_limit_file_size(long bytes);

#endif
