#include "analysis/embedding_search.hpp"

#include "analysis/two_step_report.hpp"
#include "tableaux/order_conditions.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>
#include <span>

namespace dashpot::analysis {
namespace {

using tableaux::ExtendedVector;
using tableaux::ImplicitTable;
using tableaux::StepDatum;
using tableaux::TwoStepErrorMethod;

constexpr double singular = 1e-8;         // a reciprocal condition number
constexpr double orderNoise = 1e-9;       // of a coefficient of the series
constexpr int longestSeries = 10;         // powers of z that are looked at
constexpr std::size_t mostBlended = 150;  // candidates that are blended with one another
constexpr std::size_t mostJudged = 3000;  // blends whose stability is looked at
constexpr double sameCoefficient = 1e-6;  // relative; what rounding leaves of blends with large weights
constexpr double exactCoefficient = 1e-10;
constexpr double stableMargin = 1e-5;  // beyond 1, for what counts as stable

/// In steps from the start of the later one.
double instantOf(const ImplicitTable& table, const StepDatum& d) {
  const double offset = d.earlier ? -1 : 0;
  return d.kind == StepDatum::Kind::start ? offset : offset + static_cast<double>(table.c(d.stage));
}

/// What the search knows of each datum.
class DataSeries {
 public:
  DataSeries(const ImplicitTable& table, std::vector<StepDatum> list) : data(std::move(list)) {
    const auto n = static_cast<Eigen::Index>(data.size());
    const tableaux::ExtendedMatrix weights = tableaux::dataWeights(table, data, 1);
    const tableaux::ExtendedMatrix a = combined(table);
    series = Eigen::MatrixXd(n, longestSeries);
    series.col(0) = weights.col(weights.cols() - 1).cast<double>();
    ExtendedVector power = ExtendedVector::Ones(a.rows());
    for (int k = 1; k < longestSeries; ++k, power = (a * power).eval())
      series.col(k) = (weights.leftCols(a.rows()) * power).cast<double>();
    for (const StepDatum& d : data) instants.push_back(instantOf(table, d));
    for (std::size_t i = 0; i < data.size(); ++i) {
      const TwoStepErrorMethod one{.method = table.name,
                                   .source = {},
                                   .linearOrder = 0,
                                   .order = 0,
                                   .data = {data[i]},
                                   .coefficients = ExtendedVector::Ones(1)};
      const tableaux::TwoStepStability limit = stabilityAt(one, -1e9);
      p.push_back(limit.p.real());
      q.push_back(limit.q.real());
      std::size_t k = 0;
      for (double y = 0.05; y < 60; y *= 1.3, ++k) {
        if (onAxis.size() == k) onAxis.emplace_back();
        const tableaux::TwoStepStability at = stabilityAt(one, {0, y});
        onAxis[k].p.push_back(at.p), onAxis[k].q.push_back(at.q);
      }
    }
  }

  /// Contributions to P and Q at a point.
  struct Point {
    std::vector<std::complex<double>> p, q;
  };

  std::vector<StepDatum> data;
  std::vector<double> instants;
  Eigen::MatrixXd series;     // by datum: the coefficients of powers of lambda times the length of both steps
  std::vector<double> p, q;   // contributions to P and Q at infinity
  std::vector<Point> onAxis;  // on the imaginary axis

 private:
  static tableaux::ExtendedMatrix combined(const ImplicitTable& table) {
    const Eigen::Index s = table.stages();
    tableaux::ExtendedMatrix a = tableaux::ExtendedMatrix::Zero(2 * s, 2 * s);
    a.topLeftCorner(s, s) = table.a / 2;
    a.bottomLeftCorner(s, s).rowwise() = table.b.transpose() / 2;
    a.bottomRightCorner(s, s) = table.a / 2;
    return a;
  }
};

constexpr std::size_t mostParts = 4;
using Weights = std::array<double, mostParts>;

/// A candidate with the errors of its series.
struct Judged {
  EmbeddingCandidate candidate;
  std::vector<double> dense;   // coefficients of all data
  std::vector<double> errors;  // of the powers of z
  double size = 0;             // sum of the coefficients' absolute values
};

class Searcher {
 public:
  Searcher(const ImplicitTable& table, const DataSeries& data, SearchShape shape)
      : table_(table), data_(data), shape_(shape) {}

