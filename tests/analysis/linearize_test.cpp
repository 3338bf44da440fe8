// Linear models against closed forms and differences.
#include "analysis/linearize.hpp"

#include "analysis/frequency_response.hpp"
#include "codegen/compile.hpp"
#include "equations/make_solvable.hpp"
#include "models/front_end.hpp"
#include "simulation/simulate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::analysis {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

class Nothing final : public simulation::Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, simulation::Moment) override {}
};

LinearModel linearModel(const std::string& text, const std::vector<std::string>& outputs, double at = 0.0,
                        bool compareWithDifferences = false) {
  testing::FrontEnd front(text);
  EXPECT_TRUE(front.flat.has_value());
  const auto system = equations::makeSolvable(*front.flat, front.sources, front.diagnostics, {.keepsGradients = true});
  EXPECT_TRUE(system.has_value());
  const codegen::CompiledModel model = codegen::compile(*system, front.sources);
  EXPECT_THAT(codegen::check(model), ::testing::IsEmpty());
  const auto columns = results::selectColumns(model.recorded, outputs, front.diagnostics);
  std::vector<std::uint32_t> inputs;
  for (std::uint32_t i = 0; i < model.inputs.names.size(); ++i) inputs.push_back(i);
  std::optional<LinearModel> result;
  simulation::Settings settings{.tolerance = 1e-10};
  if (at > 0) settings.stop = at;
  settings.inspect = [&](simulation::BoundModel& bound, double t, ConstView y) {
    auto linear = linearize(bound, t, y, inputs, columns);
    EXPECT_TRUE(linear.has_value()) << (linear ? "" : linear.error().message);
    if (linear && (at == 0 ? !result : true)) result = *linear;
    if (!compareWithDifferences || !linear || t < at) return;
    // Outputs as functions of y and u, all unknowns being states here.
    const double h = 1e-5;
    Vector point(y.begin(), y.end());
    const auto observe = [&] { return *bound.evaluate(codegen::Entry::observed, t, point); };
    for (Eigen::Index j = 0; j < linear->c.cols(); ++j) {
      double& yj = point[static_cast<std::size_t>(j)];
      const double centre = yj;
      yj = centre + h;
      const Vector up = observe();
      yj = centre - h;
      const Vector down = observe();
      yj = centre;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const double slope =
            (columns[i].value(up, bound.parameters()) - columns[i].value(down, bound.parameters())) / (2 * h);
        EXPECT_NEAR(linear->c(static_cast<Eigen::Index>(i), j), slope, 1e-7 * (1 + std::fabs(slope)));
      }
    }
  };
  Nothing recorder;
  (void)simulation::simulate(model, settings, recorder, front.diagnostics);
  EXPECT_TRUE(result.has_value());
  return result ? *result : LinearModel{};
}

const std::string oscillator =
    "model Oscillator parameter Real m = 2; parameter Real k = 800; parameter Real c = 8;\n"
    "input Real F(unit = \"N\"); output Real a; Real s(start = 1, fixed = true); Real v(start = 0, fixed = true);\n"
    "equation der(s) = v; m*der(v) = F - k*s - c*v; a = der(v); end Oscillator;";

TEST(Linearize, MassSpringDamper) {
  const LinearModel model = linearModel(oscillator, {"a", "s"});
  EXPECT_THAT(model.states, ::testing::ElementsAre("s", "v"));
  EXPECT_THAT(model.inputs, ::testing::ElementsAre("F"));
  EXPECT_TRUE(model.a.isApprox((Eigen::Matrix2d() << 0, 1, -400, -4).finished()));
  EXPECT_TRUE(model.b.isApprox(Eigen::Vector2d(0, 0.5)));
  EXPECT_TRUE(model.c.isApprox((Eigen::Matrix2d() << -400, -4, 1, 0).finished()));
  EXPECT_TRUE(model.d.isApprox(Eigen::Vector2d(0.5, 0)));
  EXPECT_EQ(model.outputsAt[0], -400);

  const Spectrum spectrum = spectrumOf(model);
  ASSERT_EQ(spectrum.modes.size(), 1u);
  const Eigenmode& mode = spectrum.modes[0];
  EXPECT_TRUE(mode.isPair);
  EXPECT_NEAR(mode.naturalFrequency, 20 / (2 * pi), 1e-12);
  EXPECT_NEAR(mode.damping, 0.1, 1e-12);
  EXPECT_NEAR(mode.timeConstant, 0.5, 1e-12);
  EXPECT_NEAR(mode.dampedFrequency(), std::sqrt(396) / (2 * pi), 1e-12);
  EXPECT_NEAR(mode.states[0].share, 0.5, 1e-9);
}

