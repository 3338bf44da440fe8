// Sparse elimination on matrices of models: KLU, the dense blocks that take its place where factors fill much
// (linalg/multifrontal.hpp), and UMFPACK. Milliseconds of processor time, the least of several by turns; what is divided
// in a row was measured in the same second.
//
//   bench_linear [--quick]
#include "linalg/multifrontal.hpp"
#include "study/cpu_clock.hpp"

#include <fmt/format.h>
#include <klu.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <umfpack.h>
#include <vector>

namespace dashpot::bench {
namespace {

struct Matrix {
  std::string name;
  int n = 0;
  SparsityPattern pattern;
  std::vector<double> values;
};

/// alpha I - J of a network of conductances between capacities, and a tenth of it in one direction only.
class Network {
 public:
  explicit Network(int n) : n_(n) {
    for (int k = 0; k < n; ++k) entries_[{k, k}] = 1;
  }
  void link(int a, int b) {
    if (a == b) return;
    const double conductance = value_(random_);
    entries_[{a, a}] += conductance, entries_[{b, b}] += conductance;
    entries_[{a, b}] -= conductance, entries_[{b, a}] -= 0.9 * conductance;
  }
  [[nodiscard]] int any() { return static_cast<int>(random_() % static_cast<unsigned>(n_)); }
  [[nodiscard]] Matrix matrix(std::string name) const {
    Matrix result{.name = std::move(name), .n = n_, .pattern = {}, .values = {}};
    result.pattern.columnStart.assign(1, 0);
    for (const auto& [place, value] : entries_) {
      while (static_cast<int>(result.pattern.columnStart.size()) <= place.first)
        result.pattern.columnStart.push_back(static_cast<int>(result.values.size()));
      result.pattern.rows.push_back(place.second);
      result.values.push_back(value);
    }
    result.pattern.columnStart.push_back(static_cast<int>(result.values.size()));
    return result;
  }

