// model/expressions/clocked_operators.hpp
//
// Clocks and the operators that lead into, out of and between clocked parts (Modelica 3.6, chapter 16), as expressions
// are translated. The value of such an operator is a variable of its own, and what it stands for is put on a list; once
// all equations are known, equations/clocked_parts finds the clock of each and says how these variables get their
// values. A value of type Clock is a variable, too: while a model is flattened it is one of an enumeration of this name.
#pragma once

#include "model/expressions/argument_matching.hpp"
#include "model/expressions/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::model {

class Evaluation;

enum class ClockedKind : std::uint8_t {
  sample,       // into a clocked part
  hold,         // out of it
  previous,     // at the tick before
  subSample,    // every factor-th tick; of a clock, too, like the next three
  superSample,  // factor times as many ticks
  shiftSample,  // ticks later, by counter/resolution intervals
  backSample,   // ticks earlier
  noClock,      // whatever the clock is
  interval,     // between this tick and the one before
  firstTick,
};

/// result = kind(argument), at the ticks of a clock.
struct ClockedOperator {
  ClockedKind kind = ClockedKind::sample;
  VariableId result = VariableId::none;
  Expr argument = Expr::none;           // none: interval(), firstTick()
  VariableId clock = VariableId::none;  // sample(u, c); none: it is inferred
  std::int64_t factor = 0;              // 0: it is inferred
  std::int64_t counter = 0, resolution = 1;
  SourceRange where = {};
};

enum class ClockKind : std::uint8_t {
  inferred,  // Clock()
  exact,     // Clock(counter, resolution): counter/resolution seconds
  periodic,  // Clock(interval)
  event,     // Clock(condition, startInterval)
  solved,    // Clock(c, solverMethod)
  derived,   // subSample(c, factor), ...
};

/// clock = ...
struct ClockDefinition {
  ClockKind kind = ClockKind::inferred;
  VariableId clock = VariableId::none;
  std::int64_t counter = 0, resolution = 1;  // exact
  Expr interval = Expr::none;                // periodic; event: of the first tick
  Expr condition = Expr::none;               // event
  VariableId from = VariableId::none;        // solved, derived
  std::string method = {};                   // solved
  ClockedOperator conversion = {};           // derived: kind, factor, counter, resolution
  SourceRange where = {};
};

/// when clock then equations end when: those of the flat model from `first` on, `count` of them.
struct ClockedWhen {
  VariableId clock = VariableId::none;
  std::size_t first = 0, count = 0;
  SourceRange where = {};
};

class ClockedOperators {
 public:
  ClockedOperators(TranslationContext& context, Expressions& expressions, Evaluation& evaluation,
                   ArgumentMatching& arguments)
      : context_(context), expressions_(expressions), evaluation_(evaluation), arguments_(arguments) {}

  /// Whether a call of this name can be a clock.
  [[nodiscard]] static bool givesClock(std::string_view name);
  /// Empty: something was wrong, and has been reported.
  std::optional<Value> call(const ScopedExpression& at, std::string_view name,
                            const std::vector<CallArgument>& arguments);
  /// sample(u) and sample(u, clock), unlike sample(start, interval).
  std::optional<Value> sampled(const ScopedExpression& at, const std::vector<Value>& given);
  [[nodiscard]] bool isClock(const Value& value);
  void addWhen(ClockedWhen when) { whens_.push_back(when); }

  // ---- for those who write equations of clocked parts themselves (state machines): variables with these values
  VariableId previousOf(VariableId variable, SourceRange where);
  /// Between ticks of the clock of a variable.
  VariableId intervalOf(VariableId variable, SourceRange where);
  VariableId sampleOf(Expr value, Type type, VariableId clock, SourceRange where);
  VariableId clockOfSeconds(std::int64_t seconds, SourceRange where);
  /// An operator gives its value to a new variable; the one that had it needs an equation now.
  VariableId detach(std::size_t position);

  [[nodiscard]] const std::vector<ClockedOperator>& operators() const { return operators_; }
  [[nodiscard]] const std::vector<ClockDefinition>& clocks() const { return clocks_; }
  [[nodiscard]] const std::vector<ClockedWhen>& whens() const { return whens_; }
  [[nodiscard]] bool isEmpty() const { return operators_.empty() && clocks_.empty() && whens_.empty(); }
  /// The variables that stand for values of operators and for clocks.
  [[nodiscard]] std::size_t variableCount() const { return count_; }

 private:
  std::optional<Value> clock(const ScopedExpression& at, const std::vector<CallArgument>& arguments);
  std::optional<Value> applied(const ScopedExpression& at, std::string_view name, ClockedKind kind,
                               const std::vector<Value>& given);
  std::optional<Value> conversion(const ScopedExpression& at, const ClockedOperator& pattern, const Value& argument);
  bool readNumbers(const ScopedExpression& at, std::string_view name, const std::vector<Value>& given,
                   ClockedOperator& pattern);
  std::optional<std::int64_t> wholeNumber(const Value& value, std::int64_t least, SourceRange where);
  Value newClock(ClockDefinition definition);
  VariableId newVariable(std::string_view kind, ScalarType type, SourceRange where);
  Value replaced(const Value& argument, const ClockedOperator& pattern, std::string_view name);

  TranslationContext& context_;
  Expressions& expressions_;
  Evaluation& evaluation_;
  ArgumentMatching& arguments_;
  std::vector<ClockedOperator> operators_;
  std::vector<ClockDefinition> clocks_;
  std::vector<ClockedWhen> whens_;
  std::size_t count_ = 0;
};

}  // namespace dashpot::model
