// Elimination by dense blocks gives the solution that dense elimination gives, and says when its pivots do not suit.
#include "linalg/multifrontal.hpp"

#include "linalg/klu.hpp"
#include "linalg/rank_update.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <numeric>
#include <random>

namespace dashpot::linalg {
namespace {

using Complex = std::complex<double>;
template <class Scalar>
using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
template <class Scalar>
using Column = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

constexpr double leastPivot = 1e-13;

template <class Scalar>
struct SparseMatrix {
  int n = 0;
  SparsityPattern pattern;
  std::vector<Scalar> values;

  [[nodiscard]] Dense<Scalar> dense() const {
    Dense<Scalar> result = Dense<Scalar>::Zero(n, n);
    const std::vector<Place> where = places(n, pattern);
    for (std::size_t k = 0; k < where.size(); ++k) result(where[k].row, where[k].column) = values[k];
    return result;
  }
};

template <class Scalar>
Scalar randomNumber(std::mt19937& random) {
  std::uniform_real_distribution<double> value(-1, 1);
  if constexpr (std::is_same_v<Scalar, double>)
    return value(random);
  else
    return {value(random), value(random)};
}

template <class Scalar>
SparseMatrix<Scalar> fromEntries(int n, const std::map<std::pair<int, int>, Scalar>& byColumnAndRow) {
  SparseMatrix<Scalar> result{.n = n, .pattern = {}, .values = {}};
  result.pattern.columnStart.assign(static_cast<std::size_t>(n) + 1, 0);
  for (const auto& [place, value] : byColumnAndRow) {
    ++result.pattern.columnStart[static_cast<std::size_t>(place.first) + 1];
    result.pattern.rows.push_back(place.second);
    result.values.push_back(value);
  }
  std::partial_sum(result.pattern.columnStart.begin(), result.pattern.columnStart.end(),
                   result.pattern.columnStart.begin());
  return result;
}

/// Heat conduction on a grid, with another conductance for each direction of each link, and a capacity in each cell.
template <class Scalar>
SparseMatrix<Scalar> grid(int width, int height, int depth, unsigned seed) {
  std::mt19937 random(seed);
  std::map<std::pair<int, int>, Scalar> entries;
  const auto link = [&](int a, int b) {
    for (const auto& [from, to] : {std::pair{a, b}, {b, a}}) {
      const Scalar conductance = randomNumber<Scalar>(random) * 0.5 + 1.0;
      entries[{from, from}] += conductance;
      entries[{from, to}] -= conductance;
    }
  };
  const auto cell = [&](int x, int y, int z) { return (z * height + y) * width + x; };
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int here = cell(x, y, z);
        entries[{here, here}] += 0.1;
        if (x + 1 < width) link(here, cell(x + 1, y, z));
        if (y + 1 < height) link(here, cell(x, y + 1, z));
        if (z + 1 < depth) link(here, cell(x, y, z + 1));
      }
  return fromEntries(width * height * depth, entries);
}

/// Entries anywhere; a permuted diagonal makes it regular, but not without a search for pivots.
template <class Scalar>
SparseMatrix<Scalar> randomSparse(int n, int perColumn, unsigned seed) {
  std::mt19937 random(seed);
  std::map<std::pair<int, int>, Scalar> entries;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < perColumn; ++k) entries[{j, static_cast<int>(random() % n)}] = randomNumber<Scalar>(random);
    entries[{j, (j + n / 3) % n}] = randomNumber<Scalar>(random) + 3.0;
  }
  return fromEntries(n, entries);
}

template <class Scalar>
MultifrontalLu<Scalar> inOrder(const SparseMatrix<Scalar>& matrix) {
  std::vector<int> order(static_cast<std::size_t>(matrix.n));
  std::iota(order.begin(), order.end(), 0);
  return MultifrontalLu<Scalar>(FrontTree::find(matrix.n, matrix.pattern, order, order).value());
}

template <class Scalar, class Solver>
void expectSolves(Solver& solver, const SparseMatrix<Scalar>& matrix, double accuracy) {
  std::mt19937 random(3);
  Column<Scalar> b = Column<Scalar>::NullaryExpr(matrix.n, [&] { return randomNumber<Scalar>(random); });
  const Column<Scalar> expected = matrix.dense().partialPivLu().solve(b);
  solver.solve(b.data());
  EXPECT_LT((b - expected).norm(), accuracy * expected.norm()) << matrix.n;
}

template <class Scalar>
class Multifrontal : public testing::Test {};
using Scalars = testing::Types<double, Complex>;
TYPED_TEST_SUITE(Multifrontal, Scalars);

TYPED_TEST(Multifrontal, GridsOfEveryShapeAreSolvedAsByDenseElimination) {
  for (const auto& [width, height, depth] :
       std::initializer_list<std::array<int, 3>>{{1, 1, 1}, {2, 1, 1}, {40, 1, 1}, {3, 3, 1}, {13, 17, 1}, {6, 7, 8}}) {
    const auto matrix = grid<TypeParam>(width, height, depth, 1);
    auto lu = inOrder(matrix);
    ASSERT_TRUE(lu.factor(matrix.values, matrix.pattern.rows, leastPivot));
    expectSolves(lu, matrix, 1e-11);
  }
}

