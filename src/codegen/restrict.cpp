#include "codegen/restrict.hpp"

#include <vector>

namespace dashpot::codegen {

namespace {

/// Where the operands of an instruction stand in the lists, and how many there are.
std::span<const std::uint32_t> listed(const Function& function, const Instruction& at) {
  if (at.code == Code::solve) return std::span(function.lists).subspan(at.a, std::size_t{at.b} * (at.b + at.c));
  if (at.code == Code::call) return std::span(function.lists).subspan(at.a, at.c);
  return {};
}

std::vector<bool> needed(const Function& function, std::span<const std::uint32_t> outputs) {
  std::vector<bool> isNeeded(function.code.size(), false);
  for (const std::uint32_t output : outputs) isNeeded[function.outputs[output]] = true;
  for (std::size_t i = function.code.size(); i-- > 0;) {
    if (!isNeeded[i]) continue;
    const Instruction& at = function.code[i];
    for (const std::uint32_t operand : listed(function, at)) isNeeded[operand] = true;
    if (at.code == Code::element) isNeeded[at.a] = true;
    if (at.code != Code::operation) continue;
    const int count = symbolic::operandCount(at.op);
    isNeeded[at.a] = true;
    if (count > 1) isNeeded[at.b] = true;
    if (count > 2) isNeeded[at.c] = true;
  }
  return isNeeded;
}

}  // namespace

Function restrictTo(const Function& function, std::span<const std::uint32_t> outputs) {
  const std::vector<bool> isNeeded = needed(function, outputs);
  Function result;
  result.name = function.name;
  result.constants = function.constants;
  std::vector<std::uint32_t> place(function.code.size(), 0);
  for (std::size_t i = 0; i < function.code.size(); ++i) {
    if (!isNeeded[i]) continue;
    Instruction at = function.code[i];
    if (at.code == Code::solve || at.code == Code::call) {
      const auto first = static_cast<std::uint32_t>(result.lists.size());
      for (const std::uint32_t operand : listed(function, function.code[i])) result.lists.push_back(place[operand]);
      at.a = first;
    } else if (at.code == Code::element) {
      at.a = place[at.a];
    } else if (at.code == Code::operation) {
      at.a = place[at.a], at.b = place[at.b], at.c = place[at.c];
    }
    place[i] = static_cast<std::uint32_t>(result.code.size());
    result.code.push_back(at);
    result.origins.push_back(function.origins[i]);
  }
  for (const std::uint32_t output : outputs) result.outputs.push_back(place[function.outputs[output]]);
  return result;
}

std::size_t operationCount(const Function& function) {
  std::size_t count = 0;
  for (const Instruction& at : function.code) {
    if (at.code == Code::operation || at.code == Code::call) ++count;
    if (at.code != Code::solve) continue;
    const std::size_t n = at.b;
    for (std::size_t left = n; left-- > 0;) count += left + 2 * left * left;
    count += at.c * (2 * n * n - n);
  }
  return count;
}

}  // namespace dashpot::codegen
