#include "cli/compilation.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "codegen/compile.hpp"
#include "equations/make_solvable.hpp"
#include "model/flatten.hpp"
#include "syntax/parse.hpp"

namespace dashpot::cli {

bool Compilation::parse(const std::string& file) {
  const auto source = syntax::readFile(file, sources_);
  if (!source) {
    diagnostics.add(source.error());
    return false;
  }
  tree_ = syntax::parse(*source, sources_, symbols_, diagnostics);
  return !diagnostics.hasErrors();
}

bool Compilation::flatten(const std::string& modelName) {
  classes_.emplace(symbols_);
  classes_->add(*tree_, diagnostics);
  if (diagnostics.hasErrors()) return false;
  const model::ClassRef type = model::chooseClass(*classes_, *tree_, modelName, diagnostics);
  if (type == model::ClassRef::none) return false;
  flat_ = model::flatten(*classes_, type, sources_, diagnostics);
  return flat_.has_value();
}

bool Compilation::solve() {
  system_ = equations::makeSolvable(std::move(*flat_), sources_, diagnostics);
  return system_.has_value();
}

bool Compilation::compile() {
  compiled_ = codegen::compile(*system_, sources_);
  return true;
}

std::string Compilation::treeText() const { return syntax::print(*tree_, symbols_); }

ExitCode report(const Compilation& compilation) {
  std::fflush(stdout);
  fmt::print(stderr, "{}", render(compilation.diagnostics, compilation.sources()));
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

void addModelArguments(CLI::App& verb, ModelArguments& arguments) {
  verb.add_option("file", arguments.file, "Modelica file")->required()->type_name("FILE.mo");
  verb.add_option("--model", arguments.model, "Which model of the file: A.B; else its last one")->type_name("NAME");
}

}  // namespace dashpot::cli
