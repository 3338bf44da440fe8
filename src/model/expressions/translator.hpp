// model/expressions/translator.hpp
//
// Expressions of the syntax tree to values: names resolved, types and shapes checked, arrays taken apart. Each part has
// one job and says with whom it works; they call one another as expressions nest.
//
//   translation_context     the model, the pool, the nearest names, reports
//   expressions             literals, operators, if-expressions; the way in
//   demand                  the type and shape that a place demands of a value
//   value                   types and shapes
//   array_operators         + - * / ^ and their element-wise forms, relations, logic; matrix products
//   references              names and their subscripts
//   array_expressions       ranges, array constructors, comprehensions
//   varying_slices          x[1:n] with an n that varies
//   varying_texts           Strings that change at events
//   iterators               the values that loops and comprehensions run over
//   evaluation              values that must be known now
//   domain                  functions of constants that they are not defined for
//   calls                   the meaning of a call
//   argument_matching       arguments by position, name and default; record constructors
//   builtin_calls           functions of the language: der, pre, sin, size, ...
//   clocked_operators       clocks, sample, hold, previous, ...
//   state_operators         transitions of state machines, activeState, ticksInState, timeInState
//   operator_records        operators and constructors of operator records
//   functions               functions written in Modelica: made concrete per argument shape, inlined where small
//   execution               functions that are executed when the model is flattened
//   external_calls          functions that are declared as external
//   external_functions      the external functions that are built in
//   statement_calls         assert, terminate, reinit and other calls that stand alone
//
// On it stand: function_maker and function_body for the statements of functions, algorithms and
// equation_sections for those of models.
#pragma once

#include "model/expressions/argument_matching.hpp"
#include "model/expressions/array_expressions.hpp"
#include "model/expressions/builtin_calls.hpp"
#include "model/expressions/calls.hpp"
#include "model/expressions/clocked_operators.hpp"
#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/iterators.hpp"
#include "model/expressions/operator_records.hpp"
#include "model/expressions/references.hpp"
#include "model/expressions/state_operators.hpp"
#include "model/expressions/statement_calls.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/expressions/varying_slices.hpp"
#include "model/external/external_calls.hpp"
#include "model/external/external_functions.hpp"
#include "model/functions/execution.hpp"
#include "model/functions/functions.hpp"

namespace dashpot::model {

/// The parts of translation, put together.
struct Translator {
  Translator(FlatModel& model, Names& names, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics);
  Translator(const Translator&) = delete;
  Translator& operator=(const Translator&) = delete;

  TranslationContext context;
  Expressions expressions;
  Evaluation evaluation;
  References references;
  VaryingSlices slices;
  Iterators iterators;
  ArrayExpressions arrays;
  ArgumentMatching arguments;
  OperatorRecords operatorRecords;
  ClockedOperators clocked;
  StateOperators states;
  BuiltinCalls builtins;
  FunctionTable functions;
  Execution execution;
  ExternalFunctions externals;
  ExternalCalls externalCalls;
  Calls calls;
  StatementCalls statementCalls;
};

}  // namespace dashpot::model
