import CoreDataModelFormat
import Foundation

/// A mapping model from the template to the one with an attribute more, in both forms of a file.
enum MappingSamples {
  static let xml = Data(
    """
    <?xml version="1.0" standalone="yes"?>
    <database>
      <databaseInfo><version>134481920</version><nextObjectID>120</nextObjectID></databaseInfo>
      <object type="XDDEVMAPPINGMODEL" id="z101">
        <attribute name="sourcemodelpath" type="string">M.xcdatamodeld/M.xcdatamodel</attribute>
        <attribute name="destinationmodelpath" type="string">M.xcdatamodeld/M 2.xcdatamodel</attribute>
        <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z102 z103"></relationship>
      </object>
      <object type="XDDEVENTITYMAPPING" id="z102">
        <attribute name="name" type="string">AnimalToAnimal</attribute>
        <attribute name="sourcename" type="string">Animal</attribute>
        <attribute name="destinationname" type="string">Animal</attribute>
        <attribute name="mappingnumber" type="int16">1</attribute>
        <relationship name="attributemappings" type="0/0" destination="XDDEVATTRIBUTEMAPPING" idrefs="z104 z105"></relationship>
        <relationship name="relationshipmappings" type="0/0" destination="XDDEVRELATIONSHIPMAPPING" idrefs="z106"></relationship>
      </object>
      <object type="XDDEVENTITYMAPPING" id="z103">
        <attribute name="name" type="string">OwnerToOwner</attribute>
        <attribute name="sourcename" type="string">Owner</attribute>
        <attribute name="destinationname" type="string">Owner</attribute>
        <attribute name="mappingnumber" type="int16">2</attribute>
        <relationship name="attributemappings" type="0/0" destination="XDDEVATTRIBUTEMAPPING" idrefs="z107"></relationship>
      </object>
      <object type="XDDEVATTRIBUTEMAPPING" id="z104">
        <attribute name="name" type="string">name</attribute>
      </object>
      <object type="XDDEVATTRIBUTEMAPPING" id="z105">
        <attribute name="name" type="string">more</attribute>
        <attribute name="sourcekeypath" type="string">$source.owner.name</attribute>
      </object>
      <object type="XDDEVRELATIONSHIPMAPPING" id="z106">
        <attribute name="name" type="string">owner</attribute>
        <attribute name="sourcemappingname" type="string">OwnerToOwner</attribute>
      </object>
      <object type="XDDEVATTRIBUTEMAPPING" id="z107">
        <attribute name="name" type="string">name</attribute>
      </object>
    </database>
    """.utf8)

  /// A keyed archive of the objects that Apple's tools write.
  static func compiled() -> Data {
    var archive = KeyedArchive()
    func add(_ name: String, _ fields: [String: KeyedArchive.Value]) -> KeyedArchive.Value {
      archive.entries.append(.object(KeyedArchive.Object(classNames: [name, "NSObject"], fields: fields)))
      return .reference(archive.entries.count - 1)
    }
    func list(_ values: [KeyedArchive.Value]) -> KeyedArchive.Value { add("NSArray", ["NS.objects": .array(values)]) }
    /// The value at a key path of the older object.
    func property(_ name: String, _ path: String) -> KeyedArchive.Value {
      let source = add("NSVariableExpression", ["NSVariable": .string("source"), "NSExpressionType": .integer(2)])
      let path = add("NSConstantValueExpression", ["NSConstantValue": .string(path), "NSExpressionType": .integer(0)])
      let value = add(
        "NSFunctionExpression",
        [
          "NSOperand": source, "NSSelectorName": .string("valueForKeyPath:"), "NSExpressionType": .integer(4),
          "NSArguments": list([path]),
        ])
      return add(
        "NSPropertyMapping", ["NSDestinationPropertyName": .string(name), "NSValueExpression": value])
    }
    func entity(_ name: String, _ properties: [KeyedArchive.Value]) -> KeyedArchive.Value {
      add(
        "NSEntityMapping",
        [
          "NSMappingName": .string("\(name)To\(name)"), "NSSourceEntityName": .string(name),
          "NSDestinationEntityName": .string(name), "NSMappingType": .integer(5),
          "NSAttributeMappings": list(properties),
        ])
    }
    let entities = [
      entity("Animal", [property("name", "name"), property("more", "owner.name")]),
      entity("Owner", [property("name", "name")]),
    ]
    archive.top["root"] = add("NSMappingModel", ["NSEntityMappings": list(entities)])
    return archive.data()
  }
}
