// The search for error methods over two steps, as they were found (Treeaporn 2005, sections 3.3 and 4.2).
//
//   data        of two equal steps: their starts, inner stage states, slopes (tableaux/two_step_error.hpp)
//   candidate   a choice of q data: where it is poised, the Hermite-Birkhoff polynomial of degree q - 1 through them is
//               evaluated at the end of the later step
//   blend       a candidate is of no higher order than the stages are; m of them, with weights that sum to 1, gain
//               m - 1 orders on linear problems
//
// Of the Hairer-Wanner SDIRK with q = 6 there are 38,760 candidates. The coefficients that were published are blends of
// this kind, of m candidates on q data:
//   radau3 q = 5, m = 2;  radau5 q = 7, m = 3;  lobatto4 q = 6, m = 3;  lobatto6 q = 8, m = 3;  hw-sdirk q = 6, m = 3;
//   the embedded formula of hw-sdirk, with data of one step, q = 4, m = 2.
#pragma once

#include "tableaux/two_step_error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::analysis {

/// A Hermite-Birkhoff polynomial, evaluated at the end of the later step.
struct EmbeddingCandidate {
  std::vector<int> data;             // into the list of data that was searched
  std::vector<double> coefficients;  // one per element of `data`
  int linearOrder = 0;
};

struct Blend {
  std::vector<EmbeddingCandidate> candidates;
  std::vector<double> weights;
  tableaux::TwoStepErrorMethod method;  // with orders, data and coefficients
  double radiusAtInfinity = 0;
  double largestOnImaginaryAxis = 0;
};

/// What is looked for: candidates on so many data, so many of them blended.
struct SearchShape {
  int data = 6;
  int blended = 3;
};

struct EmbeddingSearch {
  std::string_view method;
  SearchShape shape;
  std::vector<tableaux::StepDatum> data;
  long choices = 0;                // all
  long poised = 0;                 // candidates
  std::vector<long> byOrder;       // poised ones by their order on linear problems
  std::vector<Blend> best;         // stable ones first, by how they damp
  std::optional<Blend> published;  // the published method found again
  double distanceToPublished = 0;  // largest difference of a coefficient
};

/// That of the published method; for another table q = stages + 1 and m = 3.
[[nodiscard]] SearchShape publishedShape(std::string_view method);

/// `keep`: how many of the best blends are given back. Only well-conditioned candidates, those with the smallest
/// coefficients, are blended.
[[nodiscard]] EmbeddingSearch searchEmbeddings(const tableaux::ImplicitTable& table, SearchShape shape, int keep);

/// The blend of candidates on the data of a formula with these coefficients; empty if there is none.
[[nodiscard]] std::optional<Blend> findBlend(const tableaux::TwoStepErrorMethod& formula, SearchShape shape);

/// The embedded formula of a table, written with data of the later step: x and h times the slopes.
[[nodiscard]] tableaux::TwoStepErrorMethod embeddedAsTwoStep(const tableaux::ImplicitTable& table);

}  // namespace dashpot::analysis
