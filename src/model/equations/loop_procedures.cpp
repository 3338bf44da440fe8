#include "model/equations/loop_procedures.hpp"

#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/functions/function_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace dashpot::model {

using symbolic::Op;

namespace {

/// A variable or array of the model, or another value of it, with its slots in the function.
struct Run {
  std::vector<Expr> ofModel;  // one expression per scalar
  Value slots = {};
  SourceRange where = {};
};

/// The slots that statements assign: all of an array, if the position is computed.
void findAssigned(const std::vector<symbolic::Statement>& statements, std::set<std::uint32_t>& slots) {
  for (const symbolic::Statement& s : statements) {
    if (s.kind == symbolic::StatementKind::assignIndexed) {
      for (std::uint32_t k = 0; k < s.count; ++k) slots.insert(static_cast<std::uint32_t>(s.targets[0]) + k);
    } else {
      for (const VariableId target : s.targets)
        if (target != VariableId::none) slots.insert(static_cast<std::uint32_t>(target));
    }
    findAssigned(s.body, slots);
    findAssigned(s.otherwise, slots);
  }
}

class Maker : public Captures {
 public:
  Maker(Translator& translator, const syntax::Tree& tree, const syntax::Statement& loop, const Scope& scope)
      : t_(translator), model_(translator.context.model()), tree_(tree), loop_(loop), scope_(scope) {}

  /// The slots of a function are numbered from its inputs, so it is made twice: first to learn what it takes and gives.
  std::optional<LoopProcedure> run() {
    if (!attempt(false) || !findResults() || !attempt(true)) return std::nullopt;
    LoopProcedure procedure{.function = static_cast<symbolic::FunctionId>(model_.functions.size()),
                            .outputs = results_};
    for (const Run& run : runs_)
      procedure.inputs.insert(procedure.inputs.end(), run.ofModel.begin(), run.ofModel.end());
    model_.functions.push_back(std::move(function_));
    return procedure;
  }

  std::optional<Value> captured(const Value& of, SourceRange where) override {
    Value result = of;
    if (of.record) {
      auto fields = std::make_shared<RecordFields>(*of.record);
      for (auto& [name, content] : fields->fields) {
        if (of.isHandle()) content.variability = Variability::discrete;  // its number is known only then
        auto inner = captured(content, where);
        if (!inner) return std::nullopt;
        content = std::move(*inner);
      }
      result.record = std::move(fields);
      return result;
    }
    if (of.isString()) {
      if (hasVaryingText(of))
        return t_.context.unsupported(where, "a text that varies in a loop that is counted when it runs");
      return result;
    }
    if (const auto known = numbers(of, where)) {
      result.scalars = *known;
      return result;
    }
    const auto found = byScalars_.find(of.scalars);
    if (found != byScalars_.end()) {
      result.scalars = runs_[found->second].slots.scalars;
      return result;
    }
    result = body_->temporary(of);
    result.variability = Variability::continuous;
    byScalars_.emplace(of.scalars, runs_.size());
    runs_.push_back({of.scalars, result, where});
    return result;
  }

 private:
  /// Empty: not all of them are known. Integers and truth values that parameters give are, so that they can be sizes.
  std::optional<std::vector<Expr>> numbers(const Value& of, SourceRange where) {
    const bool mayFix = of.variability <= Variability::parameter && of.type.type != Type::real;
    std::vector<Expr> known;
    for (const Expr e : of.scalars) {
      const TranslationContext::Within within(t_.context, t_.context.modelFrame());
      auto value = t_.evaluation.constantValue(e);
      if (!value && mayFix) value = t_.evaluation.structuralValue(e, where);
      if (!value) return std::nullopt;
      known.push_back(literal(function_.pool, of.type, *value));
    }
    return known;
  }

  bool attempt(bool isFinal) {
    function_ = {};
    function_.name = fmt::format("$loop{}", model_.functions.size());
    function_.where = tree_.range(loop_.span);
    FunctionBody body(t_, function_);
    body_ = &body;
    Frame frame{.pool = &function_.pool, .body = &body, .captures = this};
    if (isFinal && !layOut()) return false;
    if (!bringLocals(frame)) return false;
    const TranslationContext::Within within(t_.context, frame);
    if (!body.statement(tree_, loop_, scope_)) return false;
    return !isFinal || giveResults();
  }

