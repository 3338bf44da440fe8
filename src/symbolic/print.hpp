// symbolic/print.hpp: expressions as Modelica text, with the parentheses that keep their meaning and no others.
#pragma once

#include "symbolic/function.hpp"
#include "symbolic/pool.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::symbolic {

/// The type that a text demands at some place. In the pool Integers and values of enumerations are numbers like any
/// other; Modelica keeps them apart.
struct Sort {
  enum class Kind : std::uint8_t { any, number, integer, truth, enumeration };
  Kind kind = Kind::any;
  std::uint32_t enumeration = 0;  // which one
  bool operator==(const Sort&) const = default;
};

/// The words of a text for what expressions refer to.
class Vocabulary {
 public:
  virtual ~Vocabulary() = default;

  [[nodiscard]] virtual std::string variable(VariableId id) const = 0;
  [[nodiscard]] virtual Sort sort(VariableId) const { return {}; }
  /// Element number `position` of an array of variables.
  [[nodiscard]] virtual std::string element(VariableId first, const std::string& position) const;
  /// A literal of an enumeration; empty: it has none with this number.
  [[nodiscard]] virtual std::string literal(std::uint32_t, double) const { return {}; }
  /// The type that makes a value of an enumeration from its number.
  [[nodiscard]] virtual std::string enumeration(std::uint32_t) const { return {}; }
  /// The function whose value is result number `result` of a call.
  [[nodiscard]] virtual std::string function(FunctionId id, std::uint32_t result) const;
  /// Arguments and results of the function; null: every argument is a scalar.
  [[nodiscard]] virtual const Function* signature(FunctionId) const { return nullptr; }
  /// Of an input, an output or a local variable of a function.
  [[nodiscard]] virtual Sort sort(const Argument&) const { return {}; }
  /// The shape that an argument of a function has in the text.
  [[nodiscard]] virtual std::vector<std::int32_t> shape(const Function&, const Argument& argument) const {
    return argument.dimensions;
  }
};

[[nodiscard]] std::string print(const Pool& pool, Expr e, const Vocabulary& words, Sort demanded = {});

/// A text for people is cut after so many characters: expressions share their parts, and written out they can be
/// longer than memory.
constexpr std::size_t legibleLength = 10'000;

/// The two sides of an equation, which must be of one sort.
[[nodiscard]] std::pair<std::string, std::string> printSides(const Pool& pool, Expr left, Expr right,
                                                             const Vocabulary& words,
                                                             std::size_t longest = std::string::npos);

/// Gives the text of a variable.
using VariableNamer = std::function<std::string(VariableId)>;
using FunctionNamer = std::function<std::string(FunctionId)>;

/// For people: arguments are scalars, and results after the first are numbered.
[[nodiscard]] std::string print(const Pool& pool, Expr e, const VariableNamer& name,
                                const FunctionNamer& functionName = {});

/// How many operations and operands each expression of the pool has when it is written out, nothing shared.
[[nodiscard]] std::vector<double> writtenSizes(const Pool& pool);

/// The shortest text that reads back as the same number.
[[nodiscard]] std::string printNumber(double value);

}  // namespace dashpot::symbolic