 private:
  int n_;
  std::map<std::pair<int, int>, double> entries_;  // by column and row
  std::mt19937 random_{1};
  std::uniform_real_distribution<double> value_{0.5, 2.0};
};

Matrix grid(const std::string& name, int width, int height, int depth) {
  Network network(width * height * depth);
  const auto cell = [&](int x, int y, int z) { return (z * height + y) * width + x; };
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        if (x + 1 < width) network.link(cell(x, y, z), cell(x + 1, y, z));
        if (y + 1 < height) network.link(cell(x, y, z), cell(x, y + 1, z));
        if (z + 1 < depth) network.link(cell(x, y, z), cell(x, y, z + 1));
      }
  return network.matrix(name);
}

/// Each node is connected with the last one and another near by, one in `rareness` with any of the whole circuit.
Matrix circuit(int n, int rareness) {
  Network network(n);
  std::mt19937 random(2);
  for (int k = 1; k < n; ++k) {
    network.link(k, k - 1);
    network.link(k, std::max(0, k - 1 - static_cast<int>(random() % 8)));
    if (k % rareness == 0) network.link(k, network.any());
  }
  return network.matrix(fmt::format("circuit, 1 in {} far", rareness));
}

/// First-order lags one after the other, three of which hear the one before.
Matrix cascade(int n) {
  Matrix result{.name = "cascade", .n = n, .pattern = {}, .values = {}};
  for (int k = 0; k < n; ++k) {
    result.pattern.columnStart.push_back(static_cast<int>(result.values.size()));
    for (int row = k; row < std::min(k + 4, n); ++row)
      result.pattern.rows.push_back(row), result.values.push_back(row == k ? 2.0 : -0.3);
  }
  result.pattern.columnStart.push_back(static_cast<int>(result.values.size()));
  return result;
}

/// Milliseconds of each, the least of some rounds by turns.
template <std::size_t count>
std::array<double, count> leastOf(const std::array<std::function<void()>, count>& works) {
  constexpr int rounds = 9;
  std::array<double, count> least;
  least.fill(std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < count; ++k) {
      const double began = cpuSeconds();
      works[k]();
      least[k] = std::min(least[k], 1e3 * (cpuSeconds() - began));
    }
  return least;
}

void study(Matrix matrix) {
  const int n = matrix.n;
  int *const starts = matrix.pattern.columnStart.data(), *const rows = matrix.pattern.rows.data();
  double* const values = matrix.values.data();
  klu_common common;
  klu_defaults(&common);
  common.scale = 2;
  klu_symbolic* symbolic = klu_analyze(n, starts, rows, &common);
  klu_numeric* numeric = klu_factor(starts, rows, values, symbolic, &common);
  klu_flops(symbolic, numeric, &common);
  const double numbers = numeric->lnz + numeric->unz;

  const auto size = static_cast<std::size_t>(n);
  linalg::FrontTree tree =
      linalg::FrontTree::find(n, matrix.pattern, {numeric->Pnum, size}, {symbolic->Q, size}).value();
  const double extraWork = tree.operations() / std::max(common.flops, static_cast<double>(n));
  linalg::MultifrontalLu<double> blocks(std::move(tree));
  void *umfSymbolic = nullptr, *umfNumeric = nullptr;
  umfpack_di_symbolic(n, n, starts, rows, values, &umfSymbolic, nullptr, nullptr);

  bool isSolved = true;
  std::vector<double> byKlu(size, 1.0), byBlocks(size, 1.0);
  const auto times = leastOf<5>({
      [&] { isSolved &= klu_refactor(starts, rows, values, symbolic, numeric, &common) != 0; },
      [&] { isSolved &= klu_solve(symbolic, numeric, n, 1, byKlu.data(), &common) != 0; },
      [&] { isSolved &= blocks.factor(matrix.values, matrix.pattern.rows, 1e-13); },
      [&] { blocks.solve(byBlocks.data()); },
      [&] {
        umfpack_di_free_numeric(&umfNumeric);
        isSolved &= umfpack_di_numeric(starts, rows, values, umfSymbolic, &umfNumeric, nullptr, nullptr) == UMFPACK_OK;
      },
  });
  umfpack_di_free_numeric(&umfNumeric);
  umfpack_di_free_symbolic(&umfSymbolic);
  const auto [kluFactor, kluSolve, blocksFactor, blocksSolve, umfFactor] = times;
  fmt::print(
      "{:>24} {:>6} {:>8} {:>9.0f} {:>6.1f} {:>6} {:>9.3f} {:>8.3f} {:>9.3f} {:>8.3f} {:>6.2f} {:>6.2f} {:>6.2f} "
      "{:>9.3f}{}\n",
      matrix.name, n, matrix.values.size(), numbers, common.flops / numbers, symbolic->nblocks, kluFactor, kluSolve,
      blocksFactor, blocksSolve, extraWork, blocksFactor / kluFactor,
      (blocksFactor + 6 * blocksSolve) / (kluFactor + 6 * kluSolve), umfFactor, isSolved ? "" : "  failed");
  std::fflush(stdout);
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
}

}  // namespace
}  // namespace dashpot::bench

int main(int argc, char** argv) {
  namespace bench = dashpot::bench;
  const bool isQuick = argc > 1 && std::string(argv[1]) == "--quick";
  fmt::print("milliseconds of processor time; a step of rodas4 factors once and solves six times\n");
  fmt::print("{:>24} {:>6} {:>8} {:>9} {:>6} {:>6} {:>9} {:>8} {:>9} {:>8} {:>6} {:>6} {:>6} {:>9}\n", "matrix", "n",
             "nonzeros", "in LU", "op./nr", "parts", "KLU again", "solve", "blocks", "solve", "work", "factor", "step",
             "UMFPACK");
  bench::study(bench::grid("ladder", 10'000, 1, 1));
  bench::study(bench::cascade(10'000));
  for (const int n : isQuick ? std::vector{30, 60, 100} : std::vector{30, 60, 100, 200})
    bench::study(bench::grid(fmt::format("plate {0} x {0}", n), n, n, 1));
  bench::study(bench::grid("pipe 500 x 20", 500, 20, 1));
  for (const int n : isQuick ? std::vector{6, 10} : std::vector{6, 10, 20})
    bench::study(bench::grid(fmt::format("solid {}^3", n), n, n, n));
  for (const int n : isQuick ? std::vector{500, 5000} : std::vector{500, 5000, 50'000})
    for (const int rareness : {10, 100, 1000})
      if (n < 50'000 || rareness > 100) bench::study(bench::circuit(n, rareness));
  return 0;
}
