// fuzz/targets.hpp
//
// What is run on texts and files nobody would write. A target ends the program if a promise is broken; a crash, a hang
// or memory without bound are found by whoever runs it: libFuzzer (./dev fuzz) or replay.cpp (a short run among the
// tests).
#pragma once

#include <string_view>

namespace dashpot::fuzz {

/// Any text gives a tree that keeps its invariants. What was read without errors can be printed, read again and printed
/// with the same result.
void parse(std::string_view text);

/// Any text gives diagnostics or a flat model that keeps its invariants, and that gives diagnostics or can be sorted.
void check(std::string_view text);

/// What was sorted is run for 10 ms of its time: it gets to its end or says why not.
void simulate(std::string_view text);

/// Any bytes are data for an input, and a table for a block, or are refused.
void csv(std::string_view bytes);

/// Any texts and numbers come back from a MAT file as they went in.
void mat(std::string_view bytes);

/// Any bytes, with the checksum they would need, are refused or are a run that goes on.
void checkpoint(std::string_view bytes);

}  // namespace dashpot::fuzz
