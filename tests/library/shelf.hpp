// The components of the library as its catalogue lists them, for tests that hold of all of them.
#pragma once

#include "model/classes/catalogue.hpp"
#include "paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace dashpot::testing {

/// The whole library, read once.
class Shelf {
 public:
  static const Shelf& get() {
    static Shelf shelf;
    return shelf;
  }
  [[nodiscard]] const std::vector<model::CatalogueComponent>& components() const { return components_; }
  [[nodiscard]] const model::CatalogueComponent& fluid() const { return fluid_; }

 private:
  Shelf() {
    EXPECT_TRUE(library_.addRoot(std::string(testing::sourceTree) + "/library"));
    classes_.use(library_, diagnostics_);
    for (const model::ClassRef ref : catalogue_.componentsIn(classes_.findQualified("Dashpot")))
      components_.push_back(catalogue_.describe(ref));
    fluid_ = catalogue_.describe(classes_.findQualified("Dashpot.Hydraulics.Fluids.MineralOil_VG46"));
  }

  Sources sources_;
  Symbols symbols_;
  Diagnostics diagnostics_;
  model::Library library_{sources_, symbols_};
  model::ClassTable classes_{symbols_};
  model::Catalogue catalogue_{classes_, library_, sources_};
  std::vector<model::CatalogueComponent> components_;
  model::CatalogueComponent fluid_;
};

inline bool has(const auto& list, const std::string& name) {
  return std::ranges::any_of(list, [&](const auto& entry) { return entry.name == name; });
}

/// It has a connector that carries more than a signal.
inline bool isPhysical(const model::CatalogueComponent& component) {
  return std::ranges::any_of(component.ports, [](const auto& port) { return port.causality.empty(); });
}

}  // namespace dashpot::testing
