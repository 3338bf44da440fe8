#include "integrators/sundials.hpp"

#include "integrators/sundials_stepper.hpp"

namespace dashpot::integrators {

std::unique_ptr<Stepper> makeSundialsStepper(std::string_view name, System& system, const Options& options) {
  if (name == "cvode") return sundials::makeCvode(system, options);
  if (name == "cvode-adams") return sundials::makeCvodeAdams(system, options);
  if (name == "ida") return sundials::makeIda(system, options);
  if (name == "arkode") return sundials::makeArkode(system, options);
  return nullptr;
}

}  // namespace dashpot::integrators
