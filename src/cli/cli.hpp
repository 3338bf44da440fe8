// The command line. A verb is one file with one function that adds it to the program:
//
//   void addStability(CLI::App& app, ExitCode& result) {
//     auto options = std::make_shared<Options>();               // lives as long as the program
//     CLI::App* verb = addVerb(app, "stability", "...", "dashpot stability rodas4 --z -1,2");
//     verb->add_option("method", options->methods, "...")->required();
//     verb->callback([options, &result] { result = run(*options); });
//   }
//
// and one line in the list of main.cpp. What a verb prints for people goes to stdout, what went wrong to stderr.
#pragma once

#include "base/diagnostic.hpp"
#include "base/nearest.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dashpot::cli {

enum class ExitCode {
  success = 0,
  userError = 1,         // diagnostics say what is wrong with the input
  usage = 2,             // the command line itself
  numericalFailure = 3,  // a partial result is kept
  internalError = 70,    // a bug
  interrupted = 130,
};

/// A verb with its help and an example of its use.
CLI::App* addVerb(CLI::App& app, const std::string& name, const std::string& description, const std::string& example);

/// Prints the diagnostic to stderr.
void report(const Diagnostic& diagnostic);
/// Prints "error: message" with an optional "hint: ..." and gives ExitCode::userError.
ExitCode fail(std::string message, std::string hint = {});

/// "did you mean 'x'?" if one of the candidates is near, else empty.
template <class Candidates>
std::string didYouMean(std::string_view name, const Candidates& candidates) {
  const auto close = nearest(name, candidates);
  return close ? "did you mean '" + std::string(*close) + "'?" : std::string();
}

/// Flushes the standard output: a full disk may show only now.
ExitCode checkOutput(ExitCode result);
/// Ends the program at once, whatever other threads are doing.
[[noreturn]] void leave(ExitCode result);

// The verbs.
void addSimulate(CLI::App& app, ExitCode& result);
void addCompare(CLI::App& app, ExitCode& result);
void addRealTime(CLI::App& app, ExitCode& result);
void addExplain(CLI::App& app, ExitCode& result);
void addReproduce(CLI::App& app, ExitCode& result);
void addLinearize(CLI::App& app, ExitCode& result);
void addCheck(CLI::App& app, ExitCode& result);
void addFlatten(CLI::App& app, ExitCode& result);
void addStructure(CLI::App& app, ExitCode& result);
void addMethods(CLI::App& app, ExitCode& result);
void addStability(CLI::App& app, ExitCode& result);
void addAdvise(CLI::App& app, ExitCode& result);
void addChart(CLI::App& app, ExitCode& result);
void addDetest(CLI::App& app, ExitCode& result);
void addDraw(CLI::App& app, ExitCode& result);
void addDemo(CLI::App& app, ExitCode& result);
void addLibrary(CLI::App& app, ExitCode& result);
void addNew(CLI::App& app, ExitCode& result);
void addImportLinks(CLI::App& app, ExitCode& result);
void addEdit(CLI::App& app, ExitCode& result);
void addExport(CLI::App& app, ExitCode& result);
void addLsp(CLI::App& app, ExitCode& result);
void addServe(CLI::App& app, ExitCode& result);
void addWorker(CLI::App& app, ExitCode& result);
void addManual(CLI::App& app, ExitCode& result);
void addCompletion(CLI::App& app, ExitCode& result);

}  // namespace dashpot::cli
