// F and J of a problem on numbers that count what is done with them (base/counted.hpp). A problem whose formulas are
// written for any number type has both forms from the same text, so the counts are those of the code that runs:
//
//   const auto rhs = [](double t, auto y, auto f) { ... };
//   const auto stamps = [](double t, auto y, auto&& add) { ... };
//   TestProblem{.problem = autonomous(n, rhs, denseJacobian(n, stamps), names), .counted = countedSystem(rhs, stamps)};
#pragma once

#include "base/counted.hpp"

#include <functional>
#include <span>
#include <utility>

namespace dashpot::problems {

struct CountedSystem {
  using Function = std::function<void(double t, std::span<const Counted> y, std::span<Counted> f)>;
  using Add = std::function<void(int row, int column, Counted value)>;
  using Stamps = std::function<void(double t, std::span<const Counted> y, const Add& add)>;

  Function rhs{};
  Stamps jacobian{};

  explicit operator bool() const { return static_cast<bool>(rhs); }
};

template <class Rhs, class Stamps>
CountedSystem countedSystem(Rhs rhs, Stamps stamps) {
  return {[rhs = std::move(rhs)](double t, std::span<const Counted> y, std::span<Counted> f) { rhs(t, y, f); },
          [stamps = std::move(stamps)](double t, std::span<const Counted> y, const CountedSystem::Add& add) {
            stamps(t, y, add);
          }};
}

}  // namespace dashpot::problems
