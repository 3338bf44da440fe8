// Andrews' squeezing mechanism: seven rigid bodies in a plane, driven by a motor. Giles (1978), Manning (1981);
// Hairer and Wanner II, VII.7; test set of Mazzia and Magherini (andrews).
//
// Unknowns as in the test set: angles q = (beta, Theta, gamma, Phi, delta, Omega, epsilon), velocities v,
// accelerations w, Lagrange multipliers lambda. The set takes the constraints themselves, 0 = g(q): index 3. Here
// they are differentiated twice,  0 = G(q) w + g_qq(v, v),  G = dg/dq:  index 1, M = diag(1 .. 1, 0 .. 0):
//   q' = v,  v' = w,  0 = M(q) w - f(q, v) + G(q)^T lambda,  0 = G(q) w + g_qq(v, v).
// There is no stabilisation: over these 0.03 s the drift from g(q) = 0 stays within the tolerance.
#include "problems/assemble.hpp"
#include "problems/problems.hpp"

#include <array>
#include <cmath>
#include <string>

namespace dashpot::problems {
namespace {

constexpr int bodies = 7, constraints = 6, unknowns = 3 * bodies + constraints;
constexpr int velocity = bodies, acceleration = 2 * bodies, multiplier = 3 * bodies;  // where they begin in y
enum Angle { beta, theta, gamma, phi, delta, omega, epsilon };

constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706, m7 = .05498;
constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
                 i7 = 1.912e-5;
constexpr double xb = -.03635, yb = .03273, xc = .014, yc = .072, c0 = 4530, l0 = .07785, motor = .033;
constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035, sa = .01874,
                 sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04, ua = .01228, ub = .00449,
                 zf = .02, zt = .04, fa = .01421;

// Every constraint is a constant plus terms  a cos(s) + b sin(s), where s is one angle or the sum of two.
constexpr int sums = 7;
struct AngleSum {
  int first, second;  // second < 0: one angle
};
enum Sum { sBeta, sBetaTheta, sGamma, sPhiDelta, sDelta, sOmegaEpsilon, sEpsilon };
constexpr std::array<AngleSum, sums> angleSum{
    {{beta, -1}, {beta, theta}, {gamma, -1}, {phi, delta}, {delta, -1}, {omega, epsilon}, {epsilon, -1}}};

struct Term {
  int constraint, sum;
  double cosine, sine;
};
constexpr std::array<Term, 22> terms{{
    {0, sBeta, rr, 0},          {0, sBetaTheta, -d, 0}, {0, sGamma, 0, -ss}, {1, sBeta, 0, rr},
    {1, sBetaTheta, 0, -d},     {1, sGamma, ss, 0},     {2, sBeta, rr, 0},   {2, sBetaTheta, -d, 0},
    {2, sPhiDelta, 0, -e},      {2, sDelta, -zt, 0},    {3, sBeta, 0, rr},   {3, sBetaTheta, 0, -d},
    {3, sPhiDelta, e, 0},       {3, sDelta, 0, -zt},    {4, sBeta, rr, 0},   {4, sBetaTheta, -d, 0},
    {4, sOmegaEpsilon, -zf, 0}, {4, sEpsilon, 0, -u},   {5, sBeta, 0, rr},   {5, sBetaTheta, 0, -d},
    {5, sOmegaEpsilon, 0, -zf}, {5, sEpsilon, u, 0},
}};

struct SumState {
  double cosine, sine, rate, acceleration;
};
using SumStates = std::array<SumState, sums>;

SumStates sumStates(ConstView y) {
  SumStates states;
  for (int s = 0; s < sums; ++s) {
    const auto [first, second] = angleSum[s];
    const auto sum = [&](int offset) { return y[offset + first] + (second < 0 ? 0 : y[offset + second]); };
    states[s] = {std::cos(sum(0)), std::sin(sum(0)), sum(velocity), sum(acceleration)};
  }
  return states;
}

/// The mass matrix M(q): three blocks of two bodies, each moved by the angle between them, and body 3 alone.
constexpr double armTheta = m2 * da * rr, armPhi = m4 * zt * (e - ea), armOmega = m6 * u * (zf - fa);
constexpr double inertia2 = m2 * da * da + i2, inertia3 = m3 * (sa * sa + sb * sb) + i3,
                 inertia4 = m4 * (e - ea) * (e - ea) + i4, inertia6 = m6 * (zf - fa) * (zf - fa) + i6;
constexpr double inertia1 = m1 * ra * ra + m2 * rr * rr + i1 + inertia2,
                 inertia5 = m4 * zt * zt + m5 * (ta * ta + tb * tb) + i5 + inertia4,
                 inertia7 = m6 * u * u + m7 * (ua * ua + ub * ub) + i7 + inertia6;
struct Inertia {
  double cosTheta, sinTheta, cosPhi, sinPhi, cosOmega, sinOmega;
  double m11 = inertia1 - 2 * armTheta * cosTheta, m21 = inertia2 - armTheta * cosTheta;
  double m55 = inertia5 + 2 * armPhi * sinPhi, m54 = inertia4 + armPhi * sinPhi;
  double m77 = inertia7 - 2 * armOmega * sinOmega, m76 = inertia6 - armOmega * sinOmega;

