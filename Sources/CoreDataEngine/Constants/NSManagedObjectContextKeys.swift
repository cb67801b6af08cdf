// Keys of the `userInfo` of a context's notifications. Follows Apple's `NSManagedObjectContext`.

/// Objects that were inserted.
public let NSInsertedObjectsKey: String = "inserted"

/// Objects that were updated.
public let NSUpdatedObjectsKey: String = "updated"

/// Objects that were deleted.
public let NSDeletedObjectsKey: String = "deleted"

/// Objects that were refreshed and keep their registration.
public let NSRefreshedObjectsKey: String = "refreshed"

/// Objects that were invalidated.
public let NSInvalidatedObjectsKey: String = "invalidated"

/// Present when all objects of the context were invalidated.
public let NSInvalidatedAllObjectsKey: String = "invalidatedAll"

/// The query generation the context reads after a save or a merge.
public let NSManagedObjectContextQueryGenerationKey: String = "newQueryGeneration"

/// IDs of objects that were inserted.
public let NSInsertedObjectIDsKey: String = "inserted_objectIDs"

/// IDs of objects that were updated.
public let NSUpdatedObjectIDsKey: String = "updated_objectIDs"

/// IDs of objects that were deleted.
public let NSDeletedObjectIDsKey: String = "deleted_objectIDs"

/// IDs of objects that were refreshed.
public let NSRefreshedObjectIDsKey: String = "refreshed_objectIDs"

/// IDs of objects that were invalidated.
public let NSInvalidatedObjectIDsKey: String = "invalidated_objectIDs"
