#include "cli/stability_system.hpp"

#include "cli/json_values.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "problems/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::cli {
namespace {

using analysis::DomainPoint;
using nlohmann::ordered_json;

constexpr std::size_t shownEigenvalues = 12;

/// Roots that are equal split by the square root of the rounding: imaginary parts below that are not shown.
std::string rootText(std::complex<double> z) {
  return std::abs(z.imag()) < 1e-7 ? fmt::format("{:.6g}", z.real())
                                   : fmt::format("{:.6g}{:+.6g}i", z.real(), z.imag());
}

std::string limitText(double limit) {
  return limit == 0 ? "none" : std::isinf(limit) ? "unlimited" : fmt::format("{:.7g}", limit);
}

SystemReport reportOf(const std::string& method, const SystemStudy& study, double step) {
  SystemReport report;
  report.method = method;
  report.step = step;
  const auto limit = analysis::largestStableStep(method, study.problem);
  if (!limit) {
    report.complaint = limit.error();
    return report;
  }
  report.limit = *limit;
  if (const auto matrix = analysis::amplificationMatrix(method, study.problem, step)) {
    report.eigenvalues = analysis::eigenvaluesOf(*matrix);
    report.unitRoots = analysis::unitRoots(*matrix);
  } else {
    report.complaint = matrix.error();
    return report;
  }
  for (const double h : study.steps) {
    const auto matrix = analysis::amplificationMatrix(method, study.problem, h);
    report.radii.push_back(matrix && matrix->allFinite() ? analysis::spectralRadius(*matrix) : NAN);
  }
  return report;
}

}  // namespace

SystemStudy studySystem(std::string name, analysis::LinearProblem problem, const std::vector<std::string>& methods,
                        double step, std::vector<double> steps) {
  SystemStudy study{std::move(name), std::move(problem), std::move(steps), {}};
  for (const std::string& method : methods) study.reports.push_back(reportOf(method, study, step));
  return study;
}

void print(const SystemStudy& study) {
  say("System {}: {} unknowns, {} of them positions; largest |eigenvalue| {:.7g}\n\n", study.name,
      study.problem.jacobian.rows(), study.problem.pairs.size(), analysis::spectralRadius(study.problem.jacobian));
  Table table({{"method", Table::Align::left},
               {"largest stable h"},
               {"leaves at z"},
               {"h"},
               {"spectral radius"},
               {"roots at 1", Table::Align::left}});
  for (const SystemReport& r : study.reports) {
    if (!r.complaint.empty()) {
      table.add({r.method, "-", "-", "-", "-", r.complaint});
      continue;
    }
    const bool crosses = r.limit.step > 0 && std::isfinite(r.limit.step);
    table.add({r.method, limitText(r.limit.step), crosses ? rootText(r.limit.crossing) : "-",
               fmt::format("{:g}", r.step), fmt::format("{:.10g}", std::abs(r.eigenvalues.front())),
               r.unitRoots.meaning()});
  }
  say("{}", table.text());
  for (const SystemReport& r : study.reports) {
    if (!r.complaint.empty()) continue;
    say("\nEigenvalues of the amplification matrix of {} at h = {:g}:\n ", r.method, r.step);
    for (std::size_t i = 0; i < std::min(shownEigenvalues, r.eigenvalues.size()); ++i)
      say("  {}", rootText(r.eigenvalues[i]));
    if (r.eigenvalues.size() > shownEigenvalues) say("  and {} smaller ones", r.eigenvalues.size() - shownEigenvalues);
    say("\n");
  }
  if (study.steps.empty()) return;
  std::vector<Table::Column> columns{{"h"}};
  for (const SystemReport& r : study.reports) columns.push_back({r.method});
  Table radii(std::move(columns));
  for (std::size_t k = 0; k < study.steps.size(); ++k) {
    std::vector<std::string> row{fmt::format("{:g}", study.steps[k])};
    for (const SystemReport& r : study.reports)
      row.push_back(k < r.radii.size() ? fmt::format("{:.10g}", r.radii[k]) : "-");
    radii.add(std::move(row));
  }
  say("\nSpectral radius against h:\n{}", radii.text());
}

ordered_json toJson(const SystemReport& r) {
  ordered_json json{{"name", r.method}};
  if (!r.complaint.empty()) {
    json["complaint"] = r.complaint;
    return json;
  }
  json["step"] = r.step;
  json["spectral_radius"] = std::abs(r.eigenvalues.front());
  json["eigenvalues"] = ordered_json::array();
  for (const auto& z : r.eigenvalues) json["eigenvalues"].push_back({z.real(), z.imag()});
  json["unit_roots"] = {{"nullities", r.unitRoots.nullities}, {"meaning", r.unitRoots.meaning()}};
  json["largest_stable_step"] = finiteOrNull(r.limit.step);
  json["radii"] = ordered_json::array();
  for (const double radius : r.radii) json["radii"].push_back(finiteOrNull(radius));
  return json;
}

