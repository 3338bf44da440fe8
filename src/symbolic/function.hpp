// symbolic/function.hpp
//
// A function written in Modelica, made concrete: every size is known, every array is a run of scalars.
//
// Is: a list of statements over slots, each holding one number. Expressions live in a pool of the function's own, where
// a variable is a slot. A function that is called with arguments of other sizes is another function.
// Here: loops and branches as they were written. Not here: functions small enough to be written into the expressions
// that call them (done before), side effects. A function of the machine's own has no statements (host_function.hpp).
//
// Invariants (violations(function) lists breaches):
//   1 slots are the inputs, then the outputs, then what is local; every argument is a run of them
//   2 expressions refer to slots that exist, and contain neither der, pre, time nor modes
//   3 a statement has the parts its kind demands; break stands in a loop
#pragma once

#include "base/paths.hpp"
#include "base/source.hpp"
#include "symbolic/host_function.hpp"
#include "symbolic/pool.hpp"

#include <memory>
#include <string>
#include <vector>

namespace dashpot::symbolic {

/// An input, output or local variable: `size` slots from `first`, an array by rows.
struct Argument {
  std::string name;
  std::string type = "Real";  // as Modelica writes it
  std::vector<std::int32_t> dimensions = {};
  std::uint32_t first = 0;
  std::uint32_t size = 1;
};

enum class StatementKind : std::uint8_t {
  assign,         // targets[0] := value
  assignIndexed,  // element number `position` (from 1) of the `count` slots from targets[0] := value
  call,           // targets := results of the call `value`; VariableId::none: that result is not wanted
  branch,         // if value then body else otherwise
  forLoop,        // for targets[0] in value : step : last loop body
  whileLoop,      // while value loop body
  breakLoop,
  returnNow,
  assertion,  // value must hold; message
};

struct Statement {
  StatementKind kind = StatementKind::assign;
  std::vector<VariableId> targets = {};
  Expr value = Expr::none;
  Expr position = Expr::none;
  std::uint32_t count = 0;
  Expr step = Expr::none;
  Expr last = Expr::none;
  std::vector<Statement> body = {};
  std::vector<Statement> otherwise = {};
  std::string message = {};
  SourceRange where = {};
};

/// annotation(derivative(order = 1, noDerivative = k, zeroDerivative = k) = f_der)
struct DerivativeRule {
  FunctionId function = FunctionId::none;
  std::vector<std::uint32_t> noDerivative = {};    // inputs that f_der has no derivative of
  std::vector<std::uint32_t> zeroDerivative = {};  // the rule holds only if these inputs are constant
};

/// annotation(inverse(x = g(..., y, ...))): of y = f(..., x, ...), with one result
struct InverseRule {
  std::uint32_t input = 0;  // the slot of x
  FunctionId function = FunctionId::none;
  std::vector<std::uint32_t> arguments = {};  // of g: slots of f, of its inputs or of its output
};

struct Function {
  std::string name;
  Pool pool;
  std::vector<Argument> inputs;
  std::vector<Argument> outputs;
  std::vector<Argument> locals;
  std::uint32_t inputCount = 0;   // slots of all inputs together
  std::uint32_t outputCount = 0;  // slots of all outputs together
  std::uint32_t slotCount = 0;
  std::vector<Statement> body;  // defaults of outputs and locals come first, as assignments
  std::vector<DerivativeRule> derivatives;
  std::vector<InverseRule> inverses = {};
  std::shared_ptr<const HostFunction> host = {};  // it is no Modelica
  bool mayBeInlined = true;                       // else annotation(Inline = false)
  SourceRange where = {};
};

[[nodiscard]] std::vector<std::string> violations(const Function& function, std::size_t functionCount);

}  // namespace dashpot::symbolic
