// The matrix exponential and the phi functions, against values of 60-digit arithmetic and against identities.
#include "linalg/expm.hpp"

#include "linalg/dense_reference.hpp"
#include "linalg/phi.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace dashpot::linalg {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Complex = std::complex<double>;

double largestDifference(const MatrixXd& a, const MatrixXd& b) { return (a - b).cwiseAbs().maxCoeff(); }
double relativeDifference(const MatrixXd& a, const MatrixXd& b) {
  return largestDifference(a, b) / b.cwiseAbs().maxCoeff();
}

TEST(MatrixExponential, OfADefectiveMatrixIsExact) {
  MatrixXd jordan(3, 3), expected(3, 3);
  jordan << -2, 1, 0, 0, -2, 1, 0, 0, -2;
  const double e = 0.13533528323661269;
  expected << e, e, e / 2, 0, e, e, 0, 0, e;
  EXPECT_LT(largestDifference(expm(jordan), expected), 1e-16);
  EXPECT_EQ(expm(MatrixXd::Zero(4, 4)), MatrixXd::Identity(4, 4));
}

TEST(MatrixExponential, OfANilpotentMatrixIsItsPolynomial) {
  // A chain of integrators: h^j / j! on the j-th superdiagonal, at any h.
  for (const double h : {1e-3, 1.0, 50.0}) {
    MatrixXd chain = MatrixXd::Zero(5, 5);
    for (int i = 0; i < 4; ++i) chain(i, i + 1) = h;
    const MatrixXd e = expm(chain);
    for (int i = 0; i < 5; ++i)
      for (int j = i; j < 5; ++j) {
        const double expected = std::pow(h, j - i) / std::tgamma(j - i + 1.0);
        EXPECT_NEAR(e(i, j) / expected, 1, 1e-14) << h << " " << i << " " << j;
      }
  }
}

// Moler and Van Loan (1978), example 1: the Taylor series fails here.
TEST(MatrixExponential, OfMolerAndVanLoansExampleIsAccurate) {
  MatrixXd a(2, 2), expected(2, 2);
  a << -49, 24, -64, 31;
  expected << -0.73575875814475308, 0.5518190996580977, -1.4715175990882605, 1.1036382407155726;
  EXPECT_LT(largestDifference(expm(a), expected), 1e-13) << "eigenvalues -1 and -17, condition about 1e3";
}

// Al-Mohy and Higham (2009), (1.4): the classic algorithm squares 17 times too often.
TEST(MatrixExponential, IsNotOverscaledByALargeOffDiagonalEntry) {
  MatrixXd a(2, 2), expected(2, 2);
  a << 1, 1e6, 0, -1;
  expected << 2.7182818284590452, 1175201.1936438015, 0, 0.36787944117144232;
  const MatrixXd e = expm(a);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(e(i), expected(i), 1e-15 * std::abs(expected(i))) << i;
}

// A stiff second-order block in SI units, whose entries span seven decades: balancing keeps all digits.
TEST(MatrixExponential, OfABadlyScaledCompanionFormHasAllDigits) {
  const double zeta = 0.7, wn = 3768, h = 1e-3;
  MatrixXd a(3, 3), expected(3, 3);
  a << 0, h, 0, -wn * wn * h, -2 * zeta * wn * h, wn * wn * h, 0, 0, 0;
  expected << -0.033847146684544851, 1.157963019403082e-5, 1.0338471466845449, -164.40555147993544,
      -0.094932011884096234, 164.40555147993544, 0, 0, 1;
  const MatrixXd e = expm(a);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(e(i), expected(i), 3e-15 * std::abs(expected(i))) << i;
}

TEST(MatrixExponential, EqualsTheSpectralFormulaForSymmetricMatrices) {
  for (const double size : {1e-4, 0.05, 0.3, 1.0, 3.0, 30.0}) {
    MatrixXd a = randomMatrix(12, 12, 7, size);
    a = -(a * a.transpose()).eval() / 12;
    const Eigen::SelfAdjointEigenSolver<MatrixXd> spectrum(a);
    const MatrixXd expected = spectrum.eigenvectors() * spectrum.eigenvalues().array().exp().matrix().asDiagonal() *
                              spectrum.eigenvectors().transpose();
    EXPECT_LT(largestDifference(expm(a), expected), 1e-14 * std::max(1.0, size)) << size;
  }
}

TEST(MatrixExponential, OfTheNegativeMatrixIsTheInverse) {
  const MatrixXd a = randomMatrix(9, 9, 3);
  EXPECT_LT(largestDifference(expm(a) * expm(-a), MatrixXd::Identity(9, 9)), 1e-12);
}

