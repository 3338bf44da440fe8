// Random programs in the IR, and ways to compare what back ends make of them.
#pragma once

#include "codegen/compiled_functions.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace dashpot::codegen::trials {

using symbolic::Op;

inline const std::vector<Op>& operations() {
  static const std::vector<Op> list = [] {
    std::vector<Op> result;
    for (int k = 0; k < symbolic::opCount; ++k) {
      const auto op = static_cast<Op>(k);
      const bool isNumeric = symbolic::isUnary(op) || symbolic::isBinary(op) || op == Op::conditional;
      if (isNumeric && op != Op::sample) result.push_back(op);
    }
    return result;
  }();
  return list;
}

/// Numbers that show differences: ordinary ones, zeros of both signs, infinities, what is not a number, and extremes.
inline double randomNumber(std::mt19937& random) {
  constexpr std::array special{0.0,    -0.0,  1.0,    -1.0, 0.5, 2.0,  3.0,      1e308,     5e-324,
                               1e-300, 1e300, -1e-10, 1e16, 0.1, -7.5, HUGE_VAL, -HUGE_VAL, double{NAN}};
  if (random() % 4 == 0) return special[random() % special.size()];
  return std::uniform_real_distribution<double>(-3.0, 3.0)(random);
}

struct Shape {
  std::size_t instructions = 200;
  bool withCalls = false;
};

/// A model whose `rhs` is a random function with every kind of instruction.
inline CompiledModel randomModel(std::mt19937& random, const Shape& shape) {
  CompiledModel model;
  model.recorded.modelName = "random";
  constexpr std::uint32_t size = 12;
  for (std::uint32_t i = 0; i < size; ++i) model.states.names.push_back("y" + std::to_string(i));
  model.parameters.count = size;
  Function& f = model.functions[static_cast<std::size_t>(Entry::rhs)];
  f.name = "rhs";
  const auto emit = [&](Instruction at) {
    f.code.push_back(at);
    f.origins.push_back(noOrigin);
    return static_cast<std::uint32_t>(f.code.size() - 1);
  };
  for (std::uint32_t i = 0; i < size; ++i) {
    emit({Code::state, Op::variable, i, 0, 0});
    emit({Code::parameter, Op::variable, i, 0, 0});
    f.constants.push_back(randomNumber(random));
    emit({Code::constant, Op::constant, i, 0, 0});
  }
  for (const Code code : {Code::time, Code::mode, Code::discrete, Code::pre, Code::input, Code::delayed, Code::phase})
    emit({code, Op::variable, 0, 0, 0});
  const auto any = [&] { return static_cast<std::uint32_t>(random() % f.code.size()); };
  std::vector<std::uint32_t> numbers;  // instructions that stand for a number
  const auto isNumber = [&](std::uint32_t i) { return f.code[i].code != Code::solve && f.code[i].code != Code::call; };
  const auto number = [&] {
    for (;;)
      if (const std::uint32_t i = any(); isNumber(i)) return i;
  };
  while (f.code.size() < shape.instructions) {
    const auto kind = random() % 40;
    if (kind == 0) {
      const auto n = static_cast<std::uint32_t>(random() % 4), rights = static_cast<std::uint32_t>(1 + random() % 2);
      const auto first = static_cast<std::uint32_t>(f.lists.size());
      for (std::uint32_t k = 0; k < n * (n + rights); ++k) f.lists.push_back(number());
      const std::uint32_t solve = emit({Code::solve, Op::variable, first, n, rights});
      for (std::uint32_t k = 0; k < n * rights; ++k) emit({Code::element, Op::variable, solve, k, 0});
    } else if (kind == 1 && shape.withCalls) {
      const auto which = static_cast<std::uint32_t>(random() % model.procedures.size());
      const auto first = static_cast<std::uint32_t>(f.lists.size());
      for (std::uint32_t k = 0; k < model.procedures[which].inputCount; ++k) f.lists.push_back(number());
      const std::uint32_t call = emit({Code::call, Op::call, first, which, model.procedures[which].inputCount});
      emit({Code::element, Op::variable, call, 0, 0});
    } else {
      const Op op = operations()[random() % operations().size()];
      emit({Code::operation, op, number(), number(), number()});
    }
  }
  for (std::uint32_t i = 0; i < size; ++i) f.outputs.push_back(number());
  for (auto i = static_cast<std::uint32_t>(f.code.size()); i-- > f.code.size() - 20;)
    if (isNumber(i)) f.outputs.push_back(i);
  return model;
}

/// Everything a function may read, with numbers in it.
class RandomInputs {
 public:
  RandomInputs(const CompiledModel& model, std::mt19937& random)
      : y_(std::max<std::size_t>({model.size(), model.initialSize(), model.step ? model.step->size : 0})),
        parameters_(model.parameters.count),
        given_(model.parameters.count),
        modes_(std::max<std::size_t>(model.modeCount(), 1)),
        others_(64) {
    for (Vector* list : {&y_, &parameters_, &others_})
      for (double& value : *list) value = randomNumber(random);
    for (Vector* list : {&given_, &modes_})
      for (double& value : *list) value = static_cast<double>(random() % 2);
    time_ = randomNumber(random);
  }
  [[nodiscard]] Arguments view() const {
    Arguments arguments;
    arguments.time = time_;
    arguments.y = y_, arguments.parameters = parameters_, arguments.given = given_, arguments.modes = modes_;
    arguments.discrete = arguments.pre = arguments.inputs = arguments.delayed = others_;
    return arguments;
  }

 private:
  Vector y_, parameters_, given_, modes_, others_;
  double time_ = 0.0;
};

/// Equal bits; what is not a number is so in both.
inline ::testing::AssertionResult sameBits(const Vector& expected, const Vector& actual) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const bool same = std::isnan(expected[i])
                          ? std::isnan(actual[i])
                          : std::bit_cast<std::uint64_t>(expected[i]) == std::bit_cast<std::uint64_t>(actual[i]);
    if (!same)
      return ::testing::AssertionFailure()
             << "number " << i << " of " << expected.size() << " is " << actual[i] << " instead of " << expected[i];
  }
  return ::testing::AssertionSuccess();
}

}  // namespace dashpot::codegen::trials
