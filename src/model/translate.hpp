// model/translate.hpp
//
// Expressions of the syntax tree to values: names resolved, types and shapes checked, arrays taken apart.
//
//   value                 types and shapes
//   array_operators       + - * / ^ and their element-wise forms, relations, logic; matrix products
//   array_functions       size, fill, cat, sum, transpose, ...
//   translate             expressions
//   array_expressions     ranges, array constructors, comprehensions
//   iterators             what loops and comprehensions run over
//   translate_references  names and their subscripts
//   evaluation            what must be known now
//   string_conversion     String(x, ...)
//   domain                functions of constants that they are not defined for
//   records               record constructors and defaults
//   builtin_calls         the other functions of the language: der, pre, sin, noEvent, ...
//   functions             calls of functions written in Modelica: made concrete per argument shape, inlined where small
//   external_functions    the external functions that are built in
//   function_body         the statements of such a function
//   function_slots        its variables
//   algorithms            algorithm sections of models to equations, by symbolic execution
#pragma once

#include "model/array_functions.hpp"
#include "model/external_functions.hpp"
#include "model/functions.hpp"
#include "model/names.hpp"
#include "symbolic/build.hpp"

#include <deque>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>

namespace dashpot::model {

class FunctionBody;

/// Demands on a value; those that are not stated are not checked.
struct Demand {
  std::string_view what;                      // "the start value of 'x'"
  std::optional<ScalarType> type = {};        // an Integer will do for a Real
  std::optional<Dimensions> dimensions = {};  // {}: a scalar
  bool fillFromScalar = false;                // each, attributes: a scalar will do for an array
};

/// An iterator of a loop or comprehension, with what is repeated.
struct ScopedIterator {
  const syntax::Tree* tree = nullptr;
  const syntax::Iterator* iterator = nullptr;
  Scope scope = {};
  syntax::List<syntax::StatementId> body = {};                // of a loop
  syntax::ExpressionId element = syntax::ExpressionId::none;  // of a comprehension
  bool mayVary = false;                                       // it is enough to know how many values there are
};

class Translator {
 public:
  Translator(FlatModel& model, Names& names, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics);

  /// Lets tables be read from these files.
  void allow(const FileAccess& files) { externals_.files = files; }

  /// Empty: something was wrong, and has been reported.
  std::optional<Value> translate(const ScopedExpression& expression);
  /// The same, converted to what is demanded (an Integer becomes a Real), or reported.
  std::optional<Value> translate(const ScopedExpression& expression, const Demand& demand);
  std::optional<Value> convert(Value value, const Demand& demand, SourceRange where);
  /// All results of a call, for (a, b) = f(x); of any other expression: its one value.
  std::optional<std::vector<Value>> results(const ScopedExpression& call, std::size_t wanted = 1);
  /// A call whose results nobody takes. What is given is true once it has been made; none: it has no effect, so it can
  /// be left out. Empty: something was wrong, and has been reported.
  std::optional<Expr> performed(const ScopedExpression& call);
  /// A scalar that must be true or false; how it varies, if that is asked for.
  std::optional<Expr> condition(const ScopedExpression& expression, Variability* variability = nullptr);
  /// A value whose scalars are constants: parameters it depends on become structural.
  std::optional<Value> evaluate(const ScopedExpression& expression, const Demand& demand);
  std::optional<std::int32_t> evaluateInteger(const ScopedExpression& expression, std::string_view what);
  std::optional<bool> evaluateCondition(const ScopedExpression& expression);
  std::optional<std::string> evaluateString(const ScopedExpression& expression, std::string_view what);
  /// Parameters it depends on become structural. Empty: it is not known, which has not been reported.
  std::optional<std::string> knownText(const Message& message, SourceRange usedAt);
  /// Only if the value is known without asking for parameters that may still be set.
  std::optional<double> constantValue(Expr e);
  /// Parameters it depends on become structural. Empty: it is not known, which has not been reported.
  std::optional<double> structuralValue(Expr e, SourceRange usedAt);

