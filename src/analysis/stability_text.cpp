#include "analysis/stability.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dashpot::analysis {
namespace {

std::string polynomialText(const std::vector<double>& coefficients) {
  std::string text;
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    const double c = coefficients[k];
    if (c == 0) continue;
    const std::string sign = text.empty() ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + ");
    const std::string power = k == 0 ? "" : k == 1 ? "z" : fmt::format("z^{}", k);
    const std::string size = std::abs(c) == 1 && k > 0 ? "" : fmt::format("{:.6g}", std::abs(c)) + (k > 0 ? " " : "");
    text += sign + size + power;
  }
  return text.empty() ? "0" : text;
}

std::string limitText(double limit) { return std::isinf(limit) ? "unlimited" : fmt::format("{:.6g}", limit); }

std::string signedNumber(double value) { return std::isinf(value) ? "infinite" : fmt::format("{:.6g}", value); }

}  // namespace

std::string toText(const StabilityReport& report) {
  std::string text;
  const auto line = [&](std::string_view label, const std::string& value) {
    text += fmt::format("  {:<22}{}\n", label, value);
  };
  const bool polynomial = report.denominator.size() == 1;
  line("R(z)", polynomialText(report.numerator));
  if (!polynomial) line("  divided by", polynomialText(report.denominator));
  line("A-stable", report.aStable ? "yes" : "no");
  line("L-stable", report.lStable ? "yes" : "no");
  line("angle alpha", fmt::format("{:.2f} degrees", report.alphaDegrees));
  line("R(infinity)", signedNumber(report.rInfinity));
  line("real axis limit", limitText(report.realLimit));
  line("imaginary axis limit", limitText(report.imaginaryLimit));
  line("order", fmt::format("{} (on linear problems {})", report.order, report.linearOrder));
  line("error constant C",
       fmt::format("{:.6g}  where R(z) - e^z = C z^{} + ...", report.errorConstant, report.linearOrder + 1));
  line("principal error norm", fmt::format("{:.6g}", report.principalErrorNorm));
  if (!report.stageLimits.empty())
    line("stages at infinity", fmt::format("{:.4g}", fmt::join(report.stageLimits, "  ")));
  text += fmt::format("  damping  {:>10}  {:>14}  {:>12}\n", "z", "R(z)", "exp(z)");
  for (const Damping& d : report.damping)
    text += fmt::format("           {:>10g}  {:>14.6g}  {:>12.4g}\n", d.z, d.r, d.exact);
  return text;
}

}  // namespace dashpot::analysis
