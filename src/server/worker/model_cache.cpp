#include "server/worker/model_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sys/stat.h>

namespace dashpot::server {

namespace {

using simulation::ParameterSetting;

bool isSame(const ParameterSetting& a, const ParameterSetting& b) { return a.name == b.name && a.value == b.value; }

/// Changes whenever a file may have; of a text that counts instead, the text itself.
std::string stateOf(const std::string& file, const RunRequest& request) {
  if (const auto text = request.texts.find(file); text != request.texts.end()) return "text " + text->second;
  struct stat about {};
  if (stat(file.c_str(), &about) != 0) return "none";
  return fmt::format("file {}.{} {} {}", about.st_mtim.tv_sec, about.st_mtim.tv_nsec, about.st_size, about.st_ino);
}

bool isUpToDate(const CachedModel& model, const RunRequest& request) {
  return model.file == request.file && model.model == request.model &&
         model.compilation.inlined == simulation::inlinedFormula(request.settings.method) &&
         std::ranges::all_of(model.files,
                             [&](const auto& each) { return stateOf(each.first, request) == each.second; });
}

/// The settings that are left for a run of this model; nothing if it was compiled for others.
std::optional<std::vector<ParameterSetting>> settingsFor(const CachedModel& model, const RunRequest& request) {
  std::vector<ParameterSetting> left = request.settings.parameters;
  for (const ParameterSetting& structural : model.structural) {
    const auto same = std::ranges::find_if(left, [&](const auto& each) { return isSame(each, structural); });
    if (same == left.end()) return std::nullopt;
    left.erase(same);
  }
  if (model.compilation.isStructural(left)) return std::nullopt;
  return left;
}

void noteFiles(CachedModel& model, const RunRequest& request) {
  const Sources& sources = model.compilation.sources();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string& name = sources[static_cast<SourceId>(i)].name();
    model.files.emplace_back(name, stateOf(name, request));
  }
  for (const std::string& name : model.compilation.namedFiles()) model.files.emplace_back(name, stateOf(name, request));
}

}  // namespace

ModelCache::Found ModelCache::find(RunRequest& request) {
  for (auto each = models_.begin(); each != models_.end(); ++each) {
    if (!isUpToDate(**each, request)) continue;
    auto left = settingsFor(**each, request);
    if (!left) continue;
    request.settings.parameters = std::move(*left);
    std::shared_ptr<CachedModel> model = *each;
    models_.erase(each);
    models_.push_front(model);
    return {model, false};
  }
  auto model = std::make_shared<CachedModel>(api::ModelArguments{.file = request.file,
                                                                 .model = request.model,
                                                                 .libraries = request.libraries,
                                                                 .settableStarts = true,
                                                                 .unsaved = request.texts});
  model->number = ++lastNumber_;
  model->file = request.file, model->model = request.model;
  model->compilation.inlined = simulation::inlinedFormula(request.settings.method);
  const std::vector<ParameterSetting> given = request.settings.parameters;
  if (!model->compilation.run(request.settings.parameters)) return {model, true};
  for (const ParameterSetting& each : given)
    if (std::ranges::none_of(request.settings.parameters, [&](const auto& left) { return isSame(each, left); }))
      model->structural.push_back(each);
  model->code.emplace(model->compilation.compiled(), request.settings.code);
  noteFiles(*model, request);
  models_.push_front(model);
  if (models_.size() > mostModels) models_.pop_back();
  return {model, true};
}

}  // namespace dashpot::server
