#include "symbolic/function_derivative.hpp"

#include "symbolic/build.hpp"
#include "symbolic/differentiate.hpp"
#include "symbolic/import.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace dashpot::symbolic {

namespace {

bool isReal(const Argument& argument) { return argument.type == "Real"; }

/// Rewrites one function: values keep their meaning under new numbers, each Real slot gets one for its derivative.
class ForwardMode {
 public:
  ForwardMode(const Function& original, FunctionDerivatives& functions)
      : original_(original),
        functions_(functions),
        value_(original.slotCount, VariableId::none),
        tangent_(original.slotCount, VariableId::none) {}

  Function run() {
    result_.name = "der(" + original_.name + ")";
    const auto isTaken = [&](const Argument& argument) { return argument.name.starts_with(prefix_); };
    while (std::ranges::any_of(original_.inputs, isTaken)) prefix_ = "$d" + prefix_.substr(1);  // a derivative of one
    result_.where = original_.where;
    layOut();
    if (original_.host) {
      std::vector<bool> mask(original_.inputCount, false);
      for (const Argument& input : original_.inputs)
        if (isReal(input)) std::fill_n(mask.begin() + input.first, input.size, true);
      result_.host = differenceOf(original_.host, std::move(mask));
      return std::move(result_);
    }
    Import import(original_.pool, result_.pool, [this](VariableId v) { return value_[index(v)]; });
    import_ = &import;
    Tangent tangent(
        result_.pool, [this](Expr leaf) { return ofLeaf(leaf); }, &functions_);
    tangentOf_ = &tangent;
    result_.body = statements(original_.body);
    return std::move(result_);
  }

 private:
  void place(std::vector<Argument>& list, const Argument& argument, const std::string& prefix,
             std::vector<VariableId>& slots) {
    Argument copy = argument;
    copy.name = prefix + argument.name;
    copy.first = result_.slotCount;
    for (std::uint32_t k = 0; k < argument.size; ++k)
      slots[argument.first + k] = static_cast<VariableId>(result_.slotCount + k);
    result_.slotCount += argument.size;
    list.push_back(std::move(copy));
  }

  void layOut() {
    for (const Argument& input : original_.inputs) place(result_.inputs, input, "", value_);
    for (const Argument& input : original_.inputs)
      if (isReal(input)) place(result_.inputs, input, prefix_, tangent_);
    result_.inputCount = result_.slotCount;
    // A result that is no Real has no derivative; its place is kept, so that results have the same numbers.
    for (const Argument& output : original_.outputs) place(result_.outputs, output, prefix_, tangent_);
    result_.outputCount = result_.slotCount - result_.inputCount;
    for (const Argument& output : original_.outputs) place(result_.locals, output, "", value_);
    for (const Argument& local : original_.locals) place(result_.locals, local, "", value_);
    for (const Argument& local : original_.locals)
      if (isReal(local)) place(result_.locals, local, prefix_, tangent_);
    for (std::uint32_t v = 0; v < original_.slotCount; ++v)
      if (tangent_[v] != VariableId::none) ofValue_.emplace(value_[v], tangent_[v]);
  }

  Expr ofLeaf(Expr leaf) {
    Pool& pool = result_.pool;
    if (pool.op(leaf) == Op::indexed) {  // an array's derivatives lie side by side as its elements do
      const Node node = pool[leaf];
      const auto array = ofValue_.find(static_cast<VariableId>(node.b));
      return array == ofValue_.end() ? Expr::none : pool.indexed(array->second, node.c, static_cast<Expr>(node.a));
    }
    if (pool.op(leaf) != Op::variable) return Expr::none;
    const auto found = ofValue_.find(pool.variable(leaf));
    return found == ofValue_.end() ? Expr::none : pool.variable(found->second);
  }

  Expr tangentOf(Expr value) { return termOrZero(result_.pool, (*tangentOf_)(value)); }

  std::vector<Statement> statements(const std::vector<Statement>& list) {
    std::vector<Statement> out;
    for (const Statement& statement : list) rewrite(statement, out);
    return out;
  }

  void rewrite(const Statement& from, std::vector<Statement>& out) {
    if (from.kind == StatementKind::assertion) return;  // the function itself checks it
    Statement copy = from;
    copy.value = (*import_)(from.value);
    copy.position = (*import_)(from.position);
    copy.step = (*import_)(from.step);
    copy.last = (*import_)(from.last);
    for (VariableId& target : copy.targets)
      if (target != VariableId::none) target = value_[index(target)];
    copy.body = statements(from.body);
    copy.otherwise = statements(from.otherwise);
    if (from.kind == StatementKind::assign || from.kind == StatementKind::assignIndexed) {
      if (const VariableId slot = tangent_[index(from.targets[0])]; slot != VariableId::none) {
        Statement derivative = copy;
        derivative.targets[0] = slot;
        derivative.value = tangentOf(copy.value);
        out.push_back(std::move(derivative));
      }
    } else if (from.kind == StatementKind::call) {
      callTangents(from, copy, out);
    }
    out.push_back(std::move(copy));
  }

  /// dtargets := results of the derivative call, all at once: it finds the derivatives of its arguments as they were,
  /// also where they are among its targets.
  void callTangents(const Statement& from, const Statement& copy, std::vector<Statement>& out) {
    Statement call{.kind = StatementKind::call, .where = from.where};
    std::vector<Statement> atRest;
    for (std::uint32_t k = 0; k < from.targets.size(); ++k) {
      if (from.targets[k] == VariableId::none || tangent_[index(from.targets[k])] == VariableId::none) continue;
      const VariableId slot = tangent_[index(from.targets[k])];
      const Expr slope = tangentOf(result_.pool.element(copy.value, k));
      if (result_.pool.op(slope) == Op::element) {
        call.value = result_.pool.operands(slope)[0];
        call.targets.resize(k + 1, VariableId::none);
        call.targets[k] = slot;
      } else {
        atRest.push_back({.kind = StatementKind::assign, .targets = {slot}, .value = slope, .where = from.where});
      }
    }
    if (call.value != Expr::none) out.push_back(std::move(call));
    std::ranges::move(atRest, std::back_inserter(out));
  }

