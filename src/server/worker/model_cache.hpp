// server/worker/model_cache.hpp
//
// Compiled models of the last runs. A run with other parameters uses the model as it is, unless one of them decides its
// structure; a changed text or file makes another model.
#pragma once

#include "api/compilation.hpp"
#include "server/worker/run_request.hpp"
#include "simulation/model_code.hpp"

#include <deque>
#include <memory>
#include <optional>

namespace dashpot::server {

struct CachedModel {
  explicit CachedModel(api::ModelArguments arguments) : compilation(std::move(arguments)) {}

  std::uint32_t number = 0;  // tells models of one worker apart
  api::Compilation compilation;
  std::optional<simulation::ModelCode> code;                  // none after errors
  std::vector<simulation::ParameterSetting> structural = {};  // that it was compiled with
  /// What it was made of: names of files, and the state that each was in.
  std::vector<std::pair<std::string, std::string>> files = {};
  std::string file = {}, model = {};  // as they were asked for
  bool isTold = false;                // the server knows its variables
};

class ModelCache {
 public:
  struct Found {
    std::shared_ptr<CachedModel> model;
    bool isCompiled = false;  // now
  };
  /// The model for a run; settings that decide its structure leave the request. After errors it has no code, and is not
  /// kept.
  Found find(RunRequest& request);

 private:
  static constexpr std::size_t mostModels = 8;

  std::deque<std::shared_ptr<CachedModel>> models_;  // the last used first
  std::uint32_t lastNumber_ = 0;
};

}  // namespace dashpot::server
