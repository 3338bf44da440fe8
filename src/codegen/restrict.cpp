#include "codegen/restrict.hpp"

#include <vector>

namespace dashpot::codegen {

namespace {

std::vector<bool> needed(const Function& function, std::span<const std::uint32_t> outputs) {
  std::vector<bool> isNeeded(function.code.size(), false);
  for (const std::uint32_t output : outputs) isNeeded[function.outputs[output]] = true;
  for (std::size_t i = function.code.size(); i-- > 0;)
    if (isNeeded[i]) forOperands(function, function.code[i], [&](std::uint32_t operand) { isNeeded[operand] = true; });
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
      at.a = static_cast<std::uint32_t>(result.lists.size());
      forOperands(function, function.code[i], [&](std::uint32_t operand) { result.lists.push_back(place[operand]); });
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
