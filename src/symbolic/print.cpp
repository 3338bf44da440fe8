#include "symbolic/print.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <utility>

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

/// Operations that give an Integer if they are given Integers.
bool keepsIntegers(Op op) {
  switch (op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::negate:
    case Op::min:
    case Op::max:
    case Op::abs:
    case Op::div:
    case Op::mod:
    case Op::rem:
    case Op::conditional:
    case Op::noEvent: return true;
    default: return false;
  }
}

using Kind = Sort::Kind;

class Printer {
 public:
  Printer(const Pool& pool, const Vocabulary& words, std::size_t limit = std::string::npos)
      : pool_(pool), words_(words), limit_(limit) {}

  std::string run(Expr e, Sort demanded) {
    print(e, conditionalBinding, demanded);
    if (out_.size() > limit_) out_.replace(limit_, std::string::npos, " ...");
    return std::move(out_);
  }

  /// A variable that stands alone on the left decides.
  Sort sideSort(Expr left, Expr right) const {
    const Sort own = isLeaf(pool_.op(left)) ? sortOf(left) : Sort{};
    return own.kind == Kind::any ? operandSort(Op::equal, left, right, {}) : own;
  }

 private:
  Binding bindingOf(Expr e) const {
    if (pool_.isConstant(e) && std::signbit(pool_.value(e))) return sumBinding;
    return binding(pool_.op(e));
  }

  // --------------------------------------------------------------------------------------------------------- sorts

  /// A constant is of any sort.
  Sort sortOf(Expr e) const {
    switch (pool_.op(e)) {
      case Op::variable:
      case Op::pre: return words_.sort(pool_.variable(e));
      case Op::indexed: return words_.sort(static_cast<VariableId>(pool_[e].b));
      case Op::noEvent: return sortOf(pool_.operands(e)[0]);
      case Op::conditional: {
        const Sort then = sortOf(pool_.operands(e)[1]);
        return then.kind == Kind::any ? sortOf(pool_.operands(e)[2]) : then;
      }
      case Op::element: return resultSort(e);
      case Op::constant: return {};
      default: return {isBoolean(pool_.op(e)) ? Kind::truth : Kind::number};
    }
  }

  Sort resultSort(Expr e) const {
    const Function* callee = words_.signature(pool_.function(pool_.operands(e)[0]));
    if (!callee) return {};
    for (const Argument& output : callee->outputs)
      if (const std::uint32_t slot = callee->inputCount + pool_[e].b;
          slot >= output.first && slot < output.first + output.size)
        return words_.sort(output);
    return {};
  }

  /// Whether it can be written as a value of the enumeration without a conversion.
  bool fits(Expr e, Sort enumeration) const {
    if (pool_.isConstant(e)) return !words_.literal(enumeration.enumeration, pool_.value(e)).empty();
    if (pool_.op(e) == Op::conditional)
      return fits(pool_.operands(e)[1], enumeration) && fits(pool_.operands(e)[2], enumeration);
    return sortOf(e) == enumeration;
  }

  /// 0 / 0, which stands for an element outside of an array.
  bool isNowhere(Expr e) const {
    const auto [a, b, c] = pool_.operands(e);
    return pool_.op(e) == Op::divide && pool_.isConstant(a) && pool_.isConstant(b) && pool_.value(b) == 0.0;
  }

  Sort operandSort(Op op, Expr a, Expr b, Sort demanded) const {
    if (isRelation(op)) {
      for (const Expr e : {a, b})
        if (const Sort own = sortOf(e); own.kind == Kind::enumeration && fits(a, own) && fits(b, own)) return own;
      return {sortOf(a).kind == Kind::truth || sortOf(b).kind == Kind::truth ? Kind::truth : Kind::number};
    }
    if (op == Op::noEvent) return demanded;
    if (keepsIntegers(op) && demanded.kind == Kind::integer) return demanded;
    return {Kind::number};
  }

  // --------------------------------------------------------------------------------------------------- expressions

