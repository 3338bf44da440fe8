// Systems with events whose solution is known from event to event: exponentials, parabolas and polynomials between
// them, the times of the events in closed form or by the numbers of ticks.
#include "known_model.hpp"
#include "random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace dashpot::truth {

namespace {

/// target + (start - target) e^(-rate t)
double relaxed(double start, double target, double rate, double t) {
  return target + (start - target) * std::exp(-rate * t);
}

/// A piece of a solution, from a time on.
struct Piece {
  double from = 0.0;
  std::function<double(double)> value;  // of the time since then
};

/// What holds after an event at that very time counts.
double valueOf(const std::vector<Piece>& pieces, double t) {
  const auto after = std::ranges::upper_bound(pieces, t, {}, &Piece::from);
  const Piece& piece = after == pieces.begin() ? pieces.front() : *std::prev(after);
  return piece.value(t - piece.from);
}

std::vector<double> starts(const std::vector<Piece>& pieces) {
  std::vector<double> times;
  for (const Piece& piece : pieces) times.push_back(piece.from);
  return times;
}

}  // namespace

// A room with a thermostat: it relaxes to one of two values and is switched at two thresholds between them.
KnownModel hysteresis(std::uint64_t seed) {
  Random random(seed);
  const double rate = random.uniform(0.5, 5.0), low = random.uniform(-2.0, 0.0), high = low + random.uniform(1.0, 4.0);
  const double range = high - low, lower = low + range * random.uniform(0.15, 0.4),
               upper = low + range * random.uniform(0.55, 0.85);
  const double start = random.uniform(lower, upper);
  const double heating = std::log((high - lower) / (high - upper)) / rate;
  const double cooling = std::log((upper - low) / (lower - low)) / rate;
  KnownModel model;
  model.stop = random.uniform(1.0, 12.0) * (heating + cooling);

  std::vector<Piece> pieces, switches;
  double from = 0.0, x = start;
  for (bool isOn = true; from < model.stop; isOn = !isOn) {
    const double target = isOn ? high : low, end = isOn ? upper : lower;
    pieces.push_back({from, [=](double t) { return relaxed(x, target, rate, t); }});
    switches.push_back({from, [isOn](double) { return isOn ? 1.0 : 0.0; }});
    from += std::log((x - target) / (end - target)) / rate;
    x = end;
  }
  model.text = fmt::format(R"(model Thermostat
  Real x(start = {}, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  der(x) = -{}*(x - (if on then {} else {}));
algorithm
  when x > {} then
    on := false;
  elsewhen x < {} then
    on := true;
  end when;
end Thermostat;
)",
                           start, rate, high, low, upper, lower);
  model.add("x", [&](double t) { return valueOf(pieces, t); });
  model.add("on", [&](double t) { return valueOf(switches, t); });
  model.jumps = starts(pieces);
  return model;
}

// A plant of first order under a controller that reads it at the ticks of a clock and holds what it says.
KnownModel sampledControl(std::uint64_t seed) {
  Random random(seed);
  const double a = random.uniform(0.2, 3.0), b = random.uniform(0.5, 2.0), gain = random.uniform(0.1, 1.5);
  const double goal = random.uniform(-2.0, 2.0), x0 = random.uniform(-2.0, 2.0);
  const double first = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.3), interval = random.uniform(0.05, 0.4);
  KnownModel model;
  model.stop = random.uniform(3.0, 40.0) * interval;
  std::vector<Piece> plant, controller;
  const auto hold = [&](double from, double x, double u) {
    plant.push_back({from, [=](double t) { return relaxed(x, b * u / a, a, t); }});
    controller.push_back({from, [u](double) { return u; }});
  };
  hold(0.0, x0, 0.0);
  for (int k = 0; first + k * interval <= model.stop; ++k) {
    const double t = first + k * interval, x = valueOf(plant, t);
    hold(t, x, gain * (goal - x));
  }
  model.text = fmt::format(R"(model Sampled
  Real x(start = {}, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = -{}*x + {}*u;
  when sample({}, {}) then
    u = {}*({} - x);
  end when;
end Sampled;
)",
                           x0, a, b, first, interval, gain, goal);
  model.add("x", [&](double t) { return valueOf(plant, t); });
  model.add("u", [&](double t) { return valueOf(controller, t); });
  model.jumps = starts(controller);
  return model;
}

