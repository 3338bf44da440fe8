// model/expressions/state_operators.hpp
//
// State machines as equations and expressions write them (Modelica 3.6, section 17.1): transition and initialState,
// activeState, ticksInState and timeInState. They are put on lists as they are read; the value of a question is a
// variable of its own. Once all equations are known, equations/state_machines says what they mean.
#pragma once

#include "model/expressions/argument_matching.hpp"
#include "model/expressions/value.hpp"
#include "model/flat_model.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dashpot::model {

class Evaluation;

/// transition(from, to, condition, immediate, reset, synchronize, priority); states are named by their components.
struct Transition {
  PathId from = PathId::root, to = PathId::root;
  Expr condition = Expr::none;
  bool isImmediate = true, resets = true, synchronizes = false;
  std::int32_t priority = 1;
  std::size_t firstQuestion = 0, endOfQuestions = 0;  // those that its condition asks
  SourceRange where = {};
};

struct InitialState {
  PathId state = PathId::root;
  SourceRange where = {};
};

enum class StateQuestionKind : std::uint8_t { isActive, ticks, time };

/// result = activeState(at), or how long the state machine around `at` has been in its state.
struct StateQuestion {
  StateQuestionKind kind = StateQuestionKind::isActive;
  VariableId result = VariableId::none;
  PathId at = PathId::root;
  SourceRange where = {};
};

class StateOperators {
 public:
  StateOperators(TranslationContext& context, Expressions& expressions, Evaluation& evaluation)
      : context_(context), expressions_(expressions), evaluation_(evaluation) {}

  /// Whether an equation of this name makes a state machine.
  [[nodiscard]] static bool isStatement(std::string_view name);
  /// transition(...) or initialState(...), where it stands as an equation. What is wrong is reported.
  void read(const ScopedExpression& call, SourceRange where);
  /// The value of a question. Empty: something was wrong, and has been reported.
  std::optional<Value> ask(const ScopedExpression& at, std::string_view name,
                           const std::vector<CallArgument>& arguments);

  [[nodiscard]] const std::vector<Transition>& transitions() const { return transitions_; }
  [[nodiscard]] const std::vector<InitialState>& initialStates() const { return initialStates_; }
  [[nodiscard]] const std::vector<StateQuestion>& questions() const { return questions_; }
  [[nodiscard]] bool isEmpty() const { return transitions_.empty() && initialStates_.empty() && questions_.empty(); }

 private:
  std::optional<PathId> stateNamed(const ScopedExpression& reference, std::string_view by);
  void readTransition(const ScopedExpression& call, SourceRange where);

  TranslationContext& context_;
  Expressions& expressions_;
  Evaluation& evaluation_;
  std::vector<Transition> transitions_;
  std::vector<InitialState> initialStates_;
  std::vector<StateQuestion> questions_;
};

}  // namespace dashpot::model
