// syntax/tree.hpp
//
// The syntax tree: what the user wrote, nothing more. Its shape is the grammar of Modelica 3.6, appendix A.
//
// Nodes live in arenas, one per sort of node, and refer to each other by 32-bit ids; children are runs in one list of
// ids. So a tree is a handful of vectors: cheap to build, to copy, to check, and proportional to the text.
//
// Invariants (check in parse.hpp verifies them):
//   1 every id refers to an existing node, every run lies inside the list
//   2 every node is the child of at most one node, so that following ids ends (the components of one clause share its
//     type and its constraint)
//   3 a node's text lies inside the file, and inside the text of its parent
//   4 a node has the number of children its kind demands: a binary expression two, an `if` an odd number, at least
//     three
#pragma once

#include "base/source.hpp"
#include "base/symbols.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace dashpot::syntax {

enum class ExpressionId : std::uint32_t { none = 0xffffffff };
enum class PartId : std::uint32_t { none = 0xffffffff };
enum class ArgumentId : std::uint32_t { none = 0xffffffff };
enum class IteratorId : std::uint32_t { none = 0xffffffff };
enum class StatementId : std::uint32_t { none = 0xffffffff };
enum class BranchId : std::uint32_t { none = 0xffffffff };
enum class SectionId : std::uint32_t { none = 0xffffffff };
enum class ComponentId : std::uint32_t { none = 0xffffffff };
enum class ElementId : std::uint32_t { none = 0xffffffff };
enum class ClassId : std::uint32_t { none = 0xffffffff };
enum class RemarkId : std::uint32_t { none = 0xffffffff };

/// A run of ids in Tree::lists.
template <class Id>
struct List {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  [[nodiscard]] bool empty() const { return count == 0; }
};

struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// ---------------------------------------------------------------------------------------------------- expressions

enum class ExpressionKind : std::uint8_t {
  real,  // a literal, as are the next three
  integer,
  string,
  boolean,
  reference,         // a.b[i].c, also the name of a type or function
  call,              // operands: the function's reference, then the arguments
  namedArgument,     // name = value
  functionArgument,  // function f(...): a partial application
  unary,
  binary,
  conditional,  // if: condition, value, {condition, value}, value
  range,        // a : b or a : step : b
  array,        // {a, b}
  matrix,       // [a, b; c, d]: operands: its rows
  matrixRow,
  comprehension,  // value for iterators
  tuple,
  omitted,  // (a, , b) on the left of an assignment
  end,
  colon,         // in subscripts
  indexed,       // (a)[i]: operands: the value, then the subscripts
  member,        // (a).b: symbol: the name
  breakBinding,  // x = break as a modification: x has no value
};

enum class Operator : std::uint8_t {
  none,
  plus,
  minus,
  times,
  divide,
  power,
  dotPlus,
  dotMinus,
  dotTimes,
  dotDivide,
  dotPower,
  less,
  lessEqual,
  greater,
  greaterEqual,
  equal,
  notEqual,
  logicalAnd,
  logicalOr,
  logicalNot,
};

[[nodiscard]] std::string_view spelling(Operator op);

struct Expression {
  ExpressionKind kind = ExpressionKind::omitted;
  Operator op = Operator::none;
  bool flag = false;             // boolean: its value; reference: begins with a dot
  Symbol symbol = Symbol::none;  // string: its characters; namedArgument, member: the name
  std::uint32_t number = 0;      // real, integer: index into Tree::numbers
  Span span = {};
  List<ExpressionId> operands = {};
  List<PartId> parts = {};          // reference
  List<IteratorId> iterators = {};  // comprehension
};

/// One identifier of a reference, with its subscripts.
struct Part {
  Symbol name = Symbol::none;
  Span span = {};
  List<ExpressionId> subscripts = {};
};

/// `i in range` of a loop or comprehension; the range may be left out.
struct Iterator {
  Symbol name = Symbol::none;
  Span span = {};
  ExpressionId range = ExpressionId::none;
};

// -------------------------------------------------------------------------------------------------- modifications

struct Modification {
  List<ArgumentId> arguments = {};
  ExpressionId value = ExpressionId::none;
  [[nodiscard]] bool empty() const { return arguments.empty() && value == ExpressionId::none; }
};

