#include "symbolic/pool.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace dashpot::symbolic {

namespace {

constexpr std::size_t smallestTable = 64;

std::uint32_t hashOf(const Node& node) {
  std::uint64_t h = (static_cast<std::uint64_t>(node.op) << 56) ^ (static_cast<std::uint64_t>(node.a) << 24) ^ node.b;
  h ^= static_cast<std::uint64_t>(node.c) << 40;
  // The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every input bit reaches every output bit.
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;
  return static_cast<std::uint32_t>(h ^ (h >> 31));
}

std::uint64_t hashOf(FunctionId function, std::span<const Expr> arguments) {
  std::uint64_t hash = index(function);
  for (const Expr argument : arguments) hash = (hash ^ index(argument)) * 0x100000001b3ull;  // FNV-1a
  return hash;
}

}  // namespace

std::size_t Pool::slotOf(const Node& node, std::uint32_t hash) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash & mask;
  while (table_[slot].node != Expr::none && (table_[slot].hash != hash || (*this)[table_[slot].node] != node))
    slot = (slot + 1) & mask;
  return slot;
}

void Pool::enlargeTable() {
  const std::vector<Slot> old = std::exchange(table_, std::vector<Slot>(std::max(smallestTable, 2 * table_.size())));
  const std::size_t mask = table_.size() - 1;
  for (const Slot& known : old) {
    if (known.node == Expr::none) continue;
    std::size_t slot = known.hash & mask;
    while (table_[slot].node != Expr::none) slot = (slot + 1) & mask;
    table_[slot] = known;
  }
}

Expr Pool::intern(Node node) {
  if (2 * nodes_.size() >= table_.size()) enlargeTable();
  const std::uint32_t hash = hashOf(node);
  Slot& known = table_[slotOf(node, hash)];
  if (known.node == Expr::none) {
    known = {static_cast<Expr>(nodes_.size()), hash};
    nodes_.push_back(node);
  }
  return known.node;
}

Expr Pool::constant(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto [found, isNew] = knownConstants_.try_emplace(bits, static_cast<std::uint32_t>(constants_.size()));
  if (isNew) constants_.push_back(value);
  return intern({Op::constant, found->second, 0, 0});
}

Expr Pool::call(FunctionId function, std::span<const Expr> arguments) {
  const std::uint64_t hash = hashOf(function, arguments);
  const auto [first, last] = knownCalls_.equal_range(hash);
  for (auto known = first; known != last; ++known)
    if (this->function(known->second) == function && std::ranges::equal(this->arguments(known->second), arguments))
      return known->second;
  const auto begin = static_cast<std::uint32_t>(arguments_.size());
  const std::vector<Expr> copy(arguments.begin(), arguments.end());  // the span may lie in arguments_
  arguments_.insert(arguments_.end(), copy.begin(), copy.end());
  const Expr made =
      intern({Op::call, static_cast<std::uint32_t>(function), begin, static_cast<std::uint32_t>(copy.size())});
  knownCalls_.emplace(hash, made);
  return made;
}

void Pool::renumberFunctions(std::span<const FunctionId> renumbered) {
  knownCalls_.clear();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].op != Op::call) continue;
    const auto call = static_cast<Expr>(i);
    const FunctionId now = renumbered[index(function(call))];
    nodes_[i].a = static_cast<std::uint32_t>(now);
    if (now != FunctionId::none) knownCalls_.emplace(hashOf(now, arguments(call)), call);
  }
  // No two calls have become alike: their arguments are stored in different places.
  table_.assign(table_.size(), {});
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const std::uint32_t hash = hashOf(nodes_[i]);
    table_[slotOf(nodes_[i], hash)] = {static_cast<Expr>(i), hash};
  }
}

Expr Pool::find(VariableId id) const {
  if (table_.empty()) return Expr::none;
  const Node node{Op::variable, static_cast<std::uint32_t>(id), 0, 0};
  return table_[slotOf(node, hashOf(node))].node;
}

Expr Pool::make(Op op, Expr a, Expr b, Expr c) {
  const auto number = [](Expr e) { return e == Expr::none ? 0u : static_cast<std::uint32_t>(e); };
  return intern({op, number(a), number(b), number(c)});
}

bool Pool::isConstant(Expr e, double value) const {
  return isConstant(e) && std::bit_cast<std::uint64_t>(this->value(e)) == std::bit_cast<std::uint64_t>(value);
}

std::vector<std::string> violations(const Pool& pool) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < pool.nodes_.size(); ++i) {
    const Node& node = pool.nodes_[i];
    const std::string label = "expression " + std::to_string(i);
    const std::array<std::uint32_t, 3> operands{node.a, node.b, node.c};
    for (int k = 0; k < operandCount(node.op); ++k)
      if (operands[static_cast<std::size_t>(k)] >= i) found.push_back(label + ": an operand is not older than it");
    if (node.op == Op::call)
      for (const Expr argument : pool.arguments(static_cast<Expr>(i)))
        if (index(argument) >= i) found.push_back(label + ": an argument is not older than it");
    if (const Expr known = pool.table_[pool.slotOf(node, hashOf(node))].node; known == Expr::none || index(known) != i)
      found.push_back(label + ": is stored twice or not known");
    if (node.op == Op::constant && node.a >= pool.constants_.size())
      found.push_back(label + ": a constant without a value");
  }
  return found;
}

void Walker::visit(Expr root) {
  mark_.resize(pool_.size(), 0);
  ++walk_;
  found_.clear();
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const Expr e = stack_.back();
    stack_.pop_back();
    if (mark_[index(e)] == walk_) continue;
    mark_[index(e)] = walk_;
    found_.push_back(e);
    if (pool_.op(e) == Op::call) {
      const auto arguments = pool_.arguments(e);
      stack_.insert(stack_.end(), arguments.begin(), arguments.end());
    } else {
      for (const Expr operand : pool_.operands(e))
        if (operand != Expr::none) stack_.push_back(operand);
    }
  }
}

const std::vector<Expr>& Walker::reachable(Expr root) {
  visit(root);
  std::sort(found_.begin(), found_.end());  // operands are older than what uses them
  return found_;
}

std::vector<Expr> Walker::leaves(Expr root, Op op) {
  visit(root);
  std::vector<Expr> result;
  for (const Expr e : found_)
    if (pool_.op(e) == op) result.push_back(e);
  std::sort(result.begin(), result.end());
  return result;
}

bool Walker::contains(Expr root, Expr part) {
  const auto& nodes = reachable(root);
  return std::ranges::binary_search(nodes, part);
}

}  // namespace dashpot::symbolic
