// base/file_handle.hpp: a C stream that is closed when it goes out of scope.
#pragma once

#include <cstdio>
#include <memory>

namespace dashpot {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

}  // namespace dashpot
