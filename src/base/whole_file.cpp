#include "base/whole_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace dashpot {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::optional<Diagnostic> writeWhole(std::string_view bytes, const std::filesystem::path& file) {
  std::error_code status;
  const bool isDevice = std::filesystem::exists(file, status) && !std::filesystem::is_regular_file(file, status);
  std::filesystem::path partial = file;
  if (!isDevice) partial += ".partial";
  std::unique_ptr<std::FILE, CloseFile> out(std::fopen(partial.c_str(), "wb"));
  const bool isOpen = out != nullptr;
  bool isWritten = isOpen && std::fwrite(bytes.data(), 1, bytes.size(), out.get()) == bytes.size();
  if (isOpen && std::fclose(out.release()) != 0) isWritten = false;
  if (isWritten && (isDevice || std::rename(partial.c_str(), file.c_str()) == 0)) return std::nullopt;
  Diagnostic diagnostic{.severity = Severity::error,
                        .code = "write",
                        .message = fmt::format("cannot write '{}': {}", file.string(), std::strerror(errno)),
                        .details = {},
                        .notes = {},
                        .hints = {}};
  if (isOpen) diagnostic.hint("the disk may be full");
  if (isOpen && !isDevice) std::filesystem::remove(partial, status);
  return diagnostic;
}

}  // namespace dashpot
