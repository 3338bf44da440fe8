// Differential-algebraic systems with a solution that was chosen first. Whatever stands on the right side of an
// equation, f(x, z), is corrected by what it is on the chosen trajectory, f(x*(t), z*(t)), so that this solves the
// system; the linear parts see to it that errors die out instead of growing.
#include "formula.hpp"
#include "known_model.hpp"
#include "random.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace dashpot::truth {

namespace {

class Manufactured {
 public:
  explicit Manufactured(std::uint64_t seed) : random(seed) { model.stop = random.uniform(1.0, 4.0); }

  /// A smooth course of time of size about 1 that is never far from `mean`.
  Formula course(double mean, double swing) {
    const Formula t = Formula::time();
    const Formula wave = sin(Formula(random.uniform(0.5, 4.0)) * t + random.uniform(0.0, 6.0));
    const Formula second =
        random.chance(0.5) ? cos(Formula(random.uniform(0.5, 3.0)) * t) : exp(Formula(-random.uniform(0.2, 2.0)) * t);
    return Formula(mean) + Formula(0.6 * swing) * wave + Formula(0.4 * swing) * second;
  }

  /// Declares a variable with its course and gives it as a formula.
  Formula variable(const std::string& name, const Formula& course, bool hasFixedStart) {
    chosen_.insert_or_assign(name, course);
    declarations_ += hasFixedStart ? fmt::format("  Real {}(start = {}, fixed = true);\n", name, course.at(0.0))
                                   : fmt::format("  Real {}(start = {});\n", name, course.at(0.0));
    model.add(name, [&](double t) { return course.at(t); });
    return Formula::variable(name);
  }
  [[nodiscard]] const Formula& courseOf(const std::string& name) const { return chosen_.at(name); }
  /// What a formula of variables is on the chosen trajectory.
  [[nodiscard]] Formula chosen(const Formula& formula) const { return formula.with(chosen_); }

  /// left = right, corrected so that the chosen trajectory solves it.
  void equation(const Formula& left, const Formula& right) {
    equations_ += fmt::format("  {} = {};\n", left.text(), (right + chosen(left) - chosen(right)).text());
  }
  /// der(name) = right, corrected.
  void derivative(const std::string& name, const Formula& right) {
    equations_ += fmt::format("  der({}) = {};\n", name, (right - chosen(right) + courseOf(name).derivative()).text());
  }
  /// As it stands.
  void plainDerivative(const std::string& name, const Formula& right) {
    equations_ += fmt::format("  der({}) = {};\n", name, right.text());
  }

  /// Multipliers follow from the states by 0 = residuals(states, multipliers), and from large terms that all but cancel:
  /// they cannot be known better than these. Their size is the most that a change of any state by its own largest value
  /// makes of them.
  void sizeMultipliers(const std::vector<std::string>& multipliers, const std::vector<Formula>& residuals,
                       const std::vector<std::string>& states) {
    const auto derivatives = [&](const std::vector<std::string>& names) {
      std::vector<std::vector<Formula>> all;
      for (const Formula& residual : residuals)
        for (all.emplace_back(); const std::string& name : names) all.back().push_back(residual.derivative(name));
      return all;
    };
    const auto byMultipliers = derivatives(multipliers), byStates = derivatives(states);
    const auto matrix = [](const std::vector<std::vector<Formula>>& formulas, double t, const auto& values) {
      Eigen::MatrixXd result(formulas.size(), formulas.front().size());
      for (Eigen::Index i = 0; i < result.rows(); ++i)
        for (Eigen::Index j = 0; j < result.cols(); ++j)
          result(i, j) = formulas[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].at(t, values);
      return result;
    };
    for (int point = 0; point <= gridIntervals; ++point) {
      std::map<std::string, double> values;
      for (const KnownSignal& signal : model.signals)
        values[signal.name] = signal.values[static_cast<std::size_t>(point)];
      const double t = model.time(point);
      const Eigen::MatrixXd change = matrix(byMultipliers, t, values).inverse() * matrix(byStates, t, values);
      for (std::size_t c = 0; c < multipliers.size(); ++c)
        for (std::size_t k = 0; k < states.size(); ++k)
          signal(multipliers[c]).size = std::max(
              signal(multipliers[c]).size,
              std::fabs(change(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(k))) * signal(states[k]).size);
    }
  }

  KnownModel finish() {
    model.text = "model Manufactured\n" + declarations_ + "equation\n" + equations_ + "end Manufactured;\n";
    return model;
  }

  /// Increasing, with a slope of about 1.
  Formula bent(const Formula& x) {
    switch (random.integer(0, 3)) {
      case 0: return x;
      case 1: return x + Formula(0.4) * sin(x);
      case 2: return x + Formula(0.1) * x * x * x;
      default: return x + Formula(0.3) * x / (Formula(1.0) + x * x);
    }
  }