  explicit Inertia(ConstView q)
      : cosTheta(std::cos(q[theta])),
        sinTheta(std::sin(q[theta])),
        cosPhi(std::cos(q[phi])),
        sinPhi(std::sin(q[phi])),
        cosOmega(std::cos(q[omega])),
        sinOmega(std::sin(q[omega])) {}
};

struct Spring {
  double moment, slope;  // of the spring on body 3, and its derivative by gamma
};
Spring spring(double cosine, double sine) {
  const double px = sd * cosine + sc * sine, py = sd * sine - sc * cosine;  // the arm; its derivative is (-py, px)
  const double x = px + xb - xc, y = py + yb - yc;
  const double length = std::sqrt(x * x + y * y), ratio = l0 / length;
  const double lever = -x * py + y * px;                          // (x, y) . (-py, px)
  const double leverSlope = px * px + py * py - x * px - y * py;  // its derivative by gamma
  return {-c0 * (1 - ratio) * lever, -c0 * (ratio / (length * length) * lever * lever + (1 - ratio) * leverSlope)};
}

void rhs(double, ConstView y, View f) {
  const SumStates states = sumStates(y);
  const double *const v = &y[velocity], *const w = &y[acceleration];
  for (int i = 0; i < 2 * bodies; ++i) f[i] = y[bodies + i];

  const Inertia m(y);
  double* const moment = &f[acceleration];
  const SumState& third = states[sGamma];
  moment[beta] =
      m.m11 * w[beta] + m.m21 * w[theta] - motor + armTheta * v[theta] * (v[theta] + 2 * v[beta]) * m.sinTheta;
  moment[theta] = m.m21 * w[beta] + inertia2 * w[theta] - armTheta * v[beta] * v[beta] * m.sinTheta;
  moment[gamma] = inertia3 * w[gamma] - spring(third.cosine, third.sine).moment;
  moment[phi] = inertia4 * w[phi] + m.m54 * w[delta] - armPhi * v[delta] * v[delta] * m.cosPhi;
  moment[delta] = m.m54 * w[phi] + m.m55 * w[delta] + armPhi * v[phi] * (v[phi] + 2 * v[delta]) * m.cosPhi;
  moment[omega] = inertia6 * w[omega] + m.m76 * w[epsilon] + armOmega * v[epsilon] * v[epsilon] * m.cosOmega;
  moment[epsilon] =
      m.m76 * w[omega] + m.m77 * w[epsilon] - armOmega * v[omega] * (v[omega] + 2 * v[epsilon]) * m.cosOmega;

  for (int c = 0; c < constraints; ++c) f[multiplier + c] = 0;
  for (const Term& term : terms) {
    const SumState& s = states[term.sum];
    const double value = term.cosine * s.cosine + term.sine * s.sine;  // and its second derivative is -value
    const double slope = term.sine * s.cosine - term.cosine * s.sine;
    const auto [first, second] = angleSum[term.sum];
    f[multiplier + term.constraint] += slope * s.acceleration - value * s.rate * s.rate;
    moment[first] += slope * y[multiplier + term.constraint];
    if (second >= 0) moment[second] += slope * y[multiplier + term.constraint];
  }
}

template <class Add>
void stampDynamics(ConstView y, Add&& add) {
  const double *const v = &y[velocity], *const w = &y[acceleration];
  const auto byQ = [&](int row, int column, double value) { add(acceleration + row, column, value); };
  const auto byV = [&](int row, int column, double value) { add(acceleration + row, velocity + column, value); };
  const auto byW = [&](int row, int column, double value) { add(acceleration + row, acceleration + column, value); };

  const Inertia m(y);
  byW(beta, beta, m.m11), byW(beta, theta, m.m21), byW(theta, beta, m.m21), byW(theta, theta, inertia2);
  byQ(beta, theta,
      armTheta * ((2 * w[beta] + w[theta]) * m.sinTheta + v[theta] * (v[theta] + 2 * v[beta]) * m.cosTheta));
  byQ(theta, theta, armTheta * (w[beta] * m.sinTheta - v[beta] * v[beta] * m.cosTheta));
  byV(beta, beta, 2 * armTheta * v[theta] * m.sinTheta);
  byV(beta, theta, 2 * armTheta * (v[theta] + v[beta]) * m.sinTheta);
  byV(theta, beta, -2 * armTheta * v[beta] * m.sinTheta);

  byW(gamma, gamma, inertia3);
  byQ(gamma, gamma, -spring(std::cos(y[gamma]), std::sin(y[gamma])).slope);

  byW(delta, delta, m.m55), byW(delta, phi, m.m54), byW(phi, delta, m.m54), byW(phi, phi, inertia4);
  byQ(phi, phi, armPhi * (w[delta] * m.cosPhi + v[delta] * v[delta] * m.sinPhi));
  byQ(delta, phi, armPhi * ((w[phi] + 2 * w[delta]) * m.cosPhi - v[phi] * (v[phi] + 2 * v[delta]) * m.sinPhi));
  byV(phi, delta, -2 * armPhi * v[delta] * m.cosPhi);
  byV(delta, phi, 2 * armPhi * (v[phi] + v[delta]) * m.cosPhi);
  byV(delta, delta, 2 * armPhi * v[phi] * m.cosPhi);

  byW(epsilon, epsilon, m.m77), byW(epsilon, omega, m.m76), byW(omega, epsilon, m.m76), byW(omega, omega, inertia6);
  byQ(omega, omega, -armOmega * (w[epsilon] * m.cosOmega + v[epsilon] * v[epsilon] * m.sinOmega));
  byQ(epsilon, omega,
      -armOmega * ((w[omega] + 2 * w[epsilon]) * m.cosOmega - v[omega] * (v[omega] + 2 * v[epsilon]) * m.sinOmega));
  byV(omega, epsilon, 2 * armOmega * v[epsilon] * m.cosOmega);
  byV(epsilon, omega, -2 * armOmega * (v[omega] + v[epsilon]) * m.cosOmega);
  byV(epsilon, epsilon, -2 * armOmega * v[omega] * m.cosOmega);
}

template <class Add>
void stampConstraints(ConstView y, Add&& add) {
  const SumStates states = sumStates(y);
  for (const Term& term : terms) {
    const SumState& s = states[term.sum];
    const double value = term.cosine * s.cosine + term.sine * s.sine;
    const double slope = term.sine * s.cosine - term.cosine * s.sine;
    const int row = multiplier + term.constraint;
    for (int k : {angleSum[term.sum].first, angleSum[term.sum].second}) {
      if (k < 0) continue;
      add(row, k, -value * s.acceleration - slope * s.rate * s.rate);
      add(row, velocity + k, -2 * value * s.rate);
      add(row, acceleration + k, slope);
      add(acceleration + k, row, slope);
      for (int l : {angleSum[term.sum].first, angleSum[term.sum].second})
        if (l >= 0) add(acceleration + k, l, -value * y[row]);
    }
  }
}

}  // namespace

TestProblem andrewsSqueezer() {
  const auto stamps = [](double, ConstView y, auto&& add) {
    for (int i = 0; i < 2 * bodies; ++i) add(i, bodies + i, 1.0);
    stampDynamics(y, add);
    stampConstraints(y, add);
  };
  TestProblem result{
      .name = "andrews-squeezer",
      .title = "Andrews' squeezing mechanism, constraints at acceleration level",
      .source = "Giles 1978; Manning 1981; Hairer and Wanner II, VII.7; IVP test set (andrews)",
      .problem = autonomous(unknowns, rhs, sparseJacobian(unknowns, stamps), {}),
      .end = 0.03,
      .initial = Vector(unknowns, 0.0),
      .reference = {0.1581077119629904e2,  -0.1575637105984298e2, 0.4082224013073101e-1, -0.5347301163226948e0,
                    0.5244099658805304e0,  0.5347301163226948e0,  0.1048080741042263e1,  0.1139920302151208e4,
                    -0.1424379294994111e4, 0.1103291221937134e2,  0.1929337464421385e2,  0.5735699284790808e0,
                    -0.1929337464421385e2, 0.3231791658026955e0,  -0.2463176316945196e5, 0.5185037701610329e5,
                    0.3241025686413781e6,  0.5667493645176213e6,  0.1674362929479361e5,  -0.5667493645176222e6,
                    0.9826520791458422e4,  0.1991753333731910e3,  -0.2975531228015052e2, 0.2306654119098399e2,
                    0.3145271365475927e2,  0.2264249232082739e2,  0.1161740700019673e2},
      .referenceDigits = 9,
      .compared = {0, 1, 2, 3, 4, 5, 6},
      .absoluteScale = Vector(unknowns, 1.0),
  };
  Vector& y = result.initial;
  y[beta] = -0.0617138900142764496358948458001;
  y[gamma] = 0.455279819163070380255912382449;
  y[phi] = 0.222668390165885884674473185609;
  y[delta] = 0.487364979543842550225598953530;
  y[omega] = -0.222668390165885884674473185609;
  y[epsilon] = 1.23054744454982119249735015568;
  y[acceleration + beta] = 14222.4439199541138705911625887;
  y[acceleration + theta] = -10666.8329399655854029433719415;
  y[multiplier + 0] = 98.5668703962410896057654982170;
  y[multiplier + 1] = -6.12268834425566265503114393122;

  Vector mass(unknowns, 0.0);
  const char* const angles[] = {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"};
  for (int i = 0; i < bodies; ++i) {
    mass[i] = mass[velocity + i] = 1;
    result.absoluteScale[velocity + i] = 100;
    result.absoluteScale[acceleration + i] = 1e5;
  }
  for (int c = 0; c < constraints; ++c) result.absoluteScale[multiplier + c] = 10;
  for (const char* prime : {"", "'", "''"})
    for (const char* angle : angles) result.problem.names.push_back(std::string(angle) + prime);
  for (int c = 0; c < constraints; ++c) result.problem.names.push_back("lambda" + std::to_string(c + 1));
  result.problem.mass = diagonalMass(mass);
  return result;
}

}  // namespace dashpot::problems
