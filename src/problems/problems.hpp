// Classic stiff problems with exact Jacobians and reference solutions: for tests, benchmarks and the command line.
//
//   for (std::string_view name : problems::names()) run(*problems::find(name));
//   run(problems::vanDerPol(/*mu=*/1e3));
//   run(problems::make("heat:n=500,ends=neumann,order=4").value());
//
// A problem is one function, in a file of its own or of a small group, and one line in the table of problems.cpp.
// Equations and numbers are those of the source named; where our form  M y' = F(t, y), M constant, demanded another
// formulation than the published one, the file says what was done and which index is left.
//
// Promise: Jacobians and dF/dt are exact, patterns are minimal, initial values are consistent, and no evaluation
// allocates. Where F jumps in time, the jump is declared in Problem::discontinuities, and F at the very time of the
// jump is the limit from the right.
#pragma once

#include "base/expected.hpp"
#include "dashpot/problem.hpp"
#include "problems/counted_system.hpp"

#include <complex>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::problems {

struct TestProblem {
  std::string name{};    // as in problem:NAME
  std::string title{};   // one line for people
  std::string source{};  // of equations and reference
  Problem problem{};
  double start = 0;
  double end = 0;
  Vector initial{};
  Vector reference{};           // y(end); empty: not known, as for most parameters of a factory
  int referenceDigits = 0;      // significant digits of it to be trusted, relative to max(|y_i|, absoluteScale_i)
  std::vector<int> compared{};  // the components on which codes are compared; empty: all
  Vector absoluteScale{};       // rtol * absoluteScale[i] is a sensible absolute tolerance for component i
  std::function<void(double t, View y)> exact{};  // closed form; empty: none is known
  CountedSystem counted{};                        // the same F and J for counting operations; empty: not to be had
};

/// All problems of the catalogue, those of the literature first; `find` also knows detest-a1 to detest-g5 (detest.hpp).
std::vector<std::string_view> names();
/// The examples of the theses that Dashpot grew out of, under names that `find` and `make` know, too.
std::vector<std::string_view> publishedNames();
std::optional<TestProblem> find(std::string_view name);

/// A problem as a user writes it: NAME, or NAME:parameter=value,parameter=value.
struct ProblemFault {
  std::string message;
  std::string hint;
};
Expected<TestProblem, ProblemFault> make(std::string_view text);

// ---- chemistry, oscillators -----------------------------------------------------------------------------------------

TestProblem hires();
TestProblem robertson();
TestProblem oregonator();
TestProblem e5();
TestProblem pollution();
TestProblem vanDerPol();  // mu = 1e6
/// y'' = mu ((1 - y^2) y' - y), to t = 2; the reference is known for mu = 1e6 only.
TestProblem vanDerPol(double mu);

// ---- partial differential equations by the method of lines ----------------------------------------------------------

TestProblem medicalAkzoNobel();
TestProblem brusselator();  // 500 grid points
/// The reference is known for 500 grid points only.
TestProblem brusselator(int gridPoints);
// Heat, wave, transport, sine-Gordon and more, in one and two dimensions: method_of_lines.hpp.

// ---- electronic circuits --------------------------------------------------------------------------------------------

TestProblem ringModulator();
TestProblem transistorAmplifier();  // index 1, M singular and not diagonal
TestProblem nandGate();             // index 1 in 20 unknowns; the set's 14 are the first ones

// ---- mechanics and hydraulics ---------------------------------------------------------------------------------------

TestProblem andrewsSqueezer();  // index 1, from the set's index 3
TestProblem waterTubeSystem();  // index 1, from the set's index 2

/// Hydraulic oil: density, kinematic viscosity, orifices, and the bulk modulus after Tait or a constant one.
struct Oil {
  double density = 870;
  double viscosity = 30e-6;
  double dischargeCoefficient = 0.6;
  double transitionReynolds = 1000;
  double taitA = 0.09;
  double taitB = 1.35e8;
  std::optional<double> constantBulkModulus{};
};

struct FlowStep {
  double time;
  double flow;
};

/// mean + amplitude sin(2 pi frequency t) until sineEnd; from the time of a step on, its flow replaces the mean. SI
/// units.
struct PumpFlow {
  double mean = 60e-3 / 60;
  double amplitude = 0;
  double frequency = 0;
  double sineEnd = std::numeric_limits<double>::infinity();
  std::vector<FlowStep> steps{};

  double value(double t) const;
  double slope(double t) const;
  Vector jumps() const;
};

/// pump -> volume 1 -> orifice 1 -> volume 2 -> orifice 2 -> tank. The defaults are the first real-time test.
struct TwoVolumeParameters {
  double volume1 = 0.05e-3;
  double volume2 = 5e-3;
  double diameter1 = 4e-3;
  double diameter2 = 4e-3;
  PumpFlow pump{.mean = 60e-3 / 60, .amplitude = 10e-3 / 60, .frequency = 10, .sineEnd = 0.8};
  std::optional<Vector> start{};  // pressures; absent: at rest under the mean flow
  double end = 1.5;
  Oil oil{};
};
TwoVolumeParameters twoVolumeRealTime1();
TwoVolumeParameters twoVolumeRealTime2();
TwoVolumeParameters twoVolumeOffline1();   // steps of the flow
TwoVolumeParameters twoVolumeOffline2();   // sine
TwoVolumeParameters twoVolumeStability();  // shows A- against L-stability at a step of 10 ms

TestProblem twoVolume();
TestProblem twoVolume(const TwoVolumeParameters& parameters);
TestProblem volumeChain();  // 10 volumes
TestProblem volumeChain(int volumes);
TestProblem cylinderCircuit();  // constant bulk modulus of 1 GPa
TestProblem cylinderCircuit(const Oil& oil);

/// Stiff linear blocks in a nonlinear loop, declared as linear parts; gain 5e4.
TestProblem stiffLoop();
/// The reference is known for a gain of 5e4 only.
TestProblem stiffLoop(double gain);

// ---- closed forms, for the measurement of orders --------------------------------------------------------------------

TestProblem protheroRobinson();  // lambda = -1e6
/// y' = lambda (y - g(t)) + g'(t),  g(t) = sin(pi/4 + t).
TestProblem protheroRobinson(double lambda);
/// The real 2 x 2 system of y' = lambda y, y(0) = 1, to t = 1.
TestProblem linear(std::complex<double> lambda);
/// y' = A y, A by columns, to t = 1.
TestProblem linear(const Vector& matrix, Vector initial);
TestProblem kaps();  // epsilon = 1e-6
TestProblem kaps(double epsilon);
TestProblem rational();
TestProblem indexOne();
TestProblem forcedRiccati();

}  // namespace dashpot::problems
