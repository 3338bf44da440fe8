// model/external/lapack.hpp
//
// Routines of LAPACK (Anderson et al., LAPACK Users' Guide, 3rd ed., 1999) as external functions. Modelica's arrays are
// stored by rows, Fortran's by columns; every argument is a pointer; characters have their lengths behind all others.
#pragma once

#include "model/external/host_calls.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::model {

[[nodiscard]] bool isLapackRoutine(std::string_view name);
/// As makeHostCall.
[[nodiscard]] std::shared_ptr<const symbolic::HostFunction> makeLapackCall(std::string_view name,
                                                                           std::vector<HostArgument> arguments,
                                                                           bool hasResult, std::string& problem);

}  // namespace dashpot::model
