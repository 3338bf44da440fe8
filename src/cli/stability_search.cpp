// dashpot stability --search: error methods over two steps, from Hermite-Birkhoff polynomials.
#include "cli/stability_search.hpp"

#include "analysis/embedding_search.hpp"
#include "analysis/two_step_report.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using analysis::Blend;
using analysis::EmbeddingSearch;
using nlohmann::ordered_json;

std::vector<std::string> names(const std::vector<tableaux::StepDatum>& data) {
  std::vector<std::string> list;
  for (const tableaux::StepDatum& datum : data) list.push_back(analysis::nameOf(datum));
  return list;
}

void print(const Blend& blend) {
  for (std::size_t i = 0; i < blend.method.data.size(); ++i)
    say("    {:>12}  {: .14f}\n", analysis::nameOf(blend.method.data[i]),
        static_cast<double>(blend.method.coefficients(static_cast<Eigen::Index>(i))));
  say("    order {} (on linear problems {}), radius at infinity {:.4f}, largest on the imaginary axis {:.6f}\n",
      blend.method.order, blend.method.linearOrder, blend.radiusAtInfinity, blend.largestOnImaginaryAxis);
}

void print(const EmbeddingSearch& search) {
  say("{}: {} data of two steps, {} choices of {}, of which {} are poised\n", search.method, search.data.size(),
      search.choices, search.shape.data, search.poised);
  for (std::size_t order = 0; order < search.byOrder.size(); ++order)
    if (search.byOrder[order] > 0)
      say("  {:>8} candidates of order {} on linear problems\n", search.byOrder[order], order);
  if (search.published) {
    say("\n  the published error method is a blend of {} candidates, to {:.1e}:\n", search.published->candidates.size(),
        search.distanceToPublished);
    print(*search.published);
    say("    weights {}\n", fmt::join(search.published->weights, ", "));
  }
  if (search.best.empty()) say("\n  the candidates allow no blend\n");
  for (std::size_t k = 0; k < search.best.size(); ++k) {
    say("\n  found {}: a blend of {} candidates\n", k + 1, search.best[k].candidates.size());
    print(search.best[k]);
  }
}

ordered_json toJson(const Blend& blend) {
  ordered_json coefficients = ordered_json::array();
  for (Eigen::Index i = 0; i < blend.method.coefficients.size(); ++i)
    coefficients.push_back(static_cast<double>(blend.method.coefficients(i)));
  return {{"data", names(blend.method.data)},
          {"coefficients", coefficients},
          {"weights", blend.weights},
          {"order", blend.method.order},
          {"linear_order", blend.method.linearOrder},
          {"radius_at_infinity", blend.radiusAtInfinity},
          {"largest_on_imaginary_axis", blend.largestOnImaginaryAxis}};
}

ordered_json toJson(const EmbeddingSearch& search) {
  ordered_json json{
      {"method", search.method},           {"data", names(search.data)}, {"data_per_candidate", search.shape.data},
      {"blended", search.shape.blended},   {"choices", search.choices},  {"poised", search.poised},
      {"poised_by_order", search.byOrder}, {"published", nullptr}};
  if (search.published) {
    json["published"] = toJson(*search.published);
    json["published"]["distance"] = search.distanceToPublished;
  }
  ordered_json best = ordered_json::array();
  for (const Blend& blend : search.best) best.push_back(toJson(blend));
  json["best"] = std::move(best);
  return json;
}

}  // namespace

ExitCode runEmbeddingSearch(const std::vector<std::string>& methods, const EmbeddingSearchOptions& options, bool json) {
  ordered_json list = ordered_json::array();
  for (const std::string& method : methods) {
    const tableaux::ImplicitTable* const table = tableaux::findImplicit(method);
    if (!table || !table->stifflyAccurate())
      return fail(fmt::format("'{}' is no stiffly accurate implicit Runge-Kutta method", method),
                  "radau3, radau5, lobatto4, lobatto6 and hw-sdirk have published error methods over two steps");
    analysis::SearchShape shape = analysis::publishedShape(method);
    if (options.data > 0) shape.data = options.data;
    if (options.blended > 0) shape.blended = options.blended;
    const EmbeddingSearch search = analysis::searchEmbeddings(*table, shape, options.keep);
    if (json)
      list.push_back(toJson(search));
    else
      print(search);
  }
  if (json) printJson(ordered_json{{"schema", "dashpot/embedding-search/1"}, {"searches", list}});
  return ExitCode::success;
}

}  // namespace dashpot::cli
