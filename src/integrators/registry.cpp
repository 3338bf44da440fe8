#include "integrators/registry.hpp"

#include "integrators/driver/one_step_stepper.hpp"
#include "integrators/driver/step_pairs.hpp"

#include <algorithm>
#include <iterator>

namespace dashpot {
namespace integrators {
namespace {

std::vector<MethodDescriptor> allMethods() {
  std::vector<MethodDescriptor> all;
  for (const auto family :
       {automaticMethods, explicitMethods, thetaMethods, fullyImplicitMethods, sdirkMethods, rosenbrockMethods,
        sundialsMethods, switchingMethods, diagonalMethods, publishedDiagonalMethods, transitionMethods,
        exponentialMethods, multistepMethods, doublingMethods, nystromMethods, newmarkMethods})
    std::ranges::move(family(), std::back_inserter(all));
  return all;
}

const MethodDescriptor* find(std::string_view name) {
  const auto all = name.starts_with(inlinedPrefix) ? inlinedDescriptors() : descriptors();
  const auto it = std::ranges::find(
      all, name, [](const MethodDescriptor& method) -> std::string_view { return method.traits.name; });
  return it == all.end() ? nullptr : &*it;
}

}  // namespace

std::span<const MethodDescriptor> descriptors() {
  static const std::vector<MethodDescriptor> all = allMethods();
  return all;
}

std::span<const MethodDescriptor> inlinedDescriptors() {
  static const std::vector<MethodDescriptor> all = inlinedFormulas();
  return all;
}

std::unique_ptr<OneStepMethod> makeFormula(std::string_view name, System& system, const Options& options) {
  const MethodDescriptor* const method = find(name);
  const auto* const make = method ? std::get_if<MakeFormula>(&method->make) : nullptr;
  return make ? (*make)(system, options) : nullptr;
}

std::unique_ptr<Stepper> makeStepper(std::string_view name, System& system, const Options& options) {
  const MethodDescriptor* const method = find(name);
  if (!method) return nullptr;
  if (const auto* const make = std::get_if<MakeStepper>(&method->make)) return (*make)(system, options);
  std::unique_ptr<OneStepMethod> formula = makeFormula(name, system, options);
  if (options.estimate == ErrorEstimate::stepPairs)
    formula = inPairs(std::move(formula), formulaName(name), system.size());
  return makeOneStepStepper(std::move(formula), method->traits, system, options);
}

}  // namespace integrators

std::string_view familyName(Family family) {
  switch (family) {
    case Family::explicitRungeKutta: return "explicit";
    case Family::implicitRungeKutta: return "implicit";
    case Family::sdirk: return "sdirk";
    case Family::rosenbrock: return "rosenbrock";
    case Family::multistep: return "multistep";
    case Family::switching: return "switching";
    case Family::diagonalExponential: return "diagonal-exponential";
    case Family::transition: return "transition";
    case Family::exponential: return "exponential";
    case Family::adams: return "adams";
    case Family::secondOrder: return "second-order";
    case Family::doubling: return "doubling";
    case Family::published: return "published";
    case Family::inlined: return "inlined";
  }
  return {};
}

namespace {

std::vector<MethodTraits> traitsOf(std::span<const integrators::MethodDescriptor> descriptors) {
  std::vector<MethodTraits> traits;
  for (const integrators::MethodDescriptor& method : descriptors) traits.push_back(method.traits);
  return traits;
}

}  // namespace

std::span<const MethodTraits> methods() {
  static const std::vector<MethodTraits> all = traitsOf(integrators::descriptors());
  return all;
}

std::span<const MethodTraits> inlinedMethods() {
  static const std::vector<MethodTraits> all = traitsOf(integrators::inlinedDescriptors());
  return all;
}

std::string_view formulaName(std::string_view method) {
  return method.starts_with(inlinedPrefix) ? method.substr(inlinedPrefix.size()) : method;
}

const MethodTraits* findMethod(std::string_view name) {
  const auto all = name.starts_with(inlinedPrefix) ? inlinedMethods() : methods();
  const auto it = std::ranges::find(all, name, &MethodTraits::name);
  return it == all.end() ? nullptr : &*it;
}

}  // namespace dashpot
