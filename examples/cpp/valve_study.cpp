// How high does the pressure get, for different cracking pressures of the relief valve? The model is compiled once; the
// simulations run in parallel.
//
//   valve_study examples/relief_valve.mo
#include "dashpot/simulation.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

int main(int argumentCount, char** arguments) {
  const dashpot::Model model = dashpot::Model::fromFile(argumentCount > 1 ? arguments[1] : "examples/relief_valve.mo");
  if (!model) {
    std::fprintf(stderr, "%s", model.messages().c_str());
    return 1;
  }

  struct Case {
    double crackingBar = 0, highestBar = 0, opened = 0;
    std::string messages{};
  };
  std::vector<Case> cases;
  for (double bar = 90; bar <= 130; bar += 10) cases.push_back({.crackingBar = bar});

  {
    std::vector<std::jthread> threads;
    for (Case& c : cases)
      threads.emplace_back([&model, &c] {
        // A simulation belongs to one thread; the compiled model is shared.
        dashpot::Simulation simulation(model, {.tolerance = 1e-6, .record = {"chamber.p"}});
        simulation.set("relief.pCrack", std::to_string(c.crackingBar) + "bar");
        if (simulation.run()) {
          c.highestBar = *std::ranges::max_element(simulation.values("chamber.p")) / 1e5;
          c.opened = simulation.eventTimes().empty() ? -1 : simulation.eventTimes().front();
        }
        c.messages = simulation.messages();
      });
  }

  std::printf("%14s %14s %14s\n", "cracking/bar", "highest/bar", "first opens/s");
  for (const Case& c : cases) {
    std::printf("%14.0f %14.2f %14.4f\n", c.crackingBar, c.highestBar, c.opened);
    if (c.highestBar == 0) std::fprintf(stderr, "%s", c.messages.c_str());
  }
  return std::ranges::all_of(cases, [](const Case& c) { return c.highestBar > 0; }) ? 0 : 1;
}
