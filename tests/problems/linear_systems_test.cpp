// Linear systems with sinusoidal input: two independent exact solutions against each other and against the constants of
// Beamis 1990 (with the misprints that recomputation found corrected).
#include "problems/linear_systems.hpp"

#include "linalg/decompositions.hpp"
#include "problems/beamis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dashpot::problems {
namespace {

using std::numbers::pi;

double byExponential(const LinearSystem& system, const Sinusoid& input, const Vector& initial, double t) {
  return output(system, input, t, stateByExponential(system, input, initial, t));
}
double byExponential(const SecondOrderExample& example, double t) {
  return byExponential(example.physical, example.input, Vector(static_cast<std::size_t>(example.physical.size())), t);
}

std::vector<std::complex<double>> spectrum(const Eigen::MatrixXd& a) {
  const Eigen::VectorXcd values = linalg::eigenvalues(a);
  std::vector<std::complex<double>> result(values.begin(), values.end());
  std::ranges::sort(result, {}, [](const auto& z) { return std::pair(z.real(), z.imag()); });
  return result;
}

void expectSpectrum(const Eigen::MatrixXd& a, std::vector<std::complex<double>> expected, double accuracy) {
  std::ranges::sort(expected, {}, [](const auto& z) { return std::pair(z.real(), z.imag()); });
  const auto actual = spectrum(a);
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_LT(std::abs(actual[i] - expected[i]), accuracy) << i;
}

/// 2 e^(rr t) (kr cos(ri t) - ki sin(ri t))
double pairTerm(double t, double rr, double ri, double kr, double ki) {
  return 2 * std::exp(rr * t) * (kr * std::cos(ri * t) - ki * std::sin(ri * t));
}

TEST(BodyModel, HasThePublishedSpectrumAndTransferFunction) {
  const LinearSystem split = bodyModel().secondOrder.split();
  const auto poles = tableaux::roots(transferFunction(split).denominator);
  EXPECT_EQ(poles.size(), 6u);  // the rigid body, a double zero, cancels in the neck
  const std::complex<double> expected[] = {{-.354279852653013, 0},
                                           {-3.094990471592311, 0},
                                           {-.332576899489171, .363802401052926},
                                           {-.902906986007216, .270023167886789}};
  for (const auto& value : expected)
    EXPECT_TRUE(std::ranges::any_of(poles, [&](const auto& p) {
      return std::abs(std::complex<double>(p) - value) < 1e-12;
    })) << value;
  const tableaux::Polynomial d = transferFunction(split).denominator;
  const double coefficients[] = {.236607143, 1.87313988, 6.32410714, 11.7834821, 11.9517857, 5.92023810, 1};
  for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(static_cast<double>(d[k]), coefficients[k], 6e-8) << k;
}

TEST(BodyModel, HasThePublishedSolutionByBothWays) {
  const SecondOrderExample body = bodyModel();
  const ResidueSolution residues(transferFunction(body.secondOrder.split()), body.input);
  const auto published = [](double t) {
    return .130584012115022 * std::exp(-.354279852653012 * t) - .003806447896416 * std::exp(-3.094990471592307 * t) +
           pairTerm(t, -.3325768994891708, .363802401052926, .052413555578625, .190668330939806) +
           pairTerm(t, -.902906986007217, .27002316788679, -.112064826577107, .023251978423092) +
           pairTerm(t, 0, pi, -.003737511110821, -.002907052500109);
  };
  for (const double t : {0.5, 1.0, 3.7, 10.0, 20.0}) {
    EXPECT_NEAR(residues(t), published(t), 1e-12) << t;
    EXPECT_NEAR(residues(t), byExponential(body, t), 1e-12) << t;
  }
  EXPECT_NEAR(residues(1), -.02071722348668, 1e-13);
  EXPECT_NEAR(residues(5), -.04631223972368, 1e-13);
  EXPECT_NEAR(residues(10), -.00045961348262, 1e-13);
  EXPECT_NEAR(residues(20), -.00770440696342, 1e-13);
}

TEST(Ladder, HasThePublishedSpectrum) {
  const std::vector<std::complex<double>> physical{-47.637848794037956,
                                                   {-.545536819194096, .329561263141258},
                                                   {-.545536819194096, -.329561263141258},
                                                   {-.332022027996957, .923264468330181},
                                                   {-.332022027996957, -.923264468330181},
                                                   {-.428516755789970, 2.023367642157935},
                                                   {-.428516755789970, -2.023367642157935}};
  expectSpectrum(rlcLadder().physical.a, physical, 1e-12);
  std::vector<std::complex<double>> split = physical;
  split.insert(split.end(), 2, 0.0);  // what differentiating the node equations adds
  expectSpectrum(rlcLadder().secondOrder.split().a, split, 1e-7);
}

TEST(Ladder, HasThePublishedTransferFunctionAndSolution) {
  const SecondOrderExample ladder = rlcLadder();
  const TransferFunction h = transferFunction(ladder.physical);
  const double denominator[] = {255. / 16,  3669. / 64, 64652. / 640, 33055. / 320,
                                2469. / 32, 2117. / 80, 201. / 20,    1. / 5};
  for (std::size_t k = 0; k < 8; ++k)
    EXPECT_NEAR(static_cast<double>(h.denominator[k]), denominator[k] * 5, 1e-10) << k;
  EXPECT_NEAR(static_cast<double>(h.numerator[0]), 15. / 4 * 5, 1e-12);
  const ResidueSolution residues(h, ladder.input);
  const auto published = [](double t) {
    return pairTerm(t, -.545536819194096, .329561263141258, .583447195445384, 1.786846174581650) +
           pairTerm(t, -.332022027996957, .923264468330181, -.916092193431197, -1.062135729773727) +
           pairTerm(t, -.428516755789970, -2.023367642157935, .367460028418060, -.197269455199473) +
           pairTerm(t, 0, 3, -.034815027886039, -.059661177389016);
  };
  for (const double t : {0.5, 1.0, 2.0, 5.0, 10.0}) {
    EXPECT_NEAR(residues(t), published(t), 1e-12) << t;
    EXPECT_NEAR(residues(t), byExponential(ladder, t), 1e-12) << t;
  }
  for (const auto& [t, value] :
       {std::pair{1., .0374900100}, {2., .7225999654}, {5., -.5137448496}, {10., -.0550128354}})
    EXPECT_NEAR(residues(t), value, 1e-10);
}

TEST(Ladder, WithoutR4HasThePublishedSolution) {
  const SecondOrderExample ladder = rlcLadder(LadderForm::shorted);
  const ResidueSolution residues(transferFunction(ladder.physical), ladder.input);
  const auto published = [](double t) {
    return pairTerm(t, -.416518822192015, .286901247571467, -.676542807200635, -.391754378830445) +
           pairTerm(t, -.280959536111124, -.907053864275100, .999958803345352, .568965299607208) +
           pairTerm(t, -.104828707647075, -2.163562679844431, -.462256900894519, -.616478613594744) +
           pairTerm(t, 0, 3, .138840786147429, -.218672044418416) + 2.37204748e-7 * std::exp(-47.64538587 * t);
  };
  for (const double t : {0.1, 1.0, 4.0, 10.0}) {
    EXPECT_NEAR(residues(t), published(t), 1e-12) << t;
    EXPECT_NEAR(residues(t), byExponential(ladder, t), 1e-12) << t;
  }
}

TEST(DifferentiatedInput, NeedsConsistentVelocitiesAndThenGivesTheSameSolution) {
  for (const LadderForm form : {LadderForm::mixed, LadderForm::differentiated, LadderForm::shorted}) {
    const SecondOrderExample ladder = rlcLadder(form);
    const int m = ladder.secondOrder.positions();
    for (int i = 0; i < static_cast<int>(ladder.initial.size()); ++i)
      EXPECT_EQ(ladder.initial[static_cast<std::size_t>(i)], i == m ? 144 : 0) << i;
    for (const double t : {1.0, 5.0, 10.0})
      EXPECT_NEAR(byExponential(ladder.secondOrder.split(), ladder.input, ladder.initial, t), byExponential(ladder, t),
                  1e-11);
    Vector rest(ladder.initial.size());
    EXPECT_GT(std::abs(byExponential(ladder.secondOrder.split(), ladder.input, rest, 2) - byExponential(ladder, 2)),
              1e-2);
  }
}

TEST(SmallCircuits, HaveThePublishedSolutionsInAllForms) {
  const double omega = 3 * pi;
  const std::function<double(double)> published[] = {
      [&](double t) {
        return pairTerm(t, -.5, 1.658312395177700, .006321108438466, -.329056688876620) +
               pairTerm(t, 0, omega, -.006321108438466, .057562972190881);
      },
      [&](double t) {
        return pairTerm(t, -1.226698825758202, 1.467711508710224, -.415506500842584, .172305600546402) +
               pairTerm(t, 0, omega, .011381952218377, .003810275057188) +
               .808249097248413 * std::exp(-.546602348483596 * t);
      },
      [&](double t) {
        return pairTerm(t, -.5, .866025403784439, .530448482176386, .313228660033139) +
               pairTerm(t, 0, omega, -.530448482176386, -.056923167856408);
      },
      [&](double t) {
        return pairTerm(t, -.75, .968245836551854, .004516224340959, -.275044848789804) +
               pairTerm(t, 0, omega, -.004516224340959, .027897088137722);
      }};
  const double values[4][3] = {{.40961030758, .061133812617, -.016100808350},
                               {.31954094401, .028252217556, .026181810198},
                               {1.1883302058, 1.0761242038, -1.0689777284},
                               {.22553412458, -.0037699018198, -.0091148129636}};
  for (int number = 1; number <= 4; ++number) {
    const SecondOrderExample circuit = smallCircuit(number);
    const ResidueSolution residues(transferFunction(circuit.physical), circuit.input);
    int k = 0;
    for (const double t : {1.0, 5.0, 10.0}) {
      EXPECT_NEAR(residues(t), published[number - 1](t), 3e-12) << number << " at " << t;
      EXPECT_NEAR(residues(t), values[number - 1][k++], 6e-11) << number << " at " << t;
      EXPECT_NEAR(residues(t), byExponential(circuit, t), 1e-12) << number;
      EXPECT_NEAR(residues(t), byExponential(circuit.secondOrder.split(), circuit.input, circuit.initial, t), 1e-12)
          << number;
    }
  }
}

TEST(Residues, SolveTheForcedOscillatorOfTheOldScripts) {
  // x'' + x' + x = 30 cos 3t: the particular solution is -(240/73) cos 3t + (90/73) sin 3t.
  LinearSecondOrder system;
  system.A = system.B = Eigen::MatrixXd::Constant(1, 1, -1);
  system.d = Eigen::VectorXd::Ones(1);
  system.j = Eigen::RowVectorXd::Ones(1);
  const ResidueSolution x(transferFunction(system.split()), {0, 30, 3});
  const double p = std::sqrt(3) / 2;
  for (const double t : {0.0, 1.0, 7.0})
    EXPECT_NEAR(x(t),
                std::exp(-t / 2) * (3.287671 * std::cos(p * t) - 2.372672 * std::sin(p * t)) -
                    240. / 73 * std::cos(3 * t) + 90. / 73 * std::sin(3 * t),
                2e-6)
        << t;
}

TEST(LinearSystems, AsProblemsAgreeWithTheirMatrices) {
  const SecondOrderExample ladder = rlcLadder();
  const LinearSystem split = ladder.secondOrder.split();
  const Problem problem = problemOf(ladder.secondOrder, ladder.input);
  ASSERT_EQ(problem.size, 9);
  ASSERT_EQ(problem.pairs.size(), 4u);
  Eigen::VectorXd y = Eigen::VectorXd::LinSpaced(9, -1, 2), f(9);
  const double t = 0.7;
  problem.rhs(t, ConstView(y.data(), 9), View(f.data(), 9));
  const Eigen::VectorXd expected = split.a * y + split.bSlope * ladder.input.slope(t);
  EXPECT_LT((f - expected).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_DOUBLE_EQ(ladder.input.slope(t), -432 * std::sin(3 * t));
}

}  // namespace
}  // namespace dashpot::problems