TEST(Linearize, FrequencyResponseOfTheOscillator) {
  const LinearModel model = linearModel(oscillator, {"s"});
  const Spectrum spectrum = spectrumOf(model);
  const FrequencyResponse response = frequencyResponse(model, suitableFrequencies(spectrum, 0.1, 100.0));
  double largest = 0;
  for (std::size_t k = 0; k < response.frequencies.size(); ++k) {
    const Complex s(0, 2 * pi * response.frequencies[k]);
    const Complex exact = 1.0 / (2.0 * s * s + 8.0 * s + 800.0);
    EXPECT_LT(std::abs(response.values[k](0, 0) - exact), 1e-12 * std::abs(exact)) << response.frequencies[k];
    largest = std::max(largest, std::abs(response.values[k](0, 0)));
  }
  // The peak of a resonance: static gain / (2 zeta sqrt(1 - zeta^2)).
  EXPECT_NEAR(largest * 800, 1 / (0.2 * std::sqrt(0.99)), 1e-9);
  EXPECT_EQ(response.frequencies.front(), 0.1);
  EXPECT_EQ(response.frequencies.back(), 100.0);
  const auto phases = response.phases(0, 0);
  EXPECT_NEAR(phases.front(), 0, 1);
  EXPECT_NEAR(phases.back(), -180, 1);
}

TEST(Linearize, SeriesRlcWithAlgebraicUnknowns) {
  // The nonlinear resistor makes its voltage an unknown of the integrator: v = R i + e i^3 at i = 0.5.
  const LinearModel model = linearModel(
      "model Rlc input Real u(start = 1); Real i(start = 0.5, fixed = true); Real vC(start = 0, fixed = true);\n"
      "Real g(start = 0.5); output Real vR; parameter Real L = 1e-3; parameter Real C = 1e-6;\n"
      "equation L*der(i) = u - vR - vC; C*der(vC) = i; g + 0.1*g^3 = i; vR = 10*g; end Rlc;",
      {"vR"});
  // g solves g + 0.1 g^3 = 0.5; dvR/di = 10/(1 + 0.3 g^2).
  double g = 0.5;
  for (int k = 0; k < 50; ++k) g -= (g + 0.1 * g * g * g - 0.5) / (1 + 0.3 * g * g);
  const double slope = 10 / (1 + 0.3 * g * g);
  ASSERT_EQ(model.states.size(), 2u);
  const auto current = static_cast<Eigen::Index>(std::ranges::find(model.states, "i") - model.states.begin());
  EXPECT_NEAR(model.a(current, current), -slope / 1e-3, 1e-6 * slope / 1e-3);
  EXPECT_NEAR(model.a(current, 1 - current), -1e3, 1e-6);
  EXPECT_NEAR(model.a(1 - current, current), 1e6, 1e-3);
  EXPECT_NEAR(model.b(current, 0), 1e3, 1e-9);
  EXPECT_NEAR(model.c(0, current), slope, 1e-8);
  EXPECT_EQ(model.d(0, 0), 0);
}

TEST(Linearize, LoopThatIsSolvedInsideF) {
  // y1 and y2 are a linear loop: y1 = (x + u/2)/(1 - 1/8), y2 = x/4 + ... ; D is not zero.
  const LinearModel model = linearModel(
      "model Loop input Real u; Real x(start = 1, fixed = true); output Real y1; Real y2;\n"
      "equation der(x) = -y1; y1 = x + 0.5*y2; y2 = 0.25*y1 + u; end Loop;",
      {"y1", "y2"});
  EXPECT_NEAR(model.a(0, 0), -8.0 / 7, 1e-14);
  EXPECT_NEAR(model.b(0, 0), -4.0 / 7, 1e-14);
  EXPECT_NEAR(model.c(0, 0), 8.0 / 7, 1e-14);
  EXPECT_NEAR(model.c(1, 0), 2.0 / 7, 1e-14);
  EXPECT_NEAR(model.d(0, 0), 4.0 / 7, 1e-14);
  EXPECT_NEAR(model.d(1, 0), 8.0 / 7, 1e-14);
}

TEST(Linearize, AgreesWithDifferencesAfterARun) {
  const LinearModel model = linearModel(
      "model M input Real u(start = 0.3); Real x(start = 1, fixed = true); Real v(start = 0, fixed = true);\n"
      "Real e; Real f; Real n; equation der(x) = v; der(v) = u - sin(x) - 0.1*v*abs(v); e = 0.5*v^2 - cos(x);\n"
      "f = exp(-x)*v; n = -f; end M;",
      {"e", "f", "n", "x"}, 2.0, true);
  EXPECT_EQ(model.time, 2.0);
  EXPECT_NEAR(model.a(1, 0), -std::cos(model.statesAt[0]), 1e-12);
  EXPECT_NEAR(model.a(1, 1), -0.2 * std::fabs(model.statesAt[1]), 1e-12);
  EXPECT_TRUE(model.c.row(2).isApprox(-model.c.row(1)));
}

TEST(Linearize, StiffnessAndParticipation) {
  const LinearModel model = linearModel(
      "model M Real fast(start = 1, fixed = true); Real slow(start = 1, fixed = true); Real rest(start = 1, fixed = "
      "true);\n"
      "equation der(fast) = -1e6*fast + slow; der(slow) = -slow; der(rest) = 0; end M;",
      {"slow"});
  const Spectrum spectrum = spectrumOf(model);
  ASSERT_EQ(spectrum.modes.size(), 3u);
  EXPECT_NEAR(spectrum.stiffnessRatio, 1e6, 1e-3);
  EXPECT_TRUE(spectrum.isStable);
  EXPECT_EQ(spectrum.zeros, 1);
  EXPECT_EQ(spectrum.modes[0].states[0].state, "fast");
  EXPECT_NEAR(spectrum.modes[0].states[0].share, 1, 1e-9);
  EXPECT_EQ(spectrum.modes[1].states[0].state, "slow");
  EXPECT_EQ(spectrum.modes[2].states[0].state, "rest");
  EXPECT_TRUE(std::isinf(spectrum.modes[2].timeConstant));
}

