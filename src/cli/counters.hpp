// The counters of a run in JSON, under the names that all verbs use.
#pragma once

#include "dashpot/integrate.hpp"

#include <nlohmann/json.hpp>

namespace dashpot::cli {

inline void addCounters(nlohmann::ordered_json& json, const Statistics& statistics) {
  json["steps"] = statistics.steps;
  json["rejected"] = statistics.rejected;
  json["rhs_evals"] = statistics.rhsEvals;
  json["jac_evals"] = statistics.jacEvals;
  json["lu"] = statistics.lu;
  json["solves"] = statistics.solves;
  json["newton_iterations"] = statistics.newtonIterations;
  json["events"] = statistics.events;
}

}  // namespace dashpot::cli
