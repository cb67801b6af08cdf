/// The error policy, in the older spelling. Setting it has no effect.
public var NSErrorMergePolicy: AnyObject {
  get { NSMergePolicy.error }
  set {}
}

/// The policy by which stored changes win, in the older spelling. Setting it has no effect.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject {
  get { NSMergePolicy.mergeByPropertyStoreTrump }
  set {}
}

/// The policy by which the context's changes win, in the older spelling. Setting it has no effect.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
  get { NSMergePolicy.mergeByPropertyObjectTrump }
  set {}
}

/// The policy that writes over stored rows, in the older spelling. Setting it has no effect.
public var NSOverwriteMergePolicy: AnyObject {
  get { NSMergePolicy.overwrite }
  set {}
}

/// The policy that drops the context's changes, in the older spelling. Setting it has no effect.
public var NSRollbackMergePolicy: AnyObject {
  get { NSMergePolicy.rollback }
  set {}
}
