#include "Faults.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

int coredata_fork(void) { return fork(); }

void coredata_limit_file_size(long bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes < 0 ? limit.rlim_max : (rlim_t)bytes;
  // Without this the signal would end the process.
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
}
