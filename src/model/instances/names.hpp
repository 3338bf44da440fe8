// model/instances/names.hpp
//
// Questions about names from the translation of expressions. The instance tree answers; translation knows neither it
// nor how classes are looked up.
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/value.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::model {

class References;

/// The type of a component of a function or record, before its dimensions are known.
struct TypeDescription {
  ScalarType scalar = {};
  std::string name = "Real";                           // as the user knows it
  std::vector<struct ComponentDescription> fields;     // not empty: a record
  std::vector<ScopedExpression> dimensions = {};       // of the type itself: type Vector = Real[3]; ':' is possible
  bool isObject = false;                               // an external object
  Layout* operators = nullptr;                         // of an operator record: the class that says what operators mean
  std::shared_ptr<const FunctionClass> function = {};  // what a function that is passed must be like
};

struct ComponentDescription {
  Symbol name = Symbol::none;
  TypeDescription type = {};
  syntax::Causality causality = syntax::Causality::none;
  syntax::Variability variability = syntax::Variability::continuous;
  bool isProtected = false;
  std::vector<ScopedExpression> dimensions = {};  // own ones, before those of the type
  std::optional<ScopedExpression> binding = {};   // default of an input, first value of an output or local variable
  SourceRange declared = {};
  InstanceId home =
      InstanceId::none;  // the class node it belongs to: names in a value from elsewhere mean other things
  [[nodiscard]] bool isBoundOutside() const { return binding && binding->scope.instance != home; }
};

/// Whether a String is part of it.
[[nodiscard]] inline bool hasText(const TypeDescription& type) {
  return type.scalar.type == Type::string ||
         std::ranges::any_of(type.fields, [](const ComponentDescription& field) { return hasText(field.type); });
}

/// A list of statements with the place that gives its names their meaning.
struct ScopedStatements {
  const syntax::Tree* tree = nullptr;
  syntax::List<syntax::StatementId> statements = {};
  Scope scope = {};
};

/// annotation(derivative(...) = name) as written
struct DerivativeAnnotation {
  ScopedExpression function = {};
  int order = 1;
  std::vector<Symbol> noDerivative = {};
  std::vector<Symbol> zeroDerivative = {};
};

/// inverse(input = call)
struct InverseAnnotation {
  Symbol input = Symbol::none;
  ScopedExpression call = {};
};

/// A function with everything inherited and redeclared put together.
struct FunctionClass {
  std::uint64_t key = 0;  // the same for the same class with the same modifications
  std::string name;       // qualified
  SourceRange declared = {};
  bool isPartial = false;
  bool isExternal = false;
  std::string builtin = {};                           // external "builtin": the function of the language it stands for
  std::string external = {};                          // the name of the external function
  std::optional<ScopedExpression> externalCall = {};  // as written; none: all inputs, then all outputs
  Symbol externalResult = Symbol::none;               // the output that gets the value of the call
  std::string externalLanguage = "C";
  std::vector<std::pair<std::string, ScopedExpression>> externalAnnotation = {};  // Include, Library, ...
  bool isImpure = false;
  bool isPure = false;                // as it is declared
  std::string destructor = {};        // of the constructor of an external object: the C function that ends it
  std::size_t hiddenInputs = 0;       // of a C function: the first inputs, which it does not get; they tell calls apart
  bool isCalledOncePerEvent = false;  // a C function: calls with equal arguments are one call
  Layout* operators = nullptr;        // of the constructor of an operator record
  std::vector<ComponentDescription> components = {};
  std::vector<ScopedStatements> algorithms = {};
  std::vector<DerivativeAnnotation> derivatives = {};
  std::vector<InverseAnnotation> inverses = {};
  bool forbidsInlining = false;                         // annotation(Inline = false)
  bool isRefused = false;                               // it breaks a rule, which has been reported
  std::vector<ScopedExpression> differentiatedBy = {};  // function g = der(f, x): the inputs
};

enum class CalleeKind : std::uint8_t { function, record, enumeration, predefinedType, externalObject };

/// The name before the parentheses of a call, if it is not a function of the language itself.
struct Callee {
  CalleeKind kind = CalleeKind::function;
  FunctionClass function = {};  // function; record: its components are those of the constructor; externalObject: that
  ScalarType type = {};         // enumeration, predefinedType
};

class Names {
 public:
  virtual ~Names() = default;

  /// The value a reference stands for: variables of a component (records and arrays of components included), constants
  /// of packages, literals of enumerations. Empty: it has been reported. `references` evaluates
  /// subscripts.
  virtual std::optional<Value> value(const ScopedExpression& reference, References& references) = 0;
  /// Of a component whose declaration is being read, the sizes known so far: Real A[:, size(A, 1)].
  virtual std::optional<Dimensions> sizesSoFar(const ScopedExpression& reference) = 0;
  /// The shape of the component that a part of a reference names, its subscripts and those before it left aside. Empty:
  /// there is none; nothing has been reported.
  virtual std::optional<ArrayShape> shape(const ScopedExpression& reference, std::size_t part) = 0;
  /// Empty: no such thing is found; nothing has been reported.
  virtual std::optional<Callee> callee(const ScopedExpression& reference) = 0;
  /// The functions by which an operator record defines '+', 'constructor', ...; as many as it has.
  virtual const std::vector<FunctionClass>& operatorFunctions(Layout& record, std::string_view name) = 0;
  /// Every name that could be called here, for hints.
  virtual std::vector<std::string_view> callables(const Scope& scope) = 0;
  /// The expression that gives a parameter or constant its value, if it has one; it may be translated only now.
  /// Asking marks a parameter as structural: it can no longer be changed without flattening again.
  virtual std::optional<Expr> structuralValue(VariableId parameter, SourceRange usedAt) = 0;
  /// The same; of a variable that is no parameter, the value it is declared to have.
  virtual std::optional<Expr> declaredValue(VariableId variable, SourceRange usedAt) = 0;
  /// How many connections a connector has: cardinality(c). Empty: it has been reported.
  virtual std::optional<std::int32_t> connectionCount(const ScopedExpression& reference) = 0;
  /// Connections.isRoot and Connections.rooted of an overconstrained component. Empty: it has been reported.
  virtual std::optional<bool> isRoot(const ScopedExpression& reference) = 0;
  virtual std::optional<bool> isRooted(const ScopedExpression& reference) = 0;
  /// The path of the one model or block that a reference names. Empty: it has been reported.
  virtual std::optional<PathId> blockNamed(const ScopedExpression& reference) = 0;
  /// The path of the component that the scope belongs to.
  virtual PathId pathOf(const Scope& scope) = 0;
  /// inStream of a stream variable, and the flow that carries it. Empty: it is none.
  virtual std::optional<VariableId> inflow(VariableId stream) = 0;
  virtual std::optional<VariableId> carrier(VariableId stream) = 0;
  /// A function that is written in Modelica and built in.
  virtual FunctionClass predefinedFunction(std::string_view name) = 0;
  /// The model with the path of the component that the scope belongs to: getInstanceName().
  virtual std::string instanceName(const Scope& scope) = 0;
  /// The type of clocks, which is an enumeration while a model is flattened.
  virtual ScalarType clockType() = 0;
  /// The file that modelica://A.B/path names. Empty: there is no such package.
  virtual std::optional<std::string> resource(std::string_view uri) = 0;
  /// Whether `time` means something: it is an input of models and blocks.
  virtual bool knowsTime(const Scope& scope) = 0;
};

}  // namespace dashpot::model