  const Function& original_;
  FunctionDerivatives& functions_;
  Function result_;
  std::string prefix_ = "$d.";               // of the names of derivatives
  std::vector<VariableId> value_, tangent_;  // by original slot
  std::unordered_map<VariableId, VariableId> ofValue_;
  Import* import_ = nullptr;
  Tangent* tangentOf_ = nullptr;
};

}  // namespace

const DerivativeRule* FunctionDerivatives::ruleFor(const Function& function, std::span<const Expr> tangents) const {
  for (const DerivativeRule& rule : function.derivatives) {
    const auto isConstant = [&](std::uint32_t input) {
      const Argument& argument = function.inputs[input];
      return std::ranges::all_of(tangents.subspan(argument.first, argument.size),
                                 [](Expr e) { return e == Expr::none; });
    };
    const bool isComplete = isAlongTime_ || std::ranges::all_of(rule.noDerivative, isConstant);
    if (isComplete && std::ranges::all_of(rule.zeroDerivative, isConstant)) return &rule;
  }
  return nullptr;
}

/// Along time, a derivative is linear in those of the arguments, which may be unknowns of a loop: a sum over few of
/// them shows it, where one call would hide it. What moves without them comes on top.
Expr FunctionDerivatives::tangent(Pool& pool, FunctionId id, std::span<const Expr> arguments,
                                  std::span<const Expr> tangents, std::uint32_t result) {
  constexpr std::ptrdiff_t mostTerms = 4;
  const auto moves = [](Expr e) { return e != Expr::none; };
  const auto moving = std::ranges::count_if(tangents, moves);
  if (!isAlongTime_ || moving == 0 || moving > mostTerms)
    return callOfDerivative(pool, id, arguments, tangents, tangents, result);
  const auto along = [&](std::span<const Expr> direction) {
    return callOfDerivative(pool, id, arguments, tangents, direction, result);
  };
  const std::vector<Expr> none(tangents.size(), Expr::none);
  const Expr atRest = hidesMotion(pool, id, arguments) ? along(none) : Expr::none;
  Expr sum = atRest;
  for (std::size_t i = 0; i < tangents.size(); ++i) {
    if (!moves(tangents[i])) continue;
    std::vector<Expr> unit = none;
    unit[i] = pool.constant(1.0);
    const Expr slope = atRest == Expr::none ? along(unit) : subtract(pool, along(unit), atRest);
    sum = addTerms(pool, sum, multiply(pool, slope, tangents[i]));
  }
  return sum;
}

Expr FunctionDerivatives::callOfDerivative(Pool& pool, FunctionId id, std::span<const Expr> arguments,
                                           std::span<const Expr> tangents, std::span<const Expr> direction,
                                           std::uint32_t result) {
  std::vector<Expr> extended(arguments.begin(), arguments.end());
  const DerivativeRule* rule = ruleFor(functions_[index(id)], tangents);
  FunctionId derivative = FunctionId::none;
  std::vector<bool> isLeftOut(functions_[index(id)].inputs.size(), false);
  if (rule != nullptr) {
    derivative = rule->function;
    for (const std::uint32_t input : rule->noDerivative) isLeftOut[input] = true;
    for (const std::uint32_t input : rule->zeroDerivative) isLeftOut[input] = true;
  } else {
    derivative = forwardMode(id);
  }
  const Function& function = functions_[index(id)];
  for (std::size_t i = 0; i < function.inputs.size(); ++i) {
    const Argument& input = function.inputs[i];
    if (!isReal(input) || isLeftOut[i]) continue;
    for (std::uint32_t k = 0; k < input.size; ++k) extended.push_back(termOrZero(pool, direction[input.first + k]));
  }
  return pool.element(pool.call(derivative, extended), result);
}

std::vector<bool> FunctionDerivatives::differentiatedInputs(FunctionId id) const {
  const Function& function = functions_[index(id)];
  std::vector<bool> isTaken(function.inputCount, true);
  const auto rule =
      std::ranges::find_if(function.derivatives, [](const auto& at) { return at.zeroDerivative.empty(); });
  if (rule == function.derivatives.end()) return isTaken;
  for (const std::uint32_t input : rule->noDerivative)
    std::fill_n(isTaken.begin() + function.inputs[input].first, function.inputs[input].size, false);
  return isTaken;
}

bool FunctionDerivatives::hidesMotion(const Pool& pool, FunctionId function, std::span<const Expr> arguments) const {
  if (!isAlongTime_) return false;
  const std::vector<bool> isTaken = differentiatedInputs(function);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!isTaken[i] && !pool.isConstant(arguments[i])) return true;
  return false;
}

FunctionId FunctionDerivatives::forwardMode(FunctionId id) {
  if (const auto found = made_.find(id); found != made_.end()) return found->second;
  const auto made = static_cast<FunctionId>(functions_.size());
  made_.emplace(id, made);  // before its body: a function may call itself
  functions_.emplace_back();
  const Function original = functions_[index(id)];               // the table may grow while the body is made
  const bool wasAlongTime = std::exchange(isAlongTime_, false);  // it serves partial derivatives, too
  Function derivative = ForwardMode(original, *this).run();
  isAlongTime_ = wasAlongTime;
  functions_[index(made)] = std::move(derivative);
  return made;
}

}  // namespace dashpot::symbolic
