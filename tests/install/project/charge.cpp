// A capacitor of the component library is charged through a resistor: v = 10 V (1 - exp(-t / (R C))), R C = 1 ms. Beside
// it, a function with a loop, which is what native code by LLVM is made of first.
//
//   charge CACHE    native code is kept in the folder CACHE
#include <cmath>
#include <cstdio>
#include <dashpot/simulation.hpp>

const char* const text = R"(
  model Charge
    function root
      input Real x;
      output Real y;
    algorithm
      y := 1;
      while abs(y*y - x) > 1e-9 loop
        y := (y + x/y)/2;
      end while;
    end root;
    Real x(start = 0, fixed = true);
    Dashpot.Electrical.Sources.ConstantVoltage source(V = 10);
    Dashpot.Electrical.Resistor resistor(R = 1000);
    Dashpot.Electrical.Capacitor capacitor(C = 1e-6, v_start = 0);
    Dashpot.Electrical.Ground ground;
  equation
    der(x) = root(2 + sin(time)) - x;
    connect(source.p, resistor.p);
    connect(resistor.n, capacitor.p);
    connect(capacitor.n, source.n);
    connect(source.n, ground.p);
  end Charge;
)";

int main(int, char** arguments) {
  const dashpot::Model model = dashpot::Model::fromText(text, {.cache = arguments[1]});
  // So many steps that native code pays.
  dashpot::Simulation simulation(model, {.stop = 2e-3, .interval = 1e-3, .method = "rk4", .step = 1e-8});
  const bool finished = model && simulation.run();
  const double error = simulation.value("capacitor.v") - 10 * (1 - std::exp(-2.0));
  std::printf("%s%serror %g V\n", model.messages().c_str(), simulation.messages().c_str(), error);
  return finished && std::abs(error) < 1e-6 ? 0 : 1;
}
