import CoreDataCompat
print("SideBySide")
