#include "codegen/plan.hpp"

#include "codegen/kernel_search.hpp"

#include <fmt/format.h>

#include <iterator>

namespace dashpot::codegen {

void linkOutputs(const Function& function, Plan& plan) {
  plan.outputStart.assign(function.code.size() + 1, 0);
  for (const std::uint32_t i : function.outputs)
    if (!isLeaf(function.code[i].code)) ++plan.outputStart[i + 1];
  for (std::size_t i = 0; i < function.code.size(); ++i) plan.outputStart[i + 1] += plan.outputStart[i];
  plan.outputs.resize(plan.outputStart.back());
  std::vector<std::uint32_t> next(plan.outputStart.begin(), plan.outputStart.end() - 1);
  for (std::uint32_t k = 0; k < function.outputs.size(); ++k)
    if (const std::uint32_t i = function.outputs[k]; !isLeaf(function.code[i].code)) plan.outputs[next[i]++] = k;
}

void placeValues(const Function& function, const std::vector<std::uint32_t>& resultCounts,
                 const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& madeBy, Plan& plan) {
  std::vector<bool> crosses(function.code.size(), false);
  for (const std::uint32_t i : order)
    forEachOperand(function, function.code[i], [&](std::uint32_t operand) {
      if (function.code[operand].code == Code::operation && madeBy[operand] != madeBy[i]) crosses[operand] = true;
    });
  plan.place.assign(function.code.size(), noPlace);
  for (const std::uint32_t i : order) {
    const Instruction& at = function.code[i];
    if (at.code == Code::operation && !crosses[i]) continue;
    plan.place[i] = plan.workSize;
    plan.workSize += at.code == Code::solve  ? at.b * (at.b + at.c)       // solutions, then the matrix
                     : at.code == Code::call ? resultCounts[at.b] + at.c  // results, then arguments
                                             : 1;
  }
}

namespace {

/// Everything in the order in which it stands, cut into chunks.
Plan straightLine(const Function& function, const std::vector<std::uint32_t>& resultCounts,
                  const PlanOptions& options) {
  Plan plan;
  linkOutputs(function, plan);
  std::vector<std::uint32_t> order, madeBy(function.code.size(), 0);
  for (std::uint32_t i = 0; i < function.code.size(); ++i) {
    if (isLeaf(function.code[i].code)) continue;
    if (plan.chunks.empty() || plan.chunks.back().instructions.size() >= options.chunkSize) plan.chunks.emplace_back();
    plan.chunks.back().instructions.push_back(i);
    order.push_back(i);
    madeBy[i] = static_cast<std::uint32_t>(plan.chunks.size());
  }
  for (std::uint32_t k = 0; k < function.outputs.size(); ++k) {
    if (!isLeaf(function.code[function.outputs[k]].code)) continue;
    if (plan.chunks.empty()) plan.chunks.emplace_back();
    plan.chunks.back().copies.push_back(k);
  }
  for (std::uint32_t c = 0; c < plan.chunks.size(); ++c) plan.tasks.push_back({c, 0, 1});
  placeValues(function, resultCounts, order, madeBy, plan);
  return plan;
}

}  // namespace

Plan makePlan(const Function& function, const std::vector<std::uint32_t>& resultCounts, const PlanOptions& options) {
  const bool isSmall = function.code.size() + function.outputs.size() <= options.straightLine;
  return isSmall ? straightLine(function, resultCounts, options) : shareKernels(function, resultCounts, options);
}

double shareInChunks(const Function& function, const Plan& plan) {
  std::size_t inAll = 0, inChunks = 0;
  const auto count = [&](std::uint32_t i, std::size_t& sum) {
    forOperands(function, function.code[i], [&](std::uint32_t) { ++sum; });
  };
  for (std::uint32_t i = 0; i < function.code.size(); ++i)
    if (!isLeaf(function.code[i].code)) count(i, inAll);
  for (const Chunk& chunk : plan.chunks)
    for (const std::uint32_t i : chunk.instructions) count(i, inChunks);
  return inAll == 0 ? 0.0 : static_cast<double>(inChunks) / static_cast<double>(inAll);
}

std::string print(const Plan& plan) {
  std::string text = fmt::format("plan: {} chunks, {} kernels, {} tasks, {} numbers of work\n", plan.chunks.size(),
                                 plan.kernels.size(), plan.tasks.size(), plan.workSize);
  auto out = std::back_inserter(text);
  for (std::size_t c = 0; c < plan.chunks.size(); ++c)
    fmt::format_to(out, "chunk {}: {} instructions, {} copies\n", c, plan.chunks[c].instructions.size(),
                   plan.chunks[c].copies.size());
  for (std::size_t k = 0; k < plan.kernels.size(); ++k)
    fmt::format_to(out, "kernel {}: {} loads, {} operations, {} stores{}\n", plan.chunks.size() + k,
                   plan.kernels[k].shape.loads.size(), plan.kernels[k].shape.operations.size(),
                   plan.kernels[k].shape.stores.size(), plan.kernels[k].distances.empty() ? "" : ", equidistant");
  for (const Task& task : plan.tasks) fmt::format_to(out, "run {} x {}\n", task.piece, task.count);
  return text;
}

}  // namespace dashpot::codegen
