// model/expressions/translation_context.hpp
//
// The surroundings in which expressions are translated: the model they belong to, the pool they are put in, the names
// that are nearest, and where faults are reported. All parts of translation share one.
//
// Expressions of the model are put in its pool. While a function is made, a frame of its own takes the place of the
// model's: another pool, and the variables of the function as names.
#pragma once

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "base/symbols.hpp"
#include "model/classes/modifiers.hpp"
#include "model/expressions/array_operators.hpp"
#include "model/expressions/value.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dashpot::model {

class FunctionBody;
class Names;

/// What statements of a model that become a function take from the model.
class Captures {
 public:
  virtual ~Captures() = default;
  /// The slots that stand for a value of the model inside the function. Empty: it has been reported.
  virtual std::optional<Value> captured(const Value& ofModel, SourceRange where) = 0;
};

/// An iterator, or a component of a function or record that is being evaluated. A name means it only in the scope
/// that it belongs to: the default of a field knows nothing of the function that makes the record.
struct Local {
  Symbol name = Symbol::none;
  Value value = {};
  InstanceId home = InstanceId::none;
};

/// Where expressions are put, and the names that are nearest.
struct Frame {
  Pool* pool = nullptr;
  FunctionBody* body = nullptr;         // inside a function
  Captures* captures = nullptr;         // the function consists of statements of the model
  std::deque<Local> locals = {};        // a deque: references stay valid while names are bound
  std::vector<std::int32_t> ends = {};  // what `end` stands for
};

/// Names that are bound while it lives are forgotten then.
class LocalsKept {
 public:
  explicit LocalsKept(Frame& frame) : locals_(frame.locals), count_(locals_.size()) {}
  ~LocalsKept() { locals_.resize(count_); }
  LocalsKept(const LocalsKept&) = delete;
  LocalsKept& operator=(const LocalsKept&) = delete;

 private:
  std::deque<Local>& locals_;
  std::size_t count_;
};

/// Operand i of an operator; of a call: 0 is the function, the arguments follow.
[[nodiscard]] ScopedExpression operand(const ScopedExpression& at, std::size_t i);

class TranslationContext {
 public:
  TranslationContext(FlatModel& model, Names& names, const Sources& sources, Symbols& symbols,
                     Diagnostics& diagnostics);
  TranslationContext(const TranslationContext&) = delete;
  TranslationContext& operator=(const TranslationContext&) = delete;

  [[nodiscard]] FlatModel& model() { return model_; }
  [[nodiscard]] Names& names() { return names_; }
  [[nodiscard]] const Sources& sources() const { return sources_; }
  [[nodiscard]] Symbols& symbols() { return symbols_; }

  // ---- frames and names
  [[nodiscard]] Frame& frame() { return *frame_; }
  [[nodiscard]] Frame& modelFrame() { return modelFrame_; }
  [[nodiscard]] Pool& pool() { return *frame_->pool; }
  /// Null: expressions belong to the model.
  [[nodiscard]] FunctionBody* body() const { return frame_->body; }
  /// Names of loops, comprehensions and functions; they hide what the instance tree knows.
  void bind(Symbol name, Value value, const Scope& scope) {
    frame_->locals.push_back({name, std::move(value), scope.instance});
  }
  void unbind() { frame_->locals.pop_back(); }
  /// Null: the name is none of these.
  [[nodiscard]] Local* local(Symbol name, const Scope& scope);

  /// For as long as it lives, translation happens in another frame.
  class Within {
   public:
    Within(TranslationContext& context, Frame& frame)
        : context_(context), outer_(std::exchange(context.frame_, &frame)) {}
    ~Within() { context_.frame_ = outer_; }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    TranslationContext& context_;
    Frame* outer_;
  };

  /// In the body of a when-clause pre(x) of a continuous variable is x as it arrives at the event. Gives what was
  /// before.
  bool insideWhen(bool inside) { return std::exchange(isInsideWhen_, inside); }
  [[nodiscard]] bool isInsideWhen() const { return isInsideWhen_; }

  /// That the statement at hand is performed, as a condition: in a when-clause, that the clause becomes active here.
  struct Activity {
    Expr condition = Expr::none;
    bool isImpulse = false;   // it holds at the instant only; else it becomes true then, and may stay so
    Expr given = Expr::none;  // what must hold besides; none: nothing
  };
  using AskActivity = std::function<Activity()>;
  /// Gives what was before.
  AskActivity performedWhen(AskActivity activity) { return std::exchange(activity_, std::move(activity)); }
  [[nodiscard]] Activity activity() const { return activity_ ? activity_() : Activity{}; }

  // ---- what is done
  /// What functions do beside giving results (they print), for whoever collects it: a when-clause, a section. What nobody
  /// collects is done at the start.
  [[nodiscard]] std::vector<Action>& effects() { return *effects_; }
  [[nodiscard]] std::vector<Action>& effectsAtStart() { return effectsAtStart_; }
  /// While it lives, effects are put into a list.
  class Collecting {
   public:
    Collecting(TranslationContext& context, std::vector<Action>& list)
        : context_(context), outer_(std::exchange(context.effects_, &list)) {}
    ~Collecting() { context_.effects_ = outer_; }
    Collecting(const Collecting&) = delete;
    Collecting& operator=(const Collecting&) = delete;

   private:
    TranslationContext& context_;
    std::vector<Action>* outer_;
  };

  // ---- faults
  [[nodiscard]] Diagnostics& diagnostics() { return *diagnostics_; }
  /// Many instances share one text: a fault of it is reported once.
  std::nullopt_t report(std::string code, SourceRange where, std::string message);
  void warn(std::string code, SourceRange where, std::string message);
  std::nullopt_t typeError(SourceRange where, std::string message) { return report("type", where, std::move(message)); }
  std::nullopt_t unsupported(SourceRange where, std::string_view what);
  /// The value of an operator or function at this place; a problem is reported there.
  std::optional<Value> resultOf(const ScopedExpression& at, OperatorResult result);
  /// A fault that was put elsewhere before.
  void repeat(const Diagnostic& fault);
  /// Faults that are found meanwhile are put into `other`.
  template <class Action>
  void reportingTo(Diagnostics& other, const Action& action) {
    other.isStrict = diagnostics_->isStrict;
    Diagnostics* outer = std::exchange(diagnostics_, &other);
    action();
    diagnostics_ = outer;
  }
  /// Faults that are found meanwhile are not reported.
  template <class Action>
  void quietly(const Action& action) {
    Diagnostics unheard;
    reportingTo(unheard, action);
  }
  /// An expression as it is written; of a name, without subscripts.
  [[nodiscard]] std::string textOf(const ScopedExpression& at) const;

 private:
  [[nodiscard]] bool isReported(SourceRange where, std::string_view message) const;

  FlatModel& model_;
  Names& names_;
  const Sources& sources_;
  Symbols& symbols_;
  Diagnostics* diagnostics_;
  Frame modelFrame_;
  Frame* frame_ = &modelFrame_;
  bool isInsideWhen_ = false;
  AskActivity activity_;
  std::vector<Action> effectsAtStart_;
  std::vector<Action>* effects_ = &effectsAtStart_;
};

}  // namespace dashpot::model
