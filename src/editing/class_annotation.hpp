// editing/class_annotation.hpp (internal): the annotation of a class, which is made if there is none.
#pragma once

#include "editing/layout.hpp"
#include "editing/lookup.hpp"

namespace dashpot::editing {

/// Adds an entry, "experiment(StopTime = 1)", behind the others.
[[nodiscard]] Edit addClassEntry(const Scope& scope, const std::string& entry);

}  // namespace dashpot::editing
