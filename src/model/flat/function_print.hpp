// model/flat/function_print.hpp: the functions of a flat model as text.
#pragma once

#include "model/flat/flat_words.hpp"

#include <string>

namespace dashpot::model {

/// Appends the functions that are called, in the order of their names, and those that give their further results.
void printFunctions(const FlatModel& model, const FlatWords& words, std::string& out);

}  // namespace dashpot::model
