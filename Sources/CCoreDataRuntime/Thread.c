#include "CCoreDataRuntime.h"

static _Thread_local void *current_context;

uintptr_t coredata_thread_token(void) { return (uintptr_t)&current_context; }

void *coredata_current_context(void) { return current_context; }

void *coredata_exchange_current_context(void *context) {
  void *before = current_context;
  current_context = context;
  return before;
}

static _Thread_local int is_instantiating;

int coredata_is_instantiating(void) { return is_instantiating; }

int coredata_exchange_instantiating(int value) {
  int before = is_instantiating;
  is_instantiating = value;
  return before;
}
