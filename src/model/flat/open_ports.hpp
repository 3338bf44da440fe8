// model/flat/open_ports.hpp
//
// Connectors of the model's components that nothing is connected to.
//
// Modelica lets connectors be open: their flow is zero then. A flange with a free end and an insulated heat port are
// ordinary; a hydraulic port that is plugged, or an electric pin without current, is nearly always one that was
// forgotten. So only ports with a mass flow, a volume flow or a current are listed.
#pragma once

#include "model/flat_model.hpp"

namespace dashpot::model {

struct OpenPort {
  std::string name;  // "relief.port_b"
  PathId path = PathId::root;
  PathId component = PathId::root;
  SourceRange where = {};
};

[[nodiscard]] std::vector<OpenPort> openPorts(const FlatModel& model);

}  // namespace dashpot::model