TYPED_TEST(Multifrontal, AnotherMatrixOfThePatternIsFactoredInPlaceOfTheFirst) {
  const auto first = grid<TypeParam>(9, 11, 1, 1), second = grid<TypeParam>(9, 11, 1, 2);
  auto lu = inOrder(first);
  ASSERT_TRUE(lu.factor(first.values, first.pattern.rows, leastPivot));
  ASSERT_TRUE(lu.factor(second.values, second.pattern.rows, leastPivot));
  expectSolves(lu, second, 1e-11);
}

TYPED_TEST(Multifrontal, UnconnectedPartsAndPatternsThatAreFarFromSymmetricAreSolved) {
  // Lower triangular arrows of five, side by side.
  std::map<std::pair<int, int>, TypeParam> entries;
  std::mt19937 random(5);
  for (int j = 0; j < 60; ++j) {
    entries[{j, j}] = randomNumber<TypeParam>(random) + 2.0;
    if (j % 5 == 0)
      for (int i = j + 1; i < j + 5; ++i) entries[{j, i}] = randomNumber<TypeParam>(random);
  }
  const auto matrix = fromEntries(60, entries);
  auto lu = inOrder(matrix);
  ASSERT_TRUE(lu.factor(matrix.values, matrix.pattern.rows, leastPivot));
  expectSolves(lu, matrix, 1e-12);
}

TYPED_TEST(Multifrontal, PivotsThatAreZeroTinyOrNoNumbersAreRefused) {
  auto matrix = grid<TypeParam>(5, 5, 1, 1);
  auto lu = inOrder(matrix);
  const std::vector<TypeParam> regular = matrix.values;
  const auto firstDiagonal = static_cast<std::size_t>(std::ranges::find(matrix.pattern.rows, 0) -
                                                      matrix.pattern.rows.begin());  // column 0 has it first
  for (const double wrong :
       {0.0, 1e-20, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    matrix.values = regular;
    matrix.values[firstDiagonal] = wrong;
    EXPECT_FALSE(lu.factor(matrix.values, matrix.pattern.rows, leastPivot)) << wrong;
  }
  ASSERT_TRUE(lu.factor(regular, matrix.pattern.rows, leastPivot));
}

TYPED_TEST(Multifrontal, UnitsOfTheEquationsDoNotDecideWhetherPivotsSuit) {
  auto matrix = grid<TypeParam>(12, 12, 1, 1);
  std::mt19937 random(8);
  std::uniform_int_distribution<int> exponent(-60, 60);
  std::vector<double> unit(static_cast<std::size_t>(matrix.n));
  for (double& each : unit) each = std::ldexp(1.0, exponent(random));
  auto scaled = matrix;
  for (std::size_t k = 0; k < scaled.values.size(); ++k)
    scaled.values[k] *= unit[static_cast<std::size_t>(scaled.pattern.rows[k])];
  auto lu = inOrder(scaled);
  ASSERT_TRUE(lu.factor(scaled.values, scaled.pattern.rows, leastPivot));
  std::vector<TypeParam> b(unit.begin(), unit.end());  // of a right side of ones, in these units
  lu.solve(b.data());
  const Column<TypeParam> ones = Column<TypeParam>::Ones(matrix.n),
                          expected = matrix.dense().partialPivLu().solve(ones);
  EXPECT_LT((Eigen::Map<Column<TypeParam>>(b.data(), matrix.n) - expected).norm(), 1e-11 * expected.norm());
}

TYPED_TEST(Multifrontal, KluChoosesThePivotsOfFullFactors) {
  for (const auto& matrix : {randomSparse<TypeParam>(300, 5, 1), grid<TypeParam>(9, 9, 9, 1)}) {
    KluFactors<TypeParam> factors(matrix.n, matrix.pattern);
    std::ranges::copy(matrix.values, factors.data());
    ASSERT_TRUE(factors.factor());
    EXPECT_TRUE(factors.isBlocked());
    expectSolves(factors, matrix, 1e-9);
  }
  const auto ladder = grid<TypeParam>(300, 1, 1, 1);
  KluFactors<TypeParam> factors(ladder.n, ladder.pattern);
  std::ranges::copy(ladder.values, factors.data());
  ASSERT_TRUE(factors.factor());
  EXPECT_FALSE(factors.isBlocked());
}

TYPED_TEST(Multifrontal, MatricesThatThePivotsDoNotSuitGetOthersAndSingularOnesAreReported) {
  auto matrix = randomSparse<TypeParam>(300, 5, 1);
  KluFactors<TypeParam> factors(matrix.n, matrix.pattern);
  std::ranges::copy(matrix.values, factors.data());
  ASSERT_TRUE(factors.factor());
  // The large diagonal that pivots were found on is gone.
  const std::vector<Place> where = places(matrix.n, matrix.pattern);
  for (std::size_t k = 0; k < where.size(); ++k)
    if (where[k].row == (where[k].column + matrix.n / 3) % matrix.n) matrix.values[k] *= 1e-18;
  std::ranges::copy(matrix.values, factors.data());
  ASSERT_TRUE(factors.factor());
  expectSolves(factors, matrix, 1e-7);
  // No number is left in a row.
  for (std::size_t k = 0; k < where.size(); ++k)
    if (where[k].row == 17) factors.data()[k] = 0;
  EXPECT_FALSE(factors.factor());
  std::ranges::copy(matrix.values, factors.data());
  ASSERT_TRUE(factors.factor());
  expectSolves(factors, matrix, 1e-7);
}

TYPED_TEST(Multifrontal, PivotsThatWereSavedGiveTheSameBits) {
  const auto first = grid<TypeParam>(9, 9, 9, 1), second = grid<TypeParam>(9, 9, 9, 2);
  KluFactors<TypeParam> going(first.n, first.pattern), resumed(first.n, first.pattern);
  std::ranges::copy(first.values, going.data());
  ASSERT_TRUE(going.factor());
  resumed.choosePivotsFor(going.pivotMatrix());
  std::vector<TypeParam> x(static_cast<std::size_t>(first.n), 1.0), y = x;
  for (const auto& matrix : {first, second}) {
    std::ranges::copy(matrix.values, going.data());
    std::ranges::copy(matrix.values, resumed.data());
    ASSERT_TRUE(going.factor() && resumed.factor());
    EXPECT_TRUE(going.isBlocked() && resumed.isBlocked());
    going.solve(x.data()), resumed.solve(y.data());
    EXPECT_EQ(x, y);
  }
}

/// In the order in which their products are taken, whatever the processor holds in its registers.
TYPED_TEST(Multifrontal, ProductsOfBlocksHaveTheBitsOfPlainLoops) {
  std::mt19937 random(4);
  for (const std::size_t rows : {1, 3, 8, 13, 32})
    for (const std::size_t columns : {1, 4, 7})
      for (const std::size_t depth : {1, 5, 8}) {
        constexpr std::size_t distance = 40;
        std::vector<TypeParam> a(distance * depth), b(distance * columns), c(distance * columns);
        for (auto* block : {&a, &b, &c})
          for (TypeParam& each : *block) each = randomNumber<TypeParam>(random);
        std::vector<TypeParam> expected = c;
        for (std::size_t j = 0; j < columns; ++j)
          for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t p = 0; p < depth; ++p)
              expected[j * distance + i] -= a[p * distance + i] * b[j * distance + p];
        subtractProduct(c.data(), a.data(), b.data(),
                        {.rows = rows, .columns = columns, .depth = depth, .columnDistance = distance});
        EXPECT_EQ(c, expected) << rows << " rows, " << columns << " columns, " << depth;
      }
}