TEST(MatrixExponential, SurvivesExtremeEntries) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(expm(MatrixXd::Constant(2, 2, infinity)).array().isNaN().all());
  EXPECT_EQ(expm(MatrixXd(0, 0)).size(), 0);
  MatrixXd stiff(2, 2);
  stiff << -1e150, 0, 0, -1e200;
  EXPECT_LT(expm(stiff).cwiseAbs().maxCoeff(), 1e-300);
}

TEST(Balance, LeavesASimilarMatrixWithRowsAndColumnsAlike) {
  MatrixXd a(3, 3);
  a << 1, 1e6, 3, 2e-6, -4, 5e-7, 1, 1e5, 2;
  MatrixXd balanced = a;
  const VectorXd d = balance(balanced);
  EXPECT_EQ(d.asDiagonal() * balanced * d.cwiseInverse().asDiagonal(), a) << "powers of two round nothing";
  EXPECT_LT(balanced.cwiseAbs().maxCoeff(), 100);
}

// ---- phi functions --------------------------------------------------------------------------------------------------

struct ScalarCase {
  double z;
  double phis[7];
};

const ScalarCase scalarCases[] = {
    {-1e-9,
     {0.999999999, 0.9999999995, 0.49999999983333333, 0.166666666625, 0.041666666658333333, 0.0083333333319444444,
      0.0013888888886904762}},
    {-0.3,
     {0.74081822068171787, 0.86393926439427378, 0.45353578535242073, 0.15488071549193089, 0.039286503915785934,
      0.0079338758362691083, 0.0013315249902140835}},
    {1,
     {2.7182818284590452, 1.7182818284590452, 0.71828182845904524, 0.21828182845904524, 0.051615161792378569,
      0.009948495125711902, 0.0016151617923785687}},
    {-1.7,
     {0.18268352405273465, 0.48077439761603844, 0.30542682493174209, 0.11445480886368112, 0.030712857531167968,
      0.0064434171385286464, 0.0011117154087086394}},
    {4,
     {54.598150033144239, 13.39953750828606, 3.0998843770715149, 0.64997109426787874, 0.12082610690030302,
      0.019789860058409088, 0.0028641316812689386}},
    {-5,
     {0.0067379469990854671, 0.19865241060018291, 0.16026951787996342, 0.067946096424007316, 0.01974411404853187,
      0.0043845105236269593, 0.0007897645619412748}},
    {7.9,
     {2697.2823282685088, 341.30156054031758, 43.076146903837668, 5.3893856840300845, 0.66110367308397694,
      0.078409747647760795, 0.0088704321916996787}},
    {-8.1,
     {0.00030353913807886666, 0.12341931615579273, 0.10821983751163053, 0.048367921294860429, 0.014604783379235338,
      0.0033409732453618924, 0.00061634075160141246}},
    {30,
     {10686474581524.462, 356215819384.1154, 11873860646.103847, 395795354.85346156, 13193178.48955983,
      439772.6149297721, 14659.086886547959}},
    {-1e4, {0, 0.0001, 9.999e-5, 4.9990001e-5, 1.6661667666566667e-5, 4.16500049990001e-6, 8.3291683328334333e-7}},
};

TEST(PhiFunctions, OfRealNumbersHaveAllDigits) {
  for (const ScalarCase& c : scalarCases)
    for (int k = 0; k < 7; ++k) EXPECT_NEAR(phi(k, c.z), c.phis[k], 4e-15 * std::abs(c.phis[k])) << k << " " << c.z;
  EXPECT_EQ(phi(3, 0.0), 1.0 / 6);
  EXPECT_THROW(phi(-1, 1.0), std::invalid_argument);
  EXPECT_THROW(phi(21, 1.0), std::invalid_argument);
}

TEST(PhiFunctions, OfComplexNumbersHaveAllDigits) {
  const struct {
    Complex z, phi1, phi2, phi4;
  } cases[] = {
      {{0, 1},
       {0.84147098480789651, 0.45969769413186028},
       {0.45969769413186028, 0.15852901519210349},
       {0.040302305868139717, 0.0081376514745631733}},
      {{-2, 3},
       {0.17886595220326852, 0.25874967017433519},
       {0.1860397773935745, 0.14968483100319416},
       {0.02430128091317829, 0.011739959607733274}},
      {{0.1, -0.2},
       {1.0445364260491357, -0.10656281498425195},
       {0.51532411203527922, -0.034979925771961076},
       {0.042456134594693291, -0.0017217648386663073}},
      {{0, 12},
       {-0.044714409833369581, 0.013012170105625658},
       {0.0010843475088021382, 0.087059534152780798},
       {0.003464692031188874, 0.013284308790605689}},
  };
  for (const auto& c : cases) {
    EXPECT_LT(std::abs(phi(1, c.z) - c.phi1), 1e-14 * std::abs(c.phi1)) << c.z;
    EXPECT_LT(std::abs(phi(2, c.z) - c.phi2), 1e-14 * std::abs(c.phi2)) << c.z;
    EXPECT_LT(std::abs(phi(4, c.z) - c.phi4), 1e-14 * std::abs(c.phi4)) << c.z;
  }
}

