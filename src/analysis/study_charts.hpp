// analysis/study_charts.hpp
//
// The charts of Smith (1974, figures 12 to 25), for any block of first or second order that is driven by a cosine:
// what transition matrix and classical Runge-Kutta err by, which step an error allows, and where one of them is the
// better or the cheaper choice. cosine_study.hpp has the quantities. His blocks are
//   figures 12, 14, 18, 24   T = 1
//   figure 13                zeta = wn = 1   (not stated: it fits his three error laws)
//   figures 19, 25           zeta = 10, wn = 100
#pragma once

#include "analysis/chart.hpp"
#include "analysis/cosine_study.hpp"

#include <span>

namespace dashpot::analysis {

struct StudyRequest {
  StudyBlock block = StudyBlock::firstOrder(1);  // of maps over all blocks, its order
  double frequency = 6.28;                       // of the input [rad/s]
  double step = 0.01;                            // [s]
};

struct StudyChart {
  const char* name;
  const char* about;
  const char* figures;  // of Smith, for blocks of first and second order
  Chart (*make)(const StudyRequest&);
};

[[nodiscard]] std::span<const StudyChart> studyCharts();

}  // namespace dashpot::analysis
