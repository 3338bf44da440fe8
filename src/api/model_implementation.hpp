// api/model_implementation.hpp: what a dashpot::Model is inside.
#pragma once

#include "api/compilation.hpp"
#include "dashpot/model.hpp"
#include "simulation/model_code.hpp"

#include <optional>

namespace dashpot {

class Model::Implementation {
 public:
  explicit Implementation(api::ModelArguments arguments) : compilation(std::move(arguments)) {}

  api::Compilation compilation;
  std::optional<simulation::ModelCode> code;  // none after errors
  std::string messages;
};

}  // namespace dashpot
