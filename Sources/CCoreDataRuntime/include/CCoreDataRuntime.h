#ifndef CCOREDATARUNTIME_H
#define CCOREDATARUNTIME_H

#include <stdint.h>

/// Takes a strong reference to a Swift object unless its last one is already gone; NULL in that case.
/// The caller must know that the object's memory is still there: the owner of the reference holds a lock that the
/// object's deinitializer needs before its memory is freed.
void *_Nullable coredata_try_retain(void *_Nonnull object);

/// A number that no other living thread has.
uintptr_t coredata_thread_token(void);

/// The context whose block runs on this thread; NULL for none. Not retained.
void *_Nullable coredata_current_context(void);

/// Sets the context whose block runs on this thread; returns the one before.
void *_Nullable coredata_exchange_current_context(void *_Nullable context);

/// The layout of the entity of which the engine is making an object on this thread; NULL for none. Not retained.
void *_Nullable coredata_instantiating_layout(void);

/// Sets it; returns the one before.
void *_Nullable coredata_exchange_instantiating_layout(void *_Nullable layout);

#endif
