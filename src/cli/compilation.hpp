// cli/compilation.hpp: what every verb on a model has: its arguments, and how what was found out is reported.
#pragma once

#include "api/compilation.hpp"
#include "cli/cli.hpp"

#include <nlohmann/json.hpp>

namespace dashpot::cli {

using api::Compilation;
using api::librariesAtHand;
using api::ModelArguments;

/// FILE.mo or the name of a class in the libraries, --model and --library.
void addModelArguments(CLI::App& verb, ModelArguments& arguments);

/// --unsaved alone, for verbs with arguments of their own.
void addUnsavedOption(CLI::App& verb, ModelArguments& arguments);

/// Whether the flat model can be printed; if not, that is reported.
bool isPrintable(Compilation& compilation);

/// Prints all diagnostics to stderr; userError if one of them is an error.
ExitCode report(const Compilation& compilation);

/// [{"severity": ..., "code": ..., "message": ..., "file": ..., "line": ..., "column": ..., "hints": [...]}, ...]
[[nodiscard]] nlohmann::ordered_json toJson(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace dashpot::cli
