#include "symbolic/print.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dashpot::symbolic {

namespace {

enum Binding {
  conditionalBinding,
  orBinding,
  andBinding,
  notBinding,
  relationBinding,
  sumBinding,
  productBinding,
  powerBinding,
  primaryBinding
};

Binding binding(Op op) {
  switch (op) {
    case Op::conditional: return conditionalBinding;
    case Op::logicalOr: return orBinding;
    case Op::logicalAnd: return andBinding;
    case Op::logicalNot: return notBinding;
    case Op::less:
    case Op::lessEqual:
    case Op::greater:
    case Op::greaterEqual:
    case Op::equal:
    case Op::notEqual: return relationBinding;
    case Op::add:
    case Op::subtract:
    case Op::negate: return sumBinding;
    case Op::multiply:
    case Op::divide: return productBinding;
    case Op::power: return powerBinding;
    default: return primaryBinding;
  }
}

Binding leftBinding(Op op) {
  const Binding own = binding(op);
  return own == relationBinding || own == powerBinding ? static_cast<Binding>(own + 1) : own;
}

bool isInfix(Op op) { return isBinary(op) && binding(op) != primaryBinding; }

class Printer {
 public:
  Printer(const Pool& pool, const VariableNamer& name) : pool_(pool), name_(name) {}

  std::string run(Expr e) {
    print(e, conditionalBinding);
    return std::move(out_);
  }

 private:
  Binding bindingOf(Expr e) const {
    if (pool_.isConstant(e) && std::signbit(pool_.value(e))) return sumBinding;
    return binding(pool_.op(e));
  }

  void print(Expr e, Binding demanded) {
    const bool parentheses = bindingOf(e) < demanded;
    if (parentheses) out_ += '(';
    const Op op = pool_.op(e);
    const auto [a, b, c] = pool_.operands(e);
    if (isLeaf(op))
      leaf(e, op);
    else if (isInfix(op))
      infix(e);
    else if (op == Op::conditional)
      conditional(a, b, c);
    else if (op == Op::negate) {
      out_ += '-';
      print(a, productBinding);
    } else if (op == Op::logicalNot) {
      out_ += "not ";
      print(a, relationBinding);
    } else
      call(op, a, b);
    if (parentheses) out_ += ')';
  }

  void leaf(Expr e, Op op) {
    switch (op) {
      case Op::constant: out_ += printNumber(pool_.value(e)); break;
      case Op::boolean: out_ += pool_[e].a ? "true" : "false"; break;
      case Op::variable: out_ += name_(pool_.variable(e)); break;
      case Op::derivative: out_ += fmt::format("der({})", name_(pool_.variable(e))); break;
      case Op::mode: out_ += fmt::format("$mode[{}]", pool_[e].a); break;
      default: out_ += "time";
    }
  }

  /// Left sides are walked in a loop: they are as deep as the user's sums are long.
  void infix(Expr e) {
    std::vector<Expr> spine{e};
    for (;;) {
      const Expr left = pool_.operands(spine.back())[0];
      if (!isInfix(pool_.op(left)) || bindingOf(left) < leftBinding(pool_.op(spine.back()))) break;
      spine.push_back(left);
    }
    print(pool_.operands(spine.back())[0], leftBinding(pool_.op(spine.back())));
    for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
      const Op op = pool_.op(*it);
      out_ += op == Op::power ? "^" : fmt::format(" {} ", modelicaSpelling(op));
      print(pool_.operands(*it)[1], static_cast<Binding>(binding(op) + 1));
    }
  }

  /// Chains of else-branches are walked in a loop, as elseif.
  void conditional(Expr condition, Expr then, Expr otherwise) {
    for (std::string_view opener = "if ";; opener = " elseif ") {
      out_ += opener;
      print(condition, conditionalBinding);
      out_ += " then ";
      print(then, conditionalBinding);
      if (pool_.op(otherwise) != Op::conditional) break;
      const auto [nextCondition, nextThen, nextOtherwise] = pool_.operands(otherwise);
      condition = nextCondition, then = nextThen, otherwise = nextOtherwise;
    }
    out_ += " else ";
    print(otherwise, conditionalBinding);
  }

  void call(Op op, Expr a, Expr b) {
    out_ += modelicaSpelling(op);
    out_ += '(';
    print(a, conditionalBinding);
    if (b != Expr::none) {
      out_ += ", ";
      print(b, conditionalBinding);
    }
    out_ += ')';
  }

  const Pool& pool_;
  const VariableNamer& name_;
  std::string out_;
};

}  // namespace

std::string print(const Pool& pool, Expr e, const VariableNamer& name) { return Printer(pool, name).run(e); }

std::string printNumber(double value) { return fmt::format("{}", value); }

}  // namespace dashpot::symbolic