  /// Calls `take` with each poised choice.
  template <class Take>
  long enumerate(const Take& take) const {
    const int n = static_cast<int>(data_.data.size()), q = shape_.data;
    if (q < 1 || q > n) return 0;
    std::vector<int> choice(static_cast<std::size_t>(q));
    std::iota(choice.begin(), choice.end(), 0);
    for (long count = 0;;) {
      ++count;
      if (auto judged = judge(choice)) take(std::move(*judged));
      int k = q - 1;
      while (k >= 0 && choice[static_cast<std::size_t>(k)] == n - q + k) --k;
      if (k < 0) return count;
      ++choice[static_cast<std::size_t>(k)];
      for (int j = k + 1; j < q; ++j) choice[static_cast<std::size_t>(j)] = choice[static_cast<std::size_t>(j - 1)] + 1;
    }
  }

  /// The weights with which these gain an order each; false if there are none.
  [[nodiscard]] static bool blend(std::span<const Judged* const> parts, Weights& weights) {
    const std::size_t m = parts.size();
    int order = longestSeries;
    for (const Judged* part : parts) order = std::min(order, part->candidate.linearOrder);
    if (order + static_cast<int>(m) > longestSeries) return false;
    std::array<std::array<double, mostParts + 1>, mostParts> rows{};  // with the right side
    for (std::size_t i = 0; i < m; ++i) {
      double largest = 0;
      for (std::size_t j = 0; j < m; ++j) {
        rows[i][j] = i == 0 ? 1 : parts[j]->errors[static_cast<std::size_t>(order) + i];
        largest = std::max(largest, std::fabs(rows[i][j]));
      }
      if (largest == 0) return false;
      for (std::size_t j = 0; j < m; ++j) rows[i][j] /= largest;
      rows[i][m] = i == 0 ? 1 : 0;
    }
    return eliminate(rows, m, weights);
  }

  [[nodiscard]] std::vector<double> sum(std::span<const Judged* const> parts, const Weights& weights) const {
    std::vector<double> coefficients(data_.data.size(), 0.0);
    for (std::size_t j = 0; j < parts.size(); ++j)
      for (std::size_t i = 0; i < coefficients.size(); ++i) coefficients[i] += weights[j] * parts[j]->dense[i];
    return coefficients;
  }

  [[nodiscard]] Blend describe(std::span<const Judged* const> parts, const Weights& weights) const {
    Blend result;
    for (const Judged* part : parts) result.candidates.push_back(part->candidate);
    result.weights.assign(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(parts.size()));
    TwoStepErrorMethod& method = result.method;
    method = {
        .method = table_.name, .source = "found here", .linearOrder = 0, .order = 0, .data = {}, .coefficients = {}};
    const std::vector<double> all = sum(parts, weights);
    std::vector<long double> used;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (std::ranges::none_of(parts, [&](const Judged* part) {
            return std::ranges::count(part->candidate.data, static_cast<int>(i)) > 0;
          }))
        continue;
      method.data.push_back(data_.data[i]);
      used.push_back(all[i]);
    }
    method.coefficients = Eigen::Map<const ExtendedVector>(used.data(), static_cast<Eigen::Index>(used.size()));
    setOrders(method);
    result.radiusAtInfinity = stabilityAt(method, -1e9).radius();
    for (double y = 0.02; y < 100; y *= 1.03)
      result.largestOnImaginaryAxis = std::max(result.largestOnImaginaryAxis, stabilityAt(method, {0, y}).radius());
    return result;
  }

