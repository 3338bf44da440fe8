// model/functions/execution.hpp
//
// Functions that are executed when the model is flattened, statement by statement, on values. Most functions are made
// concrete and run with the model (functions.hpp); these cannot be: they work on texts, read files, print, or find out
// sizes while they run. What decides about the way through them must be known; numbers that are only passed on may
// vary, so that a function can print them.
//
// What is left in the flat model are the results, and what the function did beside them (TranslationContext::effects).
#pragma once

#include "model/instances/names.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace dashpot::model {

struct Translator;

class Execution {
 public:
  explicit Execution(Translator& translator) : t_(translator) {}

  /// One value per input, in order; one per output. Empty: it cannot be executed, or has failed; that has been reported.
  std::optional<std::vector<Value>> call(const FunctionClass& function, std::vector<Value> arguments,
                                         SourceRange where);

 private:
  std::optional<Value> brought(Value value, SourceRange where);
  std::optional<Value> taken(Value value, const FunctionClass& function, SourceRange where);

  Translator& t_;
  int depth_ = 0;
  std::size_t statements_ = 0;  // of the call from outside, with all that it calls
};

}  // namespace dashpot::model
