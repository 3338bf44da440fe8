// The command line as it describes itself: every verb with its options, as data. The manual page and the completion of
// shells are made of this, so that they never say anything but what the program takes.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace dashpot::cli {

/// An option, a switch or a positional argument.
struct ArgumentDescription {
  std::vector<std::string> names;  // "-o", "--output"; of a positional argument its one name
  std::string value;               // "FILE.csv|FILE.mat"; empty: a switch
  std::string text;
  std::string standard;  // the value without the option, if there is one to show
  bool isRequired = false;
  bool isRepeatable = false;

  // Values that a shell can propose.
  std::vector<std::string> choices;     // one of these words
  std::vector<std::string> extensions;  // a file that ends so
  bool isFile = false;                  // any file; with extensions: one of those
  bool isFolder = false;
};

struct VerbDescription {
  std::string name;
  std::string text;
  std::vector<ArgumentDescription> positionals;
  std::vector<ArgumentDescription> options;
  std::string example;  // one per line
};

/// The verbs that the help of the program shows, in its order.
[[nodiscard]] std::vector<VerbDescription> describeVerbs(const CLI::App& app);

}  // namespace dashpot::cli
