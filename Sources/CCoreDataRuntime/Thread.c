#include "CCoreDataRuntime.h"

static _Thread_local void *current_context;

uintptr_t coredata_thread_token(void) { return (uintptr_t)&current_context; }

void *coredata_current_context(void) { return current_context; }

void *coredata_exchange_current_context(void *context) {
  void *before = current_context;
  current_context = context;
  return before;
}

static _Thread_local void *instantiating_layout;

void *coredata_instantiating_layout(void) { return instantiating_layout; }

void *coredata_exchange_instantiating_layout(void *layout) {
  void *before = instantiating_layout;
  instantiating_layout = layout;
  return before;
}
