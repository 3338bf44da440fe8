// Text to solvable system, for tests.
#pragma once

#include "equations/make_solvable.hpp"
#include "models/front_end.hpp"

namespace dashpot::testing {

class Solved : public FrontEnd {
 public:
  explicit Solved(std::string text, std::string fileName = "test.mo", const equations::SolvableOptions& options = {})
      : FrontEnd(std::move(text), std::move(fileName)) {
    if (flat) system = equations::makeSolvable(*flat, sources, diagnostics, options);
  }
  std::optional<equations::SolvableSystem> system;
};

}  // namespace dashpot::testing
