// Closed forms of first- and second-order blocks (Smith 1974): published cases recomputed to 15 digits with multiple
// precision, agreement with the matrix exponential over wide ranges, and safety where the printed forms lose digits.
#include "linalg/block_transition.hpp"

#include "linalg/phi.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace dashpot::linalg {
namespace {

using Eigen::MatrixXd;

struct SecondOrderCase {
  double zeta, wn, h;
  double values[6];  // phi11 phi12 phi13 phi14 phi21 phi22
};

void expectEqual(const SecondOrderCase& c, double tolerance) {
  const SecondOrderTransition phi = secondOrderTransition(c.zeta, c.wn, c.h);
  const double found[6] = {phi.phi11, phi.phi12, phi.phi13, phi.phi14, phi.phi21, phi.phi22};
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(found[i], c.values[i], tolerance * std::abs(c.values[i])) << "zeta = " << c.zeta << ", entry " << i;
  EXPECT_EQ(phi.phi23(), -phi.phi21);
  EXPECT_EQ(phi.phi24(), phi.phi13);
}

TEST(BlockTransition, FirstOrderGoldenValues) {
  const FirstOrderTransition phi = firstOrderTransition(0.5, 0.1);
  EXPECT_NEAR(phi.decay, 0.818730753077982, 1e-15);
  EXPECT_NEAR(phi.gain, 0.181269246922018, 1e-15);
  EXPECT_NEAR(phi.ramp, 0.00936537653899093, 1e-17);
}

TEST(BlockTransition, SecondOrderGoldenValues) {
  const SecondOrderCase cases[] = {
      {0,
       5,
       0.1,
       {0.877582561890373, 0.0958851077208406, 0.122417438109627, 0.0041148922791594, -2.39712769302102,
        0.877582561890373}},
      {0.3,
       5,
       0.1,
       {0.888910854191455, 0.0828442019666579, 0.111089145808545, 0.00382510053631668, -2.07110504916645,
        0.640378248291481}},
      {1,
       5,
       0.1,
       {0.90979598956895, 0.0606530659712633, 0.0902040104310499, 0.00326532985631671, -1.51632664928158,
        0.303265329856317}},
      {2,
       5,
       0.1,
       {0.930294794098041, 0.0415619922641378, 0.0697052059019593, 0.00267384301429468, -1.03904980660345,
        0.0990549488152837}},
      {10,
       5,
       0.1,
       {0.977705094385844, 0.00980114986232949, 0.0222949056141564, 0.00101922768104497, -0.245028746558237,
        -0.00240989184710508}},
  };
  for (const SecondOrderCase& c : cases) expectEqual(c, 5e-15);  // as many digits as are given
}

TEST(BlockTransition, HasAllDigitsForExtremeDampingNearCriticalDampingAndShortSteps) {
  const SecondOrderCase cases[] = {
      {1e4,
       5,
       0.1,
       {0.99997500281237242, 9.9997500531230994e-6, 2.4997187627583058e-5, 1.2497396146464843e-6,
        -0.00024999375132807748, -2.4999375195306187e-9}},
      {1e4,
       100,
       1e-3,
       {0.999995002512475, 4.9999750250623126e-7, 4.9974875250019897e-6, 2.497497095819773e-9, -0.0049999750250623126,
        -2.4999875187811251e-9}},
      {300,
       10,
       0.01,
       {0.99983612409655888, 0.00016663981690575925, 0.00016387590344111911, 8.0597662709405755e-7,
        -0.016663981690575925, -2.7773379966118527e-6}},
      {2.5,
       50,
       0.1,
       {0.36823912910185739, 0.0015371196253894959, 0.63176087089814261, 0.035286793284796243, -3.8427990634737397,
        -0.016040777245516581}},
      {1.0000001,
       5,
       0.1,
       {0.90979599209616116, 0.060653063444052337, 0.090204007903838839, 0.0032653297862518108, -1.5163265861013084,
        0.30326529700257434}},
      {0.9999999,
       5,
       0.1,
       {0.909795987041739, 0.060653068498474502, 0.090204012958261004, 0.0032653299263816153, -1.5163267124618625,
        0.30326536271006248}},
      {0.999999999999,
       20,
       0.3,
       {0.017351265236486039, 0.00074362565299544577, 0.98264873476351396, 0.20099150087075142, -0.29745026119817831,
        -0.012393760883302047}},
      {1.000000000001,
       20,
       0.3,
       {0.017351265236842979, 0.00074362565300436928, 0.98264873476315702, 0.20099150087058166, -0.29745026120174771,
        -0.012393760883361537}},
      {0.7,
       3768,
       1e-7,
       {0.99999992902336192, 9.9973626271664305e-8, 7.0976638079455566e-8, 2.3659919479547955e-15, -1.419407950446866,
        0.99947254815005364}},
      {0.3,
       5,
       1e-4,
       {0.99999987501250167, 9.9984997333845836e-5, 1.2498749833358958e-7, 4.1663541333376042e-12,
        -0.0024996249333461459, 0.99969992002050013}},
      {40,
       5,
       1e-5,
       {0.999999998751665, 9.9800266358629758e-6, 1.2483349984075546e-9, 4.1625033305922408e-15,
        -0.00024950066589657439, 0.99600798809731981}},
      {1.5,
       100,
       0.05,
       {0.17340465024046399, 0.00066233893658793485, 0.82659534975953601, 0.024539800570625985, -6.6233893658793485,
        -0.025297030735916465}},
      {1e8,
       5,
       0.1,
       {0.99999999750000003, 9.9999999750000005e-10, 2.4999999718750001e-9, 1.2499999739583336e-10,
        -2.4999999937500001e-8, -2.4999999937500002e-17}},
      {-0.2,
       10,
       0.2,
       {-0.8473022292110934, 0.14089509474481902, 1.8473022292110934, 0.13299699442362472, -14.089509474481902,
        -0.28372185023181732}},
      {-3,
       4,
       0.1,
       {0.79136516516027071, 0.40751455501485799, 0.20863483483972929, 0.0054376972447359511, -6.5202328802377279,
        10.571714485516862}},
  };
  for (const SecondOrderCase& c : cases) expectEqual(c, 3e-14);
}

TEST(BlockTransition, IsContinuousThroughCriticalDamping) {
  for (const double h : {0.001, 0.1, 2.0}) {
    const SecondOrderTransition critical = secondOrderTransition(1, 7, h);
    for (const double zeta : {1 - 1e-12, 1 + 1e-12}) {
      const SecondOrderTransition near = secondOrderTransition(zeta, 7, h);
      EXPECT_NEAR(near.phi11, critical.phi11, 1e-11);
      EXPECT_NEAR(near.phi14, critical.phi14, 1e-11 * h);
      EXPECT_NEAR(near.phi22, critical.phi22, 1e-11);
    }
  }
}

TEST(BlockTransition, ThePrintedFormsLoseDigitsWhereTheseDoNot) {
  // Case III as printed, zeta = 1e4: phi13 = 1 + E1/(2 (zeta^2 - 1 - zeta s)) + E2/(2 (zeta^2 - 1 + zeta s)).
  const double zeta = 1e4, wn = 5, h = 0.1, exact = 2.4997187627583058e-5;
  const double s = std::sqrt(zeta * zeta - 1);
  const double printed = 1 + std::exp(-(zeta - s) * wn * h) / (2 * (zeta * zeta - 1 - zeta * s)) +
                         std::exp(-(zeta + s) * wn * h) / (2 * (zeta * zeta - 1 + zeta * s));
  EXPECT_GT(std::abs(printed - exact), 1e-10);
  EXPECT_LT(std::abs(secondOrderTransition(zeta, wn, h).phi13 - exact), 1e-19);
}

class AgainstExponential : public ::testing::Test {
 protected:
  double logUniform(double from, double to) {
    return from * std::pow(to / from, std::uniform_real_distribution<double>(0, 1)(random));
  }
  std::mt19937 random{1974};
};

TEST_F(AgainstExponential, FirstOrderBlocksAgree) {
  for (int k = 0; k < 2000; ++k) {
    const double T = logUniform(1e-4, 1e2), h = logUniform(1e-5, 10);
    const FirstOrderTransition phi = firstOrderTransition(T, h);
    const MatrixXd e = polynomialResponse(MatrixXd::Constant(1, 1, -1 / T), MatrixXd::Constant(1, 1, 1 / T), 1, h);
    EXPECT_NEAR(phi.decay, e(0), 1.4e-14) << T << " " << h;
    EXPECT_NEAR(phi.gain, e(1), 1.4e-14) << T << " " << h;
    EXPECT_NEAR(phi.ramp / e(2), 1, 1.4e-14) << T << " " << h;
  }
}

TEST_F(AgainstExponential, SecondOrderBlocksOfEveryDampingAgree) {
  const auto check = [&](double zeta) {
    const double wn = logUniform(0.1, 1000), h = logUniform(1e-4, 1);
    MatrixXd a(2, 2), b(2, 1);
    a << 0, 1, -wn * wn, -2 * zeta * wn;
    b << 0, wn * wn;
    const MatrixXd e = polynomialResponse(a, b, 1, h);
    const SecondOrderTransition phi = secondOrderTransition(zeta, wn, h);
    const double tolerance = 2e-13 * std::max(1.0, std::abs(e(0, 0)));
    EXPECT_NEAR(phi.phi11, e(0, 0), tolerance) << zeta << " " << wn << " " << h;
    EXPECT_NEAR(phi.phi12 * wn, e(0, 1) * wn, tolerance);
    EXPECT_NEAR(phi.phi13, e(0, 2), tolerance);
    EXPECT_NEAR(phi.phi14 * wn, e(0, 3) * wn, tolerance * std::max(1.0, wn * h));
    EXPECT_NEAR(phi.phi21 / wn, e(1, 0) / wn, tolerance);
    EXPECT_NEAR(phi.phi22, e(1, 1), tolerance);
    EXPECT_NEAR(phi.phi23() / wn, e(1, 2) / wn, tolerance);
    EXPECT_NEAR(phi.phi24(), e(1, 3), 5 * tolerance);  // the exponential is the less accurate one here
  };
  for (int k = 0; k < 2000; ++k) {
    check(std::uniform_real_distribution<double>(0, 0.99)(random));
    check(1);
    check(logUniform(1.01, 10));
  }
}

}  // namespace
}  // namespace dashpot::linalg
