// The report of `dashpot stability` on error methods over two steps, and the search for such methods.
#pragma once

#include "tableaux/two_step_error.hpp"

#include <string>

namespace dashpot::analysis {

/// Orders, size of the estimate against the local error, damping and stability of the method's two-step error method;
/// empty if it has none.
std::string twoStepText(std::string_view method);

/// "X2(k-1)", "h X2'(k)": as reports write it.
std::string nameOf(const tableaux::StepDatum& datum);

/// An error method of the highest order that the data of two steps allow.
struct FoundEmbedding {
  int order = 0;
  std::vector<tableaux::StepDatum> data;
  tableaux::ExtendedVector coefficients;
};

/// All data of two steps that may enter: starts, inner stages, slopes. The last stage of the later step, which is the
/// result itself for a stiffly accurate method, is left out, and the last stage of the earlier step is the later start.
std::vector<tableaux::StepDatum> availableData(const tableaux::ImplicitTable& table);

/// Of all methods on these data that meet the order conditions of all problems, up to the highest order below that of
/// the method (so that the difference estimates the error safely), the one with the smallest coefficients.
FoundEmbedding findEmbedding(const tableaux::ImplicitTable& table);

std::string embeddingText(std::string_view method);

}  // namespace dashpot::analysis