  /// The largest spectral radius at a few points, cheaply.
  [[nodiscard]] double growthOnImaginaryAxis(std::span<const Judged* const> parts, const Weights& weights) const {
    const std::vector<double> coefficients = sum(parts, weights);
    double largest = 0;
    for (const DataSeries::Point& point : data_.onAxis) {
      tableaux::TwoStepStability at{};
      for (std::size_t i = 0; i < coefficients.size(); ++i)
        at.p += coefficients[i] * point.p[i], at.q += coefficients[i] * point.q[i];
      largest = std::max(largest, at.radius());
    }
    return largest;
  }

  /// The spectral radius at infinity, cheaply.
  [[nodiscard]] double radiusAtInfinity(const std::vector<double>& coefficients) const {
    tableaux::TwoStepStability limit{};
    for (std::size_t i = 0; i < coefficients.size(); ++i)
      limit.p += coefficients[i] * data_.p[i], limit.q += coefficients[i] * data_.q[i];
    return limit.radius();
  }

 private:
  /// Gaussian elimination with pivots by columns.
  static bool eliminate(std::array<std::array<double, mostParts + 1>, mostParts>& rows, std::size_t m,
                        Weights& solution) {
    for (std::size_t k = 0; k < m; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < m; ++i)
        if (std::fabs(rows[i][k]) > std::fabs(rows[pivot][k])) pivot = i;
      if (std::fabs(rows[pivot][k]) < singular) return false;
      std::swap(rows[k], rows[pivot]);
      for (std::size_t i = k + 1; i < m; ++i) {
        const double factor = rows[i][k] / rows[k][k];
        for (std::size_t j = k; j <= m; ++j) rows[i][j] -= factor * rows[k][j];
      }
    }
    for (std::size_t i = m; i-- > 0;) {
      double value = rows[i][m];
      for (std::size_t j = i + 1; j < m; ++j) value -= rows[i][j] * solution[j];
      solution[i] = value / rows[i][i];
    }
    return true;
  }

  [[nodiscard]] std::optional<Judged> judge(const std::vector<int>& choice) const {
    const auto q = static_cast<Eigen::Index>(choice.size());
    Eigen::MatrixXd matrix(q, q);  // by power of the instant
    for (Eigen::Index j = 0; j < q; ++j) {
      const auto datum = static_cast<std::size_t>(choice[static_cast<std::size_t>(j)]);
      const bool isSlope = data_.data[datum].kind == StepDatum::Kind::slope;
      double power = 1;  // of the instant, one less for a slope
      for (Eigen::Index i = 0; i < q; ++i) {
        matrix(i, j) = !isSlope ? power : i == 0 ? 0 : static_cast<double>(i) * power;
        if (!isSlope || i > 0) power *= data_.instants[datum];
      }
    }
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(matrix);
    if (!lu.isInvertible() || !(lu.rcond() > singular)) return std::nullopt;
    const Eigen::VectorXd x = lu.solve(Eigen::VectorXd::Ones(q));
    Judged judged{{choice, {x.begin(), x.end()}, 0},
                  std::vector<double>(data_.data.size(), 0.0),
                  std::vector<double>(longestSeries),
                  x.cwiseAbs().sum()};
    for (std::size_t j = 0; j < choice.size(); ++j)
      judged.dense[static_cast<std::size_t>(choice[j])] = judged.candidate.coefficients[j];
    double factorial = 1;
    for (int k = 0; k < longestSeries; ++k) {
      if (k > 0) factorial *= k;
      double sum = 0;
      for (Eigen::Index j = 0; j < q; ++j) sum += x(j) * data_.series(choice[static_cast<std::size_t>(j)], k);
      judged.errors[static_cast<std::size_t>(k)] = sum - 1 / factorial;
    }
    int order = 0;
    while (order + 1 < longestSeries &&
           std::fabs(judged.errors[static_cast<std::size_t>(order + 1)]) < orderNoise * judged.size)
      ++order;
    judged.candidate.linearOrder = order;
    return judged;
  }

