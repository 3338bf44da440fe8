// model/equations/balance.hpp
//
// Local balance (Modelica 3.6, section 4.7): every model and block has as many equations as unknowns of its own.
//
// The flow variables and inputs of a component's connectors are for the model around it to determine, by connecting
// them; everything else a component declares, it has to determine itself. Of an overconstrained component, only as many
// variables count as it has residues.
#pragma once

#include "model/equations/overconstrained.hpp"

namespace dashpot::model {

/// Reports each component whose numbers differ; a class is reported once.
void checkBalance(const Instances& instances, Overconstrained& overconstrained, const FlatModel& model,
                  const Sources& sources, Diagnostics& diagnostics);

}  // namespace dashpot::model