// Counters on clocks whose ticks meet again and again. The intervals are multiples of one that is no binary fraction,
// written as decimals, so that sums and products of them differ in the last digits. The slow one reads the fast one,
// and an integrator has a slope of their difference.
KnownModel coincidingClocks(std::uint64_t seed) {
  Random random(seed);
  const int unit = random.oneOf<int>({1, 2, 3, 5, 7, 10, 20});  // thousandths
  const int fast = random.integer(1, 4), slow = fast * random.integer(2, 5), third = random.integer(2, 9);
  const int end = 8 * third + random.integer(20, 60);
  const auto seconds = [&](int units) { return fmt::format("{}", units * unit / 1000.0); };
  KnownModel model;
  model.stop = (end + 0.5) * unit / 1000.0;

  std::vector<Piece> n, m, k, x;
  double count = 0, read = 0, both = 0, position = 0;
  for (int tick = 0; tick <= end; ++tick) {
    const double from = tick * unit / 1000.0;
    if (tick % fast == 0) ++count;
    if (tick % slow == 0) read = count;
    if (tick % third == 0) both += read + count;
    const double slope = count - read;
    n.push_back({from, [count](double) { return count; }});
    m.push_back({from, [read](double) { return read; }});
    k.push_back({from, [both](double) { return both; }});
    x.push_back({from, [=](double t) { return position + slope * t; }});
    position += slope * unit / 1000.0;
  }
  model.text = fmt::format(R"(model Clocks
  Integer n(start = 0, fixed = true);
  Integer m(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  when sample(0, {}) then
    n = pre(n) + 1;
  end when;
  when sample(0, {}) then
    m = n;
  end when;
  when sample(0, {}) then
    k = pre(k) + m + n;
  end when;
  der(x) = n - m;
end Clocks;
)",
                           seconds(fast), seconds(slow), seconds(third));
  for (const auto& [name, pieces] : {std::pair{"n", &n}, {"m", &m}, {"k", &k}, {"x", &x}})
    model.add(name, [&](double t) { return valueOf(*pieces, t); });
  model.jumps = starts(n);
  return model;
}

// A ball that bounces, up to a time before it comes to rest.
KnownModel bouncing(std::uint64_t seed) {
  Random random(seed);
  const double g = random.uniform(1.0, 20.0), restitution = random.uniform(0.5, 0.95),
               height = random.uniform(0.5, 5.0);
  const int bounces = random.integer(1, 10);
  KnownModel model;
  std::vector<Piece> positions, speeds;
  double from = 0.0, h = height, v = random.uniform(-1.0, 2.0);
  const double v0 = v;
  for (int k = 0; k <= bounces; ++k) {
    positions.push_back({from, [=](double t) { return h + v * t - g * t * t / 2; }});
    speeds.push_back({from, [=](double t) { return v - g * t; }});
    const double flight = (v + std::sqrt(v * v + 2 * g * h)) / g;
    if (k == bounces) model.stop = from + random.uniform(0.2, 0.8) * flight;
    from += flight;
    v = -restitution * (v - g * flight);
    h = 0.0;
  }
  model.text = fmt::format(R"(model Ball
  Real h(start = {}, fixed = true);
  Real v(start = {}, fixed = true);
equation
  der(h) = v;
  der(v) = -{};
  when h <= 0 then
    reinit(v, -{}*pre(v));
  end when;
end Ball;
)",
                           height, v0, g, restitution);
  model.add("h", [&](double t) { return valueOf(positions, t); });
  model.add("v", [&](double t) { return valueOf(speeds, t); });
  model.jumps = starts(positions);
  return model;
}

// A signal that is a solution itself, delayed: by a constant, twice in a row, by several at once, by a time that
// varies. What is asked for from before the start is the value at the start (Modelica 3.6, 3.7.4.1).
KnownModel delayedSignals(std::uint64_t seed) {
  Random random(seed);
  const double omega = random.uniform(1.0, 8.0), phase = random.uniform(0.0, 6.0), rate = random.uniform(0.1, 1.0);
  const double d1 = random.uniform(0.05, 1.0), d2 = random.uniform(0.05, 1.0);
  const double mean = random.uniform(0.3, 0.6), swing = random.uniform(0.05, 0.25), speed = random.uniform(0.5, 2.0);
  // x1' = omega x2 - rate x1, x2' = -omega x1 - rate x2
  const auto x = [=](double t) { return std::exp(-rate * t) * std::sin(omega * t + phase); };
  const auto past = [=](double t) { return x(std::max(t, 0.0)); };
  const auto varying = [=](double t) { return mean + swing * std::sin(speed * t); };
  KnownModel model;
  model.stop = random.uniform(1.5, 5.0);
  model.text = fmt::format(R"(model Delayed
  Real x1(start = {}, fixed = true);
  Real x2(start = {}, fixed = true);
  Real once = delay(x1, {d1});
  Real twice = delay(once, {d2});
  Real other = delay(x1, {d2});
  Real varying = delay(x1, {} + {}*sin({}*time), 1);
equation
  der(x1) = {omega}*x2 - {rate}*x1;
  der(x2) = -{omega}*x1 - {rate}*x2;
end Delayed;
)",
                           std::sin(phase), std::cos(phase), mean, swing, speed, fmt::arg("d1", d1), fmt::arg("d2", d2),
                           fmt::arg("omega", omega), fmt::arg("rate", rate));
  model.add("x1", x);
  model.add("once", [&](double t) { return past(t - d1); });
  model.add("twice", [&](double t) { return past(t - d1 - d2); });
  model.add("other", [&](double t) { return past(t - d2); });
  model.add("varying", [&](double t) { return past(t - varying(t)); });
  for (KnownSignal& signal : model.signals) signal.size = 1.0;
  return model;
}

