// Author+CoreDataClass.swift

import CoreDataEngine

public class Author: NSManagedObject {}
