// model/expressions/builtin_calls.hpp
//
// The functions of the language itself (Modelica 3.6, section 3.7): one table {name, inputs, handler}, from which a
// call finds its arguments and its meaning.
//
//   builtin_calls.cpp          the table, and how a call goes through it
//   builtin_operators.cpp      operators with a meaning of their own: der, pre, delay, ...
//   array_functions            functions of arrays: size, fill, sum, transpose, ...
//   string_conversion          String(x, ...)
#pragma once

#include "model/expressions/argument_matching.hpp"
#include "symbolic/operation.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dashpot::model {

class ArrayExpressions;
class ClockedOperators;
class Evaluation;
class OperatorRecords;
class References;
class StateOperators;
class VaryingSlices;

class BuiltinCalls {
 public:
  BuiltinCalls(TranslationContext& context, Expressions& expressions, Evaluation& evaluation, References& references,
               ArgumentMatching& arguments, ArrayExpressions& arrays, OperatorRecords& operatorRecords,
               ClockedOperators& clocked, StateOperators& states, VaryingSlices& slices)
      : context_(context),
        expressions_(expressions),
        evaluation_(evaluation),
        references_(references),
        arguments_(arguments),
        arrays_(arrays),
        operatorRecords_(operatorRecords),
        clocked_(clocked),
        states_(states),
        slices_(slices) {}

  /// Those that are refused are known, too: they are not looked for elsewhere.
  [[nodiscard]] static bool knows(std::string_view name);
  /// Every name that can be called, for hints.
  [[nodiscard]] static std::vector<std::string_view> names();

  /// The value of a call of a function that is known. Empty: something was wrong, and has been reported.
  std::optional<Value> call(const ScopedExpression& at, std::string_view name,
                            const std::vector<CallArgument>& arguments);

 private:
  struct Entry;
  /// One call on its way through the table.
  struct Call {
    const ScopedExpression& at;
    const Entry& entry;
    const std::vector<CallArgument>& written;
    std::vector<Value> given =
        {};  // in the order of the inputs; of those that may be left out, the ones that are given
  };
  using Result = std::optional<Value>;
  using Handler = Result (BuiltinCalls::*)(Call&);
  /// How the arguments are read.
  enum class Reading : std::uint8_t {
    byInputs,   // by position and name, as `inputs` lists them
    byHandler,  // the handler does it
  };
  /// Where a call means something.
  enum class Meaning : std::uint8_t { everywhere, inModels, nowhere };
  /// The type of the result of an elementary function.
  enum class ResultType : std::uint8_t { real, integer, asArgument };

  struct Entry {
    std::string_view name;
    std::vector<std::string_view> inputs;
    Handler handler;
    std::size_t fewest = 0;  // inputs that must be given
    Reading reading = Reading::byInputs;
    Meaning meaning = Meaning::inModels;
    symbolic::Op op = {};  // elementary functions
    ResultType type = ResultType::real;
  };
  static const std::vector<Entry>& table();
  static const Entry* find(std::string_view name);

  // functions of numbers and of arrays
  Result elementary(Call& call);
  Result arrayFunction(Call& call);
  Result reduction(Call& call);
  Result size(Call& call);

  // operators
  Result derivative(Call& call);
  Result pre(Call& call);
  Result edge(Call& call);
  Result change(Call& call);
  Result sample(Call& call);
  Result clockedOperator(Call& call);
  Result stateQuestion(Call& call);
  Result initial(Call& call);
  Result terminal(Call& call);
  Result noEvent(Call& call);
  Result smooth(Call& call);
  Result homotopy(Call& call);
  Result delay(Call& call);
  Result semiLinear(Call& call);
  Result string(Call& call);
  Result integer(Call& call);
  Result instanceName(Call& call);
  Result cardinality(Call& call);
  Result inStream(Call& call);
  Result actualStream(Call& call);
  Result isRoot(Call& call);
  Result isRooted(Call& call);

  // what is no value, or not supported
  Result statement(Call& call);
  Result refused(Call& call);

  std::optional<Expr> derivativeOf(const ScopedExpression& at, Expr e);
  std::optional<Expr> valueBefore(const Call& call, Expr variable);
  Result comparedWithBefore(Call& call, Expr (*compare)(Pool&, Expr, Expr));
  bool requireVariables(const Call& call);
  [[nodiscard]] bool isString(const Call& call) const;
  bool numberTexts(Call& call);
  std::nullopt_t refuseStream(const Call& call);
  bool variesBetweenEvents(const Value& value);

  TranslationContext& context_;
  Expressions& expressions_;
  Evaluation& evaluation_;
  References& references_;
  ArgumentMatching& arguments_;
  ArrayExpressions& arrays_;
  OperatorRecords& operatorRecords_;
  ClockedOperators& clocked_;
  StateOperators& states_;
  VaryingSlices& slices_;
};

}  // namespace dashpot::model