  void print(Expr e, Binding demandedBinding, Sort demanded) {
    if (out_.size() > limit_) return;
    const Op op = pool_.op(e);
    if (demanded.kind == Kind::any && op != Op::constant) demanded = sortOf(e);
    if (demanded.kind == Kind::enumeration) {
      if (pool_.isConstant(e))
        if (const std::string literal = words_.literal(demanded.enumeration, pool_.value(e)); !literal.empty()) {
          out_ += literal;
          return;
        }
      if (op != Op::conditional && op != Op::noEvent && sortOf(e) != demanded)
        return converted(words_.enumeration(demanded.enumeration), e, {Kind::integer});
    } else if (op != Op::conditional && op != Op::noEvent) {
      const Sort own = sortOf(e);
      const bool isNumber = demanded.kind == Kind::number || demanded.kind == Kind::integer;
      if (isNumber && own.kind == Kind::enumeration) return converted("Integer", e, own);
      if (demanded.kind == Kind::integer && op == Op::floor)
        return converted("integer", pool_.operands(e)[0], {Kind::number});
      if (isNowhere(e) && (demanded.kind == Kind::integer || demanded.kind == Kind::truth)) {
        out_ += demanded.kind == Kind::integer ? "div(0, 0)" : "(0 / 0 > 0)";
        return;
      }
    }
    const bool parentheses = bindingOf(e) < demandedBinding;
    if (parentheses) out_ += '(';
    const auto [a, b, c] = pool_.operands(e);
    if (isLeaf(op))
      leaf(e, op);
    else if (isInfix(op))
      infix(e, demanded);
    else if (op == Op::conditional)
      conditional(a, b, c, demanded);
    else if (op == Op::negate) {
      out_ += '-';
      print(a, productBinding, operandSort(op, a, a, demanded));
    } else if (op == Op::logicalNot) {
      out_ += "not ";
      print(a, relationBinding, {});
    } else if (op == Op::element)
      callFunction(a, pool_[e].b);
    else if (op == Op::call)
      callFunction(e, 0);
    else if (op == Op::indexed)
      out_ +=
          words_.element(static_cast<VariableId>(pool_[e].b), Printer(pool_, words_, limit_).run(a, {Kind::integer}));
    else
      call(op, {a, b, c}, operandSort(op, a, b, demanded));
    if (parentheses) out_ += ')';
  }

  void converted(std::string_view function, Expr e, Sort demanded) {
    out_ += function;
    out_ += '(';
    print(e, conditionalBinding, demanded);
    out_ += ')';
  }

  void leaf(Expr e, Op op) {
    switch (op) {
      case Op::constant: out_ += printNumber(pool_.value(e)); break;
      case Op::boolean: out_ += pool_[e].a ? "true" : "false"; break;
      case Op::variable: out_ += words_.variable(pool_.variable(e)); break;
      case Op::derivative:
      case Op::pre:
        out_ += op == Op::pre ? "pre(" : "der(";
        out_ += words_.variable(pool_.variable(e));
        out_ += ')';
        break;
      case Op::initial: out_ += "initial()"; break;
      case Op::terminal: out_ += "terminal()"; break;
      case Op::mode: out_ += fmt::format("$mode[{}]", pool_[e].a); break;
      default: out_ += "time";
    }
  }

