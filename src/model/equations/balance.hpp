// model/equations/balance.hpp
//
// Local balance (Modelica 3.6, section 4.7): every model and block has as many equations as unknowns of its own.
//
// The flow variables and inputs of a component's connectors are for the model around it to determine, by connecting
// them; everything else a component declares, it has to determine itself.
#pragma once

#include "model/instances/instances.hpp"

namespace dashpot::model {

/// Reports each component whose numbers differ; a class is reported once.
void checkBalance(const Instances& instances, const FlatModel& model, const Sources& sources, Diagnostics& diagnostics);

}  // namespace dashpot::model
