#include "equations/structural_fault.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::equations {

namespace {

constexpr std::size_t longestPart = 8;

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

class Reporter {
 public:
  Reporter(const SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
           const Matching& matching, Phase phase, const Sources& sources)
      : model_(model),
        system_(system),
        matching_(matching),
        phase_(phase),
        sources_(sources),
        parts_(illPosedParts(incidence, matching)) {}

  Diagnostic run() const {
    Diagnostic d{Severity::error, "structure", headline(), place(), {}, {}, {}};
    if (!parts_.overDeterminedEquations.empty()) describeTooMany(d);
    if (!parts_.underDeterminedUnknowns.empty()) describeTooFew(d);
    return d;
  }

 private:
  [[nodiscard]] std::string headline() const {
    // An alias was one equation and one unknown of the user's.
    const auto aliases =
        static_cast<std::size_t>(std::ranges::count(model_.variables, Role::alias, &SystemVariable::role));
    const std::size_t equations = system_.equations.size() + aliases, unknowns = system_.unknowns.size() + aliases;
    const std::string_view subject = phase_ == Phase::simulation ? "the model" : "the initial state";
    if (phase_ == Phase::initialisation)
      return fmt::format("{} is over-determined: too many initial equations or fixed start values", subject);
    if (equations != unknowns)
      return fmt::format("{} has {} for {}: {}", subject, plural(equations, "equation"), plural(unknowns, "unknown"),
                         equations < unknowns ? fmt::format("{} missing", plural(unknowns - equations, "equation"))
                                              : fmt::format("{} too many", plural(equations - unknowns, "equation")));
    return fmt::format("{} is structurally singular: its equations cannot determine all of its unknowns", subject);
  }

  /// The first equation that is one too many, else the declaration of a variable that nothing determines.
  [[nodiscard]] SourceRange place() const {
    for (std::size_t i = 0; i < system_.equations.size(); ++i)
      if (matching_.unknownOf[i] == unmatched) return equation(i).origin.where;
    const VariableId id = flatVariable(parts_.underDeterminedUnknowns.front());
    return symbolic::index(id) < model_.flat.variables.size() ? model_.flat[id].origin.where : SourceRange{};
  }

  [[nodiscard]] const SystemEquation& equation(std::size_t i) const {
    return model_.equations[static_cast<std::size_t>(system_.equations[i])];
  }

  [[nodiscard]] VariableId flatVariable(std::uint32_t unknown) const {
    VariableId id = system_.unknowns[unknown];
    while (model_[id].role == Role::derivative) id = model_[id].of;
    return id;
  }

  [[nodiscard]] std::string unknownNames(const std::vector<std::uint32_t>& unknowns) const {
    std::string names;
    for (std::size_t i = 0; i < std::min(unknowns.size(), longestPart); ++i)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", model_.nameOf(system_.unknowns[unknowns[i]]));
    return unknowns.size() > longestPart ? fmt::format("{} and {} more", names, unknowns.size() - longestPart) : names;
  }

  void listEquations(Diagnostic& d, const std::vector<std::uint32_t>& equations) const {
    for (std::size_t i = 0; i < std::min(equations.size(), longestPart); ++i)
      d.detail("  " + equations::describe(model_, system_.equations[equations[i]], sources_));
    if (equations.size() > longestPart) d.detail(fmt::format("  and {} more", equations.size() - longestPart));
  }

  void describeTooMany(Diagnostic& d) const {
    const std::size_t surplus = static_cast<std::size_t>(std::ranges::count(matching_.unknownOf, unmatched));
    if (parts_.overDeterminedUnknowns.empty())
      d.detail(parts_.overDeterminedEquations.size() == 1 ? "this equation has no unknown left to determine:"
                                                          : "these equations have no unknown left to determine:");
    else
      d.detail(
          fmt::format("{} for {} ({}); {} too many among:", plural(parts_.overDeterminedEquations.size(), "equation"),
                      plural(parts_.overDeterminedUnknowns.size(), "unknown"),
                      unknownNames(parts_.overDeterminedUnknowns), surplus));
    listEquations(d, parts_.overDeterminedEquations);
    if (phase_ == Phase::initialisation)
      d.hint("remove a fixed = true or an initial equation");
    else if (const std::string components = namesOfComponents(parts_.overDeterminedEquations); !components.empty())
      d.hint(
          fmt::format("the components {} determine the same: take one of them away, or put one between them that "
                      "lets their values differ, such as a resistance",
                      components));
    else
      d.hint("remove one of these equations");
  }

  /// "a and b", if all of the equations come from components, and from more than one.
  [[nodiscard]] std::string namesOfComponents(const std::vector<std::uint32_t>& equations) const {
    std::vector<std::string> names;
    for (const std::uint32_t i : equations) {
      const PathId component = equation(i).origin.component;
      if (component == PathId::root) return {};
      std::string name = model_.flat.paths.text(component);
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    if (names.size() < 2 || names.size() > longestPart) return {};
    return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
  }

  void describeTooFew(Diagnostic& d) const {
    const std::size_t missing = static_cast<std::size_t>(std::ranges::count(matching_.equationOf, unmatched));
    d.detail(parts_.underDeterminedUnknowns.size() == missing
                 ? fmt::format("nothing determines {}", unknownNames(parts_.underDeterminedUnknowns))
                 : fmt::format("{} missing to determine {}", plural(missing, "equation"),
                               unknownNames(parts_.underDeterminedUnknowns)));
    if (!parts_.underDeterminedEquations.empty()) {
      d.detail("there are only:");
      listEquations(d, parts_.underDeterminedEquations);
    }
    if (phase_ == Phase::simulation && parts_.overDeterminedEquations.empty())
      d.hint(missing == 1 ? "add an equation for it, or connect the component it belongs to"
                          : "add equations for them, or connect the components they belong to");
  }

  const SolvableSystem& model_;
  const EquationSystem& system_;
  const Matching& matching_;
  Phase phase_;
  const Sources& sources_;
  IllPosed parts_;
};

}  // namespace

void reportStructuralFault(const SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
                           const Matching& matching, Phase phase, const Sources& sources, Diagnostics& diagnostics) {
  diagnostics.add(Reporter(model, system, incidence, matching, phase, sources).run());
}

}  // namespace dashpot::equations
