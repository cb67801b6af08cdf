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

  /// A keyed archive under the names that Apple's classes have.
  static func compiled() -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.setClassName("NSMappingModel", for: ArchivedModel.self)
    archiver.setClassName("NSEntityMapping", for: ArchivedEntity.self)
    archiver.setClassName("NSPropertyMapping", for: ArchivedProperty.self)
    archiver.setClassName("NSVariableExpression", for: ArchivedVariable.self)
    archiver.setClassName("NSConstantValueExpression", for: ArchivedConstant.self)
    archiver.setClassName("NSFunctionExpression", for: ArchivedFunction.self)
    let model = ArchivedModel([
      "NSEntityMappings": [
        entity("Animal", [property("name", "name"), property("more", "owner.name")]),
        entity("Owner", [property("name", "name")]),
      ] as NSArray
    ])
    archiver.encode(model, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return archiver.encodedData
  }

  private static func entity(_ name: String, _ properties: [ArchivedProperty]) -> ArchivedEntity {
    ArchivedEntity([
      "NSMappingName": "\(name)To\(name)" as NSString, "NSSourceEntityName": name as NSString,
      "NSDestinationEntityName": name as NSString, "NSMappingType": 5, "NSAttributeMappings": properties as NSArray,
    ])
  }

  /// The value at a key path of the older object.
  private static func property(_ name: String, _ path: String) -> ArchivedProperty {
    let path = ArchivedConstant(["NSConstantValue": path as NSString, "NSExpressionType": 0])
    let value = ArchivedFunction([
      "NSOperand": ArchivedVariable(["NSVariable": "source" as NSString, "NSExpressionType": 2]),
      "NSSelectorName": "valueForKeyPath:" as NSString, "NSExpressionType": 4, "NSArguments": [path] as NSArray,
    ])
    return ArchivedProperty(["NSDestinationPropertyName": name as NSString, "NSValueExpression": value])
  }
}

/// What archives itself as it is told.
private class Archived: NSObject, NSCoding {
  private let fields: [String: Any]

  init(_ fields: [String: Any]) { self.fields = fields }

  required init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
      if let number = value as? Int { coder.encode(number, forKey: key) } else { coder.encode(value, forKey: key) }
    }
  }
}

private final class ArchivedModel: Archived {}
private final class ArchivedEntity: Archived {}
private final class ArchivedProperty: Archived {}
private final class ArchivedVariable: Archived {}
private final class ArchivedConstant: Archived {}
private final class ArchivedFunction: Archived {}
