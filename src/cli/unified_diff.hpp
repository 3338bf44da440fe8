// cli/unified_diff.hpp: the difference of two texts as `diff -u` and `git diff` show it, for people and for `patch`.
#pragma once

#include <string>
#include <string_view>

namespace dashpot::cli {

/// Empty if the texts are equal. Three lines around each change; a last line without an end is marked as such.
[[nodiscard]] std::string unifiedDiff(std::string_view before, std::string_view after, std::string_view name);

}  // namespace dashpot::cli
