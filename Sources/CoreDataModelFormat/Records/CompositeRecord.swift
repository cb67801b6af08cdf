/// A named group of attributes that composite attributes refer to.
package struct CompositeRecord: Equatable, Sendable {
  package var name: String
  package var elements: [AttributeRecord] = []

  package init(name: String) {
    self.name = name
  }
}
