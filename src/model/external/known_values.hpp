// model/external/known_values.hpp
//
// Arguments of external functions that must be known when the model is flattened, and results as values.
#pragma once

#include "model/expressions/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::model {

class ModelFiles;
struct Translator;

class KnownValues {
 public:
  KnownValues(Translator& translator, ModelFiles& files) : t_(translator), files_(files) {}

  // Empty: it is not known, and that has been reported. Parameters that it depends on become structural.
  std::optional<std::vector<double>> numbers(const Value& value, SourceRange where);
  std::optional<double> scalar(const Value& value, SourceRange where);
  std::optional<std::string> text(const Value& value, SourceRange where);

  [[nodiscard]] Value number(double value, Type type) const;
  [[nodiscard]] Value truth(bool value) const;
  [[nodiscard]] static Value words(std::string text);
  [[nodiscard]] static Value lines(std::vector<std::string> texts);

  [[nodiscard]] Translator& translator() { return t_; }
  [[nodiscard]] ModelFiles& files() { return files_; }

 private:
  Translator& t_;
  ModelFiles& files_;
};

/// What an external function gives: the result of the C function, then what it writes through pointers. Empty: reported.
using ExternalResults = std::optional<std::vector<Value>>;

/// An external function of what is known when the model is flattened.
struct KnownFunction {
  std::string_view name;
  std::size_t arguments;  // that go in
  ExternalResults (*run)(KnownValues& values, const std::vector<Value>& arguments, SourceRange where);
};

}  // namespace dashpot::model