// x' = -a x + b1 x(t - d1) + b2 x(t - d2) with x = x0 before the start. With z = x - x0, c = b1 + b2 - a and the
// Laplace transform, Z = x0 c sum over i, j of binomial(i + j, i) b1^i b2^j e^-(i d1 + j d2)s / (s (s + a)^(i + j +
// 1)), and 1/(s (s + a)^m) belongs to a^-m P(m, a t), the incomplete gamma function, t^m/m! for a = 0.
KnownModel delayedFeedback(std::uint64_t seed) {
  Random random(seed);
  const double a = random.chance(0.3) ? 0.0 : random.uniform(0.1, 2.0);
  const double b1 = random.uniform(-2.0, 1.0), b2 = random.chance(0.5) ? 0.0 : random.uniform(-1.0, 1.0);
  const double d1 = random.uniform(0.2, 1.0), d2 = random.chance(0.2) ? 2 * d1 : random.uniform(0.2, 1.0);
  const double x0 = random.signedUniform(0.5, 2.0);
  KnownModel model;
  model.stop = random.uniform(1.0, 5.0);
  // e^-u sum over k >= m of u^k/k!, divided by a^m: (t^m/m!) e^-u (1 + u/(m + 1) + u^2/((m + 1)(m + 2)) + ...)
  const auto response = [a](int m, double t) {
    double term = 1.0;
    for (int k = 1; k <= m; ++k) term *= t / k;
    double sum = 0.0;
    for (int k = 1; k < 200; ++k) {
      sum += term;
      term *= a * t / (m + k);
    }
    return std::exp(-a * t) * sum;
  };
  const auto solution = [=](double t) {
    double z = 0.0;
    for (int i = 0; i * d1 < t; ++i) {
      double coefficient = std::pow(b1, i);
      for (int j = 0; i * d1 + j * d2 < t; ++j) {
        if (j > 0) coefficient *= b2 * (i + j) / j;
        if (coefficient == 0.0) break;
        z += coefficient * response(i + j + 1, t - i * d1 - j * d2);
      }
    }
    return x0 + x0 * (b1 + b2 - a) * z;
  };
  const std::string second = b2 == 0.0 ? "" : fmt::format(" + ({})*delay(x, {})", b2, d2);
  model.text = fmt::format(R"(model Feedback
  Real x(start = {}, fixed = true);
equation
  der(x) = -{}*x + ({})*delay(x, {}){};
end Feedback;
)",
                           x0, a, b1, d1, second);
  model.add("x", solution);
  return model;
}

// Slopes that time switches, at instants some of which are ticks of a clock or of each other.
KnownModel timeSwitches(std::uint64_t seed) {
  Random random(seed);
  const int end = random.integer(10, 60);  // tenths
  const double rate = random.uniform(0.2, 3.0);
  KnownModel model;
  model.stop = end / 10.0;
  const int count = random.integer(1, 4), period = random.integer(2, 9);
  std::vector<std::pair<int, double>> steps;  // tenths, height
  for (int i = 0; i < count; ++i) steps.emplace_back(random.integer(1, end - 1), random.signedUniform(0.5, 2.0));
  std::string input;
  for (const auto& [at, height] : steps) input += fmt::format(" + (if time >= {} then {} else 0)", at / 10.0, height);

  std::vector<Piece> u, held, x;
  double x0 = 1.0, sampled = 0.0;
  for (int tick = 0; tick < end; ++tick) {
    double value = 0.0;
    for (const auto& [at, height] : steps)
      if (at <= tick) value += height;
    if (tick % period == 0) sampled = value;
    const double from = tick / 10.0, target = (value + sampled) / rate;
    u.push_back({from, [value](double) { return value; }});
    held.push_back({from, [sampled](double) { return sampled; }});
    x.push_back({from, [=](double t) { return relaxed(x0, target, rate, t); }});
    x0 = relaxed(x0, target, rate, 0.1);
  }
  model.text = fmt::format(R"(model Switches
  Real u = 0{};
  discrete Real held(start = 0, fixed = true);
  Real x(start = 1, fixed = true);
equation
  when sample(0, {}) then
    held = u;
  end when;
  der(x) = u + held - {}*x;
end Switches;
)",
                           input, period / 10.0, rate);
  for (const auto& [name, pieces] : {std::pair{"u", &u}, {"held", &held}, {"x", &x}})
    model.add(name, [&](double t) { return valueOf(*pieces, t); });
  model.jumps = starts(u);
  // The value at the very end is that before or after an event there.
  model.jumps.push_back(model.stop);
  return model;
}

}  // namespace dashpot::truth
