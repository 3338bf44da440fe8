// api/compilation.hpp: the way from a file, a text or a class of the libraries to a compiled model, stage by stage, as
// far as it is needed.
#pragma once

#include "base/file_access.hpp"
#include "codegen/compile.hpp"
#include "equations/make_solvable.hpp"
#include "equations/solvable_system.hpp"
#include "model/classes/class_table.hpp"
#include "model/classes/library.hpp"
#include "model/flat_model.hpp"
#include "model/parts_list.hpp"
#include "simulation/parameter_values.hpp"
#include "syntax/tree.hpp"

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::api {

/// Where the model is.
struct ModelArguments {
  std::string file = {};                            // FILE.mo, or the name of a class in the libraries
  std::string model = {};                           // which model of the file; empty: its last one
  std::vector<std::string> libraries = {};          // folders, before those of the program and of MODELICAPATH
  std::string text = {};                            // instead of a file, whose name then stands in messages only
  bool settableStarts = false;                      // start values can be set like parameters
  std::vector<std::string> allowedFolders = {};     // beneath which the model may read tables, too
  bool allowsExternal = false;                      // code in C that the model brings may be compiled and run
  bool isStrict = false;                            // what other tools accept against the specification is an error
  std::map<std::string, std::string> unsaved = {};  // texts by file: they count instead of what the files hold
};

/// Where libraries are looked for: the directories given, then beside the program, then those of MODELICAPATH.
[[nodiscard]] std::vector<std::filesystem::path> librariesAtHand(const std::vector<std::string>& given);

/// Each step needs the one before it and is false after errors, which are then in `diagnostics`.
class Compilation {
 public:
  explicit Compilation(ModelArguments arguments) : arguments_(std::move(arguments)) {
    diagnostics.isStrict = arguments_.isStrict;
  }

  bool parse();
  bool flatten();
  bool makeSolvable();
  bool compile();
  /// Flattens again with other values for parameters that decide the structure; makeSolvable() and compile() follow.
  bool flattenModified(const std::vector<simulation::ParameterSetting>& settings);
  /// All of them.
  bool run();
  /// The same with settings of a run: those that decide the structure become part of the model and leave the list.
  bool run(std::vector<simulation::ParameterSetting>& settings);
  /// Whether a run with these settings needs another compilation, because one of them decides the structure.
  [[nodiscard]] bool isStructural(const std::vector<simulation::ParameterSetting>& settings) const;

  /// The class that was named, as it is written, whatever its kind: pictures and texts need no more. parse() comes
  /// before it, and nothing of the other steps. None if there is no such class, which is then reported.
  [[nodiscard]] model::ClassRef writtenClass();
  [[nodiscard]] model::ClassTable& classes() { return classes_; }
  [[nodiscard]] model::Library& library() { return library_; }
  /// The folders beneath which the model may name files.
  [[nodiscard]] FileAccess fileAccess() const;
  /// The files, tables so far, that the model was made of beside its sources.
  [[nodiscard]] const std::vector<std::string>& namedFiles() const { return namedFiles_; }

  [[nodiscard]] const Sources& sources() const { return sources_; }
  /// As the front end made it.
  [[nodiscard]] const model::FlatModel& flat() const { return *flat_; }
  /// The parts of the flat model.
  [[nodiscard]] const model::PartsList& parts() const { return parts_; }
  /// The folders of the libraries that the parts are from, each with a package.mo.
  [[nodiscard]] std::vector<std::filesystem::path> libraryFolders() const;
  [[nodiscard]] const equations::SolvableSystem& system() const { return *system_; }
  [[nodiscard]] const codegen::CompiledModel& compiled() const { return *compiled_; }
  [[nodiscard]] std::string treeText() const;

  /// The time of each step, all its calls together.
  struct Seconds {
    double parse = 0.0, flatten = 0.0, sort = 0.0, compile = 0.0;
    [[nodiscard]] double total() const { return parse + flatten + sort + compile; }
  };
  Seconds seconds;
  Diagnostics diagnostics;
  equations::SolvableOptions solvableOptions;
  /// The formula that makeSolvable() works into the equations, for methods called inline:NAME; empty: none.
  std::string inlined;
  codegen::StepData stepData = codegen::StepData::all;
  /// Whether flat() and system() are still there when the step behind them is done. Who wants the compiled model alone
  /// does without: a large model then takes half the memory.
  bool keepsForms = true;
  /// Is called before a flat model is sorted; more than once where another one takes its place.
  std::function<void()> isFlattened = [] {};

 private:
  bool findLibraries();
  bool inlineFormula();
  bool parseFile(const std::filesystem::path& file);
  bool parseText(const std::string& text);
  [[nodiscard]] std::optional<model::FlatModel> flattened(model::ClassRef type);
  void reportUnknownClass();
  [[nodiscard]] std::string chosenName();

  ModelArguments arguments_;
  Sources sources_;
  Symbols symbols_;
  model::Library library_{sources_, symbols_};
  model::ClassTable classes_{symbols_};
  model::ClassRef class_ = model::ClassRef::none;
  std::deque<syntax::Tree> modified_;    // models that extend the one that was named
  std::optional<syntax::Tree> ownTree_;  // of a file that belongs to no library
  const syntax::Tree* tree_ = nullptr;   // of the file that was named
  std::vector<std::string> namedFiles_;
  std::string storedName_;  // the class of the libraries that was named, or that the file is
  std::optional<model::FlatModel> flat_;
  std::string name_;              // of the flat model, ...
  model::Experiment experiment_;  // ... and its experiment
  model::PartsList parts_;
  std::optional<equations::SolvableSystem> system_;
  std::optional<codegen::CompiledModel> compiled_;
};

}  // namespace dashpot::api
