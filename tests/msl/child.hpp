// Work in a process of its own, so that what crashes or hangs there is a failure like others.
#pragma once

#include <functional>
#include <string>

namespace dashpot::msl {

struct ChildReport {
  std::string text;     // what the child told before its end
  std::string failure;  // how it ended, if not by itself
};

/// Tells the parent something, at once.
using Tell = std::function<void(const std::string&)>;

[[nodiscard]] ChildReport inChildProcess(unsigned secondsAtMost, const std::function<void(const Tell&)>& work);

}  // namespace dashpot::msl
