#define _GNU_SOURCE
#include "ProbeTracing.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int creates(uint64_t flags) { return (flags & (O_CREAT | O_TRUNC)) != 0; }

// Whether a call would change the file system. Architectures differ in which of them there are.
static int is_change(uint64_t number, const uint64_t *arguments) {
  switch (number) {
#ifdef SYS_open
  case SYS_open: return creates(arguments[1]);
#endif
  case SYS_openat: return creates(arguments[2]);
  case SYS_write:
  case SYS_pwrite64:
  case SYS_writev:
  case SYS_pwritev: return arguments[0] > STDERR_FILENO;
#ifdef SYS_openat2
  case SYS_openat2:
#endif
#ifdef SYS_creat
  case SYS_creat:
#endif
#ifdef SYS_rename
  case SYS_rename:
#endif
#ifdef SYS_renameat
  case SYS_renameat:
#endif
  case SYS_renameat2:
#ifdef SYS_unlink
  case SYS_unlink:
#endif
  case SYS_unlinkat:
#ifdef SYS_rmdir
  case SYS_rmdir:
#endif
#ifdef SYS_mkdir
  case SYS_mkdir:
#endif
  case SYS_mkdirat:
#ifdef SYS_link
  case SYS_link:
#endif
  case SYS_linkat:
#ifdef SYS_symlink
  case SYS_symlink:
#endif
  case SYS_symlinkat:
  case SYS_truncate:
  case SYS_ftruncate:
  case SYS_fallocate:
  case SYS_copy_file_range:
  case SYS_sendfile:
  case SYS_utimensat: return 1;
  default: return 0;
  }
}

static enum coredata_trace_end follow(pid_t child, long passed, long *count) {
  int status;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return COREDATA_TRACE_FAILED;
  long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, child, 0, options) != 0) return COREDATA_TRACE_FAILED;
  ptrace(PTRACE_SYSCALL, child, 0, 0);
  for (;;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) return COREDATA_TRACE_FAILED;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread != child) continue;
      return WIFEXITED(status) ? COREDATA_TRACE_EXITED : COREDATA_TRACE_KILLED;
    }
    int stop = WSTOPSIG(status), forwarded = 0;
    if (stop == (SIGTRAP | 0x80)) {
      struct __ptrace_syscall_info info;
      if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0) return COREDATA_TRACE_FAILED;
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY && is_change(info.entry.nr, info.entry.args)) {
        if (*count == passed) {
          // The call that the thread is about to make is not made any more.
          kill(child, SIGKILL);
          while (waitpid(-1, &status, __WALL) > 0) {
          }
          return COREDATA_TRACE_KILLED;
        }
        ++*count;
      }
    } else if (stop != SIGTRAP && stop != SIGSTOP) {
      forwarded = stop;
    }
    ptrace(PTRACE_SYSCALL, thread, 0, forwarded);
  }
}

enum coredata_trace_end coredata_trace_run(char *const arguments[], long passed, long *count) {
  *count = 0;
  pid_t child = fork();
  if (child < 0) return COREDATA_TRACE_FAILED;
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) execv(arguments[0], arguments);
    _exit(127);
  }
  return follow(child, passed, count);
}

unsigned long coredata_trace_heap(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  return mallinfo2().uordblks;
#else
  return 0;
#endif
}

#else

enum coredata_trace_end coredata_trace_run(char *const arguments[], long passed, long *count) {
  (void)arguments;
  (void)passed;
  *count = 0;
  errno = ENOTSUP;
  return COREDATA_TRACE_FAILED;
}

unsigned long coredata_trace_heap(void) { return 0; }

#endif
