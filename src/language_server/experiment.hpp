// language_server/experiment.hpp: how a model is to be run, as its annotation says (Modelica 3.6, section 18.4).
#pragma once

#include "language_server/known_classes.hpp"

#include <nlohmann/json_fwd.hpp>

namespace dashpot::language_server {

/// {"start", "stop", "tolerance", "interval"}: those that are given as numbers.
[[nodiscard]] nlohmann::json experimentOf(View& view, model::ClassRef type);

}  // namespace dashpot::language_server
