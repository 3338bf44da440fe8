#include "analysis/spectrum_course.hpp"

#include "analysis/amplification.hpp"
#include "tableaux/stability_function.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::analysis {
namespace {

constexpr double unitRounding = 1e-9;  // |R| = 1 on the border of the domain, up to rounding

}  // namespace

SpectrumCourse::SpectrumCourse(Linearise linearise, double start, double stop, std::size_t most)
    : linearise_(std::move(linearise)),
      start_(start),
      stop_(stop),
      spacing_((stop - start) / static_cast<double>(std::max<std::size_t>(most, 1))) {}

void SpectrumCourse::operator()(const simulation::ObservedStep& step) {
  const auto passed = static_cast<std::size_t>(std::max(0.0, std::floor((step.to - start_) / spacing_)));
  if (passed <= passed_ && step.to < stop_) return;
  passed_ = passed;
  take(step.to, step.to - step.from, step.y, step.model);
}

void SpectrumCourse::take(double t, double step, ConstView y, simulation::BoundModel* model) {
  auto linear = linearise_(t, y, model);
  if (linear)
    points_.push_back({.time = t, .step = step, .spectrum = spectrumOf(*linear)});
  else if (!fault_)
    fault_ = std::move(linear.error());
}

bool ModeUnderMethod::leavesDomain() const { return mode.eigenvalue.real() <= 0 && amplification > 1 + unitRounding; }

Growth growthOf(const tableaux::Formula& formula) {
  return [r = tableaux::stabilityFunction(formula)](std::complex<double> z) {
    return static_cast<double>(std::abs(r(tableaux::Complex(z.real(), z.imag()))));
  };
}

Expected<Growth, std::string> growthByRunning(const std::string& method) {
  constexpr double someDamping = 0.5, someStep = 0.1;
  if (const auto matrix = amplificationMatrix(method, dampedOscillator(someDamping), someStep); !matrix)
    return Unexpected{matrix.error()};
  return Growth([method](std::complex<double> z) {
    const double size = std::abs(z);
    if (size == 0) return 1.0;
    const auto matrix = amplificationMatrix(method, dampedOscillator(-z.real() / size), size);
    if (!matrix || !matrix->allFinite()) return std::numeric_limits<double>::infinity();
    const double radius = spectralRadius(*matrix);
    return isStable(*matrix) ? std::min(radius, 1.0) : radius;  // multiple roots at 1 are split by rounding
  });
}

std::vector<ModeUnderMethod> modesUnder(const Growth& growth, const std::vector<SpectrumPoint>& points,
                                        std::optional<double> step) {
  std::vector<ModeUnderMethod> result;
  for (const SpectrumPoint& point : points) {
    const double h = step.value_or(point.step);
    if (!(h > 0)) continue;
    for (const Eigenmode& mode : point.spectrum.modes) {
      const std::complex<double> z = h * mode.eigenvalue;
      result.push_back({.time = point.time, .step = h, .mode = mode, .z = z, .amplification = growth(z)});
    }
  }
  return result;
}

std::vector<ModeUnderMethod> modesUnder(const tableaux::Formula& formula, const std::vector<SpectrumPoint>& points,
                                        std::optional<double> step) {
  return modesUnder(growthOf(formula), points, step);
}

std::optional<ModeUnderMethod> worstOf(const std::vector<ModeUnderMethod>& modes) {
  std::optional<ModeUnderMethod> worst;
  for (const ModeUnderMethod& mode : modes)
    if (mode.leavesDomain() && (!worst || mode.amplification > worst->amplification)) worst = mode;
  return worst;
}

Figure spectrumPicture(const std::string& name, const std::vector<SpectrumPoint>& points) {
  const auto marks = [](std::string title) {
    return Curve{.title = std::move(title), .x = {}, .y = {}, .style = Curve::Style::points};
  };
  Curve decay = marks("decays, -Re lambda"), growth = marks("grows, Re lambda"),
        turn = marks("oscillates, |Im lambda|");
  Curve ratio{.title = "stiffness ratio", .x = {}, .y = {}};
  for (const SpectrumPoint& point : points) {
    for (const Eigenmode& mode : point.spectrum.modes) {
      Curve& real = mode.eigenvalue.real() < 0 ? decay : growth;
      if (mode.eigenvalue.real() != 0) real.x.push_back(point.time), real.y.push_back(std::abs(mode.eigenvalue.real()));
      if (mode.isPair) turn.x.push_back(point.time), turn.y.push_back(std::abs(mode.eigenvalue.imag()));
    }
    ratio.x.push_back(point.time), ratio.y.push_back(point.spectrum.stiffnessRatio);
  }
  Figure figure{.title = name + ": eigenvalues along the run",
                .xLabel = "time [s]",
                .panels = {{.yLabel = "rate [1/s]", .logY = true}, {.yLabel = "stiffness ratio", .logY = true}},
                .width = 900,
                .height = 640};
  for (Curve* curve : {&decay, &growth, &turn})
    if (!curve->x.empty()) figure.panels.front().curves.push_back(std::move(*curve));
  figure.panels.back().curves.push_back(std::move(ratio));
  return figure;
}

}  // namespace dashpot::analysis
