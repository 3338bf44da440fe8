// explanation/spectrum_witness.hpp
//
// What the eigenvalues along a run say: how stiff it is and by whom, what oscillates, what grows, and whether the
// stability of an explicit method holds the steps back.
//
// A mode is *lone* if it is faster than all others by orders of magnitude and nearly one state alone takes part in it:
// a tiny volume, mass or capacity. A pair of modes is *resolved* if the steps follow its oscillation.
#pragma once

#include "analysis/spectrum_course.hpp"
#include "explanation/facts.hpp"
#include "explanation/names.hpp"

#include <optional>

namespace dashpot::explanation {

/// Enough to evaluate the model again where it was.
struct Snapshot {
  double time = 0.0;
  Vector y, modes, d, pre, inputs;
};

class SpectrumWitness {
 public:
  using Linearise = analysis::SpectrumCourse::Linearise;

  /// `unknowns`: how many. The more there are, the fewer points are taken; none if there are very many.
  SpectrumWitness(Linearise linearise, double start, double stop, std::size_t unknowns);

  void begin(double t, ConstView y, simulation::BoundModel* model);
  void see(const simulation::ObservedStep& step);
  /// `isExplicit`: the method is stable for short steps only.
  void tell(const Names& names, bool isExplicit, Facts& facts) const;

  /// Where the lone mode was seen first, and the name that the model has for its state.
  [[nodiscard]] const std::optional<Snapshot>& loneAt() const { return loneAt_; }
  [[nodiscard]] std::string loneState() const;

 private:
  struct Lone {
    std::string state;
    double rate = 0.0, gap = 0.0;
  };
  [[nodiscard]] std::optional<Lone> loneOf(const analysis::Spectrum& spectrum) const;
  void tellStiffness(const Names& names, Facts& facts) const;
  void tellLone(const Names& names, Facts& facts) const;
  void tellOscillation(const Names& names, Facts& facts) const;
  void tellGrowth(const Names& names, Facts& facts) const;
  void tellStability(Facts& facts) const;

  double start_, stop_;
  bool isWanted_;
  analysis::SpectrumCourse course_;
  std::optional<Snapshot> loneAt_;
};

}  // namespace dashpot::explanation
