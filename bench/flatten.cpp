// How fast arrays of components become flat equations, and that the time grows with their number only.
//
//   bench_flatten
//
// A chain of masses and springs: connections, inheritance, modifications with a value for each element, and arrays. The
// time of 10^5 equations is given as a multiple of that of 10^4: 10 is linear.
#include "model/flatten.hpp"

#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>

namespace dashpot {
namespace {

constexpr int repetitions = 3;

constexpr const char* library = R"(
connector Flange
  Real s;
  flow Real f;
end Flange;
partial model Compliant
  Flange a;
  Flange b;
  Real d;
  Real f;
equation
  d = b.s - a.s;
  b.f = f;
  a.f = -f;
end Compliant;
model Spring
  extends Compliant;
  parameter Real c = 1;
equation
  f = c*d;
end Spring;
model Mass
  parameter Real m = 1;
  Flange a;
  Flange b;
  Real v(start = 0);
equation
  a.s = b.s;
  der(a.s) = v;
  m*der(v) = a.f + b.f;
end Mass;
model Fixed
  Flange a;
equation
  a.s = 0;
end Fixed;
model Chain
  parameter Integer n = 2;
  Mass mass[n](m = {1 + i/n for i in 1:n});
  Spring spring[n](each c = 100);
  Fixed wall;
equation
  connect(wall.a, spring[1].a);
  for i in 1:n - 1 loop
    connect(spring[i].b, mass[i].a);
    connect(mass[i].b, spring[i + 1].a);
  end for;
  connect(spring[n].b, mass[n].a);
end Chain;
)";

struct Measured {
  std::size_t equations = 0;
  double seconds = 1e300;
};

double secondsSince(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

Measured flattenedChain(std::size_t links) {
  Measured result;
  for (int i = 0; i < repetitions; ++i) {
    Sources sources;
    Symbols symbols;
    Diagnostics diagnostics;
    const std::string text = library + fmt::format("model Whole\n  extends Chain(n = {});\nend Whole;\n", links);
    const syntax::Tree tree = syntax::parse(sources.add("chain.mo", text), sources, symbols, diagnostics);
    model::ClassTable classes(symbols);
    classes.add(tree, diagnostics);
    const std::clock_t start = std::clock();
    const auto flat = model::flatten(classes, classes.findQualified("Whole"), sources, diagnostics);
    result.seconds = std::min(result.seconds, secondsSince(start));
    if (!flat) {
      fmt::print("{}", render(diagnostics, sources));
      return result;
    }
    result.equations = flat->equations.size();
  }
  return result;
}

}  // namespace
}  // namespace dashpot

int main() {
  const auto small = dashpot::flattenedChain(900), large = dashpot::flattenedChain(9000);
  for (const auto& one : {small, large})
    fmt::print("{:>7} equations  {:>8.3f} s  {:>9.0f} equations/s\n", one.equations, one.seconds,
               static_cast<double>(one.equations) / one.seconds);
  const double size = static_cast<double>(large.equations) / static_cast<double>(small.equations);
  fmt::print("{:.2f} times the equations take {:.2f} times the time\n", size, large.seconds / small.seconds);
}
