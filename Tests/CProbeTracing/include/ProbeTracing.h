#ifndef COREDATA_PROBE_TRACING_H
#define COREDATA_PROBE_TRACING_H

/// How a traced program has ended.
enum coredata_trace_end {
  /// By itself, before the call at which it was to be killed.
  COREDATA_TRACE_EXITED = 0,
  /// Killed in place of the call.
  COREDATA_TRACE_KILLED = 1,
  /// It could not be traced; `errno` tells why.
  COREDATA_TRACE_FAILED = 2,
};

/// Runs the program `arguments[0]` and kills it, as a power cut would, in place of one system call that would change the
/// file system. Since nothing changes between two such calls, every moment at which a kill can make a difference is
/// before one of them.
///
/// `passed` calls are let through; output to the standard streams does not count. `count` is set to how many there were.
enum coredata_trace_end coredata_trace_run(char *const arguments[], long passed, long *count);

/// The bytes that this process has allocated and not freed; 0 where nobody counts them.
unsigned long coredata_trace_heap(void);

#endif