  /// Subscripts of an array of this shape; `end` and ':' are known, positions are checked.
  std::optional<std::vector<Subscript>> subscripts(const ScopedExpression& reference, const syntax::Part& part,
                                                   const ArrayShape& shape);

  /// Names of loops, comprehensions and functions; they hide what the instance tree knows.
  void bind(Symbol name, Value value, const Scope& scope) {
    context_->locals.push_back({name, std::move(value), scope.instance});
  }
  void unbind() { context_->locals.pop_back(); }
  /// The values an iterator takes: those of a range or vector, the literals of an enumeration, false and true. Of an
  /// iterator without a range: the positions of the array that it subscripts.
  std::optional<std::vector<Value>> iterations(const ScopedIterator& iterator);
  /// The type of the subscripts if a dimension is given by a type: Real x[Colour], y[Boolean].
  std::optional<ScalarType> indexType(const ScopedExpression& dimension);
  /// How many values such a type has.
  [[nodiscard]] std::int32_t indexCount(ScalarType type) const;

  /// Real variables that are assigned in when-clauses of an equation or algorithm section change at events only. To be
  /// called for all sections before any of them is translated, so that pre() of such a variable is understood.
  void markDiscrete(const ScopedStatements& statements);
  [[nodiscard]] bool isWhenTarget(VariableId variable) const { return whenTargets_.contains(variable); }
  /// Errors meanwhile are not reported.
  template <class Action>
  void quietly(const Action& action) {
    Diagnostics unheard;
    Diagnostics* outer = std::exchange(diagnostics_, &unheard);
    action();
    diagnostics_ = outer;
  }
  /// Why the last thing that was asked for is not known, if there is more to say than that.
  [[nodiscard]] const std::string& evaluationProblem() const { return evaluationProblem_; }
  /// An algorithm section as equations: one per scalar it assigns.
  void algorithm(const ScopedStatements& statements, bool initial, const Origin& origin);
  /// In the body of a when-clause pre(x) of a continuous variable is x as it arrives at the event. Gives what was
  /// before.
  bool insideWhen(bool inside) { return std::exchange(insideWhen_, inside); }
  /// The pieces of the text given to assert() and terminate().
  std::optional<Message> message(const ScopedExpression& expression);

  /// The arguments of an assertion, by position or name; one that is missing has no tree. Empty: it has been reported.
  struct AssertionParts {
    ScopedExpression condition = {}, message = {};
    bool isWarning = false;
  };
  std::optional<AssertionParts> assertion(const ScopedExpression& call);

  /// The text that the library's function for errors is called with; empty: it is another function.
  std::optional<Message> errorMessage(const ScopedExpression& call);

  [[nodiscard]] FlatModel& model() { return model_; }

 private:
  friend class FunctionTable;
  friend class ExternalFunctions;
  friend class FunctionBody;
  friend class FunctionMaker;
  friend class AlgorithmSection;
  using Node = syntax::Expression;

  /// An iterator, or a component of a function or record that is being evaluated. A name means it only in the scope
  /// that it belongs to: the default of a field knows nothing of the function that makes the record.
  struct Local {
    Symbol name = Symbol::none;
    Value value = {};
    InstanceId home = InstanceId::none;
  };

  /// Where expressions are put, and the names that are nearest.
  struct Context {
    Pool* pool = nullptr;
    FunctionBody* body = nullptr;         // inside a function
    std::deque<Local> locals = {};        // a deque: references stay valid while names are bound
    std::vector<std::int32_t> ends = {};  // what `end` stands for
  };

  /// Names that are bound while it lives are forgotten then.
  class LocalsKept {
   public:
    explicit LocalsKept(Context& context) : locals_(context.locals), count_(locals_.size()) {}
    ~LocalsKept() { locals_.resize(count_); }
    LocalsKept(const LocalsKept&) = delete;
    LocalsKept& operator=(const LocalsKept&) = delete;

