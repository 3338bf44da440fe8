// model/builtins.hpp: the functions Modelica provides, as far as they are operations of the expression pool.
#pragma once

#include "symbolic/operation.hpp"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace dashpot::model {

struct Builtin {
  std::string_view name;
  symbolic::Op op;
};

inline constexpr auto builtins = std::to_array<Builtin>({
    {"abs", symbolic::Op::abs},
    {"sign", symbolic::Op::sign},
    {"sqrt", symbolic::Op::sqrt},
    {"exp", symbolic::Op::exp},
    {"log", symbolic::Op::log},
    {"log10", symbolic::Op::log10},
    {"sin", symbolic::Op::sin},
    {"cos", symbolic::Op::cos},
    {"tan", symbolic::Op::tan},
    {"asin", symbolic::Op::asin},
    {"acos", symbolic::Op::acos},
    {"atan", symbolic::Op::atan},
    {"sinh", symbolic::Op::sinh},
    {"cosh", symbolic::Op::cosh},
    {"tanh", symbolic::Op::tanh},
    {"atan2", symbolic::Op::atan2},
    {"min", symbolic::Op::min},
    {"max", symbolic::Op::max},
});

/// Functions of the language that we know by name and refuse.
inline constexpr auto unsupportedBuiltins = std::to_array<std::string_view>({
    "pre",
    "edge",
    "change",
    "sample",
    "initial",
    "terminal",
    "reinit",
    "assert",
    "terminate",
    "delay",
    "cardinality",
    "homotopy",
    "semiLinear",
    "inStream",
    "actualStream",
    "spatialDistribution",
    "getInstanceName",
    "floor",
    "ceil",
    "integer",
    "div",
    "mod",
    "rem",
    "String",
    "Integer",
    "size",
    "ndims",
    "scalar",
    "vector",
    "matrix",
    "identity",
    "diagonal",
    "zeros",
    "ones",
    "fill",
    "linspace",
    "sum",
    "product",
    "transpose",
    "outerProduct",
    "symmetric",
    "cross",
    "skew",
    "cat",
    "array",
    "promote",
});

[[nodiscard]] constexpr std::optional<symbolic::Op> findBuiltin(std::string_view name) {
  for (const Builtin& builtin : builtins)
    if (builtin.name == name) return builtin.op;
  return std::nullopt;
}

}  // namespace dashpot::model