  /// Left sides are walked in a loop: they are as deep as the user's sums are long.
  void infix(Expr e, Sort demanded) {
    std::vector<std::pair<Expr, Sort>> spine;  // with what is demanded of its operands
    for (;;) {
      const Op op = pool_.op(e);
      const auto [left, right, none] = pool_.operands(e);
      demanded = isLogical(op) ? Sort{} : operandSort(op, left, right, demanded);
      spine.emplace_back(e, demanded);
      if (!isInfix(pool_.op(left)) || bindingOf(left) < leftBinding(op)) break;
      e = left;
    }
    print(pool_.operands(e)[0], leftBinding(pool_.op(e)), demanded);
    for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
      const Op op = pool_.op(it->first);
      if (op == Op::power) {
        out_ += '^';
      } else {
        out_ += ' ';
        out_ += modelicaSpelling(op);
        out_ += ' ';
      }
      print(pool_.operands(it->first)[1], static_cast<Binding>(binding(op) + 1), it->second);
    }
  }

  static bool isLogical(Op op) { return op == Op::logicalAnd || op == Op::logicalOr; }

  /// Chains of else-branches are walked in a loop, as elseif.
  void conditional(Expr condition, Expr then, Expr otherwise, Sort demanded) {
    for (std::string_view opener = "if ";; opener = " elseif ") {
      out_ += opener;
      print(condition, conditionalBinding, {});
      out_ += " then ";
      print(then, conditionalBinding, demanded);
      if (pool_.op(otherwise) != Op::conditional) break;
      const auto [nextCondition, nextThen, nextOtherwise] = pool_.operands(otherwise);
      condition = nextCondition, then = nextThen, otherwise = nextOtherwise;
    }
    out_ += " else ";
    print(otherwise, conditionalBinding, demanded);
  }

  void call(Op op, std::initializer_list<Expr> operands, Sort demanded) {
    out_ += modelicaSpelling(op);
    out_ += '(';
    bool isFirst = true;
    for (const Expr operand : operands) {
      if (operand == Expr::none) break;
      if (!std::exchange(isFirst, false)) out_ += ", ";
      print(operand, conditionalBinding, demanded);
    }
    out_ += ')';
  }

  // --------------------------------------------------------------------------------------------------------- calls

  void callFunction(Expr e, std::uint32_t result) {
    const Function* callee = words_.signature(pool_.function(e));
    const auto given = pool_.arguments(e);
    std::span<const Expr> rest(given.data(), given.size());
    out_ += words_.function(pool_.function(e), result);
    out_ += '(';
    if (!callee) {
      for (std::size_t i = 0; i < rest.size(); ++i) {
        if (i > 0) out_ += ", ";
        print(rest[i], conditionalBinding, {});
      }
    } else {
      for (std::size_t i = 0; i < callee->inputs.size(); ++i) {
        const Argument& input = callee->inputs[i];
        if (i > 0) out_ += ", ";
        const auto shape = words_.shape(*callee, input);
        if (input.size == 0)
          emptyArray(shape);
        else
          arrayOf(shape, rest, words_.sort(input));
      }
    }
    out_ += ')';
  }

  void emptyArray(const std::vector<std::int32_t>& shape) {
    out_ += "fill(0";
    for (const std::int32_t n : shape) out_ += fmt::format(", {}", n);
    out_ += ')';
  }

  /// Scalars are used up from the front of `rest`.
  void arrayOf(std::span<const std::int32_t> shape, std::span<const Expr>& rest, Sort demanded) {
    if (shape.empty()) {
      print(rest.front(), conditionalBinding, demanded);
      rest = rest.subspan(1);
      return;
    }
    out_ += '{';
    for (std::int32_t i = 0; i < shape.front(); ++i) {
      if (i > 0) out_ += ", ";
      arrayOf(shape.subspan(1), rest, demanded);
    }
    out_ += '}';
  }

  const Pool& pool_;
  const Vocabulary& words_;
  std::size_t limit_;
  std::string out_;
};

/// The words that two functions give.
class NamedBy final : public Vocabulary {
 public:
  NamedBy(const VariableNamer& variable, const FunctionNamer& function) : variable_(variable), function_(function) {}

  std::string variable(VariableId id) const override { return variable_(id); }
  std::string function(FunctionId id, std::uint32_t result) const override {
    const std::string name = function_ ? function_(id) : fmt::format("$function{}", index(id));
    return result == 0 ? name : fmt::format("{}#{}", name, result + 1);
  }

 private:
  const VariableNamer& variable_;
  const FunctionNamer& function_;
};

}  // namespace

std::string Vocabulary::element(VariableId first, const std::string& position) const {
  return fmt::format("{}[{}]", variable(first), position);
}

std::string Vocabulary::function(FunctionId id, std::uint32_t result) const {
  return fmt::format("$function{}#{}", index(id), result + 1);
}

std::string print(const Pool& pool, Expr e, const Vocabulary& words, Sort demanded) {
  return Printer(pool, words).run(e, demanded);
}

std::pair<std::string, std::string> printSides(const Pool& pool, Expr left, Expr right, const Vocabulary& words,
                                               std::size_t longest) {
  const Sort demanded = Printer(pool, words).sideSort(left, right);
  const auto side = [&](Expr e) { return Printer(pool, words, longest).run(e, demanded); };
  return {side(left), side(right)};
}

std::string print(const Pool& pool, Expr e, const VariableNamer& name, const FunctionNamer& functionName) {
  return Printer(pool, NamedBy(name, functionName), legibleLength).run(e, {});
}

std::vector<double> writtenSizes(const Pool& pool) {
  std::vector<double> sizes(pool.size(), 1.0);
  const auto add = [&](std::size_t i, Expr part) { sizes[i] += sizes[index(part)]; };
  for (std::size_t i = 0; i < pool.size(); ++i) {  // operands are older than what uses them
    const auto e = static_cast<Expr>(i);
    if (pool.op(e) == Op::call)
      for (const Expr argument : pool.arguments(e)) add(i, argument);
    else if (!isLeaf(pool.op(e)))
      for (const Expr operand : pool.operands(e))
        if (operand != Expr::none) add(i, operand);
  }
  return sizes;
}

std::string printNumber(double value) { return fmt::format("{}", value); }

}  // namespace dashpot::symbolic
