// The forms that annotations have by the specification of Modelica 3.6, chapter 18 (and section 12.9 for external
// functions), so that our files mean in every Modelica tool what they mean here.
#pragma once

#include "base/source.hpp"
#include "base/symbols.hpp"
#include "syntax/tree.hpp"

#include <string>
#include <vector>

namespace dashpot::testing {

/// Where the annotations of a file leave the forms: "file:line: sentence". Names of tools ("__Dashpot") are theirs to
/// define, so what stands below them is not looked at.
[[nodiscard]] std::vector<std::string> annotationMistakes(const syntax::Tree& tree, const Sources& sources,
                                                          const Symbols& symbols);

}  // namespace dashpot::testing
