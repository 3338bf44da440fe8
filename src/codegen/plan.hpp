// codegen/plan.hpp
//
// How native code evaluates a function: the straight line cut into pieces of bounded size, run one after the other.
//
//   chunk   straight-line code for a stretch of instructions; what other pieces need goes through the work array
//   kernel  code for all expressions of one shape (the same operations on other places), run over a table of places
//
// A code generator takes time in proportion to the code it is given at best; one that optimises takes longer per
// instruction the longer a function is. Chunks bound the second, kernels the first: the size of the code follows the
// number of different shapes, not the size of the model.
//
// Shapes are found by cutting the graph of instructions into trees: a value used once belongs to the tree that uses it,
// any other is the root of its own; where a few trees wait for one and the same value only, they and the value make one
// tree with several results. Trees are alike if they perform the same operations on places in the same spaces.
// Trees that do not wait for one another run as one batch; in it, runs of equidistant places need no table and are
// evaluated several at a time.
//
// Promise: the operations and their operands are those of the function, so every bit of the result is.
#pragma once

#include "codegen/ir.hpp"

#include <vector>

namespace dashpot::codegen {

/// Arrays that pieces read and write, as they stand in a Frame.
enum class Space : std::uint8_t {
  time,  // one number
  y,
  parameters,
  given,
  modes,
  discrete,
  pre,
  inputs,
  delayed,
  phases,
  constants,
  work,
  outputs,
};
constexpr std::size_t spaceCount = static_cast<std::size_t>(Space::outputs) + 1;

/// Where the number that an instruction stands for is found, unless it has just been computed.
constexpr Space spaceOf(Code code) {
  switch (code) {
    case Code::constant: return Space::constants;
    case Code::time: return Space::time;
    case Code::state: return Space::y;
    case Code::parameter: return Space::parameters;
    case Code::given: return Space::given;
    case Code::mode: return Space::modes;
    case Code::discrete: return Space::discrete;
    case Code::pre: return Space::pre;
    case Code::input: return Space::inputs;
    case Code::delayed: return Space::delayed;
    case Code::phase: return Space::phases;
    case Code::element:
    case Code::operation:
    case Code::solve:
    case Code::call: break;
  }
  return Space::work;
}

constexpr std::uint32_t noPlace = 0xffffffff;

/// Operands count the loads first, then the operations.
struct KernelOperation {
  symbolic::Op op = symbolic::Op::add;
  std::uint32_t a = 0, b = 0, c = 0;
  bool operator==(const KernelOperation&) const = default;
};

struct KernelStore {
  Space space = Space::work;
  std::uint32_t from = 0;  // a number, counted as operands are
  bool operator==(const KernelStore&) const = default;
};

struct Shape {
  std::vector<Space> loads;
  std::vector<KernelOperation> operations;
  std::vector<KernelStore> stores;
  [[nodiscard]] std::size_t slotCount() const { return loads.size() + stores.size(); }
  bool operator==(const Shape&) const = default;
};

struct Kernel {
  Shape shape;
  /// One per slot: how far its places in a run lie apart. The table of a run then holds the first place of each slot.
  /// Empty: the table holds the places of all slots for each instance, and an instance may use what an earlier one has
  /// made.
  std::vector<std::int32_t> distances;
  bool operator==(const Kernel&) const = default;
};

struct Chunk {
  std::vector<std::uint32_t> instructions;  // without leaves, operands first
  std::vector<std::uint32_t> copies;        // outputs that are leaves
};

struct Task {
  std::uint32_t piece = 0;  // chunks first, then kernels
  std::uint32_t table = 0;  // where its table begins
  std::uint32_t count = 1;  // instances
};

struct Plan {
  std::vector<Chunk> chunks;
  std::vector<Kernel> kernels;
  std::vector<Task> tasks;
  std::vector<std::uint32_t> tables;
  std::vector<std::uint32_t> place;  // by instruction: where in the work array its number, or those of a solve or call,
                                     // are; noPlace: it is used by its own chunk only
  std::vector<std::uint32_t> outputStart, outputs;  // by instruction that is no leaf: the outputs it is stored to
  std::uint32_t workSize = 0;

  [[nodiscard]] std::size_t pieceCount() const { return chunks.size() + kernels.size(); }
};

struct PlanOptions {
  /// Functions up to this size are straight-line code throughout: the fast code generator takes about 2 us for each.
  std::uint32_t straightLine = 2000;
  std::uint32_t chunkSize = 1500;   // instructions: about 100 equations
  std::uint32_t fewestAlike = 64;   // instances that make a kernel worth while
  std::uint32_t shortestRun = 32;   // instances at equal distances that are worth code of their own
  std::uint32_t strip = 256;        // instances in a batch: what they read and write fits into the nearest cache
  std::uint32_t mostVariants = 4;   // of a shape, besides the general one
  std::uint32_t longestTree = 400;  // operations
  std::uint32_t mostSharers = 4;    // trees that are made one because they use the same value
};

/// Results of a procedure call, by procedure.
[[nodiscard]] Plan makePlan(const Function& function, const std::vector<std::uint32_t>& resultCounts,
                            const PlanOptions& options = {});

/// How much of the function is left to chunks, from 0 to 1, by operands: each argument of a call is one.
[[nodiscard]] double shareInChunks(const Function& function, const Plan& plan);

/// The text form, for tests and people.
[[nodiscard]] std::string print(const Plan& plan);

}  // namespace dashpot::codegen
