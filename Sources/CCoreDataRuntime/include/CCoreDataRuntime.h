#ifndef CCOREDATARUNTIME_H
#define CCOREDATARUNTIME_H

/// Takes a strong reference to a Swift object unless its last one is already gone; NULL in that case.
/// The caller must know that the object's memory is still there: the context's registry holds a lock that the
/// object's deinitializer needs before its memory is freed.
void *_Nullable coredata_try_retain(void *_Nonnull object);

#endif
