import Testing

@testable import CoreDataEngine

@Suite struct ClassModuleTests {
  @Test(arguments: [
    ("/b/Shop_Library.resources/M.xcdatamodeld", ["Library"]),
    ("/b/my-shop_My-Library.resources/M.momd", ["My_Library"]),
    ("/b/my_shop_core_model.resources/M.mom", ["shop_core_model", "core_model", "model"]),
    ("/b/Resources/M.xcdatamodeld", []), ("/b/Shop_Library/M.xcdatamodeld", []),
  ])
  func modulesAreToldFromTheBundle(path: String, modules: [String]) {
    #expect(ObjectClass.modules(ofModelAt: URL(fileURLWithPath: path)) == modules)
  }

  @Test func aClassIsFoundInAnyOfTheModules() {
    let modules = ["Nowhere", "CoreDataEngineTests"]
    for name in [
      "ClassModuleObject", ".ClassModuleObject", "App.ClassModuleObject", "CoreDataEngineTests.ClassModuleObject",
    ] {
      #expect(ObjectClass.named(name, in: modules) == ClassModuleObject.self, "\(name)")
    }
    #expect(ObjectClass.named("ClassModuleObject", in: ["Nowhere"]) == NSManagedObject.self)
    #expect(ObjectClass.named(nil, in: modules) == NSManagedObject.self)
    #expect(ObjectClass.module(of: ClassModuleObject.self) == "CoreDataEngineTests")
  }
}

final class ClassModuleObject: NSManagedObject {}
