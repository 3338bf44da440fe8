// model/expressions/statement_calls.hpp
//
// Calls that stand alone: assert(), terminate(), reinit(), the function of the standard library for errors, and calls
// whose results nobody takes. Equations, when-equations, algorithms and functions have them; which of them is allowed
// where, and which arguments it takes, is known here. What it becomes is the business of the place.
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/value.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace dashpot::model {

class Evaluation;
class Expressions;
class TranslationContext;

enum class StatementCallKind : std::uint8_t { assertion, termination, reinitialisation, failure, other };
enum class StatementPlace : std::uint8_t { equation, whenEquation, algorithm, function };

struct StatementCall {
  StatementCallKind kind = StatementCallKind::other;
  ScopedExpression call = {};
  SourceRange where = {};                         // the statement
  ScopedExpression condition = {}, message = {};  // assertion; termination and failure have a message only
  bool isWarning = false;                         // assertion
  ScopedExpression state = {}, value = {};        // reinitialisation
};

class StatementCalls {
 public:
  StatementCalls(TranslationContext& context, Evaluation& evaluation) : context_(context), evaluation_(evaluation) {}

  /// `where`: the statement. Empty: it cannot stand here, or its arguments are wrong; that has been reported.
  std::optional<StatementCall> read(const ScopedExpression& call, StatementPlace place, SourceRange where);

 private:
  StatementCallKind kindOf(const ScopedExpression& call, std::string_view name, StatementPlace place);
  bool requireAllowed(StatementCallKind kind, std::string_view name, StatementPlace place, SourceRange where);
  bool readAssertion(StatementCall& call);
  bool readTermination(StatementCall& call);
  bool readReinitialisation(StatementCall& call);
  /// No tree: it is not given.
  ScopedExpression argument(const ScopedExpression& call, std::size_t position, std::string_view name);

  TranslationContext& context_;
  Evaluation& evaluation_;
};

}  // namespace dashpot::model
