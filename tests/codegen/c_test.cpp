// The C that models are printed as, compiled by the system's compiler: the same bits as the interpreter's.
#include "codegen/compiled_step_model.hpp"
#include "codegen/print_c.hpp"
#include "codegen/procedures.hpp"
#include "codegen/random_models.hpp"
#include "models/compiled.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>

namespace dashpot::codegen {
namespace {

using codegen::trials::RandomInputs;
using codegen::trials::randomModel;
using codegen::trials::sameBits;
using dashpot::testing::Compiled;
using symbolic::Op;

struct CInputs {
  double time;
  const double *y, *p, *given, *modes, *d, *pre, *u, *delayed, *phases;
};
using CFunction = int (*)(const CInputs*, double*, double*);

/// A model compiled to a shared library, loaded.
class Library {
 public:
  explicit Library(const CompiledModel& model, const PlanOptions& plan = {}) {
    std::string pattern = std::filesystem::temp_directory_path() / "dashpot-c-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    std::ofstream(folder_ / "model.c") << printC(model, "m", plan);
    const std::string command =
        "cc -std=c99 -Wall -Wextra -Werror -Wno-unused-variable -O1 -ffp-contract=off -fno-builtin -shared -fPIC -o '" +
        (folder_ / "model.so").string() + "' '" + (folder_ / "model.c").string() + "' -lm";
    EXPECT_EQ(std::system(command.c_str()), 0);
    handle_ = dlopen((folder_ / "model.so").c_str(), RTLD_NOW);
    EXPECT_TRUE(handle_) << dlerror();
  }
  ~Library() {
    if (handle_) dlclose(handle_);
    std::filesystem::remove_all(folder_);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  CFunction function(const std::string& name) {
    return reinterpret_cast<CFunction>(dlsym(handle_, ("m_" + name).c_str()));
  }

 private:
  std::filesystem::path folder_;
  void* handle_ = nullptr;
};

void expectSameBitsInC(const CompiledModel& model, std::mt19937& random, const PlanOptions& plan = {}) {
  Library library(model, plan);
  const auto interpreter = makeInterpreter(model);
  Vector work(100'000 + (model.procedures.empty() ? 0 : mostRegisters));
  for (std::size_t e = 0; e < model.functions.size(); ++e) {
    const auto entry = static_cast<Entry>(e);
    const CFunction function = library.function(isOfStep(entry) ? model[entry].name : std::string(name(entry)));
    ASSERT_TRUE(function) << name(entry);
    for (int trial = 0; trial < 20; ++trial) {
      const RandomInputs random1(model, random);
      const Arguments in = random1.view();
      const CInputs c{in.time,           in.y.data(),        in.parameters.data(), in.given.data(),
                      in.modes.data(),   in.discrete.data(), in.pre.data(),        in.inputs.data(),
                      in.delayed.data(), in.phases.data()};
      Vector expected(model[entry].outputCount()), actual(expected);
      const bool isOk = interpreter->run(entry, in, expected) == Evaluation::ok;
      EXPECT_EQ(function(&c, work.data(), actual.data()) == 0, isOk);
      ASSERT_TRUE(sameBits(expected, actual)) << model.name() << ' ' << name(entry);
    }
  }
}

TEST(PrintedC, OfTheExamplesHasTheBitsOfTheInterpreter) {
  std::mt19937 random(6);
  for (const char* name : {"hires", "rlc", "relief_valve"}) {
    const Compiled compiled(dashpot::testing::exampleText(name));
    ASSERT_TRUE(compiled.model) << compiled.messages();
    expectSameBitsInC(*compiled.model, random);
  }
}

TEST(PrintedC, OfAnInlinedStepHasTheBitsOfTheInterpreter) {
  std::mt19937 random(11);
  const dashpot::testing::CompiledStepModel compiled(dashpot::testing::exampleText("robertson"), "hw-sdirk");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  expectSameBitsInC(*compiled.model, random);
}

TEST(PrintedC, OfRandomProgramsHasTheBitsOfTheInterpreter) {
  std::mt19937 random(7);
  expectSameBitsInC(randomModel(random, {.instructions = 500}), random, {.chunkSize = 50});
  expectSameBitsInC(randomModel(random, {.instructions = 500}), random,
                    {.straightLine = 0, .chunkSize = 20, .fewestAlike = 2, .shortestRun = 2, .longestTree = 5});
}

TEST(PrintedC, OfFunctionsHasTheBitsOfTheInterpreter) {
  std::mt19937 random(9);
  using codegen::trials::Which;
  expectSameBitsInC(codegen::trials::callingModel({Which::fac, Which::tableOf, Which::halveOf, Which::guardedOf}),
                    random);
}

TEST(PrintedC, HasTheBitsOfExponentialsOfAllSizes) {
  constexpr std::uint32_t count = 1000;
  std::mt19937 random(12);
  CompiledModel model;
  model.recorded.modelName = "exponentials";
  model.states.names.assign(count, "y");
  Function& f = model.functions[static_cast<std::size_t>(Entry::rhs)];
  f.name = "rhs";
  for (std::uint32_t k = 0; k < count; ++k) f.code.push_back({Code::state, Op::variable, k, 0, 0});
  for (std::uint32_t k = 0; k < count; ++k) {
    f.outputs.push_back(static_cast<std::uint32_t>(f.code.size()));
    f.code.push_back({Code::operation, Op::exp, k, 0, 0});
  }
  f.origins.assign(f.code.size(), noOrigin);
  Vector y(count), expected(count), actual(count), work(2 * count);
  std::uniform_real_distribution<double> argument(-760.0, 720.0);
  for (double& each : y) each = argument(random);
  y[0] = HUGE_VAL, y[1] = -HUGE_VAL, y[2] = -0.0, y[3] = double{NAN};
  (void)makeInterpreter(model)->run(Entry::rhs, {.y = y}, expected);
  Library library(model);
  const CInputs in{.y = y.data()};
  (void)library.function("rhs")(&in, work.data(), actual.data());
  EXPECT_TRUE(sameBits(expected, actual));
}

TEST(PrintedC, OfAnEmptyModelCompiles) {
  std::mt19937 random(8);
  CompiledModel model;
  model.recorded.modelName = "empty */";
  expectSameBitsInC(model, random);
}

}  // namespace
}  // namespace dashpot::codegen
