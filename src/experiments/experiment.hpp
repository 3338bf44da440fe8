// experiments/experiment.hpp
//
// A published table, figure or claim as data: what to measure, what was published, what counts as agreement.
//
//   experiment   a name, where it was published, what is claimed, and tables
//   table        cells in rows and columns; the settings of a cell are those of the table, with those of its row and
//                column over them
//   cell         one figure of ours beside the published one and, where there is one, that of an independent program
//
// The text form is TOML (docs/experiments.md); `readExperiments` takes it, `reproduce` runs it.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::experiments {

/// A number, or a word such as "fails" or the name of a method.
struct Value {
  double number = 0;
  std::string word = {};  // not empty: no number

  [[nodiscard]] bool isWord() const { return !word.empty(); }
};
/// Up to five significant digits.
[[nodiscard]] std::string toText(const Value& value);

/// What was published of a cell: a value, or a bound on it.
struct Expectation {
  enum class Kind { value, below, above };
  Kind kind = Kind::value;
  Value value;
};
[[nodiscard]] std::string toText(const Expectation& expectation);

/// How near a number has to be; the first that is given counts.
struct Agreement {
  std::optional<double> within;    // share of the published number
  std::optional<double> absolute;  // distance from it
  std::optional<double> factor;    // at most so many times larger or smaller

  [[nodiscard]] bool isGiven() const { return within || absolute || factor; }
  [[nodiscard]] std::string text() const;
};
[[nodiscard]] bool agrees(const Value& ours, const Expectation& expected, const Agreement& agreement);

/// A row or a column.
struct Line {
  std::string label;
  toml::table settings;      // over those of the table
  Agreement agreement = {};  // given: in the place of that of the table
  bool isJudged = true;      // else it is shown beside the others and decides nothing
  bool isPublished = false;  // a law that was published, drawn dashed
};

/// How a table is drawn: columns along x, one curve per row.
struct Chart {
  std::string x, y;  // titles of the axes
  std::string key;   // the setting of the columns that is x
  bool logX = false, logY = false;
  bool isPolar = false;  // the columns are dampings, the values distances from the origin of the plane of h lambda
};

struct Table {
  std::string title;
  toml::table settings;
  Agreement agreement;
  std::vector<Line> rows, columns;                                   // one of each at least, perhaps without a label
  std::vector<std::vector<std::optional<Expectation>>> published;    // [row][column]; empty: nothing
  std::vector<std::vector<std::optional<Expectation>>> independent;  // by another program with the same assumptions
  std::optional<Chart> chart;
  bool isPictureOnly = false;  // too many columns to print
};

enum class Status { agrees, corrected, differs, undecided };
/// "agrees", "agrees with the corrected formula", "differs", "cannot be decided".
[[nodiscard]] std::string_view titleOf(Status status);
/// As in files: agrees, corrected, differs, undecided.
[[nodiscard]] std::string_view nameOf(Status status);

struct Experiment {
  std::string name;                  // "THESIS.kebab-case"
  std::string title;                 // one line
  std::string source;                // sections, equations, tables
  std::string claim;                 // what is published, in a sentence
  std::vector<std::string> covers;   // rows of docs/coverage.toml
  std::vector<std::string> assumes;  // what the source does not say
  Status status = Status::agrees;    // as last found
  std::string because;               // corrected: what was wrong; differs: why; undecided: what is missing
  bool isSlow = false;               // takes more than a moment: not in the test suite
  std::string file;
  std::vector<Table> tables;

  [[nodiscard]] std::string_view thesis() const { return std::string_view(name).substr(0, name.find('.')); }
};

}  // namespace dashpot::experiments