  /// From the rooted trees of both steps as one.
  static void setOrders(TwoStepErrorMethod& method) {
    constexpr int highest = 7;
    const tableaux::TwoStepFormula formula = twoStepFormula(method);
    const auto trees = tableaux::rootedTrees(highest);
    const tableaux::ExtendedMatrix phi = tableaux::stageWeights(formula.a, formula.a, highest);
    method.order = method.linearOrder = highest;
    for (std::size_t t = 0; t < trees.size(); ++t) {
      const long double defect =
          formula.bHat.dot(phi.col(static_cast<Eigen::Index>(t))) - 1 / static_cast<long double>(trees[t].density);
      if (std::fabs(defect) < 1e-10L) continue;
      method.order = std::min(method.order, trees[t].order - 1);
      const auto isTall = [&](auto&& self, const tableaux::RootedTree& tree) -> bool {
        return tree.children.empty() ||
               (tree.children.size() == 1 && self(self, trees[static_cast<std::size_t>(tree.children[0])]));
      };
      if (isTall(isTall, trees[t])) method.linearOrder = std::min(method.linearOrder, trees[t].order - 1);
    }
  }

  const ImplicitTable& table_;
  const DataSeries& data_;
  SearchShape shape_;
};

/// Calls `take` with each choice of m of these.
template <class Take>
void forEachChoice(const std::vector<Judged>& all, std::size_t m, const Take& take) {
  std::vector<std::size_t> choice(m);
  std::iota(choice.begin(), choice.end(), std::size_t{0});
  if (m == 0 || m > all.size()) return;
  std::vector<const Judged*> parts(m);
  for (;;) {
    for (std::size_t k = 0; k < m; ++k) parts[k] = &all[choice[k]];
    if (!take(parts)) return;
    std::size_t k = m;
    while (k > 0 && choice[k - 1] == all.size() - m + (k - 1)) --k;
    if (k == 0) return;
    ++choice[k - 1];
    for (std::size_t j = k; j < m; ++j) choice[j] = choice[j - 1] + 1;
  }
}

void findBest(const Searcher& searcher, std::vector<Judged> candidates, SearchShape shape, int keep,
              EmbeddingSearch& result) {
  std::ranges::sort(candidates, {}, &Judged::size);
  if (candidates.size() > mostBlended) candidates.resize(mostBlended);
  struct Found {
    double radius = 0;
    std::vector<const Judged*> parts;
    Weights weights{};
  };
  std::vector<Found> found;
  const auto byRadius = [](const Found& a, const Found& b) { return a.radius < b.radius; };
  forEachChoice(candidates, static_cast<std::size_t>(shape.blended), [&](const std::vector<const Judged*>& parts) {
    Weights weights{};
    if (!Searcher::blend(parts, weights)) return true;
    const double radius = searcher.radiusAtInfinity(searcher.sum(parts, weights));
    if (found.size() == mostJudged && radius >= found.front().radius) return true;
    if (found.size() == mostJudged) std::ranges::pop_heap(found, byRadius), found.pop_back();
    found.push_back({radius, parts, weights});
    std::ranges::push_heap(found, byRadius);
    return true;
  });
  // First those that are stable on the imaginary axis, then by how much they are not.
  std::vector<std::pair<std::pair<double, double>, const Found*>> order;
  for (const Found& each : found) {
    const double growth = searcher.growthOnImaginaryAxis(each.parts, each.weights);
    order.push_back({{std::max(growth, 1 + stableMargin), each.radius}, &each});
  }
  std::ranges::sort(order);
  for (const auto& [rank, each] : order) {
    if (result.best.size() >= static_cast<std::size_t>(keep)) return;
    Blend blend = searcher.describe(each->parts, each->weights);
    // Different choices may give the same method.
    const bool isNew = std::ranges::none_of(result.best, [&](const Blend& other) {
      return std::fabs(other.radiusAtInfinity - blend.radiusAtInfinity) < 1e-9 &&
             std::fabs(other.largestOnImaginaryAxis - blend.largestOnImaginaryAxis) < 1e-9;
    });
    if (isNew) result.best.push_back(std::move(blend));
  }
}

}  // namespace