TEST(PhiFunctions, OfAMatrixAgreeWithHighPrecision) {
  MatrixXd a(3, 3);
  a << -3, 0.5, 0, 1, -40, 2, 0.25, 0, -1;
  std::vector<MatrixXd> expected(4, MatrixXd(3, 3));
  expected[0] << 0.050789991063835637, 0.00068575211254702164, 0.0040644121916876525, 0.0034037103209378695,
      4.4334735356035071e-5, 0.019000657216938696, 0.039970894925228122, 0.00050805152396095656, 0.36852494436981679;
  expected[1] << 0.31804383737828828, 0.003958404164414928, 0.0038523961371422035, 0.0098430063974009577,
      0.025121929211583611, 0.031243201206228526, 0.039540064419343948, 0.00048154951714277543, 0.63243815466446876;
  expected[2] << 0.22837555502935366, 0.0027557343337565476, 0.0016590725303708917, 0.006341004932698541,
      0.024451214331369141, 0.017659227456509757, 0.017553824337994468, 0.00020738406629636146, 0.36797661346812396;
  expected[3] << 0.090937136033723352, 0.0010678208420776282, 0.00047656915378436471, 0.0023739262610474388,
      0.011918393719978864, 0.0061775599834479717, 0.00518045967043637, 5.9571144223045589e-5, 0.13214252882032213;
  std::vector<MatrixXd> half;
  const auto augmented = phiByAugmentation(a, 3), doubled = phiByDoubling(a, 3, &half);
  const auto halfExpected = phiByAugmentation(a / 2, 3);
  for (int k = 0; k < 4; ++k) {
    EXPECT_LT(largestDifference(augmented[k], expected[k]), 2e-15) << k;
    EXPECT_LT(largestDifference(doubled[k], expected[k]), 2e-15) << k;
    EXPECT_LT(largestDifference(half[k], halfExpected[k]), 1e-15) << k;
  }
}

TEST(PhiFunctions, BothWaysAgreeForRandomMatricesOfAnySize) {
  for (const double size : {1e-8, 0.01, 1.0, 20.0}) {
    const MatrixXd a = randomMatrix(6, 6, 11, size) - 3 * size * MatrixXd::Identity(6, 6);
    const auto augmented = phiByAugmentation(a, 4), doubled = phiByDoubling(a, 4);
    for (int k = 0; k <= 4; ++k) EXPECT_LT(relativeDifference(doubled[k], augmented[k]), 1e-12) << size << " " << k;
  }
}

TEST(PhiFunctions, CombineOnVectorsAsTheirMatricesDo) {
  const MatrixXd a = randomMatrix(7, 7, 5, 2);
  const MatrixXd b = randomMatrix(7, 5, 6);
  const auto phis = phiByAugmentation(a, 4);
  VectorXd expected = VectorXd::Zero(7);
  for (int k = 0; k <= 4; ++k) expected += phis[k] * b.col(k);
  EXPECT_LT(relativeDifference(phiCombination(a, b), expected), 1e-13);
  EXPECT_LT(relativeDifference(phiCombination(a, b.leftCols(1)), phis[0] * b.col(0)), 1e-13);
}

TEST(PhiFunctions, GiveTheResponseToPolynomialInputs) {
  const MatrixXd a = randomMatrix(4, 4, 21), b = randomMatrix(4, 2, 22, 1e5);
  const double h = 0.3;
  const auto phis = phiByAugmentation(h * a, 3);
  const MatrixXd response = polynomialResponse(a, b, 2, h);
  ASSERT_EQ(response.cols(), 4 + 2 * 3);
  EXPECT_LT(relativeDifference(response.leftCols(4), phis[0]), 1e-14);
  for (int k = 1; k <= 3; ++k)
    EXPECT_LT(relativeDifference(response.middleCols(2 + 2 * k, 2), std::pow(h, k) * phis[k] * b), 1e-14) << k;
  EXPECT_LT(relativeDifference(polynomialResponse(a, b, -1, h), phis[0]), 1e-14);
}

}  // namespace
}  // namespace dashpot::linalg
