#include "model/equations/stream_connections.hpp"

#include "symbolic/build.hpp"

#include <algorithm>
#include <optional>

namespace dashpot::model {

using symbolic::Op;

namespace {

// Below this fraction of its nominal value a flow carries nothing that counts.
constexpr double smallFlow = 1e-7;

std::uint64_t keyOf(const StreamConnections::Member& member) {
  return static_cast<std::uint64_t>(member.stream) << 1 | static_cast<std::uint64_t>(member.isOutside);
}

}  // namespace

void StreamConnections::join(const Member& a, const Member& b, const Origin& origin) {
  const std::size_t x = number(a, origin), y = number(b, origin);
  sets_.unite(x, y);
}

std::size_t StreamConnections::number(const Member& member, const Origin& origin) {
  const auto [found, isNew] = known_.try_emplace(keyOf(member), members_.size());
  if (isNew) {
    sets_.add();
    members_.push_back(member);
    origins_.push_back(origin);
  }
  return found->second;
}

std::optional<std::size_t> StreamConnections::find(const Member& member) const {
  const auto found = known_.find(keyOf(member));
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void StreamConnections::expand() {
  membersOf_ = sets_.members();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!members_[i].isOutside) continue;
    const InstanceId leaf = instances_.leaves.leafOf(members_[i].stream);
    ++instances_.tree[instances_.tree.owner(leaf)].equationCount;
    addEquation(members_[i].stream, mixture(i), origins_[i]);
  }
  // What arrives at an inner connector may ask for what arrives at an outer one.
  for (std::size_t i = 0; i < instances_.streams.inflows().size(); ++i) {
    const StreamVariables::Inflow inflow = instances_.streams.inflows()[i];
    expandInflow(inflow);
  }
}

void StreamConnections::expandInflow(const StreamVariables::Inflow& inflow) {
  const Attributes attributes = model_[inflow.stream].attributes;
  Attributes& own = model_.variables[symbolic::index(inflow.inflow)].attributes;
  own = attributes;
  own.fixed.reset();
  own.stateSelect = StateSelect::standard;
  const auto member = find({inflow.stream, false});
  addEquation(inflow.inflow, member ? mixture(*member) : model_.pool.variable(inflow.stream),
              member ? origins_[*member] : model_[inflow.stream].origin);
}

void StreamConnections::addEquation(VariableId variable, Expr value, const Origin& origin) {
  model_.equations.push_back({model_.pool.variable(variable), value, EquationKind::connection, origin,
                              instances_.tree.patterns().of(origin.where)});
}

/// The mean of what all others of its set bring. Of two, each gets what the other one has, wherever it may flow.
Expr StreamConnections::mixture(std::size_t member) {
  const std::vector<std::size_t>& set = membersOf_[sets_.of(member)];
  std::vector<Contribution> others;
  Expr nominal = Expr::none;
  for (const std::size_t i : set) {
    const VariableId flow = instances_.streams.flowOf(members_[i].stream);
    if (nominal == Expr::none) nominal = model_[flow].attributes.nominal;
    if (i != member && (set.size() == 2 || mayContribute(members_[i]))) others.push_back(contribution(members_[i]));
  }
  if (others.empty())
    return members_[member].isOutside ? model_.pool.constant(0.0) : model_.pool.variable(members_[member].stream);
  if (others.size() == 1) return others.front().value;
  const Expr eps = nominal == Expr::none ? model_.pool.constant(smallFlow)
                                         : symbolic::multiply(model_.pool, model_.pool.constant(smallFlow), nominal);
  return mean(others, eps);
}

bool StreamConnections::mayContribute(const Member& member) {
  const Attributes& flow = model_[instances_.streams.flowOf(member.stream)].attributes;
  const Expr bound = member.isOutside ? flow.max : flow.min;
  if (bound == Expr::none) return true;
  const SourceRange where = model_[member.stream].origin.where;
  std::optional<double> value;
  instances_.translator.context.quietly(
      [&] { value = instances_.translator.evaluation.structuralValue(bound, where); });
  return !value || (member.isOutside ? *value > 0.0 : *value < 0.0);
}

StreamConnections::Contribution StreamConnections::contribution(const Member& member) {
  const Expr flow = model_.pool.variable(instances_.streams.flowOf(member.stream));
  if (!member.isOutside) return {symbolic::negate(model_.pool, flow), model_.pool.variable(member.stream)};
  return {flow, model_.pool.variable(instances_.streams.inflow(member.stream).value_or(member.stream))};
}

Expr StreamConnections::mean(const std::vector<Contribution>& contributions, Expr eps) {
  Pool& pool = model_.pool;
  const Expr zero = pool.constant(0.0), one = pool.constant(1.0);
  std::vector<Expr> towards;
  Expr sum = Expr::none;
  for (const Contribution& contribution : contributions) {
    towards.push_back(symbolic::build(pool, Op::max, contribution.flow, zero));
    sum = symbolic::addTerms(pool, sum, towards.back());
  }
  const Expr x = symbolic::divide(pool, sum, eps);
  const Expr slope = symbolic::subtract(pool, pool.constant(3.0), symbolic::multiply(pool, pool.constant(2.0), x));
  const Expr step = symbolic::multiply(pool, symbolic::multiply(pool, x, x), slope);
  const Expr a = symbolic::conditional(pool, symbolic::build(pool, Op::greater, sum, eps), one, step);
  const Expr rest = symbolic::multiply(pool, symbolic::subtract(pool, one, a), eps);
  Expr carried = Expr::none, weights = Expr::none;
  for (std::size_t i = 0; i < contributions.size(); ++i) {
    const Expr weight = symbolic::add(pool, symbolic::multiply(pool, a, towards[i]), rest);
    carried = symbolic::addTerms(pool, carried, symbolic::multiply(pool, weight, contributions[i].value));
    weights = symbolic::addTerms(pool, weights, weight);
  }
  return symbolic::build(pool, Op::noEvent, symbolic::divide(pool, carried, weights));
}

}  // namespace dashpot::model
