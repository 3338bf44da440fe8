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
  Printer(const Pool& pool, const VariableNamer& name, const FunctionNamer& functionName)
      : pool_(pool), name_(name), functionName_(functionName) {}

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
    } else if (op == Op::element)
      result(e);
    else if (op == Op::call)
      callFunction(e);
    else if (op == Op::indexed)
      indexed(e);
    else
      call(op, {a, b, c});
    if (parentheses) out_ += ')';
  }

  void leaf(Expr e, Op op) {
    switch (op) {
      case Op::constant: out_ += printNumber(pool_.value(e)); break;
      case Op::boolean: out_ += pool_[e].a ? "true" : "false"; break;
      case Op::variable: out_ += name_(pool_.variable(e)); break;
      case Op::derivative: out_ += fmt::format("der({})", name_(pool_.variable(e))); break;
      case Op::pre: out_ += fmt::format("pre({})", name_(pool_.variable(e))); break;
      case Op::initial: out_ += "initial()"; break;
      case Op::terminal: out_ += "terminal()"; break;
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

  void call(Op op, std::initializer_list<Expr> operands) {
    out_ += modelicaSpelling(op);
    list('(', std::vector<Expr>(operands), ')');
  }

  void list(char open, std::span<const Expr> items, char close) {
    out_ += open;
    for (std::size_t i = 0; i < items.size() && items[i] != Expr::none; ++i) {
      if (i > 0) out_ += ", ";
      print(items[i], conditionalBinding);
    }
    out_ += close;
  }

  void callFunction(Expr e) {
    const FunctionId function = pool_.function(e);
    out_ += functionName_ ? functionName_(function) : fmt::format("$function{}", index(function));
    const auto arguments = pool_.arguments(e);
    list('(', std::vector<Expr>(arguments.begin(), arguments.end()), ')');
  }

  /// The first result is what the call stands for; the others are numbered, since Modelica has no words for them.
  void result(Expr e) {
    callFunction(pool_.operands(e)[0]);
    if (pool_[e].b > 0) out_ += fmt::format("#{}", pool_[e].b + 1);
  }

  void indexed(Expr e) {
    out_ += name_(static_cast<VariableId>(pool_[e].b));
    const Expr position = pool_.operands(e)[0];
    list('[', {&position, 1}, ']');
  }

  const Pool& pool_;
  const VariableNamer& name_;
  const FunctionNamer& functionName_;
  std::string out_;
};

}  // namespace

std::string print(const Pool& pool, Expr e, const VariableNamer& name, const FunctionNamer& functionName) {
  return Printer(pool, name, functionName).run(e);
}

std::string printNumber(double value) { return fmt::format("{}", value); }

}  // namespace dashpot::symbolic
