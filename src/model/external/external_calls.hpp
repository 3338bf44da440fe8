// model/external/external_calls.hpp
//
// Calls of functions that are declared as external: their inputs become the arguments of the C function as the
// declaration writes them, and what it gives becomes their outputs. What the C functions do is known to
// ExternalFunctions.
#pragma once

#include "model/expressions/argument_matching.hpp"
#include "model/external/user_code.hpp"

#include <optional>
#include <vector>

namespace dashpot::model {

class Evaluation;
class ExternalFunctions;
class FunctionTable;

class ExternalCalls {
 public:
  ExternalCalls(TranslationContext& context, Expressions& expressions, Evaluation& evaluation,
                ArgumentMatching& arguments, FunctionTable& table, ExternalFunctions& functions)
      : context_(context),
        expressions_(expressions),
        evaluation_(evaluation),
        arguments_(arguments),
        table_(table),
        functions_(functions) {}

  /// Whether it is code in C that the model brings, and the user has allowed that to run.
  [[nodiscard]] bool mayRun(const FunctionClass& function) const;
  // Empty: something was wrong, and has been reported.
  /// All outputs of the function.
  std::optional<std::vector<Value>> call(const ScopedExpression& at, const FunctionClass& function,
                                         const std::vector<CallArgument>& arguments);
  /// A call of such code in a when-clause, which may have effects: it is made once per event. The function, and the
  /// arguments, get what tells this call from others.
  void callOncePerEvent(FunctionClass& function, std::vector<Value>& arguments);
  /// The code in C of all functions that were made callable.
  [[nodiscard]] UserCode userCode() const { return users_.allCode(); }
  /// As UserCalls makes it.
  std::shared_ptr<const symbolic::HostFunction> userCall(const UserCode& code, const UserCall& call,
                                                         bool isCalledOncePerEvent, std::string& problem);
  /// The external object that the constructor makes: the record of the arguments it was given. In C of the user's: its
  /// number.
  std::optional<Value> makeObject(const ScopedExpression& at, const FunctionClass& constructor,
                                  const std::vector<CallArgument>& arguments);

 private:
  std::optional<std::vector<Value>> passed(const FunctionClass& function, const std::vector<Value>& inputs,
                                           std::vector<Symbol>& outputs);
  std::optional<Value> unwritten(const ComponentDescription& output);
  std::optional<Value> makeUserObject(const ScopedExpression& at, const FunctionClass& constructor,
                                      const std::vector<CallArgument>& arguments);
  Value identity(const ScopedExpression& at);
  void hideInput(FunctionClass& function, std::vector<Value>& arguments, std::string_view name, Value value);

  UserCalls users_;
  int calls_ = 0;    // of code that may have effects
  int objects_ = 0;  // in C of the user's
  TranslationContext& context_;
  Expressions& expressions_;
  Evaluation& evaluation_;
  ArgumentMatching& arguments_;
  FunctionTable& table_;
  ExternalFunctions& functions_;
};

}  // namespace dashpot::model
