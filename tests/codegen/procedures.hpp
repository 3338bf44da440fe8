// Functions as the front end hands them over, and a model that calls them.
#pragma once

#include "codegen/compiled_model.hpp"
#include "symbolic/build.hpp"

#include <array>
#include <string>

namespace dashpot::codegen::trials {

using symbolic::Expr;
using symbolic::FunctionId;
using symbolic::Op;
using symbolic::Pool;
using symbolic::Statement;
using symbolic::StatementKind;
using symbolic::VariableId;

constexpr VariableId slot(std::uint32_t number) { return static_cast<VariableId>(number); }

/// n scalars in, one out, then `locals` slots.
inline symbolic::Function newFunction(std::string name, std::uint32_t inputs, std::uint32_t locals) {
  symbolic::Function f;
  f.name = std::move(name);
  f.inputCount = inputs, f.outputCount = 1, f.slotCount = inputs + 1 + locals;
  for (std::uint32_t k = 0; k < inputs; ++k) f.inputs.push_back({.name = "x" + std::to_string(k), .first = k});
  f.outputs.push_back({.name = "y", .first = inputs});
  if (locals > 0)
    f.locals.push_back(
        {.name = "a", .dimensions = {static_cast<std::int32_t>(locals)}, .first = inputs + 1, .size = locals});
  return f;
}

inline Statement assign(std::uint32_t target, Expr value) {
  return {.kind = StatementKind::assign, .targets = {slot(target)}, .value = value};
}

/// fac(x) = if x <= 1 then 1 else x*fac(x - 1)
inline symbolic::Function factorial(FunctionId self) {
  symbolic::Function f = newFunction("fac", 1, 0);
  Pool& p = f.pool;
  const Expr x = p.variable(slot(0)), one = p.constant(1.0);
  const Expr argument = p.make(Op::subtract, x, one);
  const Expr call = p.element(p.call(self, std::array{argument}), 0);
  f.body = {assign(1, p.make(Op::conditional, p.make(Op::lessEqual, x, one), one, p.make(Op::multiply, x, call)))};
  return f;
}

/// a[i] := i*x for i = 1..5, y := a[1] + a[k]
inline symbolic::Function table(double step = 1.0) {
  symbolic::Function f = newFunction("table", 2, 6);  // x, k; y; a[1..5], i
  Pool& p = f.pool;
  const Expr i = p.variable(slot(8));
  Statement store{.kind = StatementKind::assignIndexed,
                  .targets = {slot(3)},
                  .value = p.make(Op::multiply, i, p.variable(slot(0))),
                  .position = i,
                  .count = 5};
  Statement loop{.kind = StatementKind::forLoop,
                 .targets = {slot(8)},
                 .value = p.constant(1.0),
                 .step = p.constant(step),
                 .last = p.constant(5.0),
                 .body = {store}};
  f.body = {loop, assign(2, p.make(Op::add, p.indexed(slot(3), 5, p.constant(1.0)),
                                   p.indexed(slot(3), 5, p.variable(slot(1)))))};
  return f;
}

/// y := x; while y > 1 loop y := y/2; if y < 0.6 then break; end if; end while; with an assertion x < 100
inline symbolic::Function halve() {
  symbolic::Function f = newFunction("halve", 1, 0);
  Pool& p = f.pool;
  const Expr x = p.variable(slot(0)), y = p.variable(slot(1));
  Statement check{.kind = StatementKind::assertion,
                  .value = p.make(Op::less, x, p.constant(100.0)),
                  .message = "x must be below 100"};
  Statement leave{.kind = StatementKind::branch,
                  .value = p.make(Op::less, y, p.constant(0.6)),
                  .body = {{.kind = StatementKind::breakLoop}}};
  Statement loop{.kind = StatementKind::whileLoop,
                 .value = p.make(Op::greater, y, p.constant(1.0)),
                 .body = {assign(1, p.make(Op::divide, y, p.constant(2.0))), leave}};
  f.body = {check, assign(1, x), loop};
  return f;
}

/// Never comes to an end.
inline symbolic::Function forever() {
  symbolic::Function f = newFunction("forever", 1, 0);
  f.body = {assign(1, f.pool.variable(slot(0))), {.kind = StatementKind::whileLoop, .value = f.pool.boolean(true)}};
  return f;
}

/// while k <= 3 and a[k] > x: the index is guarded by what stands before it.
inline symbolic::Function guarded() {
  symbolic::Function f = newFunction("guarded", 1, 4);  // x; y; a[1..3], k
  Pool& p = f.pool;
  const Expr k = p.variable(slot(5));
  const Expr inside = p.make(Op::lessEqual, k, p.constant(3.0));
  const Expr larger = p.make(Op::greater, p.indexed(slot(2), 3, k), p.variable(slot(0)));
  Statement loop{.kind = StatementKind::whileLoop,
                 .value = p.make(Op::logicalAnd, inside, larger),
                 .body = {assign(5, p.make(Op::add, k, p.constant(1.0)))}};
  f.body = {assign(2, p.constant(3.0)),
            assign(3, p.constant(2.0)),
            assign(4, p.constant(1.0)),
            assign(5, p.constant(1.0)),
            loop,
            assign(1, k)};
  return f;
}

enum Which : std::uint32_t { fac, tableOf, halveOf, foreverOf, guardedOf };

inline std::vector<symbolic::Function> functions() {
  return {factorial(static_cast<FunctionId>(fac)), table(), halve(), forever(), guarded()};
}

/// start = what each function makes of the parameters.
inline CompiledModel callingModel(const std::vector<Which>& which) {
  CompiledModel model;
  model.parameters.count = 2;
  model.procedures = lowerFunctions(functions(), Sources());
  Function& f = model.functions[static_cast<std::size_t>(Entry::start)];
  f.name = "start";
  f.code = {{Code::parameter, Op::variable, 0, 0, 0}, {Code::parameter, Op::variable, 1, 0, 0}};
  for (const Which callee : which) {
    const auto first = static_cast<std::uint32_t>(f.lists.size()), arguments = model.procedures[callee].inputCount;
    for (std::uint32_t k = 0; k < arguments; ++k) f.lists.push_back(k);
    f.code.push_back({Code::call, Op::call, first, callee, arguments});
    f.code.push_back({Code::element, Op::element, static_cast<std::uint32_t>(f.code.size() - 1), 0, 0});
    f.outputs.push_back(static_cast<std::uint32_t>(f.code.size() - 1));
  }
  f.origins.assign(f.code.size(), 0);
  model.origins = {"there"};
  model.initial.names.resize(f.outputs.size());
  return model;
}

}  // namespace dashpot::codegen::trials
