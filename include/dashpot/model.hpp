// A model in Modelica, compiled once and then simulated as often as one likes (dashpot/simulation.hpp).
//
//   Model model = Model::fromFile("press.mo", {.libraries = {"lib"}});
//   if (!model) std::cerr << model.messages();
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dashpot {

struct ModelOptions {
  std::string name{};                    // which model of the file or text; empty: its last one
  std::vector<std::string> libraries{};  // folders in which libraries are looked for
  /// Values of parameters that decide the structure of the model, such as the size of an array: {"n", "5"}. All others
  /// can be set for each simulation.
  std::vector<std::pair<std::string, std::string>> structure{};
  std::string inlined{};  // a formula to work into the equations, for simulations with the method inline:FORMULA
  bool native = true;     // machine code as soon as it pays; else the model is interpreted
  std::string cache{};    // keep machine code in this folder, and look for it there
};

struct ModelVariable {
  enum class Kind { parameter, constant, state, algebraic, discrete };
  std::string name{};
  Kind kind = Kind::algebraic;
  std::string unit{};  // SI
  std::string description{};
};

/// A handle: copies share the compiled model. Any number of simulations may use it, on any number of threads.
class Model {
 public:
  static Model fromFile(const std::string& file, const ModelOptions& options = {});
  static Model fromText(const std::string& text, const ModelOptions& options = {});
  /// A class of the libraries: "Modelica.Blocks.Examples.PID_Controller".
  static Model fromLibrary(const std::string& qualifiedName, const ModelOptions& options = {});

  /// Whether it can be simulated.
  explicit operator bool() const;
  /// Errors and warnings, as text for people.
  const std::string& messages() const;

  const std::string& name() const;
  std::vector<ModelVariable> variables() const;
  std::vector<std::string> inputs() const;

  class Implementation;
  const std::shared_ptr<Implementation>& implementation() const { return implementation_; }

 private:
  explicit Model(std::shared_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
  std::shared_ptr<Implementation> implementation_;
};

}  // namespace dashpot
