// base/user_folders.hpp: folders of the user's own, where programs keep what they can make again.
#pragma once

#include <filesystem>

namespace dashpot {

/// $XDG_CACHE_HOME/dashpot, or ~/.cache/dashpot (XDG Base Directory Specification 0.8); empty where neither is known.
[[nodiscard]] std::filesystem::path userCacheFolder();

/// Whether nobody else can put anything there: it belongs to the user and others may not write; or it is not there yet.
[[nodiscard]] bool isOwnFolder(const std::filesystem::path& folder);

}  // namespace dashpot
