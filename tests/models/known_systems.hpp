// Models whose structure is known from the literature or can be counted by hand, as Modelica text.
#pragma once

#include <string_view>

namespace dashpot::testing {

/// A resistor, a coil and a capacitor in a row: five equations, each of which has one unknown left when its turn comes.
inline constexpr std::string_view seriesCircuit =
    "model S parameter Real R = 10, L = 0.1, C = 1e-3; Real i(start = 0), uC(start = 0), uR, uL, u; equation"
    "  u = sin(time); uR = R*i; L*der(i) = uL; C*der(uC) = i; uR + uL + uC = u; end S;";

/// Wheatstone bridge with a source of known voltage: two unknown node voltages remain, so one loop.
inline constexpr std::string_view bridge =
    "model Bridge parameter Real R1 = 10, R2 = 20, R3 = 30, R4 = 50, R5 = 5, L = 0.1, U = 12;"
    "Real i1, i2, i3, i4, i5, va, vb; Real iL(start = 0, fixed = true); equation"
    "  U - va = R1*i1; U - vb = R2*i2; va = R3*i3; vb = R4*i4; va - vb = R5*i5;"
    "  i1 = i3 + i5; i2 + i5 = i4 + iL; L*der(iL) = vb; end Bridge;";

/// Two capacitors in parallel: their voltages are one state.
inline constexpr std::string_view parallelCapacitors =
    "model C parameter Real C1 = 1, C2 = 2, R = 1; Real u1(start = 1, fixed = true), u2, i, i1, i2; equation"
    "  u1 = u2; C1*der(u1) = i1; C2*der(u2) = i2; i1 + i2 = i; R*i = 1 - u1; end C;";

/// A capacitor across a voltage source: its current needs the derivative of the source. Index 2.
inline constexpr std::string_view capacitorAcrossSource =
    "model C parameter Real C1 = 1; Real u, i; equation u = sin(time); C1*der(u) = i; end C;";

/// The mathematical pendulum in Cartesian coordinates: index 3, one degree of freedom.
inline constexpr std::string_view pendulum =
    "model P parameter Real L = 1, g = 9.81; Real x(start = 1), y(start = 0), vx(start = 0), vy(start = -7), F, E;"
    "equation der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - g; x^2 + y^2 = L^2;"
    "  E = (vx^2 + vy^2)/2 + g*y; end P;";

/// Two masses on two rods: index 3, two degrees of freedom.
inline constexpr std::string_view doublePendulum =
    "model P parameter Real L = 1, g = 9.81;"
    "  Real x1(start = 1), y1(start = 0), x2(start = 2), y2(start = 0), u1, v1, u2, v2, F1, F2, E; equation"
    "  der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2;"
    "  der(u1) = -F1*x1 - F2*(x1 - x2); der(v1) = -F1*y1 - F2*(y1 - y2) - g;"
    "  der(u2) = -F2*(x2 - x1); der(v2) = -F2*(y2 - y1) - g;"
    "  x1^2 + y1^2 = L^2; (x2 - x1)^2 + (y2 - y1)^2 = L^2;"
    "  E = (u1^2 + v1^2 + u2^2 + v2^2)/2 + g*(y1 + y2); end P;";

/// A crank, a rod without mass and a slider: index 3, one degree of freedom.
inline constexpr std::string_view sliderCrank =
    "model S parameter Real r = 0.1, l = 0.3, J = 0.01, m = 1, k = 5; Real phi(start = 0.3), w(start = 1), beta, x, v, "
    "F;"
    "equation der(phi) = w; der(x) = v; x = r*cos(phi) + l*cos(beta); 0 = r*sin(phi) - l*sin(beta);"
    "  m*der(v) = F - k*v; J*der(w) = F*(r*sin(phi) + r*cos(phi)*tan(beta)); end S;";

/// Two inertias on one rigid gear: index 2 in speeds, two states remain (angle and speed).
inline constexpr std::string_view gear =
    "model G parameter Real J1 = 1, J2 = 2, n = 3; Real a1(start = 0), a2, w1(start = 0), w2, t1, t2; equation"
    "  der(a1) = w1; der(a2) = w2; J1*der(w1) = 1 - t1; J2*der(w2) = t2; a1 = n*a2; t2 = n*t1; end G;";

/// The transistor amplifier (Hairer and Wanner 1996, p. 377): with the voltages of its five capacitors as states, each
/// transistor gives a nonlinear loop of four equations with one unknown to iterate on, and the output a linear one.
inline constexpr std::string_view transistorAmplifier =
    "model T parameter Real Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000,"
    "  C1 = 1e-6, C2 = 2e-6, C3 = 3e-6, C4 = 4e-6, C5 = 5e-6;"
    "  Real u1, u2, u3, u4, u5, u6, u7, u8, g23, g56, Ue, i1, i3, i5;"
    "  Real c1(start = 3), c2(start = 3), c3(start = 3), c4(start = 3), c5(start = 6); equation"
    "  Ue = 0.4*sin(200*3.14159265358979*time); g23 = beta*(exp((u2 - u3)/UF) - 1); g56 = beta*(exp((u5 - u6)/UF) - 1);"
    "  c1 = u2 - u1; C1*der(c1) = i1; c2 = u3; C2*der(c2) = g23 - u3/R; c3 = u5 - u4; C3*der(c3) = i3;"
    "  c4 = u6; C4*der(c4) = g56 - u6/R; c5 = u7 - u8; C5*der(c5) = i5;"
    "  (Ue - u1)/R0 + i1 = 0; Ub/R - u2*(2/R) - (1 - alpha)*g23 - i1 = 0;"
    "  Ub/R - u4/R - alpha*g23 + i3 = 0; Ub/R - u5*(2/R) - (1 - alpha)*g56 - i3 = 0;"
    "  Ub/R - u7/R - alpha*g56 - i5 = 0; u8/R = i5; end T;";

/// Two volumes joined by an orifice in the form dp = R q |q|: solved by an inverse, no iteration.
inline constexpr std::string_view orificeChain =
    "model H parameter Real R = 1e14, C = 1e-12; Real p1(start = 1e6), p2(start = 1e5), q; equation"
    "  C*der(p1) = -q; C*der(p2) = q; p1 - p2 = R*(q*abs(q)); end H;";

/// Two orifices in a row without a volume between them: the pressure there and the flow are one nonlinear loop.
inline constexpr std::string_view orificesInSeries =
    "model H parameter Real R1 = 1e14, R2 = 2e14, C = 1e-12; Real p(start = 1e6), between, q; equation"
    "  p - between = R1*q*abs(q); between - 1e5 = R2*q*abs(q); C*der(p) = -q; end H;";

/// A flow that divides between two orifices: three equations, one unknown to iterate on.
inline constexpr std::string_view orificesInParallel =
    "model H parameter Real R1 = 1e14, R2 = 2e14, T = 0.1; Real Q(start = 1e-4), p(start = 1e5), q1(start = 1e-5), q2;"
    "equation T*der(Q) = 1e-4 - Q; Q = q1 + q2; p = R1*q1*abs(q1); p = R2*q2*abs(q2); end H;";

}  // namespace dashpot::testing
