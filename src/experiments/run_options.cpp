#include "analysis/amplification.hpp"
#include "experiments/run.hpp"
#include "problems/accuracy.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dashpot::experiments {
namespace {

/// y' = A y + c, split as its diagonal and the rest.
problems::TestProblem linearFrom(Settings& settings) {
  const Eigen::MatrixXd a = settings.matrix("matrix");
  const auto n = static_cast<std::size_t>(a.rows());
  std::vector<double> constant = settings.numbers("constant"), initial = settings.numbers("initial");
  constant.resize(n, 0.0);
  initial.resize(n, 0.0);
  problems::TestProblem test{.name = "linear", .end = 1, .initial = initial, .absoluteScale = Vector(n, 1.0)};
  test.problem.size = static_cast<int>(n);
  test.problem.autonomous = true;
  test.problem.rhs = [a, constant](double, ConstView y, View f) {
    for (std::size_t i = 0; i < f.size(); ++i) {
      f[i] = constant[i];
      for (std::size_t j = 0; j < y.size(); ++j)
        f[i] += a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) * y[j];
    }
  };
  test.problem.pairs = analysis::pairsIn(a);
  test.problem.jacobian = Jacobian{{}, [a](double, ConstView, View j) { std::copy_n(a.data(), a.size(), j.begin()); }};
  return test;
}

Tolerances tolerancesFrom(Settings& settings, const problems::TestProblem& problem) {
  const double relative = settings.number("tolerance", 1e-6);
  Tolerances result = problems::tolerancesFor(problem, relative);
  if (const auto absolute = settings.optionalNumber("absolute_tolerance")) {
    result.absolute = *absolute;
    result.absoluteOf.clear();
  }
  result.scale = settings.choice<ErrorScale>(
      "error_scale", ErrorScale::mixed,
      {{"mixed", ErrorScale::mixed}, {"relative", ErrorScale::relative}, {"absolute", ErrorScale::absolute}});
  result.norm =
      settings.choice<ErrorNorm>("norm", ErrorNorm::rms, {{"rms", ErrorNorm::rms}, {"maximum", ErrorNorm::maximum}});
  result.scaleAtStart = settings.flag("scale_at_start", false);
  return result;
}

ControllerOptions controllerFrom(Settings& settings) {
  ControllerOptions result;
  result.kind = settings.choice<Controller>("controller", Controller::automatic,
                                            {{"automatic", Controller::automatic},
                                             {"i", Controller::i},
                                             {"pi", Controller::pi},
                                             {"predictive", Controller::predictive},
                                             {"dead-band", Controller::deadBand},
                                             {"halve-double", Controller::halveDouble}});
  result.safety = settings.number("safety", result.safety);
  result.minFactor = settings.number("min_factor", result.minFactor);
  result.maxFactor = settings.number("max_factor", result.maxFactor);
  result.rejectionFactor = settings.number("rejection_factor", result.rejectionFactor);
  return result;
}

}  // namespace

Expected<problems::TestProblem, std::string> problemFrom(Settings& settings) {
  problems::TestProblem test;
  if (settings.has("matrix")) {
    test = linearFrom(settings);
  } else {
    auto made = problems::make(settings.text("problem"));
    if (!made) return Unexpected{made.error().message};
    test = std::move(*made);
  }
  test.end = settings.number("end", test.end);
  const std::vector<double> state = settings.numbers("start_state");
  if (!state.empty() && state.size() != test.initial.size())
    return Unexpected{fmt::format("start_state needs {} numbers", test.initial.size())};
  if (!state.empty()) {
    test.initial = state;
    test.exact = nullptr;
  }
  return test;
}

Options optionsFrom(Settings& settings, const problems::TestProblem& problem) {
  Options options;
  options.method = settings.text("method");
  options.step = settings.number("step", 0);
  options.tolerances = tolerancesFrom(settings, problem);
  if (options.step > 0 && !settings.has("tolerance")) {  // the iteration of implicit methods is not to show
    options.tolerances.relative = 1e-10;
    options.tolerances.absolute = 1e-10;
    for (double& absolute : options.tolerances.absoluteOf) absolute *= 1e-4;
  }
  options.controller = controllerFrom(settings);
  options.initialStep = settings.number("initial_step", 0);
  options.minStep = settings.number("min_step", 0);
  options.maxStep = settings.number("max_step", 0);
  options.maxSteps = static_cast<std::int64_t>(settings.number("max_steps", 1e7));
  options.realTime = settings.flag("real_time", false);
  options.holdInputs = settings.flag("hold_inputs", false);
  options.omitTimeDerivative = settings.flag("omit_time_derivative", false);
  options.blowUpLimit = settings.number("blow_up_limit", 0);
  options.start = settings.choice<Start>("starter", Start::automatic,
                                         {{"automatic", Start::automatic},
                                          {"euler", Start::euler},
                                          {"euler-leapfrog", Start::eulerLeapfrog},
                                          {"taylor", Start::taylor},
                                          {"runge-kutta", Start::rungeKutta}});
  options.estimate = settings.choice<ErrorEstimate>("estimate", ErrorEstimate::automatic,
                                                    {{"automatic", ErrorEstimate::automatic},
                                                     {"embedded", ErrorEstimate::embedded},
                                                     {"two-step", ErrorEstimate::twoStep},
                                                     {"step-pairs", ErrorEstimate::stepPairs}});
  using Corrector = DiagonalOptions::Corrector;
  options.diagonal.corrector = settings.choice<Corrector>(
      "corrector", Corrector::automatic,
      {{"automatic", Corrector::automatic}, {"newton", Corrector::newton}, {"newton-jacobi", Corrector::newtonJacobi}});
  if (const auto increment = settings.optionalNumber("jacobian_increment"))
    options.jacobian = {JacobianOptions::Source::differences,
                        *increment > 0 ? increment : std::optional<double>()};  // 0: scaled increments
  using Input = TransitionOptions::Input;
  options.transition.input = settings.choice<Input>("input_model", Input::automatic,
                                                    {{"step", Input::step},
                                                     {"ramp-extrapolated", Input::rampExtrapolated},
                                                     {"ramp-corrected", Input::rampCorrected}});
  options.transition.corrections = settings.integer("corrections", options.transition.corrections);
  using Ordering = TransitionOptions::Ordering;
  options.transition.ordering = settings.choice<Ordering>(
      "ordering", Ordering::jacobi, {{"jacobi", Ordering::jacobi}, {"gauss-seidel", Ordering::gaussSeidel}});
  using Interface = TransitionOptions::Interface;
  options.transition.interface = settings.choice<Interface>(
      "interface", Interface::halfStep, {{"half-step", Interface::halfStep}, {"whole-step", Interface::wholeStep}});
  options.transition.group = settings.flag("group", false);
  return options;
}

}  // namespace dashpot::experiments
