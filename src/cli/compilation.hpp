// cli/compilation.hpp: the way from a file or a class of the libraries to a compiled model, stage by stage, as far as a
// verb needs it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/cli.hpp"
#include "codegen/compiled_model.hpp"
#include "equations/solvable_system.hpp"
#include "model/class_table.hpp"
#include "model/flat_model.hpp"
#include "model/library.hpp"
#include "syntax/tree.hpp"

namespace dashpot::cli {

/// What every verb on a model has: FILE.mo or the name of a class in the libraries, --model and --library.
struct ModelArguments {
  std::string file;
  std::string model;
  std::vector<std::string> libraries;
};
void addModelArguments(CLI::App& verb, ModelArguments& arguments);

/// Where libraries are looked for: the directories given, then beside the program, then those of MODELICAPATH.
[[nodiscard]] std::vector<std::filesystem::path> librariesAtHand(const std::vector<std::string>& given);

/// Each step needs the one before it and is false after errors, which are then in `diagnostics`.
class Compilation {
 public:
  explicit Compilation(ModelArguments arguments) : arguments_(std::move(arguments)) {}

  bool parse();
  bool flatten();
  bool solve();
  bool compile();
  /// All of them.
  bool run() { return parse() && flatten() && solve() && compile(); }

  [[nodiscard]] const Sources& sources() const { return sources_; }
  [[nodiscard]] const model::FlatModel& flat() const { return system_ ? system_->flat : *flat_; }
  [[nodiscard]] const equations::SolvableSystem& system() const { return *system_; }
  [[nodiscard]] const codegen::CompiledModel& compiled() const { return *compiled_; }
  [[nodiscard]] std::string treeText() const;

  Diagnostics diagnostics;

 private:
  bool findLibraries();
  bool parseFile(const std::filesystem::path& file);
  void reportUnknownClass();
  [[nodiscard]] model::ClassRef chosenClass();

  ModelArguments arguments_;
  Sources sources_;
  Symbols symbols_;
  model::Library library_{sources_, symbols_};
  model::ClassTable classes_{symbols_};
  std::optional<syntax::Tree> ownTree_;  // of a file that belongs to no library
  const syntax::Tree* tree_ = nullptr;   // of the file that was named
  std::string storedName_;               // the class of the libraries that was named, or that the file is
  std::optional<model::FlatModel> flat_;
  std::optional<equations::SolvableSystem> system_;
  std::optional<codegen::CompiledModel> compiled_;
};

/// Prints all diagnostics to stderr; userError if one of them is an error.
ExitCode report(const Compilation& compilation);

/// [{"severity": ..., "code": ..., "message": ..., "file": ..., "line": ..., "column": ..., "hints": [...]}, ...]
[[nodiscard]] nlohmann::ordered_json toJson(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace dashpot::cli
