// model/external/random_functions.hpp
//
// The generators of random numbers of the Modelica Standard Library (Math.Random.Generators), which are external
// functions there, as functions of the language: xorshift64*, xorshift128+ and xorshift1024* (Marsaglia 2003, Vigna
// 2014). Integers are exact up to 2^53 only, so the 64 bits of a word are four digits to the base 2^16. Written in
// Modelica they run in every back end, and give the same sequences as the library's C code to the last bit.
#pragma once

#include <string_view>

namespace dashpot::model {

/// Classes whose names no user can write by accident; '$xorshift64star' (state) gives (the next state, the number), ...
extern const std::string_view randomFunctions;

}  // namespace dashpot::model
