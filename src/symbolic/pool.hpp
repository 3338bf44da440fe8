// symbolic/pool.hpp
//
// Expressions as 32-bit handles into a hash-consed pool: two expressions are equal exactly if their handles are, and
// common subexpressions are shared from the start. One pool per compilation, one writer.
//
// Invariants (violations(pool) lists breaches):
//   1 the operands of a node are older than the node: ascending handles are an evaluation order
//   2 no two nodes are alike; constants are alike if their bits are, so +0 and -0 differ
//   3 a node has as many operands as its operation demands
#pragma once

#include "base/handle_table.hpp"
#include "base/short_list.hpp"
#include "symbolic/operation.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dashpot::symbolic {

enum class Expr : std::uint32_t { none = 0xffffffff };
/// A variable of the model at hand: the index into its table of variables.
enum class VariableId : std::uint32_t { none = 0xffffffff };

/// A function that expressions call: the index into the model's table of functions.
enum class FunctionId : std::uint32_t { none = 0xffffffff };

constexpr std::size_t index(Expr e) { return static_cast<std::size_t>(e); }
constexpr std::size_t index(VariableId v) { return static_cast<std::size_t>(v); }
constexpr std::size_t index(FunctionId f) { return static_cast<std::size_t>(f); }

struct Node {
  Op op = Op::constant;
  // Operands; but
  //   leaf     a: constant, variable or mode number
  //   call     a: function, b: where its arguments begin, c: how many they are
  //   element  a: the call, b: which of its results
  //   indexed  a: the index, counted from 1; b: the first element (a variable), c: how many there are
  std::uint32_t a = 0, b = 0, c = 0;
  bool operator==(const Node&) const = default;
};

class Pool {
 public:
  Expr constant(double value);
  Expr boolean(bool value) { return intern({Op::boolean, value ? 1u : 0u, 0, 0}); }
  Expr time() { return intern({Op::time, 0, 0, 0}); }
  Expr variable(VariableId id) { return intern({Op::variable, static_cast<std::uint32_t>(id), 0, 0}); }
  Expr derivative(VariableId id) { return intern({Op::derivative, static_cast<std::uint32_t>(id), 0, 0}); }
  Expr pre(VariableId id) { return intern({Op::pre, static_cast<std::uint32_t>(id), 0, 0}); }
  Expr initial() { return intern({Op::initial, 0, 0, 0}); }
  Expr terminal() { return intern({Op::terminal, 0, 0, 0}); }
  Expr mode(std::uint32_t number) { return intern({Op::mode, number, 0, 0}); }

  /// The operation as it stands; build.hpp has the constructors that simplify.
  Expr make(Op op, Expr a, Expr b = Expr::none, Expr c = Expr::none);

  /// A call; the results are had with element(). Calls are alike if function and arguments are: functions are pure.
  Expr call(FunctionId function, std::span<const Expr> arguments);
  Expr element(Expr call, std::uint32_t result) { return intern({Op::element, raw(call), result, 0}); }
  Expr indexed(VariableId first, std::uint32_t count, Expr position) {
    return intern({Op::indexed, raw(position), static_cast<std::uint32_t>(first), count});
  }

  /// After functions have been removed: the new number of each, by its old one. Calls of those without a new number
  /// (none) must no longer be in use.
  void renumberFunctions(std::span<const FunctionId> renumbered);

  /// The reference to a variable, if there is one already.
  [[nodiscard]] Expr find(VariableId id) const;

  [[nodiscard]] const Node& operator[](Expr e) const { return nodes_[index(e)]; }
  [[nodiscard]] Op op(Expr e) const { return nodes_[index(e)].op; }
  /// The operands of anything but a call.
  [[nodiscard]] std::array<Expr, 3> operands(Expr e) const {
    const Node& node = (*this)[e];
    const int count = operandCount(node.op);
    return {count > 0 ? static_cast<Expr>(node.a) : Expr::none, count > 1 ? static_cast<Expr>(node.b) : Expr::none,
            count > 2 ? static_cast<Expr>(node.c) : Expr::none};
  }
  /// The arguments of a call. Valid until the next call is made.
  [[nodiscard]] std::span<const Expr> arguments(Expr call) const {
    return std::span(arguments_).subspan((*this)[call].b, (*this)[call].c);
  }
  [[nodiscard]] FunctionId function(Expr call) const { return static_cast<FunctionId>((*this)[call].a); }
  [[nodiscard]] double value(Expr constant) const { return constants_[(*this)[constant].a]; }
  [[nodiscard]] VariableId variable(Expr leaf) const { return static_cast<VariableId>((*this)[leaf].a); }
  [[nodiscard]] bool isConstant(Expr e) const { return op(e) == Op::constant; }
  [[nodiscard]] bool isConstant(Expr e, double value) const;  // these very bits
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  friend std::vector<std::string> violations(const Pool& pool);
  static std::uint32_t raw(Expr e) { return static_cast<std::uint32_t>(e); }
  Expr intern(Node node);
  [[nodiscard]] Expr known(const Node& node) const;
  void rememberCall(Expr call);

  std::vector<Node> nodes_;
  std::vector<double> constants_;
  std::vector<Expr> arguments_;  // of all calls
  HandleTable knownNodes_;
  HandleTable knownCalls_;      // by function and arguments
  HandleTable knownConstants_;  // by their bits
};

[[nodiscard]] std::vector<std::string> violations(const Pool& pool);

/// Walks over expressions; keeps its marks between walks, so that a walk costs what it visits.
class Walker {
 public:
  explicit Walker(const Pool& pool) : pool_(pool) {}

  /// All nodes below `root`, itself included, operands first. Valid until the next call.
  const std::vector<Expr>& reachable(Expr root);
  /// Those of them with this operation, the oldest first.
  using Leaves = ShortList<Expr, 6>;
  Leaves leaves(Expr root, Op op);
  bool contains(Expr root, Expr part);

 private:
  void visit(Expr root);

  const Pool& pool_;
  std::vector<std::uint32_t> mark_;
  std::uint32_t walk_ = 0;
  std::vector<Expr> found_;
};

}  // namespace dashpot::symbolic
