// The part of `dashpot stability` that runs methods instead of reading coefficients: amplification matrices on a linear
// system, spectral radius against the step, largest stable step, and stability domains over the damping.
#pragma once

#include "analysis/amplification.hpp"
#include "analysis/plot.hpp"
#include "base/expected.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace dashpot::cli {

struct SystemFault {
  std::string message;
  std::string hint;
};

/// The stability of one method on one system.
struct SystemReport {
  std::string method;
  std::string complaint;  // why there is no report; the rest is then empty
  double step = 0;
  std::vector<std::complex<double>> eigenvalues;  // of the amplification matrix, by descending modulus
  analysis::UnitRoots unitRoots;
  analysis::StepLimit limit;
  std::vector<double> radii;  // at the steps asked for
};

struct SystemStudy {
  std::string name;
  analysis::LinearProblem problem;
  std::vector<double> steps;  // for the table of spectral radii
  std::vector<SystemReport> reports;
};

SystemStudy studySystem(std::string name, analysis::LinearProblem problem, const std::vector<std::string>& methods,
                        double step, std::vector<double> steps);
void print(const SystemStudy& study);
nlohmann::ordered_json toJson(const SystemReport& report);
/// Spectral radius against h, one curve per method.
analysis::Plot radiusPicture(const SystemStudy& study);

struct Domain {
  std::string method;
  std::string complaint;
  std::vector<analysis::DomainPoint> points;
};
std::vector<Domain> studyDomains(const std::vector<std::string>& methods);
void print(const std::vector<Domain>& domains);
nlohmann::ordered_json toJson(const Domain& domain);
/// The borders in the plane of h lambda, one curve per method.
analysis::Plot domainPicture(const std::vector<Domain>& domains);

/// The system of a built-in problem at its start.
Expected<analysis::LinearProblem, SystemFault> systemOfProblem(const std::string& name);

}  // namespace dashpot::cli
