// Shelf+CoreDataClass.swift

import CoreDataEngine

public class Shelf: NSManagedObject {}
