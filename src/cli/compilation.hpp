// cli/compilation.hpp: the way from a file to a compiled model, stage by stage, as far as a verb needs it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "cli/cli.hpp"
#include "codegen/compiled_model.hpp"
#include "equations/solvable_system.hpp"
#include "model/class_table.hpp"
#include "model/flat_model.hpp"
#include "syntax/tree.hpp"

namespace dashpot::cli {

/// Each step needs the one before it and is false after errors, which are then in `diagnostics`.
class Compilation {
 public:
  bool parse(const std::string& file);
  bool flatten(const std::string& modelName);
  bool solve();
  bool compile();
  /// All of them.
  bool run(const std::string& file, const std::string& modelName) {
    return parse(file) && flatten(modelName) && solve() && compile();
  }

  [[nodiscard]] const Sources& sources() const { return sources_; }
  [[nodiscard]] const model::FlatModel& flat() const { return system_ ? system_->flat : *flat_; }
  [[nodiscard]] const equations::SolvableSystem& system() const { return *system_; }
  [[nodiscard]] const codegen::CompiledModel& compiled() const { return *compiled_; }
  [[nodiscard]] std::string treeText() const;

  Diagnostics diagnostics;

 private:
  Sources sources_;
  Symbols symbols_;
  std::optional<syntax::Tree> tree_;
  std::optional<model::ClassTable> classes_;
  std::optional<model::FlatModel> flat_;
  std::optional<equations::SolvableSystem> system_;
  std::optional<codegen::CompiledModel> compiled_;
};

/// Prints all diagnostics to stderr; userError if one of them is an error.
ExitCode report(const Compilation& compilation);

/// [{"severity": ..., "code": ..., "message": ..., "file": ..., "line": ..., "column": ..., "hints": [...]}, ...]
[[nodiscard]] nlohmann::ordered_json toJson(const Diagnostics& diagnostics, const Sources& sources);

/// The options every verb on a model file has: FILE and --model.
struct ModelArguments {
  std::string file;
  std::string model;
};
void addModelArguments(CLI::App& verb, ModelArguments& arguments);

}  // namespace dashpot::cli
