// model/expressions/calls.hpp
//
// The meaning of a call: a function of the language, one written in Modelica, an external one, or a constructor.
#pragma once

#include "model/expressions/argument_matching.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace dashpot::model {

class BuiltinCalls;
class ExternalCalls;
class FunctionTable;
class OperatorRecords;

class Calls {
 public:
  Calls(TranslationContext& context, Expressions& expressions, ArgumentMatching& arguments, BuiltinCalls& builtins,
        FunctionTable& functions, ExternalCalls& externals, OperatorRecords& operatorRecords)
      : context_(context),
        expressions_(expressions),
        arguments_(arguments),
        builtins_(builtins),
        functions_(functions),
        externals_(externals),
        operatorRecords_(operatorRecords) {}

  // Empty: something was wrong, and has been reported.
  /// The first result of a call.
  std::optional<Value> value(const ScopedExpression& at);
  /// All results of a call, for (a, b) = f(x); of any other expression: its one value. `wanted`: how many are taken.
  std::optional<std::vector<Value>> results(const ScopedExpression& at, std::size_t wanted = 1);
  /// The same for the targets (a, b) of an assignment; fewer results than targets are a fault.
  std::optional<std::vector<Value>> resultsFor(const ScopedExpression& targets, const ScopedExpression& at);
  /// A call whose results nobody takes. What is given is true once it has been made; none: it has no effect, so it can
  /// be left out.
  std::optional<Expr> performed(const ScopedExpression& at);

 private:
  std::optional<std::vector<Value>> call(const ScopedExpression& at, const FunctionClass& function,
                                         std::size_t wanted = 1);
  /// The variable of a function that is called, if it is a function itself.
  [[nodiscard]] const Value* passedFunction(const ScopedExpression& name);
  std::optional<std::vector<Value>> callPassed(const ScopedExpression& at, const Value& passed, std::size_t wanted = 1);
  void reportUnknown(const ScopedExpression& function, std::string_view name);

  TranslationContext& context_;
  Expressions& expressions_;
  ArgumentMatching& arguments_;
  BuiltinCalls& builtins_;
  FunctionTable& functions_;
  ExternalCalls& externals_;
  OperatorRecords& operatorRecords_;
};

}  // namespace dashpot::model
