// Libraries, first of all the Modelica Standard Library: files, examples, and models compiled.
#pragma once

#include "base/expected.hpp"
#include "codegen/compiled_model.hpp"
#include "model/classes/library.hpp"
#include "model/flat_model.hpp"
#include "syntax/tree.hpp"

#include <functional>
#include <string>
#include <vector>

namespace dashpot::msl {

struct CompileOptions {
  bool isStrict = false;        // what the specification forbids is an error even where other tools accept it
  bool allowsExternal = false;  // code in C that models bring is compiled and run
};

class StandardLibrary {
 public:
  explicit StandardLibrary(const std::vector<std::string>& roots, CompileOptions options = {}) : options_(options) {
    for (const std::string& root : roots) {
      roots_.push_back(root + '/');
      hasRoot_ |= library_.addRoot(root);
    }
  }

  /// How many files were parsed with errors, which it prints.
  std::size_t parseAll();

  /// Models with an experiment in a package Examples, of what was parsed.
  [[nodiscard]] const std::vector<std::string>& examples() const { return examples_; }
  [[nodiscard]] const Sources& sources() const { return sources_; }

  /// Called with the flat model; a text says what is wrong with it and ends the compilation.
  using FlatCheck = std::function<std::string(const model::FlatModel&)>;
  using Reached = std::function<void()>;
  /// The compiled model, or the first error. `checked` is called when everything but code is there.
  [[nodiscard]] Expected<codegen::CompiledModel, std::string> compile(const std::string& model,
                                                                      const FlatCheck& flatCheck = {},
                                                                      const Reached& checked = {});

  /// Every class below a package that has a file of its own: its name and the file.
  using Visit = std::function<void(const std::string&, const std::filesystem::path&)>;
  void forEachStored(const std::string& package, const Visit& visit);

  /// Without the folders of the libraries.
  [[nodiscard]] std::string relative(std::string text) const;

 private:
  void collect(model::StoredId id, std::vector<model::StoredId>& files);
  void collectExamples(model::StoredId package, const syntax::Tree& tree, syntax::ClassId id, std::string prefix);
  [[nodiscard]] bool hasExperiment(const syntax::Tree& tree, const syntax::Class& node) const;

  Sources sources_;
  Symbols symbols_;
  model::Library library_{sources_, symbols_};
  CompileOptions options_;
  std::vector<std::string> roots_;
  bool hasRoot_ = false;
  std::vector<std::string> examples_;
};

}  // namespace dashpot::msl