analysis::Plot radiusPicture(const SystemStudy& study) {
  analysis::Plot plot{
      .title = "Spectral radius of the amplification matrix, " + study.name, .xLabel = "h", .yLabel = "radius"};
  for (const SystemReport& r : study.reports)
    plot.curves.push_back({.title = r.method, .x = study.steps, .y = r.radii});
  return plot;
}

std::vector<Domain> studyDomains(const std::vector<std::string>& methods) {
  std::vector<Domain> domains;
  for (const std::string& method : methods) {
    auto points = analysis::stabilityDomain(method);
    Domain& domain = domains.emplace_back(Domain{method, {}, {}});
    if (points)
      domain.points = std::move(*points);
    else
      domain.complaint = points.error();
  }
  return domains;
}

void print(const std::vector<Domain>& domains) {
  say("Largest stable |h lambda| on x'' + 2 zeta x' + x = 0, lambda = -zeta +- i sqrt(1 - zeta^2):\n");
  std::vector<Table::Column> columns{{"zeta"}};
  std::size_t rows = 0;
  for (const Domain& domain : domains) {
    columns.push_back({domain.method});
    rows = std::max(rows, domain.points.size());
  }
  Table table(std::move(columns));
  for (std::size_t k = 0; k < rows; ++k) {
    std::vector<std::string> row;
    for (const Domain& domain : domains)
      if (row.empty() && k < domain.points.size()) row.push_back(fmt::format("{:g}", domain.points[k].zeta));
    for (const Domain& domain : domains)
      row.push_back(k < domain.points.size() ? limitText(domain.points[k].limit) : "-");
    table.add(std::move(row));
  }
  say("{}", table.text());
  for (const Domain& domain : domains) {
    if (!domain.complaint.empty()) say("{}: {}\n", domain.method, domain.complaint);
    if (domain.points.size() == 1) say("{}: for x'' = f(t, x), so without damping only\n", domain.method);
  }
}

ordered_json toJson(const Domain& domain) {
  ordered_json json{{"name", domain.method}};
  if (!domain.complaint.empty()) json["complaint"] = domain.complaint;
  json["domain"] = ordered_json::array();
  for (const DomainPoint& point : domain.points)
    json["domain"].push_back({{"zeta", point.zeta}, {"limit", finiteOrNull(point.limit)}});
  return json;
}

analysis::Plot domainPicture(const std::vector<Domain>& domains) {
  analysis::Plot plot{.title = "Stability domain, x'' + 2 zeta x' + x = 0",
                      .xLabel = "Re h lambda",
                      .yLabel = "Im h lambda",
                      .equalScales = true,
                      .axes = true,
                      .height = 800};
  for (const Domain& domain : domains) {
    analysis::Curve curve{.title = domain.method, .x = {}, .y = {}};
    const auto add = [&](const DomainPoint& point, double sign) {
      curve.x.push_back(-point.limit * point.zeta);
      curve.y.push_back(sign * point.limit * std::sqrt(std::max(0.0, 1 - point.zeta * point.zeta)));
    };
    for (const DomainPoint& point : domain.points) add(point, 1);
    for (std::size_t k = domain.points.size(); k-- > 0;) add(domain.points[k], -1);
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

Expected<analysis::LinearProblem, SystemFault> systemOfProblem(const std::string& name) {
  constexpr std::string_view prefix = "problem:";
  std::string_view plain = name;
  if (plain.starts_with(prefix)) plain.remove_prefix(prefix.size());
  const auto test = problems::make(plain);
  if (!test) return Unexpected{SystemFault{test.error().message, test.error().hint}};
  constexpr int most = 400;  // the eigenvalues of dense matrices of three times that size take a while
  if (test->problem.size > most)
    return Unexpected{
        SystemFault{fmt::format("'{}' has {} unknowns, too many for its eigenvalues", plain, test->problem.size),
                    fmt::format("at most {}: problem:{}:n=20", most, test->name)}};
  auto linear = analysis::linearise(test->problem, test->start, test->initial);
  if (!linear) return Unexpected{SystemFault{fmt::format("'{}' cannot be linearised: {}", plain, linear.error()), ""}};
  return *linear;
}

}  // namespace dashpot::cli
