// language_server/code_actions.hpp: remedies that a diagnostic's hint names, made ready to be applied.
#pragma once

#include "language_server/diagnose.hpp"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace dashpot::language_server {

/// The answer to textDocument/codeAction for a range of a document: a misspelt name replaced, a semicolon, an `inner`
/// component or a within clause added. `findings` are the ones last published.
[[nodiscard]] nlohmann::json codeActions(View& view, const std::vector<Finding>& findings, const Range& range);

}  // namespace dashpot::language_server
