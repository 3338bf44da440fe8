// Native code against the interpreter: the same bits, for every function of every model and for random programs.
#include "codegen/batch.hpp"
#include "codegen/compiled_step_model.hpp"
#include "codegen/random_models.hpp"
#include "models/compiled.hpp"

#include <gmock/gmock.h>

namespace dashpot::codegen {
namespace {

using codegen::trials::operations;
using codegen::trials::RandomInputs;
using codegen::trials::randomModel;
using codegen::trials::sameBits;
using dashpot::testing::Compiled;
using dashpot::testing::CompiledStepModel;
using symbolic::Op;

/// By the assembler, and by LLVM.
struct CodeKind {
  Tier tier;
  bool isAssembled;
};
constexpr std::array kinds{CodeKind{Tier::fast, true}, CodeKind{Tier::fast, false}, CodeKind{Tier::optimised, false}};

/// All functions of a model at random points, in all kinds of native code.
void expectSameBits(const CompiledModel& model, std::mt19937& random, const PlanOptions& plan = {}) {
  for (const auto& [tier, isAssembled] : kinds) {
    CompiledFunctions code(model, {.plan = plan, .assembles = isAssembled});
    const auto native = code.executable();
    const auto interpreter = makeInterpreter(model);
    for (std::size_t e = 0; e < model.functions.size(); ++e) {
      const auto entry = static_cast<Entry>(e);
      if (model[entry].outputs.empty()) continue;
      ASSERT_TRUE(code.prepare(entry, tier)) << code.problem();
      ASSERT_EQ(code.tierOf(entry), tier);
      for (int trial = 0; trial < 40; ++trial) {
        const RandomInputs inputs(model, random);
        Vector expected(model[entry].outputCount(), 7.0), actual(expected);
        const Evaluation expectedResult = interpreter->run(entry, inputs.view(), expected);
        EXPECT_EQ(native->run(entry, inputs.view(), actual), expectedResult);
        ASSERT_TRUE(sameBits(expected, actual)) << model.name() << ' ' << name(entry);
      }
    }
  }
}

TEST(NativeCode, HasTheBitsOfTheInterpreterForEveryOperation) {
  std::mt19937 random(1);
  CompiledModel model;
  model.parameters.count = 3;
  Function& f = model.functions[static_cast<std::size_t>(Entry::start)];
  for (std::uint32_t k = 0; k < 3; ++k) f.code.push_back({Code::parameter, Op::variable, k, 0, 0});
  for (const Op op : operations()) {
    f.outputs.push_back(static_cast<std::uint32_t>(f.code.size()));
    f.code.push_back({Code::operation, op, 0, 1, 2});
  }
  f.origins.assign(f.code.size(), noOrigin);
  for (int k = 0; k < 4; ++k) expectSameBits(model, random);
}

TEST(NativeCode, HasTheBitsOfTheInterpreterForRandomPrograms) {
  std::mt19937 random(2);
  for (const std::size_t size : {60u, 200u, 1000u})
    for (int k = 0; k < 2; ++k) expectSameBits(randomModel(random, {.instructions = size}), random);
}

TEST(NativeCode, CutIntoSmallChunksHasTheSameBits) {
  std::mt19937 random(3);
  for (int k = 0; k < 2; ++k) expectSameBits(randomModel(random, {.instructions = 200}), random, {.chunkSize = 7});
}

TEST(NativeCode, WithKernelsForAllThatOccursTwiceHasTheSameBits) {
  std::mt19937 random(4);
  const PlanOptions plan{.straightLine = 0, .chunkSize = 9, .fewestAlike = 2, .shortestRun = 2, .longestTree = 6};
  for (int k = 0; k < 2; ++k) expectSameBits(randomModel(random, {.instructions = 300}), random, plan);
}

TEST(NativeCode, HasTheBitsOfTheInterpreterForTheExamples) {
  std::mt19937 random(5);
  for (const char* name : {"hires", "rlc", "relief_valve"}) {
    const Compiled compiled(dashpot::testing::exampleText(name));
    ASSERT_TRUE(compiled.model) << compiled.messages();
    expectSameBits(*compiled.model, random);
  }
}

TEST(NativeCode, OfInlinedStepsHasTheBitsOfTheInterpreter) {
  std::mt19937 random(10);
  for (const auto& [name, method] : {std::pair{"relief_valve", "radau3"}, std::pair{"two_branch_circuit", "lobatto4"},
                                     std::pair{"hires", "ros2p"}, std::pair{"robertson", "sdirk2"}}) {
    const CompiledStepModel compiled(dashpot::testing::exampleText(name), method);
    ASSERT_TRUE(compiled.model) << compiled.messages();
    expectSameBits(*compiled.model, random);
  }
}

TEST(NativeCode, OfAChainOfAHundredThousandOperationsIsMade) {
  CompiledModel model;
  model.parameters.count = 2;
  Function& f = model.functions[static_cast<std::size_t>(Entry::start)];
  f.code = {{Code::parameter, Op::variable, 0, 0, 0}, {Code::parameter, Op::variable, 1, 0, 0}};
  for (std::uint32_t k = 0; k < 100'000; ++k)
    f.code.push_back({Code::operation, k % 3 == 0 ? Op::multiply : Op::add, k + 1, k % 2, 0});
  f.origins.assign(f.code.size(), noOrigin);
  f.outputs = {100'001};
  std::mt19937 random(9);
  for (const bool isAssembled : {false, true}) {
    CompiledFunctions code(model, {.assembles = isAssembled});
    ASSERT_TRUE(code.prepare(Entry::start, Tier::fast)) << code.problem();
    const Vector parameters{0.75, 1e-3};
    Vector expected(1), actual(1);
    makeInterpreter(model)->run(Entry::start, {.parameters = parameters}, expected);
    code.executable()->run(Entry::start, {.parameters = parameters}, actual);
    EXPECT_TRUE(sameBits(expected, actual));
  }
}

TEST(NativeCode, OfAnEmptyModelIsMade) {
  const CompiledModel model;
  CompiledFunctions code(model);
  for (std::size_t e = 0; e < entryCount; ++e) {
    ASSERT_TRUE(code.prepare(static_cast<Entry>(e), Tier::optimised)) << code.problem();
    EXPECT_EQ(code.executable()->run(static_cast<Entry>(e), {}, {}), Evaluation::ok);
  }
}

/// A row of cells with `quantities` numbers each, one beside the other: what a cell's results share is computed once.
CompiledModel cellsOf(std::uint32_t quantities, bool areReversed) {
  constexpr std::uint32_t cells = 1003;
  const std::uint32_t size = quantities * cells;
  CompiledModel model;
  model.states.names.assign(size + quantities, "y");
  Function& f = model.functions[static_cast<std::size_t>(Entry::rhs)];
  for (std::uint32_t k = 0; k < size + quantities; ++k) f.code.push_back({Code::state, Op::variable, k, 0, 0});
  const auto emit = [&](Op op, std::uint32_t a, std::uint32_t b) {
    f.code.push_back({Code::operation, op, a, b, 0});
    return static_cast<std::uint32_t>(f.code.size() - 1);
  };
  for (std::uint32_t k = 0; k < size; k += quantities) {
    const std::uint32_t shared = emit(Op::multiply, k, k + quantities - 1);
    for (std::uint32_t j = 0; j < quantities; ++j)
      f.outputs.push_back(emit(Op::add, emit(Op::divide, shared, k + quantities + j), shared));
  }
  if (areReversed) std::ranges::reverse(f.outputs);
  f.origins.assign(f.code.size(), noOrigin);
  return model;
}

TEST(NativeCode, OfCellsWithSeveralQuantitiesHasTheBitsOfTheInterpreter) {
  std::mt19937 random(7);
  for (const std::uint32_t quantities : {1u, 2u, 3u})
    for (const bool areReversed : {false, true}) {
      const CompiledModel model = cellsOf(quantities, areReversed);
      EXPECT_EQ(makePlan(model[Entry::rhs], {}).kernels.size(), 1u) << print(makePlan(model[Entry::rhs], {}));
      expectSameBits(model, random);
    }
}

TEST(NativeCode, TellsOfWhatIsNotFiniteAndOfNothingElse) {
  const CompiledModel model = cellsOf(2, false);
  const auto interpreter = makeInterpreter(model);
  for (const auto& [tier, isAssembled] : kinds) {
    CompiledFunctions code(model, {.assembles = isAssembled});
    ASSERT_TRUE(code.prepare(Entry::rhs, tier)) << code.problem();
    const auto native = code.executable();
    Vector out(model[Entry::rhs].outputCount());
    const auto run = [&](const Vector& y) {
      const Evaluation result = native->run(Entry::rhs, {.y = y}, out);
      EXPECT_EQ(interpreter->run(Entry::rhs, {.y = y}, out), result);
      return result;
    };
    Vector y(model.size(), 1.0);
    EXPECT_EQ(run(y), Evaluation::ok);
    EXPECT_EQ(run(Vector(model.size(), 1e154)), Evaluation::ok) << "numbers that are finite, and whose sum is not";
    for (const std::size_t at : {std::size_t{2}, std::size_t{777}, model.size() - std::size_t{1}}) {
      y[at] = 0.0;
      EXPECT_EQ(run(y), Evaluation::recoverable) << at;
      y[at] = 1.0;
    }
  }
}

/// A function at many points with the same parameters and modes, against one at a time.
void expectSameBitsOfMany(const CompiledModel& model, Entry entry, std::mt19937& random, bool isAssembled) {
  const std::size_t outputCount = model[entry].outputCount();
  Batch batch(model, entry, isAssembled);
  const auto interpreter = makeInterpreter(model);
  for (int trial = 0; trial < 20; ++trial) {
    std::array<std::unique_ptr<RandomInputs>, 12> points;
    for (auto& point : points) point = std::make_unique<RandomInputs>(model, random);
    Arguments same = points[0]->view();
    Lanes varying(same.y.size(), same.inputs.size(), same.delayed.size(), points.size());
    Vector actual = batch.begin(same, points.size()), expected(outputCount), found(outputCount);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Arguments point = points[k]->view();
      varying.set(k, point.time, point.y, point.inputs, point.delayed);
    }
    const Evaluation result = batch.run(same, varying, points.size(), actual);
    bool isFinite = true;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Arguments point = points[k]->view();
      Arguments alone = same;
      alone.time = point.time, alone.y = point.y, alone.inputs = point.inputs, alone.delayed = point.delayed;
      isFinite = interpreter->run(entry, alone, expected) == Evaluation::ok && isFinite;
      by_fours::pick(actual, k, found);
      ASSERT_TRUE(sameBits(expected, found)) << model.name() << ' ' << name(entry);
    }
    EXPECT_EQ(result == Evaluation::ok, isFinite);
  }
}

TEST(Batch, HasTheBitsOfEvaluationsOneByOne) {
  std::mt19937 random(10);
  for (const bool isAssembled : {true, false}) {
    for (const std::size_t size : {60u, 200u, 1000u})
      expectSameBitsOfMany(randomModel(random, {.instructions = size}), Entry::rhs, random, isAssembled);
    for (const char* name : {"hires", "rlc", "relief_valve"}) {
      const Compiled compiled(dashpot::testing::exampleText(name));
      ASSERT_TRUE(compiled.model) << compiled.messages();
      expectSameBitsOfMany(*compiled.model, Entry::observed, random, isAssembled);
    }
  }
}

TEST(Batch, HasTheBitsOfEvaluationsOneByOneForEveryOperation) {
  std::mt19937 random(11);
  CompiledModel model;
  model.states.names.assign(3, "y");
  Function& f = model.functions[static_cast<std::size_t>(Entry::observed)];
  for (std::uint32_t k = 0; k < 3; ++k) f.code.push_back({Code::state, Op::variable, k, 0, 0});
  for (const Op op : operations()) {
    for (int copy = 0; copy < 3; ++copy) f.outputs.push_back(static_cast<std::uint32_t>(f.code.size()));
    f.code.push_back({Code::operation, op, 0, 1, 2});
  }
  f.origins.assign(f.code.size(), noOrigin);
  for (const bool isAssembled : {true, false}) expectSameBitsOfMany(model, Entry::observed, random, isAssembled);
}

/// Relations and what is made of them by and, or, not: as conditions, as numbers, and as both; some of them across a
/// call, which leaves no register as it was.
CompiledModel modelOfConditions() {
  CompiledModel model;
  model.states.names.assign(3, "y");
  Function& f = model.functions[static_cast<std::size_t>(Entry::rhs)];
  const auto emit = [&](Op op, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0) {
    f.code.push_back({Code::operation, op, a, b, c});
    return static_cast<std::uint32_t>(f.code.size() - 1);
  };
  const auto show = [&](std::uint32_t result) { f.outputs.push_back(result); };
  for (std::uint32_t k = 0; k < 3; ++k) f.code.push_back({Code::state, Op::variable, k, 0, 0});
  std::uint32_t earlier = 2;  // a number is a condition, too
  for (const bool isNumberToo : {false, true})
    for (const Op op : {Op::less, Op::lessEqual, Op::greater, Op::greaterEqual, Op::equal, Op::notEqual}) {
      const std::uint32_t relation = emit(op, 0, 1), turned = emit(op, 1, 2);
      const std::uint32_t both = emit(Op::logicalAnd, relation, earlier), either = emit(Op::logicalOr, turned, both),
                          neither = emit(Op::logicalNot, either), never = emit(Op::logicalNot, earlier);
      show(emit(Op::exp, 0));
      for (const std::uint32_t condition : {relation, turned, both, either, neither, never})
        show(emit(Op::conditional, condition, 2, 1));
      if (isNumberToo) {
        show(relation), show(neither);
        show(emit(Op::add, turned, 0)), show(emit(Op::conditional, 2, both, either));
      }
      earlier = turned;
    }
  f.origins.assign(f.code.size(), noOrigin);
  return model;
}

TEST(NativeCode, HasTheBitsOfTheInterpreterForConditions) {
  std::mt19937 random(12);
  const CompiledModel model = modelOfConditions();
  for (int k = 0; k < 4; ++k) expectSameBits(model, random);
  for (const bool isAssembled : {true, false}) expectSameBitsOfMany(model, Entry::rhs, random, isAssembled);
}

/// Nor where that is in a number of which others are made.
TEST(Batch, TellsOfWhatIsNotFiniteWhateverIsMadeOfIt) {
  constexpr double infinity = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
  for (const Op op : operations()) {
    CompiledModel model;
    model.states.names.assign(3, "y");
    Function& f = model.functions[static_cast<std::size_t>(Entry::observed)];
    for (std::uint32_t k = 0; k < 3; ++k) f.code.push_back({Code::state, Op::variable, k, 0, 0});
    for (std::uint32_t k = 0; k < 3; ++k) f.code.push_back({Code::operation, Op::negate, k, 0, 0});
    f.code.push_back({Code::operation, op, 3, 4, 5});
    f.code.push_back({Code::operation, Op::negate, 6, 0, 0});
    f.origins.assign(f.code.size(), noOrigin);
    for (const std::vector<std::uint32_t>& outputs : {std::vector<std::uint32_t>{3, 4, 5, 6}, {7, 5, 4, 3, 3}}) {
      f.outputs = outputs;
      Batch batch(model, Entry::observed, /*assembles=*/true);
      Lanes varying(3, 0, 0);
      Vector out = batch.begin({}, by_fours::count);
      for (std::size_t at = 0; at < 3; ++at)
        for (const double lost : {infinity, -infinity, none})
          for (const double other : {0.0, 1.0, -2.0}) {
            const Vector usual(3, other);
            for (std::size_t k = 0; k < by_fours::count; ++k) varying.set(k, 0.0, usual, {}, {});
            varying.y[by_fours::count * at + 2] = lost;
            EXPECT_EQ(batch.run({}, varying, by_fours::count, out), Evaluation::recoverable)
                << symbolic::name(op) << " of " << other << " and, at " << at << ", " << lost;
          }
    }
  }
}

TEST(Batch, TellsOfWhatIsNotFiniteAndOfNothingElse) {
  constexpr std::size_t points = 7, filled = by_fours::filledUp(points);
  CompiledModel model;
  model.states.names.assign(2, "y");
  model.parameters.count = 1;
  Function& f = model.functions[static_cast<std::size_t>(Entry::observed)];
  for (std::uint32_t k = 0; k < 2; ++k) f.code.push_back({Code::state, Op::variable, k, 0, 0});
  f.code.push_back({Code::operation, Op::divide, 0, 1, 0});
  f.code.push_back({Code::parameter, Op::variable, 0, 0, 0});
  f.outputs = {0, 2, 1, 3};
  f.origins.assign(f.code.size(), noOrigin);
  Vector parameters{2.0};
  const Arguments same{.parameters = parameters};
  for (const bool isAssembled : {true, false}) {
    Batch batch(model, Entry::observed, isAssembled);
    Lanes varying(2, 0, 0, points);
    Vector out = batch.begin(same, points);
    std::ranges::fill(varying.y, 1e308);
    EXPECT_EQ(batch.run(same, varying, points, out), Evaluation::ok) << "numbers that are finite, and whose sum is not";
    std::ranges::fill(varying.y, 1.0);
    for (std::size_t k = 0; k < filled; ++k) {
      double& divisor = varying.y[by_fours::placeOf(k, 2) + by_fours::count];
      divisor = 0.0;
      EXPECT_EQ(batch.run(same, varying, points, out), Evaluation::recoverable) << k;
      EXPECT_EQ(batch.run(same, varying, by_fours::count, out),
                k < by_fours::count ? Evaluation::recoverable : Evaluation::ok);
      divisor = 1.0;
    }
    EXPECT_EQ(batch.run(same, varying, points, out), Evaluation::ok);
    parameters[0] = std::numeric_limits<double>::infinity();
    out = batch.begin(same, points);
    EXPECT_EQ(batch.run(same, varying, points, out), Evaluation::recoverable) << "a parameter that is an output";
    parameters[0] = 2.0;
  }
}

/// 2000 equations of two shapes: two kernels and a handful of instructions for the ends, whatever the size.
TEST(Plan, SizeFollowsTheNumberOfShapes) {
  const auto planFor = [](std::uint32_t n) {
    Function f;
    f.constants = {0.5};
    const auto emit = [&](Instruction at) {
      f.code.push_back(at);
      f.origins.push_back(noOrigin);
      return static_cast<std::uint32_t>(f.code.size() - 1);
    };
    const std::uint32_t half = emit({Code::constant, Op::constant, 0, 0, 0});
    std::vector<std::uint32_t> y, flow;
    for (std::uint32_t k = 0; k < n; ++k) y.push_back(emit({Code::state, Op::variable, k, 0, 0}));
    for (std::uint32_t k = 0; k + 1 < n; ++k) {
      const std::uint32_t difference = emit({Code::operation, Op::subtract, y[k], y[k + 1], 0});
      flow.push_back(emit({Code::operation, Op::multiply, half, difference, 0}));
    }
    for (std::uint32_t k = 0; k + 2 < n; ++k)
      f.outputs.push_back(emit({Code::operation, Op::subtract, flow[k], flow[k + 1], 0}));
    return makePlan(f, {});
  };
  for (const std::uint32_t n : {2000u, 20'000u}) {
    const Plan plan = planFor(n);
    EXPECT_EQ(plan.kernels.size(), 2u) << print(plan);
    EXPECT_EQ(plan.chunks.size(), 1u);
    EXPECT_LE(plan.tasks.size(), 2 * (n / PlanOptions{}.strip + 1) + 1);  // a strip of each in turn
    EXPECT_LT(plan.tables.size(), 6 * plan.tasks.size());                 // the first places of each
  }
}

/// 3000 cells y[k]/2, each behind a call with `arguments` arguments or none: the halves are a kernel, calls are not.
TEST(Plan, LeavesCallsToChunks) {
  const auto shareFor = [](std::uint32_t arguments) {
    Function f;
    f.constants = {0.5};
    const auto emit = [&](Instruction at) {
      f.code.push_back(at);
      f.origins.push_back(noOrigin);
      return static_cast<std::uint32_t>(f.code.size() - 1);
    };
    const std::uint32_t half = emit({Code::constant, Op::constant, 0, 0, 0});
    for (std::uint32_t k = 0; k < 3000; ++k) {
      std::uint32_t value = emit({Code::state, Op::variable, k, 0, 0});
      if (arguments > 0) {
        const auto first = static_cast<std::uint32_t>(f.lists.size());
        f.lists.insert(f.lists.end(), arguments, value);
        value = emit({Code::element, Op::element, emit({Code::call, Op::call, first, 0, arguments}), 0, 0});
      }
      f.outputs.push_back(emit({Code::operation, Op::multiply, half, value, 0}));
    }
    return shareInChunks(f, makePlan(f, {1}));
  };
  EXPECT_LT(shareFor(0), 0.01);
  EXPECT_NEAR(shareFor(2), 2.0 / (2 + 2), 0.01);
  EXPECT_NEAR(shareFor(18), 18.0 / (18 + 2), 0.01);
}

}  // namespace
}  // namespace dashpot::codegen
