// server/files/open_beneath.hpp: opens what lies beneath a folder, and nothing else, whatever its name says and wherever
// links lead.
#pragma once

#include "server/files/descriptor.hpp"

#include <string>

namespace dashpot::server {

/// As openat does, but that the kernel resolves each part of the path beneath the folder (openat2). Where it is too old
/// for that, or a sandbox does not know it: openWithoutLinks. Else errno says why nothing was opened.
[[nodiscard]] Descriptor openBeneath(int folder, const std::string& path, int flags);

/// Part by part: none may be a link, or lead upwards.
[[nodiscard]] Descriptor openWithoutLinks(int folder, const std::string& path, int flags);

}  // namespace dashpot::server
