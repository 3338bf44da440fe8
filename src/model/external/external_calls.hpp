// model/external/external_calls.hpp
//
// Calls of functions that are declared as external: their inputs become the arguments of the C function as the
// declaration writes them, and what it gives becomes their outputs. What the C functions do is known to
// ExternalFunctions.
#pragma once

#include "model/expressions/argument_matching.hpp"

#include <optional>
#include <vector>

namespace dashpot::model {

class Evaluation;
class ExternalFunctions;

class ExternalCalls {
 public:
  ExternalCalls(TranslationContext& context, Expressions& expressions, Evaluation& evaluation,
                ArgumentMatching& arguments, ExternalFunctions& functions)
      : context_(context),
        expressions_(expressions),
        evaluation_(evaluation),
        arguments_(arguments),
        functions_(functions) {}

  /// Whether it is code in C that the model brings, and the user has allowed that to run.
  [[nodiscard]] bool mayRun(const FunctionClass& function) const;
  // Empty: something was wrong, and has been reported.
  /// All outputs of the function.
  std::optional<std::vector<Value>> call(const ScopedExpression& at, const FunctionClass& function,
                                         const std::vector<CallArgument>& arguments);
  /// The external object that the constructor makes: the record of the arguments it was given.
  std::optional<Value> makeObject(const ScopedExpression& at, const FunctionClass& constructor,
                                  const std::vector<CallArgument>& arguments);

 private:
  std::optional<std::vector<Value>> passed(const FunctionClass& function, const std::vector<Value>& inputs,
                                           std::vector<Symbol>& outputs);
  std::optional<Value> unwritten(const ComponentDescription& output);

  TranslationContext& context_;
  Expressions& expressions_;
  Evaluation& evaluation_;
  ArgumentMatching& arguments_;
  ExternalFunctions& functions_;
};

}  // namespace dashpot::model