  Random random;
  KnownModel model;

 private:
  KnownSignal& signal(const std::string& name) { return *std::ranges::find(model.signals, name, &KnownSignal::name); }

  std::map<std::string, Formula> chosen_;
  std::string declarations_, equations_;
};

std::string numbered(const char* name, int k) { return fmt::format("{}{}", name, k + 1); }

/// Rates of decay, sometimes very fast ones.
double rate(Random& random) { return random.chance(0.25) ? random.logUniform(10.0, 1e8) : random.uniform(0.2, 5.0); }

/// States with their own decay and weaker influences of all variables, as x' = -k b(x) + ... .
void addStates(Manufactured& m, const std::vector<std::string>& states, const std::vector<Formula>& influences) {
  const double strength = 0.4 / static_cast<double>(influences.size());
  for (const std::string& name : states) {
    const double k = rate(m.random);
    Formula right = Formula(-k) * m.bent(Formula::variable(name));
    for (const Formula& influence : influences)
      if (m.random.chance(0.5)) right = right + Formula(m.random.uniform(-strength, strength) * k) * sin(influence);
    m.derivative(name, right);
  }
}

std::vector<std::string> declareStates(Manufactured& m, int count, bool hasFixedStart, const char* name = "x") {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    names.push_back(numbered(name, i));
    m.variable(names.back(), m.course(m.random.uniform(-1.0, 1.0), m.random.uniform(0.3, 1.0)), hasFixedStart);
  }
  return names;
}

/// A constraint on positions with a slope by the first of them that is well away from zero.
Formula constraint(Manufactured& m, const std::vector<Formula>& q, std::size_t first) {
  Formula g = m.bent(q[first]);
  for (std::size_t i = 0; i < q.size(); ++i)
    if (i != first && m.random.chance(0.7))
      g = g + Formula(m.random.uniform(-0.3, 0.3)) * (m.random.chance(0.5) ? q[i] : sin(q[i]));
  return g;
}

std::vector<Formula> variables(const std::vector<std::string>& names) {
  std::vector<Formula> all;
  for (const std::string& name : names) all.push_back(Formula::variable(name));
  return all;
}

/// On a circle, forces that follow from the chosen motion turn away from the tangent where the angle errs, by what holds
/// the mass on its way: omega^2 + 2 lambda. A spring that is stiffer brings errors back.
double stiffnessOnCircle(const Manufactured& m, const Formula& angle) {
  constexpr double margin = 3.0;  // twice the largest multiplier, and what T(q) adds
  const Formula rate = angle.derivative();
  double fastest = 0.0;
  for (int i = 0; i <= gridIntervals; ++i) fastest = std::max(fastest, std::fabs(rate.at(m.model.time(i))));
  return fastest * fastest + margin;
}

