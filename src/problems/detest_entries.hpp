// How an entry of the DETEST set is written: name, end, first step, start, right-hand side. Each starts at t = 0.
#pragma once

#include "problems/detest.hpp"
#include "problems/dual.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace dashpot::problems::detest {

template <int N, class Function>
DetestProblem make(const std::string& name, double end, double firstStep, Vector initial, Function f,
                   bool autonomous = true) {
  std::vector<std::string> names;
  for (int i = 1; i <= N; ++i) names.push_back("y" + std::to_string(i));
  TestProblem test;
  test.name = "detest-" + name;
  test.title = "STIFF DETEST problem " + name;
  test.source = "Enright, Hull and Lindberg 1975; Enright and Pryce 1987";
  test.problem = differentiated<N>(f, std::move(names), autonomous);
  test.end = end;
  test.initial = std::move(initial);
  return {std::move(test), firstStep};
}

DetestProblem a1(), a2(), a3(), a4();
DetestProblem b1(), b2(), b3(), b4(), b5();
DetestProblem c1(), c2(), c3(), c4(), c5();
DetestProblem d1(), d2(), d3(), d4(), d5();
DetestProblem e1(), e2(), e3(), e4(), e5();
DetestProblem f1(), f2(), f3(), f4(), f5();
DetestProblem g1(), g2(), g3(), g4(), g5();

}  // namespace dashpot::problems::detest
