#include "symbolic/pool.hpp"

#include <algorithm>
#include <bit>

namespace dashpot::symbolic {

namespace {

using Key = HandleTable::Key;

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every input bit reaches every output bit.
std::uint32_t mixed(std::uint64_t h) {
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;
  return static_cast<std::uint32_t>(h ^ (h >> 31));
}

/// Expressions are made of what was made last, and variables are referred to in the order of their numbers: so the
/// youngest operand of a node, or the number of a leaf, is its place among the nodes with the same operation.
Key keyOf(const Node& node) {
  std::uint64_t h = (static_cast<std::uint64_t>(node.op) << 56) ^ (static_cast<std::uint64_t>(node.a) << 24) ^ node.b;
  h ^= static_cast<std::uint64_t>(node.c) << 40;
  const int count = operandCount(node.op);
  const std::uint32_t youngest = node.op == Op::call ? node.b
                                 : count < 2         ? node.a
                                 : count < 3         ? std::max(node.a, node.b)
                                                     : std::max({node.a, node.b, node.c});
  constexpr std::uint32_t apart = 0x9e3779b9;  // 2^32 over the golden ratio: operations lie far from one another
  return {static_cast<std::uint32_t>(node.op) * apart + 2 * youngest, mixed(h)};
}

Key keyOf(FunctionId function, std::span<const Expr> arguments) {
  std::uint64_t hash = index(function);
  for (const Expr argument : arguments) hash = (hash ^ index(argument)) * 0x100000001b3ull;  // FNV-1a
  const std::uint32_t whole = mixed(hash);
  return {whole, whole};
}

Key keyOf(double value) {
  const std::uint32_t hash = mixed(std::bit_cast<std::uint64_t>(value));
  return {hash, hash};
}

}  // namespace

Expr Pool::known(const Node& node) const {
  return static_cast<Expr>(
      knownNodes_.find(keyOf(node), [&](std::uint32_t candidate) { return nodes_[candidate] == node; }));
}

Expr Pool::intern(Node node) {
  const Expr found = known(node);
  if (found != Expr::none) return found;
  nodes_.push_back(node);
  const auto made = static_cast<std::uint32_t>(nodes_.size() - 1);
  knownNodes_.add(made, [&](std::uint32_t i) { return keyOf(nodes_[i]); });
  return static_cast<Expr>(made);
}

Expr Pool::constant(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  std::uint32_t number = knownConstants_.find(
      keyOf(value), [&](std::uint32_t i) { return std::bit_cast<std::uint64_t>(constants_[i]) == bits; });
  if (number == HandleTable::none) {
    number = static_cast<std::uint32_t>(constants_.size());
    constants_.push_back(value);
    knownConstants_.add(number, [&](std::uint32_t i) { return keyOf(constants_[i]); });
  }
  return intern({Op::constant, number, 0, 0});
}

Expr Pool::call(FunctionId function, std::span<const Expr> arguments) {
  const auto isIt = [&](std::uint32_t candidate) {
    const auto call = static_cast<Expr>(candidate);
    return this->function(call) == function && std::ranges::equal(this->arguments(call), arguments);
  };
  if (const std::uint32_t known = knownCalls_.find(keyOf(function, arguments), isIt); known != HandleTable::none)
    return static_cast<Expr>(known);
  const auto begin = static_cast<std::uint32_t>(arguments_.size());
  const std::vector<Expr> copy(arguments.begin(), arguments.end());  // the span may lie in arguments_
  arguments_.insert(arguments_.end(), copy.begin(), copy.end());
  const Expr made =
      intern({Op::call, static_cast<std::uint32_t>(function), begin, static_cast<std::uint32_t>(copy.size())});
  rememberCall(made);
  return made;
}

void Pool::rememberCall(Expr call) {
  knownCalls_.add(raw(call), [&](std::uint32_t i) {
    return keyOf(function(static_cast<Expr>(i)), arguments(static_cast<Expr>(i)));
  });
}

void Pool::renumberFunctions(std::span<const FunctionId> renumbered) {
  knownCalls_.clear();
  knownNodes_.clear();
  // No two calls become alike: their arguments are stored in different places.
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].op == Op::call) {
      const auto call = static_cast<Expr>(i);
      const FunctionId now = renumbered[index(function(call))];
      nodes_[i].a = static_cast<std::uint32_t>(now);
      if (now != FunctionId::none) rememberCall(call);
    }
    knownNodes_.add(i, [&](std::uint32_t k) { return keyOf(nodes_[k]); });
  }
}

Expr Pool::find(VariableId id) const { return known({Op::variable, static_cast<std::uint32_t>(id), 0, 0}); }

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
    if (index(pool.known(node)) != i) found.push_back(label + ": is stored twice or not known");
    if (node.op == Op::constant && node.a >= pool.constants_.size())
      found.push_back(label + ": a constant without a value");
  }
  return found;
}

void Walker::visit(Expr root) {
  mark_.resize(pool_.size(), 0);
  ++walk_;
  found_.clear();
  std::uint32_t* const mark = mark_.data();
  const std::uint32_t walk = walk_;
  const auto meet = [&](std::span<const std::uint32_t> operands) {
    for (const std::uint32_t e : operands) {
      if (mark[e] == walk) continue;
      mark[e] = walk;
      found_.push_back(static_cast<Expr>(e));
    }
  };
  mark[index(root)] = walk;
  found_.push_back(root);
  for (std::size_t next = 0; next < found_.size(); ++next) {
    const Node& node = pool_[found_[next]];
    if (const int count = operandCount(node.op); count > 0) {
      const std::array operands{node.a, node.b, node.c};
      meet(std::span(operands).first(static_cast<std::size_t>(count)));
    } else if (node.op == Op::call) {
      for (const Expr argument : pool_.arguments(found_[next])) meet(std::array{static_cast<std::uint32_t>(argument)});
    }
  }
}

const std::vector<Expr>& Walker::reachable(Expr root) {
  visit(root);
  // Operands are older than what uses them. Where most of what lies between the oldest and the root was met, the marks
  // are in order already.
  constexpr std::size_t sparse = 8;
  const auto oldest = index(*std::ranges::min_element(found_)), end = index(root) + 1;
  if (end - oldest > sparse * found_.size()) {
    std::sort(found_.begin(), found_.end());
    return found_;
  }
  found_.clear();
  for (std::size_t e = oldest; e < end; ++e)
    if (mark_[e] == walk_) found_.push_back(static_cast<Expr>(e));
  return found_;
}

Walker::Leaves Walker::leaves(Expr root, Op op) {
  Leaves result;
  if (isLeaf(pool_.op(root))) {
    if (pool_.op(root) == op) result.push_back(root);
    return result;
  }
  visit(root);
  for (const Expr e : found_)
    if (pool_.op(e) == op) result.push_back(e);
  if (result.size() > 1) std::sort(result.begin(), result.end());
  return result;
}

bool Walker::contains(Expr root, Expr part) {
  const auto& nodes = reachable(root);
  return std::ranges::binary_search(nodes, part);
}

}  // namespace dashpot::symbolic