/// der(q) = T(q) v with T upper triangular, or the identity; der(v) = forces + (dg/dq T)' lambda; g(q) = g(q*).
KnownModel mechanical(std::uint64_t seed, bool isTransformed) {
  Manufactured m(seed);
  Random& random = m.random;
  const int n = random.integer(2, 4), constraints = n > 2 && random.chance(0.3) ? 2 : 1;
  std::vector<std::string> positions, speeds;
  const bool isCircle = constraints == 1 && random.chance(0.3);
  const double radius = random.uniform(0.5, 2.0);
  const Formula angle = Formula(random.uniform(0.5, 3.0)) * Formula::time() + m.course(0.0, 1.0);
  for (int i = 0; i < n; ++i) {
    positions.push_back(numbered("q", i));
    const Formula course = isCircle && i == 0   ? Formula(radius) * cos(angle)
                           : isCircle && i == 1 ? Formula(radius) * sin(angle)
                                                : m.course(random.uniform(-1.0, 1.0), random.uniform(0.3, 1.0));
    m.variable(positions.back(), course, false);
  }
  const std::vector<Formula> q = variables(positions);

  std::vector<std::vector<Formula>> transformation(q.size(), std::vector<Formula>(q.size(), 0.0));
  for (std::size_t i = 0; i < q.size(); ++i) {
    transformation[i][i] = 1.0;
    if (!isTransformed) continue;
    transformation[i][i] = Formula(random.uniform(0.8, 1.5)) + Formula(0.3) * cos(random.oneOf(q));
    for (std::size_t j = i + 1; j < q.size(); ++j)
      if (random.chance(0.6)) transformation[i][j] = Formula(random.uniform(-0.5, 0.5)) * sin(random.oneOf(q));
  }
  // v* solves T(q*) v* = q*', from the last row up.
  std::vector<Formula> speedCourses(q.size(), 0.0);
  for (std::size_t i = q.size(); i-- > 0;) {
    Formula right = m.courseOf(positions[i]).derivative();
    for (std::size_t j = i + 1; j < q.size(); ++j) right = right - m.chosen(transformation[i][j]) * speedCourses[j];
    speedCourses[i] = right / m.chosen(transformation[i][i]);
  }
  for (int i = 0; i < n; ++i) {
    speeds.push_back(numbered("v", i));
    m.variable(speeds.back(), speedCourses[static_cast<std::size_t>(i)], false);
  }
  const std::vector<Formula> v = variables(speeds);

  std::vector<Formula> lambda, g, rates;  // rates: der(q)
  std::vector<std::string> multipliers;
  for (int c = 0; c < constraints; ++c) {
    multipliers.push_back(numbered("lambda", c));
    lambda.push_back(m.variable(multipliers.back(), m.course(random.uniform(-1.0, 1.0), 0.5), false));
    g.push_back(isCircle ? q[0] * q[0] + q[1] * q[1] : constraint(m, q, static_cast<std::size_t>(c)));
  }
  for (std::size_t i = 0; i < q.size(); ++i) {
    Formula right = 0.0;
    for (std::size_t j = i; j < q.size(); ++j) right = right + transformation[i][j] * v[j];
    m.plainDerivative(positions[i], right);
    rates.push_back(right);
  }
  // Constraints differentiated twice, which the multipliers follow from.
  std::vector<Formula> residuals, speedsAcross;
  for (const Formula& one : g) {
    Formula across = 0.0, residual = 0.0;
    for (std::size_t i = 0; i < q.size(); ++i) across = across + one.derivative(positions[i]) * rates[i];
    for (std::size_t i = 0; i < q.size(); ++i) residual = residual + across.derivative(positions[i]) * rates[i];
    speedsAcross.push_back(across);
    residuals.push_back(residual);
  }
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double stiffness = random.uniform(0.5, 4.0) + (isCircle && i < 2 ? stiffnessOnCircle(m, angle) : 0.0);
    Formula force = Formula(-stiffness) * q[i] + Formula(-random.uniform(0.5, 3.0)) * v[i];
    if (random.chance(0.5)) force = force + Formula(random.uniform(-0.2, 0.2)) * sin(random.oneOf(q)) * random.oneOf(v);
    for (std::size_t c = 0; c < g.size(); ++c)
      for (std::size_t k = 0; k <= i; ++k)
        force = force + g[c].derivative(positions[k]) * transformation[k][i] * lambda[c];
    m.derivative(speeds[i], force);
    for (std::size_t c = 0; c < g.size(); ++c)
      residuals[c] = residuals[c] + speedsAcross[c].derivative(speeds[i]) * force;
  }
  for (const Formula& one : g) m.equation(one, 0.0);
  std::vector<std::string> states = positions;
  states.insert(states.end(), speeds.begin(), speeds.end());
  m.sizeMultipliers(multipliers, residuals, states);
  return m.finish();
}

}  // namespace

KnownModel indexOne(std::uint64_t seed) {
  Manufactured m(seed);
  const std::vector<std::string> x = declareStates(m, m.random.integer(1, 4), true);
  const std::vector<std::string> z = declareStates(m, m.random.integer(1, 4), false, "z");
  std::vector<Formula> all = variables(x);
  std::ranges::copy(variables(z), std::back_inserter(all));
  addStates(m, x, all);
  const double strength = 0.4 / static_cast<double>(all.size());
  for (const std::string& name : z) {
    Formula left = m.bent(Formula::variable(name));
    for (const Formula& influence : all)
      if (m.random.chance(0.5)) left = left + Formula(m.random.uniform(-strength, strength)) * sin(influence);
    m.equation(left, 0.0);
  }
  return m.finish();
}

KnownModel indexTwo(std::uint64_t seed) {
  Manufactured m(seed);
  const int n = m.random.integer(2, 5), constraints = m.random.integer(1, n - 1);
  const std::vector<std::string> names = declareStates(m, n, false);
  const std::vector<std::string> multipliers = declareStates(m, constraints, false, "lambda");
  const std::vector<Formula> x = variables(names), lambda = variables(multipliers);
  std::vector<Formula> g;
  for (int c = 0; c < constraints; ++c) g.push_back(constraint(m, x, static_cast<std::size_t>(c)));
  for (const std::string& name : names) {
    Formula right = Formula(-m.random.uniform(0.3, 4.0)) * m.bent(Formula::variable(name));
    for (const Formula& other : x)
      if (m.random.chance(0.4)) right = right + Formula(m.random.uniform(-0.1, 0.1)) * sin(other);
    for (std::size_t c = 0; c < g.size(); ++c) right = right + g[c].derivative(name) * lambda[c];
    m.derivative(name, right);
  }
  for (const Formula& one : g) m.equation(one, 0.0);
  return m.finish();
}

KnownModel indexThree(std::uint64_t seed) { return mechanical(seed, false); }
KnownModel indexThreeWithTransformation(std::uint64_t seed) { return mechanical(seed, true); }

}  // namespace dashpot::truth
