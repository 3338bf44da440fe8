// The cases of the Modelica compliance suite: small models, each of which says in its annotation whether it must run or
// must be refused, and by which section of the specification.
//
//   annotation(__ModelicaAssociation(TestCase(shouldPass = false, section = {"4.4.2"})))
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dashpot::msl {

struct ComplianceOptions {
  std::filesystem::path folder;    // holds ModelicaCompliance/package.mo
  std::filesystem::path known;     // the cases with another outcome, with the reasons
  std::vector<std::string> below;  // packages or cases; none: all
  bool quiet = false;              // without the cases that differ
  unsigned seconds = 20;           // of computing, per case
};

/// Runs every case, strictly and with code in C. Prints a table by chapter and the cases with another outcome than they
/// ask for; gives the number of those that are not known.
[[nodiscard]] std::size_t checkCompliance(const ComplianceOptions& options);

}  // namespace dashpot::msl
