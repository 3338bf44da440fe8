// base/whole_file.hpp: files that are written in one go.
#pragma once

#include "base/diagnostic.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace dashpot {

/// Writes under another name first, so that an older file is there until the new one is whole. Empty: done.
[[nodiscard]] std::optional<Diagnostic> writeWhole(std::string_view bytes, const std::filesystem::path& file);

}  // namespace dashpot