   private:
    std::deque<Local>& locals_;
    std::size_t count_;
  };

  /// For as long as it lives, translation happens in another context.
  class Within {
   public:
    Within(Translator& translator, Context& context) : translator_(translator), outer_(translator.context_) {
      translator_.context_ = &context;
    }
    ~Within() { translator_.context_ = outer_; }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    Translator& translator_;
    Context* outer_;
  };

  struct CallArgument {
    Symbol name = Symbol::none;  // none: by position
    ScopedExpression value = {};
  };

  Pool& pool() { return *context_->pool; }
  bool insideWhen_ = false;
  static ScopedExpression operand(const ScopedExpression& at, std::size_t i);
  /// A name as it is written.
  [[nodiscard]] std::string textOf(const ScopedExpression& at) const;
  std::nullopt_t report(std::string code, SourceRange where, std::string message);
  void warn(std::string code, SourceRange where, std::string message);
  std::nullopt_t typeError(SourceRange where, std::string message) { return report("type", where, std::move(message)); }
  std::nullopt_t unsupported(SourceRange where, std::string_view what);
  std::optional<Value> resultOf(const ScopedExpression& at, OperatorResult result);

  // expressions
  Value number(double value, Type type);
  Value truth(bool value);
  std::optional<Value> reference(const ScopedExpression& at, const Node& node);
  Local* localNamed(Symbol name, const Scope& scope);
  std::optional<Value> indexed(const ScopedExpression& at, const Node& node);
  std::optional<Value> member(const ScopedExpression& at, const Node& node);
  std::optional<Value> local(const ScopedExpression& at, const Node& node, const Value& value);
  bool bringSubscripts(const ScopedExpression& at, const Node& node, Context& outside);
  std::optional<Value> imported(Value value, SourceRange where);
  std::optional<Value> binaryChain(const ScopedExpression& at);
  std::optional<Value> conditional(const ScopedExpression& at, const Node& node);
  std::optional<Value> choose(const ScopedExpression& at, Expr condition, const Value& then, const Value& otherwise);
  std::optional<Value> range(const ScopedExpression& at, const Node& node);
  std::optional<Value> array(const ScopedExpression& at, const Node& node);
  std::optional<Value> matrix(const ScopedExpression& at, const Node& node);
  std::optional<std::vector<Value>> comprehension(const ScopedExpression& at, Dimensions& dimensions);
  bool comprehend(const ScopedExpression& at, const Node& node, std::size_t iterator, std::vector<Value>& out,
                  Dimensions& dimensions);
  std::optional<Subscript> subscript(const ScopedExpression& at, const ArrayShape& shape, std::size_t dimension,
                                     const std::string& name);
  std::vector<Value> positions(ScalarType type, std::int32_t size);
  std::optional<ArrayShape> shapeOf(const ScopedExpression& reference, std::size_t part);
  std::optional<std::vector<Value>> impliedIterations(const ScopedIterator& iterator);
  bool isKnown(const Value& value);
  std::optional<std::int32_t> integerOf(const Value& value, SourceRange where);

  // calls
  std::optional<Value> call(const ScopedExpression& at, const Node& node);
  std::vector<CallArgument> argumentsOf(const ScopedExpression& at, const Node& node);
  std::optional<std::vector<Value>> callModelica(const ScopedExpression& at, const FunctionClass& function,
                                                 const std::vector<CallArgument>& arguments, std::size_t wanted = 1);
  std::optional<std::vector<Value>> callExternal(const ScopedExpression& at, const FunctionClass& function,
                                                 const std::vector<CallArgument>& arguments);
  std::optional<Value> makeObject(const ScopedExpression& at, const FunctionClass& constructor,
                                  const std::vector<CallArgument>& arguments);
  std::optional<std::vector<Value>> externalArguments(const FunctionClass& function, const std::vector<Value>& inputs,
                                                      std::vector<Symbol>& outputs);
  std::optional<std::vector<Value>> matched(const ScopedExpression& at, const FunctionClass& function,
                                            const std::vector<CallArgument>& arguments);
  /// In the order of the inputs; empty where none is given.
  std::optional<std::vector<std::optional<Value>>> givenArguments(
      const ScopedExpression& at, const std::string& function, const std::vector<const ComponentDescription*>& inputs,
      const std::vector<CallArgument>& arguments);
  void unknownFunction(const ScopedExpression& at, std::string_view name);