TEST(Linearize, ParticipationDoesNotDependOnUnits) {
  LinearModel model;
  model.states = {"a", "b", "c"};
  model.a = (Eigen::Matrix3d() << -1, 2, 0, -3, -4, 1, 0.5, 0, -6).finished();
  LinearModel scaled = model;
  const Eigen::Vector3d units(1e-7, 1, 1e5);
  scaled.a = units.asDiagonal() * model.a * units.cwiseInverse().asDiagonal();
  const Spectrum one = spectrumOf(model), other = spectrumOf(scaled);
  ASSERT_EQ(one.modes.size(), other.modes.size());
  for (std::size_t i = 0; i < one.modes.size(); ++i) {
    EXPECT_LT(std::abs(one.modes[i].eigenvalue - other.modes[i].eigenvalue), 1e-12);
    ASSERT_EQ(one.modes[i].states.size(), other.modes[i].states.size());
    for (std::size_t k = 0; k < one.modes[i].states.size(); ++k)
      EXPECT_NEAR(one.modes[i].states[k].share, other.modes[i].states[k].share, 1e-10);
  }
}

TEST(Linearize, BuiltInProblems) {
  // Robertson at the start: J = [-0.04, 0, 0; 0.04, 0, 0; 0, 0, 0].
  const auto robertson = problems::robertson();
  const auto model = linearize(robertson, 0, robertson.initial);
  ASSERT_TRUE(model.has_value());
  const Spectrum spectrum = spectrumOf(*model);
  EXPECT_NEAR(spectrum.modes[0].eigenvalue.real(), -0.04, 1e-15);
  EXPECT_EQ(spectrum.zeros, 2);
}

TEST(Linearize, ProblemsWithASingularMatrixM) {
  // c (y1' - y2') = -y1, 0 = y1 + y2 - 1/2 y1: y2 = -y1/2, so 1.5 c y1' = -y1.
  problems::TestProblem test;
  test.name = "mixed";
  test.problem.size = 2;
  test.problem.rhs = [](double, ConstView y, View f) { f[0] = -y[0], f[1] = 0.5 * y[0] + y[1]; };
  test.problem.mass = {.kind = MassMatrix::Kind::sparse, .values = {2, -2}, .pattern = {{0, 1, 2}, {0, 0}}};
  const auto model = linearize(test, 0, Vector{1, -0.5});
  ASSERT_TRUE(model.has_value());
  ASSERT_EQ(model->states.size(), 1u);
  EXPECT_NEAR(model->a(0, 0), -1 / 3.0, 1e-9);
  EXPECT_NEAR(model->c(1, 0) / model->c(0, 0), -0.5, 1e-9);
}

TEST(Linearize, ANonDeterminedAlgebraicUnknownIsReported) {
  // 0 = z^2 at z = 0 does not determine dz.
  problems::TestProblem test;
  test.name = "bad";
  test.problem.size = 2;
  test.problem.rhs = [](double, ConstView y, View f) { f[0] = y[1], f[1] = y[1] * y[1]; };
  test.problem.mass = {.kind = MassMatrix::Kind::diagonal, .values = {1, 0}};
  const auto model = linearize(test, 0, Vector{1, 0});
  ASSERT_FALSE(model.has_value());
  EXPECT_THAT(model.error().message, ::testing::HasSubstr("do not determine their unknowns"));
}

TEST(FrequencyResponse, OfARandomSystemEqualsTheDenseSolution) {
  LinearModel model;
  const int n = 7;
  model.a.resize(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) model.a(i, j) = std::sin(1.0 + 3 * i + 5 * j * j) * std::pow(10, (i - j) / 2.0);
  model.b = Eigen::MatrixXd::Ones(n, 2);
  model.c = Eigen::MatrixXd::Identity(3, n);
  model.d = Eigen::MatrixXd::Constant(3, 2, 0.5);
  model.inputs = {"u", "w"}, model.outputs = {"p", "q", "r"};
  const FrequencyResponse response = frequencyResponse(model, {0.01, 0.3, 7, 900});
  for (std::size_t k = 0; k < response.frequencies.size(); ++k) {
    Eigen::MatrixXcd m = -model.a.cast<Complex>();
    m.diagonal().array() += Complex(0, 2 * pi * response.frequencies[k]);
    const Eigen::MatrixXcd exact =
        model.c.cast<Complex>() * m.fullPivLu().solve(model.b.cast<Complex>().eval()) + model.d.cast<Complex>();
    EXPECT_LT((response.values[k] - exact).norm(), 1e-10 * exact.norm());
  }
}

}  // namespace
}  // namespace dashpot::analysis