  /// Iterators of loops around this one.
  bool bringLocals(Frame& frame) {
    std::vector<Local> given(t_.context.frame().locals.begin(), t_.context.frame().locals.end());
    const TranslationContext::Within within(t_.context, frame);
    for (Local& local : given) {
      auto value = captured(local.value, tree_.range(loop_.span));
      if (!value) return false;
      frame.locals.push_back({local.name, std::move(*value), local.home});
    }
    return true;
  }

  /// What the first attempt has assigned must be variables, each in one place.
  bool findResults() {
    std::set<std::uint32_t> slots;
    findAssigned(function_.body, slots);
    std::map<Expr, int> places;
    for (const Run& run : runs_)
      for (const Expr e : std::set(run.ofModel.begin(), run.ofModel.end())) ++places[e];
    for (const Run& run : runs_)
      for (std::size_t i = 0; i < run.ofModel.size(); ++i) {
        if (!slots.contains(static_cast<std::uint32_t>(function_.pool.variable(run.slots.scalars[i])))) continue;
        const Expr e = run.ofModel[i];
        if (model_.pool.op(e) != Op::variable) {
          t_.context.report("type", run.where, "only a variable can be assigned");
          return false;
        }
        if (places[e] > 1) {
          t_.context.unsupported(run.where, fmt::format("'{}' by several names in a loop that is counted when it runs",
                                                        model_.nameOf(model_.pool.variable(e))));
          return false;
        }
        results_.push_back(model_.pool.variable(e));
      }
    return true;
  }

  /// Inputs, outputs, and slots of its own for what is assigned, which begins with what it was.
  bool layOut() {
    std::vector<Value> inputs;
    for (Run& run : runs_) {
      const TypeDescription type{.scalar = run.slots.type};
      inputs.push_back(
          *body_->declare(type, fmt::format("u{}", inputs.size() + 1), run.slots.dimensions, function_.inputs));
    }
    function_.inputCount = function_.slotCount;
    for (const VariableId id : results_) {
      const Variable& variable = model_[id];
      const TypeDescription type{.scalar = {variable.type, variable.enumeration}};
      outputs_.push_back(*body_->declare(type, fmt::format("y{}", outputs_.size() + 1), {}, function_.outputs));
    }
    function_.outputCount = function_.slotCount - function_.inputCount;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      Run& run = runs_[i];
      const bool isAssigned = std::ranges::any_of(run.ofModel, [&](Expr e) {
        return model_.pool.op(e) == Op::variable &&
               std::ranges::find(results_, model_.pool.variable(e)) != results_.end();
      });
      const Variability variability = run.slots.variability;
      run.slots = isAssigned ? body_->kept(inputs[i], run.where) : inputs[i];
      run.slots.variability = variability;
    }
    return true;
  }

  bool giveResults() {
    std::size_t next = 0;
    for (const Run& run : runs_)
      for (std::size_t i = 0; i < run.ofModel.size(); ++i) {
        const bool isNext = next < results_.size() && run.ofModel[i] == model_.pool.variable(results_[next]);
        if (!isNext) continue;
        Value now{.type = run.slots.type, .scalars = {run.slots.scalars[i]}};
        if (!body_->assign(outputs_[next], now, run.where)) return false;
        ++next;
      }
    return true;
  }

  Translator& t_;
  FlatModel& model_;
  const syntax::Tree& tree_;
  const syntax::Statement& loop_;
  const Scope& scope_;
  symbolic::Function function_;
  FunctionBody* body_ = nullptr;
  std::vector<Run> runs_;
  std::map<std::vector<Expr>, std::size_t> byScalars_;
  std::vector<VariableId> results_;
  std::vector<Value> outputs_;
};

}  // namespace

std::optional<LoopProcedure> makeLoopProcedure(Translator& translator, const syntax::Tree& tree,
                                               const syntax::Statement& loop, const Scope& scope) {
  return Maker(translator, tree, loop, scope).run();
}

}  // namespace dashpot::model
