#include "dashpot/model.hpp"

#include "api/model_implementation.hpp"

namespace dashpot {

namespace {

std::shared_ptr<Model::Implementation> compile(api::ModelArguments arguments, const ModelOptions& options) {
  arguments.model = options.name;
  arguments.libraries = options.libraries;
  arguments.settableStarts = true;
  auto result = std::make_shared<Model::Implementation>(std::move(arguments));
  api::Compilation& compilation = result->compilation;
  compilation.inlined = options.inlined;
  compilation.keepsForms = false;
  bool isSound = compilation.parse() && compilation.flatten();
  if (isSound && !options.structure.empty()) {
    std::vector<simulation::ParameterSetting> settings;
    for (const auto& [name, value] : options.structure) settings.push_back({name, value});
    isSound = compilation.flattenModified(settings);
  }
  isSound = isSound && compilation.makeSolvable() && compilation.compile();
  result->messages = render(compilation.diagnostics, compilation.sources());
  if (!isSound) return result;
  codegen::CodeOptions code;
  code.backend = options.native ? codegen::Backend::llvm : codegen::Backend::interpreter;
  code.generator.cacheDirectory = options.cache;
  result->code.emplace(compilation.compiled(), code);
  return result;
}

ModelVariable::Kind kindOf(codegen::VariableKind kind) {
  switch (kind) {
    case codegen::VariableKind::parameter: return ModelVariable::Kind::parameter;
    case codegen::VariableKind::constant: return ModelVariable::Kind::constant;
    case codegen::VariableKind::state: return ModelVariable::Kind::state;
    case codegen::VariableKind::discrete: return ModelVariable::Kind::discrete;
    case codegen::VariableKind::algebraic: break;
  }
  return ModelVariable::Kind::algebraic;
}

}  // namespace

Model Model::fromFile(const std::string& file, const ModelOptions& options) {
  return Model(compile({.file = file}, options));
}

Model Model::fromText(const std::string& text, const ModelOptions& options) {
  return Model(compile({.text = text}, options));
}

Model Model::fromLibrary(const std::string& qualifiedName, const ModelOptions& options) {
  return Model(compile({.file = qualifiedName}, options));
}

Model::operator bool() const { return implementation_->code.has_value(); }

const std::string& Model::messages() const { return implementation_->messages; }

const std::string& Model::name() const {
  static const std::string none;
  return *this ? implementation_->compilation.compiled().name() : none;
}

std::vector<ModelVariable> Model::variables() const {
  std::vector<ModelVariable> result;
  if (!*this) return result;
  for (const codegen::VariableInfo& variable : implementation_->compilation.compiled().recorded.variables)
    result.push_back({variable.name, kindOf(variable.kind), variable.unit, variable.description});
  return result;
}

std::vector<std::string> Model::inputs() const {
  return *this ? implementation_->compilation.compiled().inputs.names : std::vector<std::string>{};
}

}  // namespace dashpot
