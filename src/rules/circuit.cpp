#include "rules/circuit.hpp"

#include "model/flat/open_ports.hpp"
#include "symbolic/evaluate.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace dashpot::rules {

namespace {

using model::FlatModel;
using model::Variable;
using symbolic::Op;
using symbolic::VariableId;

struct Domain {
  std::string_view unit, name;  // of the flow
};
constexpr std::array<Domain, 6> domains{{{"kg/s", "hydraulic"},
                                         {"m3/s", "hydraulic"},
                                         {"A", "electrical"},
                                         {"N", "translational"},
                                         {"N.m", "rotational"},
                                         {"W", "thermal"}}};

std::string_view domainOf(std::string_view unit) {
  const auto found = std::ranges::find(domains, unit, &Domain::unit);
  return found == domains.end() ? std::string_view() : found->name;
}

/// Numbers of parameters, as far as they follow from what the model says.
class ParameterNumbers {
 public:
  ParameterNumbers(const FlatModel& model, const Settings& settings) : model_(model), settings_(settings) {}

  std::optional<double> operator()(VariableId id) {
    const auto [known, isNew] = known_.try_emplace(id);  // without a number while it is being found
    if (!isNew) return known->second;
    std::optional<double> number = set(id);
    const Variable& variable = model_[id];
    if (!number && variable.variability <= model::Variability::parameter && variable.binding != symbolic::Expr::none)
      number = symbolic::Evaluator(model_.functions, [this](VariableId other) { return (*this)(other); })(
          model_.pool, variable.binding);
    return known_[id] = number;
  }

 private:
  [[nodiscard]] std::optional<double> set(VariableId id) const {
    if (settings_.empty()) return std::nullopt;
    const auto found = settings_.find(model_.nameOf(id));
    return found == settings_.end() ? std::nullopt : std::optional(found->second);
  }

  const FlatModel& model_;
  const Settings& settings_;
  std::unordered_map<VariableId, std::optional<double>> known_;
};

/// The sets of equal things, by union.
class Sets {
 public:
  explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parent_[std::max(root(a), root(b))] = std::min(root(a), root(b)); }

 private:
  std::vector<std::size_t> parent_;
};

const model::PartClass::Member* memberOf(const model::PartClass& type, std::string_view name) {
  const auto found = std::ranges::find(type.members, name, &model::PartClass::Member::name);
  return found == type.members.end() ? nullptr : &*found;
}

/// A value that is written where the parameter is declared is that of the class.
bool isGiven(const Variable& parameter, const SourceRange& declared) {
  const SourceRange& value = parameter.valueAt;
  return value.source != declared.source || value.begin < declared.begin || value.begin >= declared.end;
}

}  // namespace

Circuit::Circuit(const FlatModel& model, const model::PartsList& list, const Settings& settings)
    : model_(model), list_(list) {
  addParts();
  addPorts();
  addQuantities(settings);
  addNetworks();
}

void Circuit::addParts() {
  parts_.reserve(list_.parts.size());
  for (const model::ListedPart& component : list_.parts) {
    const model::PartClass& type = list_.classes[component.type];
    placeOf_.emplace(component.path, parts_.size());
    parts_.push_back({.component = &component, .type = &type, .roles = type.roles});
  }
}

std::pair<Part*, std::string_view> Circuit::ownerOf(PathId path) {
  std::string_view name;
  for (PathId at = path; at != PathId::root; at = model_.paths.parent(at)) {
    if (const auto found = placeOf_.find(at); found != placeOf_.end() && at != path)
      return {&parts_[found->second], name};
    name = model_.paths.name(at);
  }
  return {nullptr, name};
}

std::vector<Circuit::Member> Circuit::membersOf(const model::Equation& flowSum) const {
  std::vector<Member> members;
  std::vector<std::pair<symbolic::Expr, bool>> open{{flowSum.left, false}};
  while (!open.empty()) {
    const auto [e, isOutside] = open.back();
    open.pop_back();
    const auto operands = [&] { return model_.pool.operands(e); };
    switch (model_.pool.op(e)) {
      case Op::variable: {
        const Variable& flow = model_[model_.pool.variable(e)];
        members.push_back({model_.paths.parent(flow.name), flow.attributes.unit, isOutside});
        break;
      }
      case Op::add:
        open.emplace_back(operands()[1], isOutside);
        open.emplace_back(operands()[0], isOutside);
        break;
      case Op::subtract:
        open.emplace_back(operands()[1], !isOutside);
        open.emplace_back(operands()[0], isOutside);
        break;
      case Op::negate: open.emplace_back(operands()[0], !isOutside); break;
      default: break;
    }
  }
  return members;
}

