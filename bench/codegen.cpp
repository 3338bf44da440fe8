// From flat equations to native code: how long it takes, how fast the code is, and how fast the generated elimination.
//
//   1  time from flat model to callable F, J and event functions against the size of the model (fast tier)
//   2  cost of F and J against hand-written C++ (src/problems)
//   3  generated elimination and solve against Eigen's dense LU and KLU
//   4  time until everything that steps and results are made of is assembled, from the compiled model on
//   5  exp(x) of our own against that of the C library
//
//   bench_codegen [compile|run|solve|fast|exp...]     in the source tree, where the models of part 4 are
#include "api/compilation.hpp"
#include "base/exponential.hpp"
#include "codegen/batch.hpp"
#include "codegen/compile.hpp"
#include "codegen/compiled_functions.hpp"
#include "codegen/generated_solver.hpp"
#include "equations/make_solvable.hpp"
#include "linalg/solvers.hpp"
#include "problems/problems.hpp"
#include "study/handwritten_models.hpp"
#include "study/scaling_models.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <functional>
#include <random>
#include <string_view>

namespace dashpot::bench {
namespace {

using codegen::CompiledFunctions;
using codegen::CompiledModel;
using codegen::Entry;
using codegen::Tier;
using Clock = std::chrono::steady_clock;

/// Of the processor, not of the clock on the wall: others may be at work on this machine.
double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Seconds of one call; the fastest of several rounds, which go round robin over all candidates.
std::vector<double> fastest(const std::vector<std::function<void()>>& candidates) {
  std::vector<double> best(candidates.size(), 1e9);
  std::vector<long> calls(candidates.size(), 1);
  for (std::size_t k = 0; k < candidates.size(); ++k)
    for (;;) {
      const auto start = Clock::now();
      for (long i = 0; i < calls[k]; ++i) candidates[k]();
      if (secondsSince(start) > 1e-3) break;
      calls[k] *= 2;
    }
  for (int round = 0; round < 25; ++round)
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      const auto start = Clock::now();
      for (long i = 0; i < calls[k]; ++i) candidates[k]();
      best[k] = std::min(best[k], secondsSince(start) / static_cast<double>(calls[k]));
    }
  return best;
}

struct Compiled {
  CompiledModel model;
  double equationSeconds = 0.0, lowerSeconds = 0.0;
};

Compiled compiled(model::FlatModel flat) {
  Sources sources;
  Diagnostics diagnostics;
  const double start = processorSeconds();
  auto system = equations::makeSolvable(std::move(flat), sources, diagnostics);
  if (!system) throw std::runtime_error(render(diagnostics, sources));
  Compiled result;
  result.equationSeconds = processorSeconds() - start;
  const double lowering = processorSeconds();
  result.model = codegen::compile(*system, sources);
  result.lowerSeconds = processorSeconds() - lowering;
  return result;
}

// ---- 1: compile time ------------------------------------------------------------------------------------------------

void compileTime() {
  // LLVM is loaded once per process, on another thread while the model is read.
  const double loading = processorSeconds();
  {
    const CompiledModel nothing;
    CompiledFunctions code(nothing);
    code.prepare(Entry::rhs, Tier::fast);
  }
  fmt::print("processor time; loading LLVM: {:.3f} s\n\n", processorSeconds() - loading);
  fmt::print("{:<8}{:>8}{:>11}{:>12}{:>10}{:>10}{:>10}{:>11}{:>9}{:>9}\n", "model", "N", "equations", "equations s",
             "lower s", "native s", "total s", "us/eq", "chunks", "kernels");
  const std::vector<std::pair<const char*, model::FlatModel (*)(int)>> models{
      {"ladder", bench::ladder}, {"pipe", bench::pipe}, {"heat", bench::heat}, {"grid", bench::grid}};
  for (const auto& [name, make] : models)
    for (const int n : {10, 100, 1000, 10'000, 100'000}) {
      model::FlatModel flat = make(n);
      const std::size_t equations = flat.equations.size();
      const double start = processorSeconds();
      const Compiled model = compiled(std::move(flat));
      const double native = processorSeconds();
      CompiledFunctions code(model.model);
      for (const Entry entry : {Entry::rhs, Entry::jacobian, Entry::events})
        if (!code.prepare(entry, Tier::fast)) throw std::runtime_error(code.problem());
      const double nativeSeconds = processorSeconds() - native, total = processorSeconds() - start;
      std::size_t chunks = 0, kernels = 0;
      for (const Entry entry : {Entry::rhs, Entry::jacobian}) {
        const codegen::Plan plan = codegen::makePlan(model.model[entry], {});
        chunks += plan.chunks.size(), kernels += plan.kernels.size();
      }
      fmt::print("{:<8}{:>8}{:>11}{:>12.4f}{:>10.4f}{:>10.4f}{:>10.4f}{:>11.1f}{:>9}{:>9}\n", name, n, equations,
                 model.equationSeconds, model.lowerSeconds, nativeSeconds, total,
                 1e6 * total / static_cast<double>(equations), chunks, kernels);
      std::fflush(stdout);
    }
  fmt::print("\npublished for RC ladders: Dymola 57 s at 9,000 sections, OpenModelica 42 s at 640\n\n");
}

// ---- 2: run time ----------------------------------------------------------------------------------------------------

/// What a call costs that has nothing to compute: from C++ to native code and back.
void callTime() {
  const CompiledModel nothing;
  CompiledFunctions code(nothing);
  if (!code.prepare(Entry::rhs, Tier::optimised)) throw std::runtime_error(code.problem());
  const auto executable = code.executable();
  const VectorFunction empty = [](double, ConstView, View) {};
  const codegen::Arguments arguments;
  const auto times =
      fastest({[&] { empty(0.0, ConstView{}, View{}); }, [&] { executable->run(Entry::rhs, arguments, {}); }});
  fmt::print("an empty F: {:.1f} ns in C++, {:.1f} ns native\n", 1e9 * times[0], 1e9 * times[1]);
}

void runTime() {
  callTime();
  fmt::print("cost of a call in ns, and its ratio to hand-written C++\n{:<14}{:<4}{:>12}{:>12}{:>12}{:>9}{:>9}{:>10}\n",
             "model", "", "C++", "fast", "optimised", "fast/", "opt./", "largest");
  const std::vector<std::pair<problems::TestProblem, model::FlatModel>> cases{
      {problems::hires(), bench::hiresModel()},
      {problems::pollution(), bench::pollutionModel()},
      {problems::cylinderCircuit(), bench::cylinderModel()},
      {problems::brusselator(1000), bench::brusselatorModel(1000)}};
  for (const auto& [problem, flat] : cases) {
    const Compiled model = compiled(flat);
    if (static_cast<int>(model.model.size()) != problem.problem.size)
      throw std::runtime_error(fmt::format("{}: {} states", problem.name, model.model.size()));
    CompiledFunctions fastCode(model.model), optimisedCode(model.model);
    Vector parameters(model.model.parameters.count), none(model.model.parameters.count, 0.0);
    const auto interpreter = codegen::makeInterpreter(model.model);
    interpreter->run(Entry::parameters, {.parameters = none, .given = none}, parameters);
    Vector y = problem.initial;
    std::mt19937 random(1);
    for (double& value : y) value = value * 1.01 + 1e-3 * static_cast<double>(random() % 100);
    const double t = 1.7;
    for (const Entry entry : {Entry::rhs, Entry::jacobian}) {
      if (!fastCode.prepare(entry, Tier::fast) || !optimisedCode.prepare(entry, Tier::optimised))
        throw std::runtime_error(fastCode.problem() + optimisedCode.problem());
      const auto fast = fastCode.executable(), optimised = optimisedCode.executable();
      const VectorFunction& ours = entry == Entry::rhs ? problem.problem.rhs : problem.problem.jacobian->values;
      const std::size_t length =
          std::max(model.model[entry].outputCount(),
                   static_cast<std::size_t>(problem.problem.jacobian->pattern.nonZeros(problem.problem.size)));
      Vector a(length), b(length), c(length);
      const codegen::Arguments arguments{.time = t, .y = y, .parameters = parameters};
      const auto times = fastest({[&] { ours(t, y, a); }, [&] { fast->run(entry, arguments, b); },
                                  [&] { optimised->run(entry, arguments, c); }});
      double difference = 0.0, largest = 0.0;
      if (entry == Entry::rhs)
        for (std::size_t i = 0; i < y.size(); ++i) {
          difference = std::max(difference, std::abs(a[i] - c[i]));
          largest = std::max(largest, std::abs(a[i]));
        }
      fmt::print("{:<14}{:<4}{:>12.1f}{:>12.1f}{:>12.1f}{:>9.2f}{:>9.2f}{:>10.1e}\n", problem.name.substr(0, 13),
                 entry == Entry::rhs ? "F" : "J", 1e9 * times[0], 1e9 * times[1], 1e9 * times[2], times[1] / times[0],
                 times[2] / times[0], largest > 0 ? difference / largest : 0.0);
      std::fflush(stdout);
    }
  }
  fmt::print("largest: difference of F relative to its largest component\n\n");
}

// ---- 3: elimination -------------------------------------------------------------------------------------------------

struct Matrix {
  int n = 0;
  SparsityPattern pattern;
  Vector values;
};

/// A band of one neighbour on each side with some long connections: a circuit.
Matrix circuit(int n) {
  Matrix m{.n = n};
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  m.pattern.columnStart.push_back(0);
  for (int j = 0; j < n; ++j) {
    const int far = static_cast<int>(random() % static_cast<unsigned>(n));
    for (int i = 0; i < n; ++i)
      if (std::abs(i - j) <= 1 || (j % 4 == 0 && i == far)) {
        m.pattern.rows.push_back(i);
        m.values.push_back(normal(random));
      }
    m.pattern.columnStart.push_back(static_cast<int>(m.pattern.rows.size()));
  }
  return m;
}

template <class Scalar>
void eliminationTime(Scalar alpha, std::string_view field) {
  fmt::print("factor and solve, {} alpha, in ns\n{:>4}{:>10}{:>12}{:>10}{:>10}{:>12}{:>12}\n", field, "n", "non-zeros",
             "generated", "Eigen", "KLU", "ours, dense", "better/gen.");
  for (const int n : {3, 5, 8, 13, 20, 30, 45, 60}) {
    const Matrix m = circuit(n);
    const MassMatrix mass;
    const auto eliminations =
        std::make_shared<codegen::Eliminations>(codegen::structureOf(n, m.pattern, mass), codegen::CodeOptions{});
    const auto generated =
        codegen::makeGeneratedSolver(eliminations, {}, [&] { return linalg::makeSolver(n, m.pattern, mass); });
    const auto klu = linalg::makeSolver(linalg::SolverKind::sparse, n, m.pattern, mass);
    const auto dense = linalg::makeSolver(linalg::SolverKind::dense, n, m.pattern, mass);
    if (!generated->factor(alpha, m.values) || !generated->prepare(Tier::optimised))
      throw std::runtime_error("no code");
    using EigenMatrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    using EigenVector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
    EigenMatrix w(n, n);
    Eigen::PartialPivLU<EigenMatrix> lu(n);
    std::vector<Scalar> b(static_cast<std::size_t>(n));
    const auto right = [&] { std::fill(b.begin(), b.end(), Scalar(1.0)); };
    const auto use = [&](LinearSolver& solver) {
      return [&] {
        (void)solver.factor(alpha, m.values);
        right();
        solver.solve(std::span<Scalar>(b));
      };
    };
    const auto eigen = [&] {
      w.setZero();
      for (int j = 0; j < n; ++j)
        for (int k = m.pattern.columnStart[static_cast<std::size_t>(j)];
             k < m.pattern.columnStart[static_cast<std::size_t>(j) + 1]; ++k)
          w(m.pattern.rows[static_cast<std::size_t>(k)], j) = -m.values[static_cast<std::size_t>(k)];
      w.diagonal().array() += alpha;
      lu.compute(w);
      right();
      Eigen::Map<EigenVector> view(b.data(), n);
      view = lu.solve(view).eval();
    };
    const auto times = fastest({use(*generated), eigen, use(*klu), use(*dense)});
    fmt::print("{:>4}{:>10}{:>12.0f}{:>10.0f}{:>10.0f}{:>12.0f}{:>12.2f}{}\n", n, m.values.size(), 1e9 * times[0],
               1e9 * times[1], 1e9 * times[2], 1e9 * times[3], std::min(times[1], times[2]) / times[0],
               generated->counts().isGeneral ? "  (general)" : "");
    std::fflush(stdout);
  }
  fmt::print("\n");
}

// ---- 4: assembly ------------------------------------------------------------------------------------------------------

/// F, J, events, conditions, an elimination, with the writing of it, and all variables at four points: what the first
/// steps of a run wait for.
void assemblyTime() {
  fmt::print("milliseconds until the fast tier is ready\n{:<18}{:>11}{:>14}{:>10}{:>12}{:>16}\n", "model", "equations",
             "instructions", "first", "least", "ns/instruction");
  const std::vector<std::pair<const char*, const char*>> models{
      {"examples/relief_valve.mo", "ReliefCircuit"},
      {"examples/van_der_pol.mo", "VanDerPol"},
      {"examples/hires.mo", "Hires"},
      {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.ReliefLine"},
      {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.Transmission"},
      {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.ControlledSupply"},
      {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.PressureFedAxis"},
      {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.ServoAxis"},
      {"examples/position_servo.mo", "PositionServo"},
      {"examples/cylinder_circuit.mo", "CylinderCircuit"}};
  for (const auto& [file, name] : models) {
    api::Compilation compilation({.file = file, .model = name, .libraries = {"library"}});
    compilation.keepsForms = false;
    std::size_t equations = 0;
    compilation.isFlattened = [&] { equations = compilation.flat().equations.size(); };
    if (!compilation.run()) throw std::runtime_error(render(compilation.diagnostics, compilation.sources()));
    const CompiledModel& model = compilation.compiled();
    const MassMatrix identity;
    const auto n = static_cast<int>(model.size());
    const codegen::MatrixStructure structure = codegen::structureOf(n, model.states.pattern, identity);
    Vector jacobian(static_cast<std::size_t>(model.states.pattern.nonZeros(n)));
    std::mt19937 random(1);
    for (double& value : jacobian) value = std::normal_distribution<double>()(random);
    const codegen::Selection selection =
        codegen::selectPivots(structure, 20.0, jacobian, {}, codegen::mostEliminationOperations);
    double first = 0.0, least = 1e9;
    std::size_t instructions = 0;
    for (int round = 0; round < 30; ++round) {
      const double start = processorSeconds();
      instructions = 0;
      CompiledFunctions code(model);
      for (const Entry entry :
           {Entry::rhs, Entry::jacobian, Entry::timeDerivative, Entry::events, Entry::silentConditions}) {
        if (!code.prepare(entry, Tier::fast)) throw std::runtime_error(code.problem());
        instructions += model[entry].code.size();
      }
      const codegen::Batch batch(model, Entry::observed, true);
      instructions += model[Entry::observed].code.size();
      if (selection.pivots) {
        const codegen::Elimination elimination = codegen::eliminate(structure, *selection.pivots, codegen::Field::real);
        CompiledFunctions ofMatrix(elimination.model);
        for (const Entry entry : {codegen::factorEntry, codegen::solveEntry}) {
          if (!ofMatrix.prepare(entry, Tier::fast)) throw std::runtime_error(ofMatrix.problem());
          instructions += elimination.model[entry].code.size();
        }
      }
      const double seconds = processorSeconds() - start;
      if (round == 0) first = seconds;
      least = std::min(least, seconds);
    }
    const std::string_view shown = std::string_view(name).substr(std::string_view(name).find('.') + 1);
    fmt::print("{:<18}{:>11}{:>14}{:>10.3f}{:>12.3f}{:>16.0f}\n", shown, equations, instructions, 1e3 * first,
               1e3 * least, 1e9 * least / static_cast<double>(instructions));
  }
}

// ---- 5: exp(x) --------------------------------------------------------------------------------------------------------

/// By turns, the least of many rounds.
void exponentialTime() {
  constexpr int rounds = 2000;
  std::vector<double> arguments(1000), results(arguments);
  for (std::size_t k = 0; k < arguments.size(); ++k) arguments[k] = -0.02 * static_cast<double>(k);
  const auto each = [&](const auto& f) {
    for (std::size_t k = 0; k < arguments.size(); ++k) results[k] = f(arguments[k]);
  };
  const auto chain = [&](const auto& f) {  // each argument waits for the result before
    double last = 0.0;
    for (double& result : results) result = last = f(-last);
  };
  const auto library = [](double x) { return std::exp(x); };
  const std::vector<std::pair<std::string_view, std::function<void()>>> ways{
      {"ours", [&] { each(exponential); }},
      {"C library", [&] { each(library); }},
      {"ours, four at once",
       [&] {
         results = arguments;
         for (std::size_t k = 0; k < results.size(); k += 4) exponentialOfFour(&results[k]);
       }},
      {"ours, one after the other", [&] { chain(exponential); }},
      {"C library, one after the other", [&] { chain(library); }}};
  std::vector<double> least(ways.size(), 1e9);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t way = 0; way < ways.size(); ++way) {
      const auto start = Clock::now();
      ways[way].second();
      least[way] = std::min(least[way], std::chrono::duration<double>(Clock::now() - start).count());
    }
  fmt::print("\nnanoseconds of exp(x)\n");
  for (std::size_t way = 0; way < ways.size(); ++way)
    fmt::print("{:<32}{:>8.2f}\n", ways[way].first, 1e9 * least[way] / static_cast<double>(arguments.size()));
}

}  // namespace

void run(int argumentCount, char** arguments) {
  const auto wanted = [&](std::string_view part) {
    bool found = argumentCount == 1;
    for (int k = 1; k < argumentCount; ++k) found = found || part == arguments[k];
    return found;
  };
  if (wanted("compile")) compileTime();
  if (wanted("run")) runTime();
  if (wanted("solve")) {
    eliminationTime(20.0, "real");
    eliminationTime(std::complex<double>(20.0, 15.0), "complex");
  }
  if (wanted("fast")) assemblyTime();
  if (wanted("exp")) exponentialTime();
}

}  // namespace dashpot::bench

int main(int argumentCount, char** arguments) {
  dashpot::bench::run(argumentCount, arguments);
  return 0;
}
