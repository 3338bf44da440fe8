// model/translate.hpp: expressions of the syntax tree to expressions of the pool; names resolved, types checked.
#pragma once

#include "model/instance.hpp"
#include "symbolic/build.hpp"

#include <optional>

namespace dashpot::model {

struct Typed {
  Expr expression = Expr::none;
  Type type = Type::real;
  [[nodiscard]] bool isNumber() const { return type != Type::boolean; }
};

class Translator {
 public:
  Translator(const InstanceTree& instances, const ClassTable& classes, const Sources& sources, FlatModel& model,
             Diagnostics& diagnostics)
      : instances_(instances),
        classes_(classes),
        symbols_(classes.symbols()),
        sources_(sources),
        model_(model),
        diagnostics_(diagnostics) {}

  /// Empty: something was wrong, and has been reported.
  std::optional<Typed> translate(const ScopedExpression& expression);
  /// The same, and it must be a number or, respectively, a truth value.
  std::optional<Expr> number(const ScopedExpression& expression, std::string_view what);
  std::optional<Expr> condition(const ScopedExpression& expression);

  /// The component a reference names, InstanceId::none after a report.
  InstanceId resolveComponent(const ScopedExpression& reference);

 private:
  using Node = syntax::Expression;
  std::optional<Typed> expression(const ScopedExpression& at);
  std::optional<Typed> reference(const ScopedExpression& at, const Node& node);
  std::optional<Typed> packageConstant(const ScopedExpression& at, const Node& node);
  std::optional<Typed> constantOf(ClassRef owner, Symbol name);
  std::optional<Typed> call(const ScopedExpression& at, const Node& node);
  std::optional<Typed> callBuiltin(const ScopedExpression& at, symbolic::Op op, std::string_view name,
                                   const std::vector<ScopedExpression>& arguments);
  std::optional<Typed> derivative(const ScopedExpression& at, const std::vector<ScopedExpression>& arguments);
  std::optional<Typed> unary(const ScopedExpression& at, const Node& node);
  std::optional<Typed> binaryChain(const ScopedExpression& at);
  std::optional<Typed> binary(const ScopedExpression& at, const Node& node, const Typed& left, const Typed& right);
  std::optional<Typed> conditional(const ScopedExpression& at, const Node& node);
  void unknownFunction(const ScopedExpression& at, std::string_view name);
  void unknownName(const ScopedExpression& at, const syntax::Part& part, InstanceId in);
  std::nullopt_t unsupported(const ScopedExpression& at, std::string_view what);
  std::nullopt_t typeError(const ScopedExpression& at, std::string message);
  static ScopedExpression operand(const ScopedExpression& at, std::size_t i);

  const InstanceTree& instances_;
  const ClassTable& classes_;
  Symbols& symbols_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  int constantDepth_ = 0;
};

/// "a number", "a truth value"
[[nodiscard]] std::string_view describe(Type type);

}  // namespace dashpot::model