enum class ArgumentKind : std::uint8_t {
  element,
  redeclaration,
  removal,            // break x, in extends: the component named is left out
  connectionRemoval,  // break connect(a, b), in extends
};

struct Argument {
  ArgumentKind kind = ArgumentKind::element;
  bool each = false;
  bool final = false;
  Span span = {};
  ExpressionId name = ExpressionId::none;    // element, removal: a reference; connectionRemoval: the first connector
  Modification modification = {};            // element
  Symbol description = Symbol::none;         // element
  ElementId redeclared = ElementId::none;    // redeclare or replaceable
  ExpressionId second = ExpressionId::none;  // connectionRemoval: the other connector
};

// ------------------------------------------------------------------------------------------ equations, statements

enum class StatementKind : std::uint8_t {
  equality,    // expressions: the two sides
  connect,     // the two connectors
  call,        // the call
  assignment,  // algorithm: target := value
  conditional,
  loop,
  when,
  whileLoop,
  breakLoop,
  returnCall,
};

struct Statement {
  StatementKind kind = StatementKind::equality;
  Span span = {};
  std::uint32_t bodyEnd = 0;  // with branches: where the `end` stands
  List<ExpressionId> expressions = {};
  List<BranchId> branches = {};     // conditional, when: one per condition; loop, whileLoop: one
  List<IteratorId> iterators = {};  // loop
  Symbol description = Symbol::none;
  Modification annotation = {};
};

struct Branch {
  ExpressionId condition = ExpressionId::none;  // none: else, or the body of a for-loop
  List<StatementId> body = {};
  Span span = {};
};

struct Section {
  bool algorithm = false;
  bool initial = false;
  Span span = {};
  List<StatementId> statements = {};
};

// -------------------------------------------------------------------------------------------- classes, components

enum class Variability : std::uint8_t { continuous, discrete, parameter, constant };
enum class Causality : std::uint8_t { none, input, output };
enum class ConnectorPrefix : std::uint8_t { none, flow, stream };

struct Component {
  Symbol name = Symbol::none;
  Span nameSpan = {};
  Span span = {};
  ConnectorPrefix connector = ConnectorPrefix::none;
  Variability variability = Variability::continuous;
  Causality causality = Causality::none;
  ExpressionId type = ExpressionId::none;  // a reference; shared by the components of one clause
  List<ExpressionId> typeSubscripts = {};  // likewise shared
  List<ExpressionId> subscripts = {};
  Modification modification = {};
  ExpressionId condition = ExpressionId::none;
  Symbol description = Symbol::none;
  Modification annotation = {};
};

enum class ElementKind : std::uint8_t { import, extends, component, classDefinition };

struct Element {
  ElementKind kind = ElementKind::component;
  Span span = {};
  bool isProtected = false, isRedeclare = false, isFinal = false, isInner = false, isOuter = false,
       isReplaceable = false;
  ComponentId component = ComponentId::none;
  ClassId classDefinition = ClassId::none;
  ExpressionId name = ExpressionId::none;           // import: the package or class; extends: the base class
  Symbol alias = Symbol::none;                      // import A = B
  bool importsAll = false;                          // import B.*
  List<ExpressionId> importedNames = {};            // import B.{c, d}
  Modification modification = {};                   // extends
  ExpressionId constrainedBy = ExpressionId::none;  // shared by the components of one clause, as is the constraint
  Modification constraint = {};
  Symbol description = Symbol::none;
  Modification annotation = {};
};

enum class ClassKind : std::uint8_t {
  generic,
  model,
  record,
  operatorRecord,
  block,
  connector,
  expandableConnector,
  type,
  package,
  function,
  operatorFunction,
  operators,
};

[[nodiscard]] std::string_view spelling(ClassKind kind);

enum class ClassForm : std::uint8_t { composition, extension, shortClass, enumeration, derivative };
enum class Purity : std::uint8_t { unspecified, pure, impure };

struct External {
  bool present = false;
  Symbol language = Symbol::none;
  ExpressionId call = ExpressionId::none;    // name(arguments)
  ExpressionId result = ExpressionId::none;  // result = name(arguments)
  Modification annotation = {};
};