void Circuit::addPorts() {
  std::unordered_map<PathId, std::size_t> places;  // of connectors
  std::vector<Member> connectors;
  std::vector<std::vector<std::size_t>> sets;
  for (const model::Equation& equation : model_.equations) {
    if (equation.kind != model::EquationKind::flowSum) continue;
    sets.emplace_back();
    for (const Member& member : membersOf(equation)) {
      const auto [found, isNew] = places.try_emplace(member.connector, connectors.size());
      if (isNew) connectors.push_back(member);
      connectors[found->second].isOutside |= member.isOutside;
      sets.back().push_back(found->second);
    }
  }
  Sets joined(connectors.size());
  for (const auto& set : sets)
    for (const std::size_t i : set) joined.join(set.front(), i);
  std::vector<std::size_t> lineOf(connectors.size());
  for (std::size_t i = 0; i < connectors.size(); ++i) {
    if (joined.root(i) == i) {
      lineOf[i] = lines_.size();
      lines_.push_back({.domain = domainOf(connectors[i].unit)});
    }
    lineOf[i] = lineOf[joined.root(i)];
  }
  ports_.reserve(connectors.size());  // pointers to them stay valid
  for (std::size_t i = 0; i < connectors.size(); ++i) {
    Line& line = lines_[lineOf[i]];
    const auto [part, name] = ownerOf(connectors[i].connector);
    if (!part) line.leadsOut = true;
    if (!part || connectors[i].isOutside) continue;
    const model::PartClass::Member* member = memberOf(*part->type, name);
    Port& port = ports_.emplace_back(
        Port{.path = connectors[i].connector, .part = part, .line = &line, .roles = member ? &member->roles : nullptr});
    line.ports.push_back(&port);
    part->ports.push_back(&port);
  }
  for (const model::OpenPort& open : model::openPorts(model_)) {
    if (const auto found = placeOf_.find(open.component); found != placeOf_.end())
      parts_[found->second].openPorts.push_back(open.path);
    lines_[lineOf[places.at(open.path)]].leadsOut = true;  // to what was forgotten
  }
}

void Circuit::addQuantities(const Settings& settings) {
  ParameterNumbers numbers(model_, settings);
  for (std::size_t i = 0; i < model_.variables.size(); ++i) {
    const Variable& variable = model_.variables[i];
    if (variable.variability != model::Variability::parameter) continue;
    const auto found = placeOf_.find(model_.paths.parent(variable.name));
    if (found == placeOf_.end() || parts_[found->second].type->members.empty()) continue;
    Part& part = parts_[found->second];
    const model::PartClass::Member* member = memberOf(*part.type, model_.paths.name(variable.name));
    if (!member) continue;
    const auto id = static_cast<VariableId>(i);
    const std::optional<double> value = numbers(id);
    if (variable.type == model::Type::boolean) {
      if (value == 1.0) part.roles.insert(part.roles.end(), member->roles.begin(), member->roles.end());
      continue;
    }
    const bool isSet = !settings.empty() && settings.contains(model_.nameOf(id));
    part.quantities.push_back({.variable = id,
                               .part = &part,
                               .roles = &member->roles,
                               .value = value,
                               .isGiven = isSet || isGiven(variable, member->declared)});
  }
}

void Circuit::addNetworks() {
  Sets joined(lines_.size());
  const auto place = [&](const Line* line) { return static_cast<std::size_t>(line - lines_.data()); };
  for (const Part& part : parts_)
    for (std::size_t i = 0; i < part.ports.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (part.ports[i]->line->domain == part.ports[k]->line->domain && !isGauge(*part.ports[i]) &&
            !isGauge(*part.ports[k])) {
          joined.join(place(part.ports[i]->line), place(part.ports[k]->line));
          break;  // with one of them is enough
        }
  std::vector<std::size_t> networkOf(lines_.size());
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (joined.root(i) == i) {
      networkOf[i] = networks_.size();
      networks_.push_back({.domain = lines_[i].domain});
    }
    networkOf[i] = networkOf[joined.root(i)];
    networks_[networkOf[i]].lines.push_back(&lines_[i]);
  }
}

bool has(const Roles& roles, std::string_view role) { return std::ranges::find(roles, role) != roles.end(); }
bool has(const Part& part, std::string_view role) { return has(part.roles, role); }
bool has(const Port& port, std::string_view role) {
  return has(*port.part, role) || (port.roles && has(*port.roles, role));
}
bool isGauge(const Port& port) { return has(port, "gauge"); }
bool isKnown(const Port& port) { return port.roles || !port.part->roles.empty(); }

}  // namespace dashpot::rules