TEST(FrontTree, ChildrenComeBeforeTheirParentsWhichHaveAPlaceForAllThatIsLeft) {
  const auto matrix = grid<double>(15, 12, 1, 1);
  std::vector<int> order(static_cast<std::size_t>(matrix.n));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::shuffle(order, std::mt19937(2));
  const FrontTree tree = FrontTree::find(matrix.n, matrix.pattern, order, order).value();
  int steps = 0;
  for (std::size_t f = 0; f < tree.fronts().size(); ++f) {
    const FrontTree::Front& front = tree.fronts()[f];
    EXPECT_EQ(front.first, steps);
    steps += front.pivots;
    if (front.below == 0) continue;
    ASSERT_GT(front.parent, static_cast<int>(f));
    const FrontTree::Front& parent = tree.fronts()[static_cast<std::size_t>(front.parent)];
    for (int k = 0; k < front.below; ++k) {
      const int place = tree.parentPlaces(front)[static_cast<std::size_t>(k)];
      const int step = place < parent.pivots ? parent.first + place
                                             : tree.stepsBelow(parent)[static_cast<std::size_t>(place - parent.pivots)];
      EXPECT_EQ(step, tree.stepsBelow(front)[static_cast<std::size_t>(k)]);
    }
  }
  EXPECT_EQ(steps, matrix.n);
  EXPECT_EQ(tree.entries().size(), matrix.values.size());
}

TEST(FrontTree, IsGivenUpWhereItWouldTakeMoreOperationsThanAllowed) {
  const auto matrix = grid<double>(15, 12, 1, 1);
  std::vector<int> order(static_cast<std::size_t>(matrix.n));
  std::iota(order.begin(), order.end(), 0);
  const double operations = FrontTree::find(matrix.n, matrix.pattern, order, order).value().operations();
  EXPECT_TRUE(FrontTree::find(matrix.n, matrix.pattern, order, order, operations));
  EXPECT_FALSE(FrontTree::find(matrix.n, matrix.pattern, order, order, 0.99 * operations));
  EXPECT_FALSE(FrontTree::find(matrix.n, matrix.pattern, order, order, 100));
}

}  // namespace
}  // namespace dashpot::linalg
