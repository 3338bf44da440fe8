#include "codegen/print_exponential.hpp"

#include "base/exponential.hpp"

#include <fmt/format.h>

#include <iterator>

namespace dashpot::codegen {

namespace {

/// Operation by operation what the function in base does.
constexpr std::string_view exponentialText = R"(
static inline double with_exponent(double value, uint64_t more) {{
  union {{ double number; uint64_t bits; }} both = {{value}};
  both.bits += more;
  return both.number;
}}

/* exp(x), by a table of powers of two and a polynomial (Tang 1989). */
static inline double exponential(double x) {{
  const int is_usual = x > {leastUsual:a} && x < {mostUsual:a};
  if (!is_usual) {{
    if (x != x) return x;
    if (x > {mostOfAll:a}) return INFINITY;
    if (x < {leastOfAll:a}) return 0.0;
  }}
  const union {{ double number; uint64_t bits; }} shifted = {{x * {perUnit:a} + {rounder:a}}};
  const double multiple = shifted.number - {rounder:a};
  const double r = (x - multiple * {upper:a}) - multiple * {lower:a}, square = r * r;
  const double *const power = powers_of_two[shifted.bits & {indexBits}u];
  const double last = ({c4:a} + r * {c5:a}) + square * {c6:a};
  const double rest = ((power[1] + r) + square * ({c2:a} + r * {c3:a})) + (square * square) * last;
  const uint64_t exponent = (shifted.bits & ~(uint64_t){indexBits}) << 46, away = (uint64_t)1022 << 52;
  if (is_usual) {{
    const double result = with_exponent(power[0], exponent);
    return result + result * rest;
  }}
  if (x > 0.0) {{
    const double lowered = with_exponent(power[0], exponent - away);
    return (lowered + lowered * rest) * 0x1p1022;
  }}
  const double raised = with_exponent(power[0], exponent + away), added = raised * rest;
  double result = raised + added;
  if (result < 1.0) {{ /* rounded once */
    const double lost = raised - result + added, sum = 1.0 + result;
    result = (sum + (1.0 - sum + result + lost)) - 1.0;
  }}
  return result * 0x1p-1022;
}}
)";

}  // namespace

std::string exponentialInC() {
  namespace parts = exponential_parts;
  std::string text = fmt::format("\nstatic const double powers_of_two[{}][2] = {{\n", parts::pieces);
  for (const parts::Power& power : parts::powers)
    fmt::format_to(std::back_inserter(text), "  {{{:a}, {:a}}},\n", power.value, power.tail);
  text += "};\n";
  const auto& [c2, c3, c4, c5, c6] = parts::coefficients;
  fmt::format_to(std::back_inserter(text), fmt::runtime(exponentialText), fmt::arg("leastUsual", parts::leastUsual),
                 fmt::arg("mostUsual", parts::mostUsual), fmt::arg("leastOfAll", parts::leastOfAll),
                 fmt::arg("mostOfAll", parts::mostOfAll), fmt::arg("perUnit", parts::perUnit),
                 fmt::arg("rounder", parts::rounder), fmt::arg("upper", parts::upper), fmt::arg("lower", parts::lower),
                 fmt::arg("indexBits", parts::pieces - 1), fmt::arg("c2", c2), fmt::arg("c3", c3), fmt::arg("c4", c4),
                 fmt::arg("c5", c5), fmt::arg("c6", c6));
  return text;
}

}  // namespace dashpot::codegen
