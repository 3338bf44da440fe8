// results/results.hpp
//
// The front door of the stage: recorders that turn a run into something to keep or to look at.
//
//   selection     which variables, by name
//   principal     which, where the user names none
//   table         columns in memory: for programs and tests
//   curves        what a plot needs, in bounded memory
//   result_file   what files have in common: they grow as the run goes on
//   csv, mat      the formats
//   plot          curves to SVG or PNG
#pragma once

#include "results/csv.hpp"
#include "results/curves.hpp"
#include "results/mat.hpp"
#include "results/plot.hpp"
#include "results/principal.hpp"
#include "results/result_file.hpp"
#include "results/selection.hpp"
#include "results/table.hpp"
