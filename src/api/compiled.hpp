// api/compiled.hpp: what a dashpot::Model is inside.
#pragma once

#include "api/compilation.hpp"
#include "dashpot/model.hpp"
#include "simulation/shared_code.hpp"

#include <optional>

namespace dashpot {

class Model::Compiled {
 public:
  explicit Compiled(api::ModelArguments arguments) : compilation(std::move(arguments)) {}

  api::Compilation compilation;
  std::optional<simulation::SharedCode> code;  // none after errors
  std::string messages;
};

}  // namespace dashpot
