#include "rules/questions.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unordered_set>

namespace dashpot::rules {

namespace {

/// Whether one of the ports has a role. A port that nobody has told us about might.
Answer anyHas(const std::vector<const Line*>& lines, std::string_view role) {
  bool isCertain = true;
  for (const Line* line : lines) {
    isCertain = isCertain && !line->leadsOut;
    for (const Port* port : line->ports) {
      if (has(*port, role)) return Answer::yes;
      isCertain = isCertain && isKnown(*port);
    }
  }
  return isCertain ? Answer::no : Answer::unknown;
}

bool isConnected(const Port& port) { return port.line->leadsOut || port.line->ports.size() > 1; }

/// Fluid that comes to this port can go on through its part: one that lets it pass one way only lets nothing in at its
/// outlet.
bool admits(const Port& port) {
  return !isGauge(port) && has(*port.part, "passage") && !(has(*port.part, "oneWay") && has(port, "outlet"));
}

/// The lines that fluid reaches from some of them, through parts that a predicate lets it pass.
template <class Passes>
std::vector<const Line*> reachedFrom(std::vector<const Line*> lines, const Passes& passes) {
  std::unordered_set<const Line*> seen(lines.begin(), lines.end());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line* line = lines[i];
    for (const Port* entry : line->ports) {
      if (!passes(*entry)) continue;
      for (const Port* exit : entry->part->ports)
        if (exit != entry && exit->line->domain == line->domain && !isGauge(*exit) && seen.insert(exit->line).second)
          lines.push_back(exit->line);
    }
  }
  return lines;
}

// ---- of components

Answer isPart(const Circuit&, const Place& at, Arguments roles) { return answer(has(*at.part, roles[0])); }

Answer hasOpenPorts(const Circuit&, const Place& at, Arguments) { return answer(!at.part->openPorts.empty()); }

Answer isConnectedAt(const Circuit&, const Place& at, Arguments roles) {
  return answer(std::ranges::any_of(at.part->ports, [&](const Port* port) {
    return port->roles && has(*port->roles, roles[0]) && isConnected(*port);
  }));
}

Answer isGiven(const Circuit&, const Place& at, Arguments roles) {
  return answer(std::ranges::any_of(at.part->quantities, [&](const Quantity& quantity) {
    return has(*quantity.roles, roles[0]) && quantity.isGiven;
  }));
}

Answer lacks(const Circuit&, const Place& at, Arguments roles) {
  return answer(std::ranges::any_of(at.part->quantities, [&](const Quantity& quantity) {
    return has(*quantity.roles, roles[0]) && quantity.value && *quantity.value <= 0.0;
  }));
}

Answer joinsItself(const Circuit&, const Place& at, Arguments roles) {
  if (!has(*at.part, roles[0])) return Answer::no;
  std::unordered_set<const Line*> seen;
  return answer(std::ranges::any_of(at.part->ports, [&](const Port* port) {
    const bool mayBeMeant = port->line->leadsOut || anyHas({port->line}, "reference") == Answer::yes;
    return !isGauge(*port) && !mayBeMeant && !seen.insert(port->line).second;
  }));
}

Answer flowFindsAWay(const Circuit&, const Place& at, Arguments) {
  std::vector<const Line*> outlets, inlets;
  for (const Port* port : at.part->ports) (has(*port, "outlet") ? outlets : inlets).push_back(port->line);
  const auto passes = [&](const Port& port) { return port.part != at.part && admits(port); };
  const std::vector<const Line*> reached = reachedFrom(std::move(outlets), passes);
  if (std::ranges::find_first_of(reached, inlets) != reached.end()) return Answer::yes;
  return anyHas(reached, "reference");
}

/// The lowest pressure at which something leads fluid away from these lines.
std::optional<double> relievedAt(const std::vector<const Line*>& lines) {
  std::optional<double> lowest;
  for (const Line* line : lines)
    for (const Port* port : line->ports) {
      if (!has(*port, "reference") && !(has(*port, "closable") && admits(*port))) continue;
      for (const Quantity& quantity : port->part->quantities)
        if (has(*quantity.roles, "limit") && quantity.value && (!lowest || *quantity.value < *lowest))
          lowest = quantity.value;
    }
  return lowest;
}

Answer exceedsItsLine(const Circuit&, const Place& at, Arguments roles) {
  // A valve lets the pressure rise above that at which it begins to open, and one pressure may be absolute, the other
  // not.
  constexpr double override = 1.2, atmosphere = 1e5;
  std::vector<const Line*> lines;
  for (const Port* port : at.part->ports) lines.push_back(port->line);
  // Along pipes the pressure is nearly the same; behind any other resistance it is not.
  const auto isPipe = [](const Port& port) { return admits(port) && has(port, "volume"); };
  const std::optional<double> limit = relievedAt(reachedFrom(std::move(lines), isPipe));
  if (!limit) return Answer::unknown;
  return answer(std::ranges::any_of(at.part->quantities, [&](const Quantity& quantity) {
    return has(*quantity.roles, roles[0]) && quantity.value && *quantity.value > override * *limit + atmosphere;
  }));
}

// ---- of parameters

Answer isQuantity(const Circuit&, const Place& at, Arguments roles) {
  return answer(has(*at.quantity->roles, roles[0]));
}

Answer isZero(const Circuit&, const Place& at, Arguments) {
  return at.quantity->value ? answer(*at.quantity->value == 0.0) : Answer::unknown;
}

Answer isBelow(const Circuit&, const Place& at, Arguments bounds) {
  return at.quantity->value ? answer(*at.quantity->value < std::strtod(bounds[0].c_str(), nullptr)) : Answer::unknown;
}

Answer isAbove(const Circuit&, const Place& at, Arguments bounds) {
  return at.quantity->value ? answer(*at.quantity->value > std::strtod(bounds[0].c_str(), nullptr)) : Answer::unknown;
}

// ---- of lines and networks

Answer lineHas(const Circuit&, const Place& at, Arguments roles) { return anyHas({at.line}, roles[0]); }

Answer isShared(const Circuit&, const Place& at, Arguments roles) {
  return answer(std::ranges::count_if(at.line->ports, [&](const Port* port) { return has(*port, roles[0]); }) > 1);
}

Answer joinsOnly(const Circuit&, const Place& at, Arguments roles) {
  std::size_t count = 0;
  if (at.line->leadsOut) return Answer::unknown;
  for (const Port* port : at.line->ports) {
    if (isGauge(*port)) continue;
    if (!has(*port, roles[0])) return isKnown(*port) ? Answer::no : Answer::unknown;
    ++count;
  }
  return answer(count > 1);
}

Answer leaks(const Circuit&, const Place& at, Arguments) {
  bool isCertain = true;
  for (const Port* port : at.line->ports) {
    if (isGauge(*port)) continue;
    for (const Quantity& quantity : port->part->quantities) {
      if (!has(*quantity.roles, "leakage")) continue;
      if (quantity.value && *quantity.value > 0.0) return Answer::yes;
      isCertain = isCertain && quantity.value;
    }
  }
  return isCertain ? Answer::no : Answer::unknown;
}

Answer networkHas(const Circuit&, const Place& at, Arguments roles) {
  return anyHas({at.network->lines.begin(), at.network->lines.end()}, roles[0]);
}

constexpr std::array<Question, 17> all{{
    {"is", Subject::component, 1, isPart},
    {"hasOpenPorts", Subject::component, 0, hasOpenPorts},
    {"isConnectedAt", Subject::component, 1, isConnectedAt},
    {"isGiven", Subject::component, 1, isGiven},
    {"lacks", Subject::component, 1, lacks},
    {"joinsItself", Subject::component, 1, joinsItself},
    {"flowFindsAWay", Subject::component, 0, flowFindsAWay},
    {"exceedsItsLine", Subject::component, 1, exceedsItsLine},
    {"is", Subject::parameter, 1, isQuantity},
    {"isZero", Subject::parameter, 0, isZero},
    {"isBelow", Subject::parameter, 1, isBelow},
    {"isAbove", Subject::parameter, 1, isAbove},
    {"has", Subject::line, 1, lineHas},
    {"isShared", Subject::line, 1, isShared},
    {"joinsOnly", Subject::line, 1, joinsOnly},
    {"leaks", Subject::line, 0, leaks},
    {"has", Subject::network, 1, networkHas},
}};

}  // namespace

std::span<const Question> questions() { return all; }

const Question* findQuestion(std::string_view name, Subject of) {
  const auto found =
      std::ranges::find_if(all, [&](const Question& question) { return question.name == name && question.of == of; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace dashpot::rules
