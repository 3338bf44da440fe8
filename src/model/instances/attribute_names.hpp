// model/instances/attribute_names.hpp: the attributes of variables (Modelica 3.6, section 4.9).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace dashpot::model {

enum class AttributeName : std::uint8_t {
  start,
  min,
  max,
  nominal,
  fixed,
  unit,
  displayUnit,
  quantity,
  stateSelect,
  unbounded,
  unknown
};
inline constexpr std::array<std::string_view, 10> attributeNames{
    "start", "min", "max", "nominal", "fixed", "unit", "displayUnit", "quantity", "stateSelect", "unbounded"};
inline AttributeName attributeNamed(std::string_view name) {
  const auto found = std::ranges::find(attributeNames, name);
  return static_cast<AttributeName>(found - attributeNames.begin());
}

}  // namespace dashpot::model
