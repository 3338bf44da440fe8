// fuzz/targets.hpp
//
// What is run on texts nobody would write. A target ends the program if a promise is broken; a crash, a hang or memory
// without bound are found by whoever runs it: libFuzzer (./dev fuzz) or replay.cpp (a short run among the tests).
#pragma once

#include <string_view>

namespace dashpot::fuzz {

/// Any text gives a tree that keeps its invariants. What was read without errors can be printed, read again and printed
/// with the same result.
void parse(std::string_view text);

/// Any text gives diagnostics or a flat model that keeps its invariants, and that gives diagnostics or can be sorted.
void check(std::string_view text);

}  // namespace dashpot::fuzz
