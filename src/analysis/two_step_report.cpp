#include "analysis/two_step_report.hpp"

#include "tableaux/stability_function.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dashpot::analysis {
namespace {

using tableaux::ImplicitTable;
using tableaux::StepDatum;
using tableaux::TwoStepErrorMethod;

std::string coefficientLines(std::span<const StepDatum> data, const tableaux::ExtendedVector& coefficients) {
  std::string text;
  for (std::size_t i = 0; i < data.size(); ++i)
    text += fmt::format("    {:>12}  {: .18f}\n", nameOf(data[i]),
                        static_cast<long double>(coefficients(static_cast<Eigen::Index>(i))));
  return text;
}

/// The largest amplification on the imaginary axis, over a grid that resolves the known maxima.
double largestOnImaginaryAxis(const TwoStepErrorMethod& error) {
  double largest = 0;
  for (double y = 0.01; y < 200; y *= 1.01) largest = std::max(largest, stabilityAt(error, {0, y}).radius());
  return largest;
}

std::string report(const TwoStepErrorMethod& error) {
  const ImplicitTable& table = *tableaux::findImplicit(error.method);
  const auto main = tableaux::stabilityFunction(tableaux::formulaOf(table));
  const tableaux::LeadingTerm term = leadingEstimate(error);
  std::string text =
      fmt::format("  order                 {} (on linear problems {})\n", error.order, error.linearOrder);
  text += fmt::format("  estimate              {:.6g} z^{}, local error {:.6g} z^{}\n", term.constant, term.power,
                      main.errorConstant(), main.order() + 1);
  text += fmt::format("  radius at infinity    {:.4f}\n", stabilityAt(error, -1e9).radius());
  text += fmt::format("  largest on imag. axis {:.6f}\n", largestOnImaginaryAxis(error));
  text += "  damping       sigma     -ln radius     -ln |R|\n";
  for (const double sigma : {0.5, 1.0, 2.0, 3.0, 3.4, 4.0, 5.0, 10.0, 20.0, 100.0, 1e3, 1e6})
    text += fmt::format("           {:>10g}  {:>12.4f}  {:>10.4f}\n", sigma,
                        -std::log(stabilityAt(error, -sigma).radius()), -std::log(std::abs(main(-sigma))));
  return text;
}

}  // namespace

std::string nameOf(const StepDatum& d) {
  const char* const step = d.earlier ? "k-1" : "k";
  switch (d.kind) {
    case StepDatum::Kind::start: return fmt::format("x({})", step);
    case StepDatum::Kind::state: return fmt::format("X{}({})", d.stage + 1, step);
    case StepDatum::Kind::slope: return fmt::format("h X{}'({})", d.stage + 1, step);
  }
  return {};
}

std::string twoStepText(std::string_view method) {
  const TwoStepErrorMethod* const error = tableaux::findTwoStepError(method);
  if (!error) return {};
  return fmt::format("\ntwo-step error method of {} ({})\n", error->method, error->source) +
         coefficientLines(error->data, error->coefficients) + report(*error);
}

std::vector<StepDatum> availableData(const ImplicitTable& table) {
  std::vector<StepDatum> data;
  const int inner = table.stages() - (table.stifflyAccurate() ? 1 : 0);
  for (const bool earlier : {true, false}) {
    data.push_back({StepDatum::Kind::start, earlier, 0});
    for (int i = 0; i < inner; ++i) data.push_back({StepDatum::Kind::state, earlier, i});
    for (int i = 0; i < table.stages(); ++i) data.push_back({StepDatum::Kind::slope, earlier, i});
  }
  return data;
}

FoundEmbedding findEmbedding(const ImplicitTable& table) {
  FoundEmbedding found{.order = 0, .data = availableData(table), .coefficients = {}};
  const tableaux::ExtendedVector nothing = tableaux::ExtendedVector::Zero(static_cast<Eigen::Index>(found.data.size()));
  for (int order = 1; order < table.order; ++order) {
    tableaux::ExtendedVector next = solveOrderConditions(table, found.data, order, order, 1, nothing);
    if (next.size() == 0) break;
    found.order = order;
    found.coefficients = std::move(next);
  }
  return found;
}

std::string embeddingText(std::string_view method) {
  const ImplicitTable* const table = tableaux::findImplicit(method);
  if (!table || table->order < 2) return fmt::format("\n{}: no two-step embeddings are looked for\n", method);
  const FoundEmbedding found = findEmbedding(*table);
  if (found.order == 0) return fmt::format("\n{}: the data of two steps allow no embedding\n", method);
  const TwoStepErrorMethod error{.method = table->name,
                                 .source = "found here",
                                 .linearOrder = found.order,
                                 .order = found.order,
                                 .data = found.data,
                                 .coefficients = found.coefficients};
  return fmt::format("\ntwo-step embedding of {}, found from the order conditions: {} data of two steps, order {}\n",
                     method, found.data.size(), found.order) +
         coefficientLines(found.data, found.coefficients) + report(error);
}

}  // namespace dashpot::analysis
