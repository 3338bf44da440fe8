#include "analysis/frequency_response.hpp"

#include "base/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include <Eigen/Eigenvalues>

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

// Okabe and Ito 2008.
constexpr const char* palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};

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

std::string bodeScript(const FrequencyResponse& response, const std::string& title) {
  std::string script, magnitudes, phases;
  auto out = std::back_inserter(script);
  std::size_t number = 0;
  for (Index i = 0; i < static_cast<Index>(response.outputs.size()); ++i)
    for (Index j = 0; j < static_cast<Index>(response.inputs.size()) && number < mostCurves; ++j, ++number) {
      const auto decibels = response.decibels(i, j), degrees = response.phases(i, j);
      fmt::format_to(out, "$response{} << end_of_data\n", number);
      for (std::size_t k = 0; k < response.frequencies.size(); ++k)
        if (std::isfinite(decibels[k]))
          fmt::format_to(out, "{:.9g} {:.9g} {:.9g}\n", response.frequencies[k], decibels[k], degrees[k]);
      script += "end_of_data\n";
      const std::string name = fmt::format("{} / {}", response.outputs[static_cast<std::size_t>(i)],
                                           response.inputs[static_cast<std::size_t>(j)]);
      const char* const colour = palette[number % std::size(palette)];
      magnitudes += fmt::format("{}$response{} using 1:2 with lines lw 2 lc rgb '{}' dt {} title {} noenhanced",
                                number == 0 ? "plot " : ", ", number, colour, 1 + number / std::size(palette),
                                gnuplotString(name));
      phases += fmt::format("{}$response{} using 1:3 with lines lw 2 lc rgb '{}' dt {} notitle",
                            number == 0 ? "plot " : ", ", number, colour, 1 + number / std::size(palette));
    }
  fmt::format_to(
      out,
      "set logscale x\nset xrange [{:.9g}:{:.9g}]\nset grid xtics mxtics ytics lt 1 lw 0.5 lc rgb '#dddddd'\n"
      "set border 3\nset tics nomirror\nset key at screen 0.1,0.945 left top horizontal Left reverse samplen 2\n"
      "set multiplot layout 2,1 title {} noenhanced margins screen 0.1,0.96,0.09,0.88 spacing screen 0,0.06\n"
      "set format x ''\nset ylabel 'magnitude [dB]'\n{}\n"
      "set format x '10^{{%T}}'\nset xlabel 'frequency [Hz]'\nset ylabel 'phase [deg]'\nset ytics 45\n"
      "unset key\n{}\nunset multiplot\n",
      response.frequencies.front(), response.frequencies.back(), gnuplotString(title), magnitudes, phases);
  return script;
}

std::optional<Diagnostic> plotBode(const FrequencyResponse& response, const std::string& title,
                                   const std::filesystem::path& file) {
  if (response.inputs.empty() || response.outputs.empty() || response.frequencies.size() < 2)
    return Diagnostic{
        Severity::error, "cannot-plot", "there is no response to plot: no inputs or no outputs", {}, {}, {}, {}};
  constexpr int width = 900, height = 700;
  return draw(bodeScript(response, title), file, width, height);
}

}  // namespace dashpot::analysis
