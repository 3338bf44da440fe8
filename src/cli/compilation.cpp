#include "cli/compilation.hpp"

#include "cli/memory_limit.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace dashpot::cli {

namespace {

/// What an editor has not saved yet: {"/folder/press.mo": "model Press ..."}.
std::map<std::string, std::string> readTexts() {
  const nlohmann::json json = nlohmann::json::parse(stdin, nullptr, false);
  if (!json.is_object() || !std::ranges::all_of(json, [](const auto& each) { return each.is_string(); }))
    throw CLI::ValidationError("--unsaved", "standard input is not a JSON object of texts");
  return json.get<std::map<std::string, std::string>>();
}

}  // namespace

bool isPrintable(Compilation& compilation) {
  const auto tooLong = model::tooLongToPrint(compilation.flat());
  if (tooLong)
    compilation.diagnostics
        .error("too-long", tooLong->where, "written out as one equation, this has more than a million terms")
        .hint("put the statements into a function; the model can be simulated as it is");
  return !tooLong;
}

ExitCode report(const Compilation& compilation) {
  std::fflush(stdout);
  say(stderr, "{}", render(compilation.diagnostics, compilation.sources()));
  return compilation.diagnostics.hasErrors() ? ExitCode::userError : ExitCode::success;
}

nlohmann::ordered_json toJson(const Diagnostics& diagnostics, const Sources& sources) {
  auto list = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    nlohmann::ordered_json entry{{"severity", diagnostic.severity == Severity::error ? "error" : "warning"},
                                 {"code", diagnostic.code},
                                 {"message", diagnostic.message}};
    if (diagnostic.where.known()) {
      const SourceText& source = sources[diagnostic.where.source];
      const auto [line, column] = source.lineColumn(diagnostic.where.begin);
      entry["file"] = source.name();
      entry["line"] = line;
      entry["column"] = column;
    }
    if (!diagnostic.details.empty()) entry["details"] = diagnostic.details;
    if (!diagnostic.notes.empty()) entry["notes"] = diagnostic.notes;
    if (!diagnostic.hints.empty()) entry["hints"] = diagnostic.hints;
    list.push_back(std::move(entry));
  }
  return list;
}

void addUnsavedOption(CLI::App& verb, ModelArguments& arguments) {
  verb.add_flag_callback(
      "--unsaved", [&arguments] { arguments.unsaved = readTexts(); },
      "Texts on standard input, a JSON object by file, count instead of what these files hold");
}

void addModelArguments(CLI::App& verb, ModelArguments& arguments) {
  verb.add_option("file", arguments.file, "Modelica file, or the name of a class in the libraries")
      ->required()
      ->type_name("FILE.mo|A.B.C");
  verb.add_option("--model", arguments.model, "Which model of the file: A.B; else its last one")->type_name("NAME");
  verb.add_option("--library", arguments.libraries,
                  "Where to look for libraries, before those of the program and of MODELICAPATH; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  addMemoryOption(verb);
  addUnsavedOption(verb, arguments);
  verb.add_flag("--allow-external", arguments.allowsExternal,
                "Compile and run code in C that the model brings (external \"C\"), in a process of its own: only for "
                "models that you trust");
  verb.add_flag("--strict", arguments.isStrict,
                "Take for an error what the specification forbids and other tools accept; else it is a warning");
  verb.add_option("--allow-files", arguments.allowedFolders,
                  "Let the model read tables beneath this folder, too, not only beneath its own, the libraries' and "
                  "the working folder; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

}  // namespace dashpot::cli
