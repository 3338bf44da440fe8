#include "model/flat/unit_check.hpp"

#include "base/unit_expression.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace dashpot::model {

namespace {

using symbolic::Op;

/// The unit of an expression as far as it is known; nothing: it may have any.
using Known = std::optional<UnitExpression>;

class UnitChecker {
 public:
  UnitChecker(const FlatModel& model, Diagnostics& diagnostics)
      : model_(model), diagnostics_(diagnostics), walker_(model.pool) {
    for (const Variable& variable : model.variables) declared_.push_back(declaredUnit(variable));
  }

  void run() {
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      const Variable& variable = model_.variables[i];
      if (variable.binding != Expr::none && variable.type == Type::real)
        compare(declared_[i], variable.binding, variable.origin, "variable", "value");
    }
    for (const Equation& equation : model_.equations) check(equation);
    for (const Equation& equation : model_.initialEquations) check(equation);
    for (const WhenClause& clause : model_.whenClauses)
      for (const WhenBranch& branch : clause.branches)
        for (const Action& action : branch.actions)
          if (action.target != VariableId::none && action.value != Expr::none)
            compare(declared_[symbolic::index(action.target)], action.value, action.origin, "variable", "value");
  }

 private:
  Known declaredUnit(const Variable& variable) {
    const std::string& text = variable.attributes.unit;
    if (variable.type != Type::real || text.empty()) return std::nullopt;
    const auto [place, isNew] = parsed_.try_emplace(text);
    if (!isNew) return place->second;
    place->second = parseUnit(text);
    if (!place->second)
      diagnostics_.warning("unknown-unit", variable.origin.where,
                           fmt::format("'{}' is not a unit we know: it is not checked", text));
    return place->second;
  }

  void check(const Equation& equation) {
    const Known left = infer(equation.left, equation.origin);
    compare(left, equation.right, equation.origin, "left side", "right side");
  }

  void compare(const Known& left, Expr value, const Origin& origin, std::string_view first, std::string_view second) {
    const Known right = infer(value, origin);
    if (!left || !right || left->agreesWith(*right)) return;
    warn(origin,
         fmt::format("the units do not agree: {} [{}], {} [{}]", first, describe(*left), second, describe(*right)));
  }

  void warn(const Origin& origin, std::string message) {
    if (!reported_.insert({origin.where.source, origin.where.begin}).second) return;
    Diagnostic& diagnostic = diagnostics_.warning("units", origin.where, std::move(message));
    if (origin.component != PathId::root)
      diagnostic.note(fmt::format("in the component {}", model_.paths.text(origin.component)));
  }

  /// Operands are older than what uses them, so one pass over what is reachable will do.
  Known infer(Expr root, const Origin& origin) {
    for (const Expr e : walker_.reachable(root))
      if (!known_.contains(e)) known_.emplace(e, inferNode(e, origin));
    return known_.at(root);
  }

  Known inferNode(Expr e, const Origin& origin) {
    const Op op = model_.pool.op(e);
    const auto [a, b, c] = model_.pool.operands(e);
    switch (op) {
      case Op::time: return parseUnit("s");
      case Op::variable:
      case Op::pre: return declared_[symbolic::index(model_.pool.variable(e))];
      case Op::derivative: {
        const Known unit = declared_[symbolic::index(model_.pool.variable(e))];
        return unit ? Known(*unit / *parseUnit("s")) : std::nullopt;
      }
      case Op::negate:
      case Op::noEvent:
      case Op::abs:
      case Op::delay: return known_.at(a);
      case Op::sqrt: return raised(known_.at(a), 0.5);
      case Op::add:
      case Op::subtract: return same(known_.at(a), known_.at(b), origin, "a sum");
      case Op::min:
      case Op::max: return same(known_.at(a), known_.at(b), origin, modelicaSpelling(op));
      case Op::less:
      case Op::lessEqual:
      case Op::greater:
      case Op::greaterEqual: (void)same(known_.at(a), known_.at(b), origin, "a comparison"); return std::nullopt;
      case Op::homotopy: return same(known_.at(a), known_.at(b), origin, "homotopy");
      case Op::conditional: return same(known_.at(b), known_.at(c), origin, "a choice");
      case Op::multiply: return product(a, b);
      case Op::divide: return quotient(a, b);
      case Op::power: return model_.pool.isConstant(b) ? raised(known_.at(a), model_.pool.value(b)) : std::nullopt;
      default: return std::nullopt;
    }
  }

  static Known raised(const Known& base, double exponent) {
    return base ? Known(power(*base, exponent)) : std::nullopt;
  }

  [[nodiscard]] bool isUnity(Expr e) const {
    return model_.pool.isConstant(e) && std::abs(model_.pool.value(e)) == 1.0;
  }

  Known product(Expr a, Expr b) {
    if (isUnity(a)) return known_.at(b);
    if (isUnity(b)) return known_.at(a);
    if (!known_.at(a) || !known_.at(b)) return std::nullopt;
    return *known_.at(a) * *known_.at(b);
  }

  Known quotient(Expr a, Expr b) {
    if (isUnity(a)) return raised(known_.at(b), -1);
    if (isUnity(b)) return known_.at(a);
    if (!known_.at(a) || !known_.at(b)) return std::nullopt;
    return *known_.at(a) / *known_.at(b);
  }

  /// Terms of one sum, or values to choose from. One of unknown unit takes that of the other.
  Known same(const Known& a, const Known& b, const Origin& origin, std::string_view what) {
    if (!a || !b) return a ? a : b;
    if (a->agreesWith(*b)) return a;
    warn(origin, fmt::format("the units do not agree: {} of [{}] and [{}]", what, describe(*a), describe(*b)));
    return std::nullopt;
  }

  const FlatModel& model_;
  Diagnostics& diagnostics_;
  symbolic::Walker walker_;
  std::vector<Known> declared_;
  std::map<std::string, Known, std::less<>> parsed_;
  std::unordered_map<Expr, Known> known_;
  std::set<std::pair<SourceId, std::uint32_t>> reported_;
};

}  // namespace

void checkUnits(const FlatModel& model, Diagnostics& diagnostics) { UnitChecker(model, diagnostics).run(); }

}  // namespace dashpot::model
