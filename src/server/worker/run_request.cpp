#include "server/worker/run_request.hpp"

#include "base/units.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace dashpot::server {

namespace {

using nlohmann::json;

/// A number of SI, or a text with a unit: "10 ms".
std::optional<double> timeFrom(const json& settings, const char* name, Diagnostics& diagnostics) {
  const auto found = settings.find(name);
  if (found == settings.end() || found->is_null()) return std::nullopt;
  if (found->is_number()) return found->get<double>();
  const std::string text = found->is_string() ? found->get<std::string>() : found->dump();
  const auto quantity = parseQuantity(text);
  if (quantity && (quantity->unit.empty() || quantity->unit == "s")) return quantity->value;
  diagnostics.error(
      "bad-setting", {},
      quantity ? fmt::format("{}: '{}' is not a time", name, text) : fmt::format("{}: {}", name, quantity.error()));
  return std::nullopt;
}

std::string valueText(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

}  // namespace

RunRequest runRequestFrom(const json& message, Diagnostics& diagnostics) {
  RunRequest request;
  request.job = message.value("job", 0U);
  request.file = message.value("file", "");
  request.model = message.value("model", "");
  request.texts = message.value("texts", std::map<std::string, std::string>());
  request.libraries = message.value("libraries", std::vector<std::string>());
  const json settings = message.value("settings", json::object());
  simulation::Settings& wanted = request.settings;
  wanted.start = timeFrom(settings, "start", diagnostics);
  wanted.stop = timeFrom(settings, "stop", diagnostics);
  wanted.tolerance = timeFrom(settings, "tolerance", diagnostics);
  wanted.interval = timeFrom(settings, "interval", diagnostics);
  wanted.step = timeFrom(settings, "step", diagnostics).value_or(0.0);
  wanted.stepsWithoutInterval = true;
  if (const std::string method = settings.value("method", ""); !method.empty()) wanted.method = method;
  const json parameters = message.value("parameters", json::object());
  for (const auto& [name, value] : parameters.items()) wanted.parameters.push_back({name, valueText(value)});
  const json inputs = message.value("inputs", json::object());
  for (const auto& [name, value] : inputs.items())
    if (value.is_number()) request.inputs.emplace_back(name, value.get<double>());
  if (const auto pace = message.find("pace"); pace != message.end() && pace->is_number() && pace->get<double>() > 0)
    request.pace = pace->get<double>();
  return request;
}

}  // namespace dashpot::server
