// codegen/ir.hpp
//
// The intermediate representation: a function is one straight line of instructions, each of which makes one number.
//
// An instruction's result is named by its position, so the code is in static single assignment form. A conditional
// evaluates both branches and selects; what is not a number in the branch not taken does no harm. A result that is not
// finite spreads to the outputs, where it is found; the culprit is traced back only then (trace in executable.hpp). So
// the straight path needs no checks.
//
// Invariants (check verifies them):
//   1 operands and outputs are results of earlier instructions
//   2 inputs, constants and operand lists exist
//   3 an element belongs to a solve and lies inside it
//   4 an operation has the operands it demands and is no leaf
#pragma once

#include "symbolic/operation.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::codegen {

enum class Code : std::uint8_t {
  constant,  // a: index into constants
  time,
  state,      // a: index into y
  parameter,  // a: index into p
  given,      // a: index into p; true if the user has set that parameter
  mode,       // a: number of the mode
  discrete,   // a: index into d, the discrete variables
  pre,        // a: index into d as it was before the event
  input,      // a: index into u
  delayed,    // a: index into the delayed expressions, as they were
  phase,      // a: a Phase
  operation,  // op of a, b, c
  solve,      // a: offset into lists (n*n matrix entries by rows, then n per right side), b: size n, c: right sides
  call,       // a: offset of its arguments in lists, b: which procedure, c: number of arguments
  element,    // a: a solve or call, b: which number of its result
};

/// A number that is there already, or an element of a result that is: costs nothing but a load.
constexpr bool isLeaf(Code code) { return code != Code::operation && code != Code::solve && code != Code::call; }
/// The same number throughout a run.
constexpr bool isConstant(Code code) { return code == Code::constant || code == Code::parameter; }

/// The phase of a run, as numbers that a function may depend on.
enum class Phase : std::uint8_t {
  initial,   // 1 during initialisation, else 0
  terminal,  // 1 at the end of the run, else 0
  lambda,    // from 0 (simplified) to 1 (actual) while homotopy is applied, else 1
};
constexpr std::size_t phaseCount = 3;

struct Instruction {
  Code code = Code::constant;
  symbolic::Op op = symbolic::Op::constant;
  std::uint32_t a = 0, b = 0, c = 0;
  bool operator==(const Instruction&) const = default;
};

constexpr std::uint32_t noOrigin = 0xffffffff;

/// An unknown of linear equations that are solved inside a function: which of the results of a solve, or the division
/// that is left of equations with one unknown.
struct LoopUnknown {
  std::uint32_t instruction = 0;
  std::uint32_t element = 0;
  std::uint32_t variable = 0;  // an output of `observed`; noOrigin: it is none
  bool operator==(const LoopUnknown&) const = default;
};

struct Function {
  std::string name;
  std::vector<Instruction> code;
  std::vector<std::uint32_t>
      origins;  // by instruction: the equation it comes from, an index into CompiledModel::origins
  std::vector<double> constants;
  std::vector<std::uint32_t> lists;
  std::vector<std::uint32_t> outputs;          // results
  std::vector<LoopUnknown> loopUnknowns = {};  // by instruction and element

  [[nodiscard]] std::size_t outputCount() const { return outputs.size(); }
};

/// Visits the results that an instruction needs; of an element, that of its solve or call.
template <class Visit>
void forOperands(const Function& function, const Instruction& at, const Visit& visit) {
  if (at.code == Code::operation) {
    const int count = symbolic::operandCount(at.op);
    visit(at.a);
    if (count > 1) visit(at.b);
    if (count > 2) visit(at.c);
  } else if (at.code == Code::solve || at.code == Code::call) {
    const std::uint32_t count = at.code == Code::solve ? at.b * (at.b + at.c) : at.c;
    for (std::uint32_t k = 0; k < count; ++k) visit(function.lists[at.a + k]);
  } else if (at.code == Code::element) {
    visit(at.a);
  }
}

struct ArgumentSizes {
  std::uint32_t states = 0;
  std::uint32_t parameters = 0;
  std::uint32_t modes = 0;
  std::uint32_t discrete = 0;
  std::uint32_t inputs = 0;
  std::uint32_t delayed = 0;
};

[[nodiscard]] std::vector<std::string> check(const Function& function, const ArgumentSizes& sizes);
[[nodiscard]] std::string print(const Function& function);

}  // namespace dashpot::codegen
