#include "codegen/constant_slots.hpp"

#include <algorithm>
#include <span>

namespace dashpot::codegen {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Statement;
using symbolic::StatementKind;

/// How often each slot is assigned, at any depth.
void countAssignments(const std::vector<Statement>& statements, std::vector<std::uint32_t>& counts) {
  for (const Statement& statement : statements) {
    if (statement.kind == StatementKind::assignIndexed) {
      for (std::uint32_t k = 0; k < statement.count; ++k) ++counts[symbolic::index(statement.targets[0]) + k];
    } else {
      for (const symbolic::VariableId target : statement.targets)
        if (target != symbolic::VariableId::none) ++counts[symbolic::index(target)];
    }
    countAssignments(statement.body, counts);
    countAssignments(statement.otherwise, counts);
  }
}

std::optional<double> numberOf(const symbolic::Pool& pool, Expr e) {
  if (pool.op(e) == Op::constant) return pool.value(e);
  if (pool.op(e) == Op::boolean) return pool[e].a ? 1.0 : 0.0;
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<double>> constantSlots(const symbolic::Function& function) {
  std::vector<std::optional<double>> numbers(function.slotCount);
  std::vector<std::uint32_t> counts(function.slotCount, 0);
  countAssignments(function.body, counts);
  const std::size_t firstLocal = function.inputCount + function.outputCount;
  // What the function begins with: nothing has been used before that is assigned here.
  for (const Statement& statement : function.body) {
    if (statement.kind != StatementKind::assign) break;
    const std::size_t slot = symbolic::index(statement.targets[0]);
    if (slot >= firstLocal && counts[slot] == 1) numbers[slot] = numberOf(function.pool, statement.value);
  }
  std::vector<std::span<std::optional<double>>> arrays;
  for (std::uint32_t i = 0; i < function.pool.size(); ++i)
    if (const symbolic::Node& node = function.pool[static_cast<Expr>(i)]; node.op == Op::indexed)
      arrays.push_back(std::span(numbers).subspan(node.b, node.c));
  const auto isMixed = [](const auto& elements) {
    const auto count = std::ranges::count_if(elements, [](const auto& number) { return number.has_value(); });
    return count != 0 && count != std::ssize(elements);
  };
  // Arrays that overlap may get mixed by one another.
  for (auto found = arrays.begin(); (found = std::ranges::find_if(arrays, isMixed)) != arrays.end();)
    std::ranges::fill(*found, std::nullopt);
  return numbers;
}

}  // namespace dashpot::codegen
