#include "analysis/frequency_response.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dashpot::analysis {

namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;

constexpr double pi = std::numbers::pi;
constexpr int pointsPerDecade = 60;
constexpr double mostDecades = 8;
constexpr std::size_t mostCurves = 12;

/// (s - H) x = b by elimination with row exchanges; H is upper Hessenberg. The content of `m` and `b` is used up.
void solveHessenberg(MatrixXcd& m, MatrixXcd& b) {
  const Index n = m.rows();
  for (Index k = 0; k + 1 < n; ++k) {
    if (std::abs(m(k + 1, k)) > std::abs(m(k, k))) {
      m.row(k).swap(m.row(k + 1));
      b.row(k).swap(b.row(k + 1));
    }
    if (m(k + 1, k) == Complex(0)) continue;
    const Complex factor = m(k + 1, k) / m(k, k);
    m.row(k + 1).tail(n - k) -= factor * m.row(k).tail(n - k);
    b.row(k + 1) -= factor * b.row(k);
  }
  m.triangularView<Eigen::Upper>().solveInPlace(b);
}

}  // namespace

FrequencyResponse frequencyResponse(const LinearModel& model, std::vector<double> frequencies) {
  FrequencyResponse response{model.inputs, model.outputs, std::move(frequencies), {}};
  const Index n = model.a.rows();
  const MatrixXcd d = model.d.cast<Complex>();
  if (n == 0) {
    response.values.assign(response.frequencies.size(), d);
    return response;
  }
  MatrixXd a = model.a;
  const Eigen::VectorXd scale = balance(a);
  const Eigen::HessenbergDecomposition<MatrixXd> hessenberg(a);
  const MatrixXd q = hessenberg.matrixQ(), h = hessenberg.matrixH();
  const MatrixXcd b = (q.transpose() * (scale.cwiseInverse().asDiagonal() * model.b)).cast<Complex>();
  const MatrixXcd c = (model.c * scale.asDiagonal() * q).cast<Complex>();
  for (const double f : response.frequencies) {
    MatrixXcd m = -h.cast<Complex>();
    m.diagonal().array() += Complex(0, 2 * pi * f);
    MatrixXcd x = b;
    solveHessenberg(m, x);
    response.values.push_back(c * x + d);
  }
  return response;
}

std::vector<double> FrequencyResponse::decibels(Index output, Index input) const {
  std::vector<double> result;
  for (const MatrixXcd& g : values) result.push_back(20 * std::log10(std::abs(g(output, input))));
  return result;
}

std::vector<double> FrequencyResponse::phases(Index output, Index input) const {
  std::vector<double> result;
  double turns = 0, before = NAN;
  for (const MatrixXcd& g : values) {
    const double phase = std::arg(g(output, input)) * 180 / pi;
    if (phase - before > 180) turns -= 360;
    if (phase - before < -180) turns += 360;
    if (std::isfinite(phase)) before = phase;
    result.push_back(phase + turns);
  }
  return result;
}

std::vector<double> suitableFrequencies(const Spectrum& spectrum, std::optional<double> from,
                                        std::optional<double> to) {
  double slowest = INFINITY, fastest = 0;
  for (const Eigenmode& mode : spectrum.modes)
    if (mode.naturalFrequency > 0) {
      slowest = std::min(slowest, mode.naturalFrequency);
      fastest = std::max(fastest, mode.naturalFrequency);
    }
  if (fastest == 0) slowest = fastest = 1;
  const double last = to ? *to : from ? std::max(10 * fastest, 100 * *from) : 10 * fastest;
  const double first = from ? *from : std::max(std::min(slowest, last) / 10, last * std::pow(10, -mostDecades));
  std::vector<double> result;
  const int intervals = std::max(1, static_cast<int>(std::ceil(pointsPerDecade * std::log10(last / first))));
  for (int k = 0; k <= intervals; ++k)
    result.push_back(first * std::pow(last / first, static_cast<double>(k) / intervals));
  result.front() = first, result.back() = last;
  for (const Eigenmode& mode : spectrum.modes) {
    if (!mode.isPair || mode.damping > 0.3) continue;
    // The peak of a mode alone is at f sqrt(1 - 2 damping^2), and its half width is the damping times f.
    const double peak = mode.naturalFrequency * std::sqrt(1 - 2 * mode.damping * mode.damping);
    for (const double offset : {-4.0, -2.0, -1.0, -0.5, -0.2, 0.0, 0.2, 0.5, 1.0, 2.0, 4.0}) {
      const double f = peak * (1 + offset * std::max(std::abs(mode.damping), 1e-6));
      if (f > first && f < last) result.push_back(f);
    }
  }
  std::ranges::sort(result);
  const auto repeated = std::ranges::unique(result);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

Figure bodeFigure(const FrequencyResponse& response, const std::string& title) {
  Panel magnitude{.yLabel = "magnitude [dB]"}, phase{.yLabel = "phase [deg]", .yStep = 45};
  for (Index i = 0; i < static_cast<Index>(response.outputs.size()); ++i)
    for (Index j = 0; j < static_cast<Index>(response.inputs.size()) && magnitude.curves.size() < mostCurves; ++j) {
      const std::string name = fmt::format("{} / {}", response.outputs[static_cast<std::size_t>(i)],
                                           response.inputs[static_cast<std::size_t>(j)]);
      magnitude.curves.push_back({.title = name, .x = response.frequencies, .y = response.decibels(i, j)});
      phase.curves.push_back({.x = response.frequencies, .y = response.phases(i, j)});
    }
  const auto [low, high] = yRangeOf(phase);
  phase.yRange = {phase.yStep * std::floor(low / phase.yStep), phase.yStep * std::ceil(high / phase.yStep)};
  constexpr double mostSteps = 8;
  while (phase.yRange->second - phase.yRange->first > mostSteps * phase.yStep) phase.yStep *= 2;
  return {.title = title,
          .xLabel = "frequency [Hz]",
          .logX = true,
          .panels = {std::move(magnitude), std::move(phase)},
          .width = 900,
          .height = 700};
}

std::optional<Diagnostic> plotBode(const FrequencyResponse& response, const std::string& title,
                                   const std::filesystem::path& file) {
  if (response.inputs.empty() || response.outputs.empty() || response.frequencies.size() < 2)
    return Diagnostic{
        Severity::error, "cannot-plot", "there is no response to plot: no inputs or no outputs", {}, {}, {}, {}};
  return draw(bodeFigure(response, title), file);
}

}  // namespace dashpot::analysis
