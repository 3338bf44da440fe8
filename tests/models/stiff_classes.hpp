// One problem of each class A to E of Enright, Hull and Lindberg (1975), as in Treeaporn (2005), appendix A.
#pragma once

namespace dashpot::testing {

inline constexpr const char* classA = R"(model A Real y[9](each start = 0, each fixed = true); equation
  der(y[1]) = -1800*y[1] + 900*y[2];
  for i in 2:8 loop der(y[i]) = y[i - 1] - 2*y[i] + y[i + 1]; end for;
  der(y[9]) = 1000*y[8] - 2000*y[9] + 1000; end A;)";
inline constexpr const char* classB =
    R"(model B Real y1(start = 1), y2(start = 0), y3(start = 1), y4(start = 0); equation
  der(y1) = -y1 + y2; der(y2) = -100*y1 - y2; der(y3) = -100*y3 + y4; der(y4) = -10000*y3 - 100*y4; end B;)";
inline constexpr const char* classC =
    R"(model C Real y1(start = 1), y2(start = 1), y3(start = 1), y4(start = 1); equation
  der(y1) = -y1 + y2^2 + y3^2 + y4^2; der(y2) = -10*y2 + 10*(y3^2 + y4^2);
  der(y3) = -40*y3 + 40*y4^2; der(y4) = -100*y4 + 2; end C;)";
inline constexpr const char* classD = R"(model D Real y1(start = 1), y2(start = 1), y3(start = 0); equation
  der(y1) = -0.013*y1 - 1000*y1*y3; der(y2) = -2500*y2*y3;
  der(y3) = -0.013*y1 - 1000*y1*y3 - 2500*y2*y3; end D;)";
inline constexpr const char* classE = R"(model E parameter Real K = 100; Real y1, y2, y3, y4; equation
  der(y1) = y2; der(y2) = y3; der(y3) = y4;
  der(y4) = (y1^2 - sin(y1) - K^4)*y1 + (y2*y3/(y1^2 + 1) - 4*K^3)*y2 + (1 - 6*K^2)*y3 + (10*exp(-y4^2) - 4*K)*y4 + 1;
  end E;)";

}  // namespace dashpot::testing
