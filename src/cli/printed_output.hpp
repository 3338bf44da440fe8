// cli/printed_output.hpp
//
// What a model prints while it runs: lines on standard output, or in JSON's "output"; and files, but only what can harm
// nothing (docs/security.md): beneath the working folder, none that is hidden, texts and matrices by their name. A file
// that is there already is only ever made longer, and only if it is a log.
#pragma once

#include "base/diagnostic.hpp"
#include "simulation/printed_line.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace dashpot::cli {

class PrintedOutput {
 public:
  /// `isKept`: lines are for JSON, and not shown.
  PrintedOutput(bool isKept, Diagnostics& diagnostics) : isKept_(isKept), diagnostics_(diagnostics) {}

  void take(const simulation::PrintedLine& line);
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  /// Why a file is not written; empty: it may be.
  [[nodiscard]] std::string objection(const std::filesystem::path& file) const;
  /// At the end of the file, or in the place of what the run has written to it.
  void write(const std::filesystem::path& file, const std::string& text, bool isAnew = false);

  bool isKept_;
  Diagnostics& diagnostics_;
  std::vector<std::string> lines_;
  std::set<std::filesystem::path> made_, refused_;
};

}  // namespace dashpot::cli
