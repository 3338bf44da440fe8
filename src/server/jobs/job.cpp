#include "server/jobs/job.hpp"

#include "base/units.hpp"
#include "language_server/protocol.hpp"
#include "results/result_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::server {

namespace {

using language_server::ErrorCode;
using language_server::RequestError;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds notifyInterval{100};

const char* kindName(codegen::VariableKind kind, bool isBoolean) {
  if (codegen::VariableInfo info{.kind = kind}; isParameter(info)) return "parameter";
  if (isBoolean) return "boolean";
  switch (kind) {
    case codegen::VariableKind::state: return "state";
    case codegen::VariableKind::discrete: return "discrete";
    default: return "algebraic";
  }
}

/// JSON has neither infinity nor NaN.
json numberOrNull(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

}  // namespace

const char* nameOf(JobState state) {
  switch (state) {
    case JobState::queued: return "queued";
    case JobState::compiling: return "compiling";
    case JobState::running: return "running";
    case JobState::paused: return "paused";
    case JobState::finished: return "finished";
    case JobState::failed: return "failed";
    case JobState::cancelled: return "cancelled";
  }
  return "";
}

bool isOver(JobState state) {
  return state == JobState::finished || state == JobState::failed || state == JobState::cancelled;
}

Job::Job(std::uint32_t number, json request, std::vector<std::string> watched, JobAudience audience,
         std::shared_ptr<ResultBudget> budget)
    : number_(number),
      request_(std::move(request)),
      audience_(std::move(audience)),
      budget_(std::move(budget)),
      stream_(number, audience_.send),
      watched_(std::move(watched)) {}

Job::~Job() { budget_->used -= accounted_; }

JobState Job::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

json Job::status() const {
  const double seconds = isOver(state_) ? seconds_ : std::chrono::duration<double>(Clock::now() - began_).count();
  json params{{"job", number_},    {"state", nameOf(state_)}, {"time", time_},           {"start", startTime_},
              {"stop", stopTime_}, {"rows", result_.rows()},  {"compiled", isCompiled_}, {"seconds", seconds}};
  if (!statistics_.is_null()) params["statistics"] = statistics_;
  if (!messages_.empty()) params["messages"] = messages_;
  if (!diagnostics_.is_null()) params["diagnostics"] = diagnostics_;
  return params;
}

void Job::notifyNow() {
  lastNotified_ = Clock::now();
  audience_.notify(status());
}

void Job::announce() {
  const std::lock_guard lock(mutex_);
  notifyNow();
}

void Job::start() {
  const std::lock_guard lock(mutex_);
  state_ = JobState::compiling;
  began_ = Clock::now();
  notifyNow();
}

void Job::begin(std::shared_ptr<const ModelDescription> model, const json& message) {
  const std::lock_guard lock(mutex_);
  model_ = std::move(model);
  isCompiled_ = message.value("compiled", false);
  time_ = startTime_ = message.value("start", 0.0);
  stopTime_ = message.value("stop", 0.0);
  state_ = JobState::running;
}

void Job::takeParameters(std::vector<double> parameters) {
  const std::lock_guard lock(mutex_);
  result_.begin(model_->outputs.size(), std::move(parameters));
  hasBegun_ = true;
  stream_.watch(find(watched_), result_);
  notifyNow();
}

bool Job::takeRows(std::span<const double> rows) {
  const std::lock_guard lock(mutex_);
  if (!hasBegun_) return true;
  result_.append(rows);
  if (result_.rows() > 0) time_ = std::max(time_, result_.times().back());
  stream_.pump(result_);
  account();
  return budget_->used <= budget_->most;
}

void Job::account() {
  const std::size_t now = result_.bytes();
  budget_->used += now - accounted_;  // wraps around, where it has become less
  accounted_ = now;
}

void Job::progress(double time, bool isPaused) {
  const std::lock_guard lock(mutex_);
  time_ = time;
  const JobState before = std::exchange(state_, isPaused ? JobState::paused : JobState::running);
  if (before != state_ || Clock::now() - lastNotified_ >= notifyInterval) notifyNow();
}

void Job::end(const json& message) {
  const std::lock_guard lock(mutex_);
  const std::string state = message.value("state", "failed");
  state_ = state == "finished" ? JobState::finished : state == "cancelled" ? JobState::cancelled : JobState::failed;
  isCompiled_ = message.value("compiled", isCompiled_);
  if (hasBegun_) time_ = message.value("time", time_);
  statistics_ = message.value("statistics", json());
  messages_ = message.value("messages", "");
  diagnostics_ = message.value("diagnostics", json::array());
  for (json& each : diagnostics_)
    if (const auto file = each.find("file"); file != each.end()) {
      each["uri"] = language_server::uriOf(file->get<std::string>());
      each.erase("file");
    }
  seconds_ = std::chrono::duration<double>(Clock::now() - began_).count();
  stream_.pump(result_);
  notifyNow();
}

void Job::end(JobState state, const std::string& sentence) {
  const std::lock_guard lock(mutex_);
  state_ = state;
  messages_ = sentence;
  seconds_ = std::chrono::duration<double>(Clock::now() - began_).count();
  stream_.pump(result_);
  notifyNow();
}

std::vector<const results::Column*> Job::find(const std::vector<std::string>& names) const {
  std::vector<const results::Column*> columns;
  for (const std::string& name : names) columns.push_back(model_ ? model_->find(name) : nullptr);
  return columns;
}

void Job::watch(const std::vector<std::string>& names, const std::function<void()>& answered) {
  const std::lock_guard lock(mutex_);
  watched_ = names;
  answered();
  if (!hasBegun_) return;
  stream_.watch(find(watched_), result_);
  stream_.pump(result_);
}

void Job::confirm(std::size_t row) {
  const std::lock_guard lock(mutex_);
  stream_.confirm(row);
  stream_.pump(result_);
}

json Job::variables() const {
  const std::lock_guard lock(mutex_);
  if (!hasBegun_)
    throw RequestError(ErrorCode::requestFailed,
                       isOver(state_) ? "this run has no result" : "the variables are known once the run begins");
  json list = json::array();
  for (std::size_t i = 0; i < model_->columns.size(); ++i) {
    const results::Column& column = model_->columns[i];
    const Unit unit = shownUnit(column);
    json entry{{"name", column.name},
               {"unit", column.unit},
               {"display_unit", unit.name},
               {"factor", 1 / unit.factor},
               {"offset", -unit.offset / unit.factor},
               {"description", column.description},
               {"kind", kindName(model_->kinds[i], column.isBoolean)}};
    if (column.isParameter) entry["value"] = numberOrNull(column.value({}, result_.parameters()));
    list.push_back(std::move(entry));
  }
  json inputs = json::array();
  for (const ModelDescription::Input& input : model_->inputs) {
    std::optional<double> value;
    for (const auto& [name, set] : inputs_)
      if (name == input.name) value = set;
    if (const results::Column* column = model_->find(input.name); !value && column && result_.rows() > 0)
      value = result_.at(*column, result_.times().back(), true);
    inputs.push_back({{"name", input.name}, {"unit", input.unit}, {"value", value ? numberOrNull(*value) : json()}});
  }
  return {{"variables", std::move(list)},
          {"principal", model_->principal},
          {"start", startTime_},
          {"stop", stopTime_},
          {"inputs", std::move(inputs)}};
}

void Job::noteInput(const std::string& name, double value) {
  const std::lock_guard lock(mutex_);
  inputs_.emplace_back(name, value);
}

std::string Job::window(std::uint32_t frame, const std::vector<std::string>& names, double from, double to,
                        std::size_t pixels) {
  const std::lock_guard lock(mutex_);
  const auto columns = find(names);
  Columns seen(1 + names.size());
  if (hasBegun_) seen = result_.window(columns, from, to, pixels);
  account();
  return encodeFrame(RowsKind::window, frame, 0, seen);
}

json Job::values(const std::vector<std::string>& names, double time) const {
  const std::lock_guard lock(mutex_);
  json list = json::array();
  for (const std::string& name : names) {
    const auto place = model_ ? model_->byName.find(name) : decltype(model_->byName.find(name)){};
    if (!hasBegun_ || place == model_->byName.end()) {
      list.push_back(nullptr);
      continue;
    }
    const bool isHeld =
        model_->kinds[place->second] == codegen::VariableKind::discrete || model_->columns[place->second].isBoolean;
    const auto value = result_.at(model_->columns[place->second], time, isHeld);
    list.push_back(value ? numberOrNull(*value) : json());
  }
  return list;
}

std::string Job::write(const std::filesystem::path& file, const std::vector<std::string>& names) const {
  std::vector<results::Column> columns;
  std::vector<double> parameters;
  std::size_t rows = 0, outputs = 0;
  {
    const std::lock_guard lock(mutex_);
    if (!hasBegun_) return "this run has no result";
    const bool takesParameters = file.extension() == ".mat";
    for (const std::string& name : names) {
      const results::Column* column = model_->find(name);
      if (!column) return fmt::format("there is no variable '{}'", name);
      columns.push_back(*column);
    }
    if (names.empty())
      std::ranges::copy_if(model_->columns, std::back_inserter(columns),
                           [&](const results::Column& each) { return takesParameters || !each.isParameter; });
    parameters = result_.parameters();
    rows = result_.rows();
    outputs = model_->outputs.size();
  }
  const auto out = results::makeResultFile(file, std::move(columns), {});
  out->begin(parameters);
  std::vector<double> row(outputs);
  for (std::size_t i = 0; i < rows && !out->failed(); ++i) {
    double time = 0;
    {
      const std::lock_guard lock(mutex_);
      time = result_.times()[i];
      result_.copyRow(i, row);
    }
    out->record(time, row, simulation::Moment::regular);
  }
  const auto problem = out->close();
  return problem ? problem->message : std::string();
}

}  // namespace dashpot::server
