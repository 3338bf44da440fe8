#include "codegen/native.hpp"

#include "base/exponential.hpp"
#include "base/sine.hpp"
#include "codegen/dense_solve.hpp"

#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <limits>

namespace dashpot::codegen {

namespace {

using symbolic::Op;
using Unary = double (*)(double);
using Binary = double (*)(double, double);

void solveBlock(double* matrix, double* right, std::uint64_t n, std::uint64_t rightLength) {
  denseSolve({matrix, static_cast<std::size_t>(n * n)}, {right, static_cast<std::size_t>(rightLength)},
             static_cast<std::size_t>(n));
}

void callProcedure(NativeProcedure procedure, CallContext* context, const double* arguments, double* results,
                   std::uint64_t resultCount) {
  context->rounds = mostRounds;
  if (procedure(context, arguments, results, 0, 0) != 0)
    std::fill_n(results, resultCount, std::numeric_limits<double>::quiet_NaN());
}

std::int32_t callHost(const CallContext* context, std::uint32_t procedure, const double* arguments, double* results) {
  const Procedure& called = context->procedures[procedure];
  std::string problem;  // is found out when somebody asks
  return called.host->call({arguments, called.inputCount}, {results, called.outputCount}, problem) ? 0 : 1;
}

Runtime makeRuntime() {
  Runtime result;
  const auto unary = [&](Op op, Unary f) {
    result.functions[static_cast<std::size_t>(op)] = reinterpret_cast<const void*>(f);
  };
  const auto binary = [&](Op op, Binary f) {
    result.functions[static_cast<std::size_t>(op)] = reinterpret_cast<const void*>(f);
  };
  unary(Op::exp, exponential);
  unary(Op::log, std::log);
  unary(Op::log10, std::log10);
  unary(Op::sin, sine);
  unary(Op::cos, std::cos);
  unary(Op::tan, std::tan);
  unary(Op::asin, std::asin);
  unary(Op::acos, std::acos);
  unary(Op::atan, std::atan);
  unary(Op::sinh, std::sinh);
  unary(Op::cosh, std::cosh);
  unary(Op::tanh, std::tanh);
  binary(Op::power, [](double a, double b) { return symbolic::apply(Op::power, a, b); });
  binary(Op::atan2, std::atan2);
  result.functionsOfFour[static_cast<std::size_t>(Op::exp)] = exponentialInWideRegister();
  result.functionsOfFour[static_cast<std::size_t>(Op::sin)] = sineInWideRegister();
  result.solve = solveBlock;
  result.call = callProcedure;
  result.host = callHost;
  return result;
}

constexpr const char* pluginName = "libdashpot_llvm.so";
using Factory = NativeGenerator* (*)(const Runtime*, const GeneratorOptions*);
using Interface = std::uint64_t (*)();

struct Library {
  Factory make = nullptr;
  std::string problem;
};

Library load(const char* name) {
  Library result;
  void* const handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  void* const entry = handle ? dlsym(handle, "dashpotMakeNativeGenerator") : nullptr;
  if (!entry) {
    result.problem = std::string("native code is not available: ") + dlerror();
    return result;
  }
  void* const stamp = dlsym(handle, "dashpotNativeInterface");
  if (!stamp || reinterpret_cast<Interface>(stamp)() != generatorInterface)
    result.problem = std::string("native code is not available: ") + name +
                     " belongs to another version of this program; install both from the same build";
  else
    result.make = reinterpret_cast<Factory>(entry);
  return result;
}

/// Found along the program's own library path, and loaded once.
const Library& ownLibrary() {
  static const Library loaded = load(pluginName);
  return loaded;
}

}  // namespace

const Runtime& runtime() {
  static const Runtime result = makeRuntime();
  return result;
}

std::unique_ptr<NativeGenerator> makeNativeGenerator(const GeneratorOptions& options, std::string* why) {
  const Library library = options.library.empty() ? ownLibrary() : load(options.library.c_str());
  if (library.make) return std::unique_ptr<NativeGenerator>(library.make(&runtime(), &options));
  if (why) *why = library.problem;
  return nullptr;
}

}  // namespace dashpot::codegen
