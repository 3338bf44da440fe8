// results/results.hpp
//
// The front door of the stage: recorders that turn a run into something to keep or to look at.
//
//   selection     which variables, by name
//   table         columns in memory: for tests, tables and plots
//   csv           streams to a file as the run goes on
//   plot          a table to SVG or PNG, by gnuplot
#pragma once

#include "results/csv.hpp"
#include "results/plot.hpp"
#include "results/selection.hpp"
#include "results/table.hpp"
