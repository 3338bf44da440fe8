// analysis/spectrum_course.hpp
//
// Eigenvalues and stiffness followed along a run, with the states that take part; and which of them a method with a
// given step takes for something else than they are: modes that decay, and grow in the method.
#pragma once

#include "analysis/eigenvalues.hpp"
#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "base/figure.hpp"
#include "simulation/step_observer.hpp"
#include "tableaux/formula.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace dashpot::analysis {

struct SpectrumPoint {
  double time = 0;
  double step = 0;  // of the run, to this point; 0 at its start
  Spectrum spectrum;
};

/// Takes a point at the start, at the ends of the steps that pass equally spaced instants, and at the end.
class SpectrumCourse {
 public:
  using Linearise = std::function<Expected<LinearModel, Diagnostic>(double t, ConstView y, simulation::BoundModel*)>;

  /// `most`: how many instants.
  SpectrumCourse(Linearise linearise, double start, double stop, std::size_t most = 100);

  void begin(double t, ConstView y, simulation::BoundModel* model) { take(t, 0, y, model); }
  void operator()(const simulation::ObservedStep& step);

  [[nodiscard]] const std::vector<SpectrumPoint>& points() const { return points_; }
  /// Why there are no points where there should be.
  [[nodiscard]] const std::optional<Diagnostic>& fault() const { return fault_; }

 private:
  void take(double t, double step, ConstView y, simulation::BoundModel* model);

  Linearise linearise_;
  double start_, stop_, spacing_;
  std::size_t passed_ = 0;  // instants
  std::vector<SpectrumPoint> points_;
  std::optional<Diagnostic> fault_;
};

/// A mode of the model under a method.
struct ModeUnderMethod {
  double time = 0;
  double step = 0;
  Eigenmode mode;
  std::complex<double> z;    // h lambda
  double amplification = 0;  // the growth of the method at z

  /// It does not grow by itself, but grows in the method.
  [[nodiscard]] bool leavesDomain() const;
};

/// By which factor a method lets y' = lambda y grow in a step, z = h lambda.
using Growth = std::function<double(std::complex<double> z)>;
/// |R(z)|.
[[nodiscard]] Growth growthOf(const tableaux::Formula& formula);
/// Of a method without R(z), as multistep ones: the largest root of its amplification matrix on an oscillator that has
/// the eigenvalue. The error says why there is none.
[[nodiscard]] Expected<Growth, std::string> growthByRunning(const std::string& method);

/// All modes at all points, with the step given or else that of the run; points without a step are left out.
[[nodiscard]] std::vector<ModeUnderMethod> modesUnder(const Growth& growth, const std::vector<SpectrumPoint>& points,
                                                      std::optional<double> step);
[[nodiscard]] std::vector<ModeUnderMethod> modesUnder(const tableaux::Formula& formula,
                                                      const std::vector<SpectrumPoint>& points,
                                                      std::optional<double> step);

/// Of those that leave the domain, the one that grows fastest.
[[nodiscard]] std::optional<ModeUnderMethod> worstOf(const std::vector<ModeUnderMethod>& modes);

/// Rates of decay, growth and oscillation over time, and the stiffness ratio.
[[nodiscard]] Figure spectrumPicture(const std::string& name, const std::vector<SpectrumPoint>& points);

}  // namespace dashpot::analysis
