// model/expressions/expressions.hpp
//
// Expressions of the syntax tree as values: literals, operators and if-expressions here, everything else by the parts
// of translation that know it.
#pragma once

#include "base/diagnostic.hpp"
#include "model/classes/modifiers.hpp"
#include "model/expressions/demand.hpp"
#include "model/expressions/value.hpp"
#include "symbolic/function.hpp"

#include <optional>
#include <vector>

namespace dashpot::model {

class ArrayExpressions;
class Calls;
class Evaluation;
class OperatorRecords;
class References;
class TranslationContext;

class Expressions {
 public:
  Expressions(TranslationContext& context, Evaluation& evaluation, References& references, ArrayExpressions& arrays,
              Calls& calls, OperatorRecords& operatorRecords)
      : context_(context),
        evaluation_(evaluation),
        references_(references),
        arrays_(arrays),
        calls_(calls),
        operatorRecords_(operatorRecords) {}

  /// Empty: something was wrong, and has been reported.
  std::optional<Value> translate(const ScopedExpression& at);
  /// The same, converted to what is demanded, or reported.
  std::optional<Value> translate(const ScopedExpression& at, const Demand& demand);
  /// a op b of values that are known, with the meaning that operator records give it.
  std::optional<Value> binary(const ScopedExpression& at, syntax::Operator op, const Value& a, const Value& b);
  /// A scalar that must be true or false; how it varies, if that is asked for.
  std::optional<Expr> condition(const ScopedExpression& at, Variability* variability = nullptr);
  /// The pieces of the text given to assert() and terminate().
  std::optional<Message> message(const ScopedExpression& at);
  /// if condition then a else b, of two values that must be alike.
  std::optional<Value> choose(const ScopedExpression& at, Expr condition, const Value& then, const Value& otherwise);

 private:
  /// One branch of an if-expression.
  struct Branch {
    std::optional<Expr> condition = {};  // none: it is taken if no branch before is
    Variability decidedBy = Variability::constant;
    std::optional<Value> value = {};
    Diagnostics problems = {};
    std::vector<symbolic::Statement> before = {};  // inside a function: what its value needs
  };

  std::optional<Value> binaryChain(const ScopedExpression& at);
  void requireSpace(const ScopedExpression& at, syntax::Operator op);
  std::optional<Value> conditional(const ScopedExpression& at, const syntax::Expression& node);
  std::optional<std::vector<Branch>> branches(const ScopedExpression& at, const syntax::Expression& node);
  void keepTheBranchTaken(std::vector<Branch>& branches, SourceRange where);
  void translateBranch(Branch& branch, const ScopedExpression& value);

  TranslationContext& context_;
  Evaluation& evaluation_;
  References& references_;
  ArrayExpressions& arrays_;
  Calls& calls_;
  OperatorRecords& operatorRecords_;
};

}  // namespace dashpot::model