/// Description and annotation of a literal of an enumeration.
struct Remark {
  Symbol description = Symbol::none;
  Modification annotation = {};
};

struct Class {
  Symbol name = Symbol::none;
  Span nameSpan = {};
  Span span = {};
  ClassKind kind = ClassKind::generic;
  ClassForm form = ClassForm::composition;
  Purity purity = Purity::unspecified;
  bool isEncapsulated = false, isPartial = false;
  bool isFinal = false;  // at the top level of a file; elsewhere the element is
  Symbol description = Symbol::none;
  // composition and extension
  List<ElementId> elements = {};
  List<SectionId> sections = {};
  External external = {};
  // short class, derivative: the base; enumeration: the literals as references, none for `(:)`
  ExpressionId base = ExpressionId::none;
  List<ExpressionId> baseSubscripts = {};
  Causality baseCausality = Causality::none;
  List<ExpressionId> names = {};
  List<RemarkId> remarks = {};     // enumeration: one for each literal
  Modification modification = {};  // short class; extension
  Modification annotation = {};
};

// ------------------------------------------------------------------------------------------------------- the tree

/// A comment as written, with its slashes. It belongs to no node: the printer puts it where the text around it goes.
struct Comment {
  Span span = {};
  Symbol text = Symbol::none;
  bool followsToken = false;  // on the same line
};

struct Tree {
  SourceId source = SourceId::none;
  ExpressionId within = ExpressionId::none;
  bool hasWithin = false;
  Span withinSpan = {};
  List<ClassId> classes;  // the top level of the file

  std::vector<std::uint32_t> lists;
  std::vector<double> numbers;
  std::vector<Expression> expressions;
  std::vector<Part> parts;
  std::vector<Iterator> iterators;
  std::vector<Argument> arguments;
  std::vector<Statement> statements;
  std::vector<Branch> branches;
  std::vector<Section> sections;
  std::vector<Component> components;
  std::vector<Element> elements;
  std::vector<Class> classNodes;
  std::vector<Remark> remarks;
  std::vector<Comment> comments;  // in the order of the text

  const Expression& operator[](ExpressionId id) const { return expressions[static_cast<std::size_t>(id)]; }
  const Part& operator[](PartId id) const { return parts[static_cast<std::size_t>(id)]; }
  const Iterator& operator[](IteratorId id) const { return iterators[static_cast<std::size_t>(id)]; }
  const Argument& operator[](ArgumentId id) const { return arguments[static_cast<std::size_t>(id)]; }
  const Statement& operator[](StatementId id) const { return statements[static_cast<std::size_t>(id)]; }
  const Branch& operator[](BranchId id) const { return branches[static_cast<std::size_t>(id)]; }
  const Section& operator[](SectionId id) const { return sections[static_cast<std::size_t>(id)]; }
  const Component& operator[](ComponentId id) const { return components[static_cast<std::size_t>(id)]; }
  const Element& operator[](ElementId id) const { return elements[static_cast<std::size_t>(id)]; }
  const Class& operator[](ClassId id) const { return classNodes[static_cast<std::size_t>(id)]; }
  const Remark& operator[](RemarkId id) const { return remarks[static_cast<std::size_t>(id)]; }

  template <class Id>
  [[nodiscard]] Id at(List<Id> list, std::size_t i) const {
    return static_cast<Id>(lists[list.first + i]);
  }

  /// The ids of a list, for range-based loops.
  template <class Id>
  [[nodiscard]] auto items(List<Id> list) const {
    struct Iteration {
      const std::uint32_t* at;
      Id operator*() const { return static_cast<Id>(*at); }
      Iteration& operator++() {
        ++at;
        return *this;
      }
      bool operator!=(const Iteration& other) const { return at != other.at; }
    };
    struct Items {
      const std::uint32_t* first;
      std::uint32_t count;
      Iteration begin() const { return {first}; }
      Iteration end() const { return {first + count}; }
    };
    return Items{lists.data() + list.first, list.count};
  }

  [[nodiscard]] SourceRange range(Span span) const { return {source, span.begin, span.end}; }
};

}  // namespace dashpot::syntax
