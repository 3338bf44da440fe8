#include "model/expressions/translator.hpp"

namespace dashpot::model {

Translator::Translator(FlatModel& model, Names& names, const Sources& sources, Symbols& symbols,
                       Diagnostics& diagnostics)
    : context(model, names, sources, symbols, diagnostics),
      expressions(context, evaluation, references, arrays, calls, operatorRecords),
      evaluation(context, expressions, iterators),
      references(context, expressions, evaluation),
      slices(context, expressions, evaluation, references),
      iterators(context, expressions, evaluation, references),
      arrays(context, expressions, evaluation, iterators),
      arguments(context, expressions),
      operatorRecords(context, expressions, arguments, functions),
      clocked(context, expressions, evaluation, arguments),
      states(context, expressions, evaluation),
      builtins(context, expressions, evaluation, references, arguments, arrays, operatorRecords, clocked, states,
               slices),
      functions(*this, model.functions),
      execution(*this),
      externals(*this),
      externalCalls(context, expressions, evaluation, arguments, functions, externals),
      calls(context, expressions, arguments, builtins, functions, externalCalls, operatorRecords),
      statementCalls(context, evaluation) {}

}  // namespace dashpot::model
