#include "cli/compilation.hpp"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/nearest.hpp"
#include "codegen/compile.hpp"
#include "equations/make_solvable.hpp"
#include "model/flatten.hpp"
#include "syntax/parse.hpp"

namespace dashpot::cli {

namespace {

/// Where this program lies; empty if the system does not say.
std::filesystem::path programPath() {
  std::error_code status;
  return std::filesystem::read_symlink("/proc/self/exe", status);
}

bool isFileName(const std::string& text) {
  std::error_code status;
  return text.ends_with(".mo") || text.find('/') != std::string::npos || std::filesystem::exists(text, status);
}

}  // namespace

std::vector<std::filesystem::path> librariesAtHand(const std::vector<std::string>& given) {
  const char* path = std::getenv("MODELICAPATH");
  return model::libraryRoots(given, programPath(), path ? path : "");
}

bool Compilation::findLibraries() {
  for (const std::filesystem::path& root : librariesAtHand(arguments_.libraries)) {
    if (library_.addRoot(root)) continue;
    diagnostics.error("no-library", {}, fmt::format("there is no library directory '{}'", root.string()));
    return false;
  }
  classes_.use(library_, diagnostics);
  return true;
}

bool Compilation::parse() {
  if (!findLibraries()) return false;
  if (isFileName(arguments_.file)) return parseFile(arguments_.file);
  storedName_ = arguments_.file;
  const model::ClassRef type = classes_.findQualified(storedName_);
  if (type == model::ClassRef::none) {
    if (!diagnostics.hasErrors()) reportUnknownClass();
    return false;
  }
  tree_ = classes_[type].tree;
  return !diagnostics.hasErrors();
}

void Compilation::reportUnknownClass() {
  Diagnostic& diagnostic =
      diagnostics.error("no-model", {}, fmt::format("there is no file and no class '{}'", storedName_));
  std::vector<std::string_view> names;
  for (const Symbol symbol : library_.topLevelNames()) names.push_back(symbols_.text(symbol));
  const std::string first = storedName_.substr(0, storedName_.find('.'));
  if (library_.topLevel(first) != model::StoredId::none)
    diagnostic.note(fmt::format("{} is there, but not all of the rest of the name", first));
  else if (const auto meant = nearest(first, names))
    diagnostic.hint(fmt::format("did you mean '{}'?", *meant));
  else if (names.empty())
    diagnostic.hint("name the directory of a library with --library DIR");
  else
    diagnostic.note(fmt::format("the libraries at hand are {}", fmt::join(names, ", ")));
}

bool Compilation::parseFile(const std::filesystem::path& file) {
  if (const model::StoredId stored = library_.adopt(file); stored != model::StoredId::none) {
    storedName_ = library_.qualifiedName(stored);
    tree_ = library_.load(stored, diagnostics);
    return tree_ && !diagnostics.hasErrors();
  }
  const auto source = syntax::readFile(file, sources_);
  if (!source) {
    diagnostics.add(source.error());
    return false;
  }
  ownTree_ = syntax::parse(*source, sources_, symbols_, diagnostics);
  tree_ = &*ownTree_;
  return !diagnostics.hasErrors();
}

/// --model names a class from the top, or inside the one that the file is.
model::ClassRef Compilation::chosenClass() {
  std::string name = arguments_.model;
  if (!storedName_.empty() && name.empty()) name = storedName_;
  if (!storedName_.empty() && !arguments_.model.empty())
    if (const std::string inside = storedName_ + '.' + name; classes_.findQualified(inside) != model::ClassRef::none)
      name = inside;
  return model::chooseClass(classes_, *tree_, name, diagnostics);
}

bool Compilation::flatten() {
  if (ownTree_) classes_.add(*ownTree_, diagnostics);
  if (diagnostics.hasErrors()) return false;
  const model::ClassRef type = chosenClass();
  if (type == model::ClassRef::none) return false;
  flat_ = model::flatten(classes_, type, sources_, diagnostics);
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
  verb.add_option("file", arguments.file, "Modelica file, or the name of a class in the libraries")
      ->required()
      ->type_name("FILE.mo|A.B.C");
  verb.add_option("--model", arguments.model, "Which model of the file: A.B; else its last one")->type_name("NAME");
  verb.add_option("--library", arguments.libraries,
                  "Where to look for libraries, before those of the program and of MODELICAPATH; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

}  // namespace dashpot::cli
