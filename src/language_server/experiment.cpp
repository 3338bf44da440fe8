#include "language_server/experiment.hpp"

#include "language_server/quantity.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace dashpot::language_server {

nlohmann::json experimentOf(View& view, model::ClassRef type) {
  constexpr std::array<std::pair<const char*, std::string_view>, 4> entries{
      {{"start", "StartTime"}, {"stop", "StopTime"}, {"tolerance", "Tolerance"}, {"interval", "Interval"}}};
  nlohmann::json experiment = nlohmann::json::object();
  const model::ClassEntry& entry = view.classes[type];
  const syntax::Argument* annotation = view.written.argument(*entry.tree, entry.node().annotation, "experiment");
  if (!annotation) return experiment;
  for (const auto& [member, name] : entries)
    if (const syntax::Argument* given = view.written.argument(*entry.tree, annotation->modification, name))
      if (const auto value = constantValue(*entry.tree, given->modification.value)) experiment[member] = *value;
  return experiment;
}

}  // namespace dashpot::language_server