SearchShape publishedShape(std::string_view method) {
  if (method == "radau3") return {.data = 5, .blended = 2};
  if (method == "radau5") return {.data = 7, .blended = 3};
  if (method == "lobatto4") return {.data = 6, .blended = 3};
  if (method == "lobatto6") return {.data = 8, .blended = 3};
  if (method == "hw-sdirk" || method == "hw-sdirk-alt") return {.data = 6, .blended = 3};
  const ImplicitTable* const table = tableaux::findImplicit(method);
  return {.data = table ? table->stages() + 1 : 6, .blended = 3};
}

TwoStepErrorMethod embeddedAsTwoStep(const ImplicitTable& table) {
  TwoStepErrorMethod result{.method = table.name,
                            .source = table.source,
                            .linearOrder = table.embeddedOrder,
                            .order = table.embeddedOrder,
                            .data = {{StepDatum::Kind::start, false, 0}},
                            .coefficients = {}};
  std::vector<long double> coefficients{1};
  for (int i = 0; i < table.stages(); ++i) {
    if (table.bHat(i) == 0) continue;
    result.data.push_back({StepDatum::Kind::slope, false, i});
    coefficients.push_back(table.bHat(i));
  }
  result.coefficients =
      Eigen::Map<const ExtendedVector>(coefficients.data(), static_cast<Eigen::Index>(coefficients.size()));
  return result;
}

std::optional<Blend> findBlend(const TwoStepErrorMethod& formula, SearchShape shape) {
  const ImplicitTable& table = *tableaux::findImplicit(formula.method);
  const DataSeries data(table, formula.data);
  const Searcher searcher(table, data, shape);
  std::vector<Judged> candidates;
  searcher.enumerate([&](Judged judged) { candidates.push_back(std::move(judged)); });
  std::vector<double> wanted;
  for (Eigen::Index i = 0; i < formula.coefficients.size(); ++i)
    wanted.push_back(static_cast<double>(formula.coefficients(i)));
  std::vector<const Judged*> nearestParts;
  Weights nearestWeights{};
  double least = sameCoefficient;
  forEachChoice(candidates, static_cast<std::size_t>(shape.blended), [&](const std::vector<const Judged*>& parts) {
    Weights weights{};
    if (!Searcher::blend(parts, weights)) return true;
    double distance = 0;
    for (std::size_t i = 0; i < wanted.size() && distance < least; ++i) {
      double coefficient = 0;
      for (std::size_t j = 0; j < parts.size(); ++j) coefficient += weights[j] * parts[j]->dense[i];
      distance = std::max(distance, std::fabs(coefficient - wanted[i]) / (1 + std::fabs(wanted[i])));
    }
    if (distance >= least) return true;
    least = distance, nearestParts = parts, nearestWeights = weights;
    return distance > exactCoefficient;
  });
  if (nearestParts.empty()) return std::nullopt;
  return searcher.describe(nearestParts, nearestWeights);
}

EmbeddingSearch searchEmbeddings(const ImplicitTable& table, SearchShape shape, int keep) {
  EmbeddingSearch result;
  result.method = table.name;
  result.shape = shape;
  result.data = availableData(table);
  const DataSeries data(table, result.data);
  const Searcher searcher(table, data, shape);
  std::vector<Judged> candidates;
  result.choices = searcher.enumerate([&](Judged judged) {
    const auto order = static_cast<std::size_t>(judged.candidate.linearOrder);
    if (result.byOrder.size() <= order) result.byOrder.resize(order + 1);
    ++result.byOrder[order];
    candidates.push_back(std::move(judged));
  });
  result.poised = static_cast<long>(candidates.size());
  findBest(searcher, std::move(candidates), shape, keep, result);
  const TwoStepErrorMethod* const published = tableaux::findTwoStepError(table.name);
  if (!published) return result;
  result.published = findBlend(*published, publishedShape(table.name));
  if (result.published)
    result.distanceToPublished =
        static_cast<double>((result.published->method.coefficients - published->coefficients).cwiseAbs().maxCoeff());
  return result;
}

}  // namespace dashpot::analysis
