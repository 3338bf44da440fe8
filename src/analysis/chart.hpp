// analysis/chart.hpp: quantities over one variable, as numbers for a table and as a picture.
#pragma once

#include "base/figure.hpp"
#include "dashpot/problem.hpp"

#include <string>
#include <vector>

namespace dashpot::analysis {

struct Chart {
  struct Line {
    std::string title;
    Vector y;  // at each x; not a number: there is no value
    bool isDashed = false;
  };

  std::string title, xLabel, yLabel;
  Vector x = {};
  std::vector<Line> lines = {};
  std::vector<std::string> notes = {};  // what the numbers say, in sentences
};

/// Both axes are logarithmic.
[[nodiscard]] Figure chartPicture(const Chart& chart);

/// From `first` to `last`, so many to each power of ten.
[[nodiscard]] Vector decades(double first, double last, int perDecade);

}  // namespace dashpot::analysis
