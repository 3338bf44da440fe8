#include "results/legible.hpp"

#include <map>

namespace dashpot::results {

std::vector<Column> legible(const std::vector<Column>& columns) {
  std::map<std::pair<std::string, bool>, int> panels;  // by unit; Booleans have one of their own
  std::vector<Column> result;
  for (const Column& column : columns)
    if (++panels[{std::string(shownUnit(column).name), column.isBoolean}] <= curveColours * curveDashes)
      result.push_back(column);
  return result;
}

}  // namespace dashpot::results
