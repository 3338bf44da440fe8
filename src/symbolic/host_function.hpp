// symbolic/host_function.hpp
//
// A function that is not written in Modelica: code of the machine that takes numbers and gives numbers. The one thing
// that is known of it is how to call it. Equal arguments give equal results, and any number of threads may call it at
// once.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dashpot::symbolic {

class HostFunction {
 public:
  virtual ~HostFunction() = default;
  /// False: it cannot be computed, and why; the results mean nothing then.
  virtual bool call(std::span<const double> arguments, std::span<double> results, std::string& problem) const = 0;
  /// The clause that declares it in Modelica: external "C" y = f(a, b)
  [[nodiscard]] virtual std::string clause() const = 0;
};

/// The derivative along a direction, by a central difference: the arguments are those of the function, then the
/// derivatives of those arguments that are Real; the results are the derivatives of its results. A difference has about
/// ten correct digits at best.
[[nodiscard]] std::shared_ptr<const HostFunction> differenceOf(std::shared_ptr<const HostFunction> function,
                                                               std::vector<bool> isReal);

}  // namespace dashpot::symbolic
