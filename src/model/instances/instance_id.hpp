// model/instances/instance_id.hpp
#pragma once

#include <cstdint>

namespace dashpot::model {

enum class InstanceId : std::uint32_t { none = 0xffffffff };

}  // namespace dashpot::model
