// The problem as the methods call it: evaluations are counted, and no exception escapes.
#pragma once

#include "dashpot/integrate.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <exception>
#include <limits>
#include <memory>
#include <string>

namespace dashpot::integrators {

class System {
 public:
  System(Problem problem, Statistics& statistics) : problem_(std::move(problem)), statistics_(&statistics) {}

  const Problem& problem() const { return problem_; }
  Statistics& statistics() { return *statistics_; }
  int size() const { return problem_.size; }
  bool autonomous() const { return problem_.autonomous; }
  std::string nameOf(int component) const;

  /// In a series, short functions take no longer than the way to them: it is written out where it is gone.
  [[gnu::always_inline]] Evaluation rhs(double t, ConstView y, View f) {
    ++statistics_->rhsEvals;
    const double within = std::min(std::max(t, earliest_), latest_);
    if (direct_ && std::isfinite(direct_(within, y.data(), f.data()))) [[likely]]
      return Evaluation::ok;
    return guarded(problem_.rhs, within, y, f);
  }
  /// While this lives, up to so many calls of rhs() take the shortest way that the problem knows: in a step, nothing
  /// but t and y changes.
  class Series {
   public:
    Series(System& system, int calls) : system_(system) { system.direct_ = system.problem_.rhs.direct(calls); }
    ~Series() { system_.direct_ = {}; }
    Series(const Series&) = delete;
    Series& operator=(const Series&) = delete;

   private:
    System& system_;
  };
  /// a and b of the problem's own splitting: counted like F, in whose place it is called.
  Evaluation splitting(double t, ConstView y, View coefficients) {
    ++statistics_->rhsEvals;
    return guarded(problem_.diagonalSplitting, std::clamp(t, earliest_, latest_), y, coefficients);
  }
  /// F is not looked at beyond these times: stages of some methods (ros4) lie outside the step, and must not see past a
  /// declared discontinuity.
  void confineTime(double earliest, double latest) {
    earliest_ = earliest;
    latest_ = latest;
  }
  /// F for a difference quotient: counted apart.
  Evaluation rhsForJacobian(double t, ConstView y, View f) {
    ++statistics_->rhsEvalsForJacobian;
    return guarded(problem_.rhs, t, y, f);
  }
  /// Counts one Jacobian, unless it was evaluated at this very point already.
  Evaluation jacobianValues(double t, ConstView y, View values) {
    if (!known_.values.empty() && takeKnown(t, y, values)) return Evaluation::ok;
    ++statistics_->jacEvals;
    return once(problem_.jacobian->values, t, y, values);
  }
  /// J that somebody else has evaluated, for whoever asks for it next.
  void keepJacobian(double t, ConstView y, Vector values) {
    known_ = {t, Vector(y.begin(), y.end()), std::move(values)};
  }
  /// F is another one from here on, also where t and y are the same.
  void forgetJacobian() { known_.values.clear(); }
  Evaluation timeDerivative(double t, ConstView y, View ft) { return once(problem_.timeDerivative, t, y, ft); }
  Evaluation inputs(const LinearPart& part, double t, ConstView y, View u) {
    return guarded(part.inputs, std::clamp(t, earliest_, latest_), y, u);
  }
  Evaluation events(double t, ConstView y, View g) { return guarded(problem_.events.evaluate, t, y, g); }

  /// The text of an exception that a user function threw, after which evaluations return fatal; empty: none did.
  const std::string& exceptionText() const { return exceptionText_; }
  void clearException() { exceptionText_.clear(); }

 private:
  /// The shortest way, too, if there is one now.
  Evaluation once(const VectorFunction& function, double t, ConstView y, View out) {
    const DirectFunction direct = function.direct(1);
    if (direct && std::isfinite(direct(t, y.data(), out.data()))) [[likely]]
      return Evaluation::ok;
    return guarded(function, t, y, out);
  }
  [[gnu::noinline]] Evaluation guarded(const VectorFunction& function, double t, ConstView y, View out) {
    try {
      return function(t, y, out);
    } catch (const std::exception& e) {
      exceptionText_ = e.what();
    } catch (...) {
      exceptionText_ = "an exception of unknown type";
    }
    return Evaluation::fatal;
  }

  bool takeKnown(double t, ConstView y, View values) {
    const bool isHere = t == known_.time && std::ranges::equal(y, known_.state);
    if (isHere) std::ranges::copy(known_.values, values.begin());
    forgetJacobian();
    return isHere;
  }

  struct KnownJacobian {
    double time = 0;
    Vector state, values;  // none: it is not known
  };

  Problem problem_;
  Statistics* statistics_;
  KnownJacobian known_;
  DirectFunction direct_;  // F; none outside of a series
  std::string exceptionText_;
  double earliest_ = -std::numeric_limits<double>::infinity();
  double latest_ = std::numeric_limits<double>::infinity();
};

/// y += alpha M x for the problem's constant M.
void addMassTimes(const MassMatrix& mass, double alpha, ConstView x, View y);
void addMassTimes(const MassMatrix& mass, std::complex<double> alpha, std::span<const std::complex<double>> x,
                  std::span<std::complex<double>> y);

/// For alpha M - J: the problem's own solver, or one that suits the pattern of J.
std::unique_ptr<LinearSolver> makeSolver(const Problem& problem, const SparsityPattern& jacobian);
/// Of alpha I - A for a matrix A that is made of parts of J.
std::unique_ptr<LinearSolver> makePartSolver(const Problem& problem, int size, const SparsityPattern& part);

}  // namespace dashpot::integrators
