// model/external/host_calls.hpp
//
// External functions of numbers that are code of the machine: routines of LAPACK (external "FORTRAN 77"), and the Fourier
// transform of the Modelica Standard Library. They run with the model (symbolic/host_function.hpp). The arguments are
// those of the external clause (Modelica 3.6, section 12.9): numbers and arrays by rows, as Modelica has them.
#pragma once

#include "model/expressions/value.hpp"
#include "symbolic/host_function.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::model {

/// An argument of the clause. Numbers go in whether or not it is written: what was there before may count.
struct HostArgument {
  Type type = Type::real;  // real, integer, boolean, or a known text
  Dimensions dimensions = {};
  bool isWritten = false;
  bool isSize = false;  // of an array: an Integer that C takes as size_t (section 12.9.1.2)
  std::string text = {};
  bool isHidden = false;  // it tells calls apart, and is not for the routine
  bool isObject = false;  // an external object, by its number
};

[[nodiscard]] bool isHostFunction(std::string_view name);

/// external "C" r = f(x1, y2, "N"): argument i goes in as xi, and is yi, which begins as xi, if it is written.
[[nodiscard]] std::string externalClause(std::string_view language, std::string_view name,
                                         const std::vector<HostArgument>& arguments, bool hasResult);

/// A call with arguments of these shapes. Its arguments are the numbers of all of them; its results the value of the
/// function itself, if it has one, then those that are written. Null: they do not fit, and why.
[[nodiscard]] std::shared_ptr<const symbolic::HostFunction> makeHostCall(std::string_view name,
                                                                         std::vector<HostArgument> arguments,
                                                                         bool hasResult, std::string& problem);

}  // namespace dashpot::model
