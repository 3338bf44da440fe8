#include "codegen/print_sine.hpp"

#include "base/sine.hpp"

#include <fmt/format.h>

namespace dashpot::codegen {

namespace {

/// Operation by operation what the function in base does.
constexpr std::string_view sineText = R"(
/* sin(x), by a reduction to a quarter of a turn and the polynomials of fdlibm (Sun Microsystems 1993). */
static inline double sine(double x) {{
  const union {{ double number; uint64_t bits; }} shifted = {{x * {perQuarter:a} + {rounder:a}}};
  const double quarters = shifted.number - {rounder:a};
  const double d = x - quarters * {upper:a}, w = quarters * {lower:a};
  if (!(fabs(x) < {mostUsual:a} && fabs(d) > {leastUsual:a})) return sin(x);
  const double y = d - w, tail = (d - y) - w, z = y * y;
  double value;
  if (shifted.bits & 1u) {{
    const double zz = z * z, half = 0.5 * z, sum = 1.0 - half;
    const double r = z * ({c1:a} + z * ({c2:a} + z * {c3:a})) + (zz * zz) * ({c4:a} + z * ({c5:a} + z * {c6:a}));
    value = sum + (((1.0 - sum) - half) + (z * r - y * tail));
  }} else {{
    const double v = z * y;
    const double r = ({s2:a} + z * ({s3:a} + z * {s4:a})) + (z * (z * z)) * ({s5:a} + z * {s6:a});
    value = y - ((z * (0.5 * tail - v * r) - tail) - v * {s1:a});
  }}
  return shifted.bits & 2u ? -value : value;
}}
)";

}  // namespace

std::string sineInC() {
  namespace parts = sine_parts;
  const auto& [s1, s2, s3, s4, s5, s6] = parts::ofSine;
  const auto& [c1, c2, c3, c4, c5, c6] = parts::ofCosine;
  return fmt::format(
      fmt::runtime(sineText), fmt::arg("perQuarter", parts::perQuarter), fmt::arg("rounder", parts::rounder),
      fmt::arg("upper", parts::upper), fmt::arg("lower", parts::lower), fmt::arg("mostUsual", parts::mostUsual),
      fmt::arg("leastUsual", parts::leastUsual), fmt::arg("s1", s1), fmt::arg("s2", s2), fmt::arg("s3", s3),
      fmt::arg("s4", s4), fmt::arg("s5", s5), fmt::arg("s6", s6), fmt::arg("c1", c1), fmt::arg("c2", c2),
      fmt::arg("c3", c3), fmt::arg("c4", c4), fmt::arg("c5", c5), fmt::arg("c6", c6));
}

}  // namespace dashpot::codegen