  // records
  struct Recipient {
    const std::string& name;
    bool isRecord;
  };
  std::optional<std::vector<Value>> withDefaults(const ScopedExpression& at, const Recipient& owner,
                                                 const std::vector<const ComponentDescription*>& components,
                                                 std::vector<std::optional<Value>> given);
  std::optional<Value> defaultOf(const ScopedExpression& at, const Recipient& owner,
                                 const ComponentDescription& component);
  std::optional<Value> makeRecord(const ScopedExpression& at, const FunctionClass& constructor,
                                  const std::vector<CallArgument>& arguments);
  std::optional<Value> recordOf(const ScopedExpression& at, const std::string& type,
                                const std::vector<ComponentDescription>& components,
                                const std::vector<CallArgument>& arguments);

  // the language's own functions
  bool variesBetweenEvents(const Value& value);
  std::optional<std::optional<Value>> builtin(const ScopedExpression& at, std::string_view name,
                                              const std::vector<CallArgument>& arguments);
  std::optional<Value> reduction(const ScopedExpression& at, std::string_view name, const ScopedExpression& argument);
  std::optional<std::vector<Value>> values(const ScopedExpression& at, std::string_view name,
                                           const std::vector<CallArgument>& arguments,
                                           std::initializer_list<std::string_view> names, std::size_t fewest);
  std::optional<Value> sizeSoFar(const ScopedExpression& array, const ScopedExpression& dimension);
  std::optional<Value> elementary(const ScopedExpression& at, std::string_view name, symbolic::Op op,
                                  const std::vector<Value>& arguments);
  /// False: a constant lies where the operation is not defined, which has been reported.
  [[nodiscard]] bool isNothing(const ScopedExpression& at) const;
  bool requireDefined(const ScopedExpression& at, std::string_view name, symbolic::Op op, const Value& a,
                      const Value* b);
  std::optional<double> valueOfConstant(const Value& value, std::size_t i, SourceRange where);
  std::optional<Value> semiLinear(const ScopedExpression& at, const std::vector<Value>& arguments);
  std::optional<Value> delayed(const ScopedExpression& at, const std::vector<Value>& arguments);
  std::optional<Value> derivative(const ScopedExpression& at, const Value& argument);
  std::optional<Expr> derivativeOf(const ScopedExpression& at, Expr e);
  std::optional<Value> beforeEvent(const ScopedExpression& at, std::string_view name, const Value& argument);
  std::optional<Value> stringOf(const ScopedExpression& at, const std::vector<CallArgument>& arguments);

  FlatModel& model_;
  Names& names_;
  const Sources& sources_;
  Symbols& symbols_;
  Diagnostics* diagnostics_;
  Context modelContext_;
  Context* context_ = &modelContext_;
  FunctionTable functions_;
  ExternalFunctions externals_;
  int recordDepth_ = 0;
  int evaluationDepth_ = 0;
  std::string evaluationProblem_;
  std::unordered_set<VariableId> whenTargets_;
  int depth_ = 0;
};

/// Functions of the language that are not yet supported, by name.
[[nodiscard]] bool isRefusedBuiltin(std::string_view name);
[[nodiscard]] std::vector<std::string_view> builtinNames();

}  // namespace dashpot::model
