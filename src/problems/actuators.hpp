// The test circuits of a University of Bath thesis (1980s) on a diagonal exponential integrator for fluid power: an
// actuator with ever harder valves (problems 1 to 5), the linear circuits of its stability chapter, and Robertson's
// kinetics reduced to two equations. SI units. Each has the splitting F_i = a_i y_i + b_i that the thesis states.
//
// Data that the print has wrong or lacks are noted with the problem.
#pragma once

#include "problems/problems.hpp"

namespace dashpot::problems {

/// Problem 1: actuator with relief valve, step of the load force. (P, u); t in [0, 4]. The cracking pressure is not
/// printed; P(0) = 1e7 is an equilibrium without relief flow before the step, so it is 1e7.
TestProblem reliefValveActuator();

/// Problem 2: x'' + k1 x' + k2 x = k3, x(0) = 100, x'(0) = 0; (x, u); t in [0, 2]. As in the thesis x' = u is written
/// with a = -1, b = u + x.
TestProblem secondOrderSystem(double k1, double k2, double k3);

/// Problem 3: actuator between two linear orifices, from rest; (P1, P2, u); t in [0, 5]. The printed orifices do not
/// give the stiffness that the text quotes; 3.2e-9, 1.6e-9 (stiff) and 3.2e-12 twice (oscillatory) do.
TestProblem linearOrificeActuator(double k1 = 3.2e-9, double k2 = 1.6e-9);

/// Problem 4: actuator with square-root orifices, from rest; (P1, P2, u, x); t in [0, 0.6]. Below `laminarZone` (Pa)
/// the flow is linear in the pressure drop. The orifices are printed 3.2e-12; the eigenvalues that the text quotes
/// belong to 3.2e-7. Volumes follow x within the step, not once per step as in the thesis.
TestProblem squareRootActuator(double laminarZone = 1);

/// Problem 5: actuator with pump, relief valve, 4/3 directional valve and cavitation; (P1, P2, P3, u, x); t in [0, 6].
/// The figure with the duty cycle is lost; here the valve extends on [0, 1.8), is closed on [1.8, 3), retracts on
/// [3, 3.7), and is closed then. No load force; laminar zone 1 kPa.
TestProblem directionalValveActuator();

/// Robertson's kinetics with y3 = 1 - y1 - y2 (4.91); t in [0, 100]. The leading minus of a2 is missing in print.
TestProblem robertsonReduced();

/// y' = A y + c of the stability chapter: accumulator with two actuators (strictly diagonally dominant; needs Q1 = 1e-3
/// in the place of the printed 1e-2), and orifice with motor (not dominant; needs k = 8.8813e-12, printed 1.315e-14).
TestProblem accumulatorActuators();
TestProblem orificeMotor();

}  // namespace dashpot::problems
