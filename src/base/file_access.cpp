#include "base/file_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dashpot {

namespace {

namespace fs = std::filesystem;

bool isBeneath(const fs::path& file, const fs::path& folder) {
  const auto [end, rest] = std::ranges::mismatch(folder, file);
  return end == folder.end();
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  [[nodiscard]] int operator*() const { return number_; }

 private:
  int number_;
};

}  // namespace

bool mayRead(const fs::path& file, const FileAccess& access) {
  std::error_code status;
  if (isBeneath(file, fs::current_path(status))) return true;
  return std::ranges::any_of(access.folders, [&](const fs::path& folder) {
    const fs::path resolved = fs::canonical(folder, status);
    return !status && isBeneath(file, resolved);
  });
}

Expected<std::string, ReadFailure> readNamedFile(const std::string& name, const FileAccess& access) {
  std::error_code status;
  const fs::path file = fs::canonical(name, status);
  if (status) return Unexpected{ReadFailure{status.message()}};
  if (!mayRead(file, access))
    return Unexpected{ReadFailure{"it lies outside the folders of the model, of the libraries and of the run", true}};
  if (access.read) access.read->push_back(file.string());
  // The resolved name, and no further link: what was checked is what is opened. A pipe without a writer does not wait.
  const Descriptor opened(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (*opened < 0) return Unexpected{ReadFailure{std::strerror(errno)}};
  struct stat about {};
  if (fstat(*opened, &about) != 0) return Unexpected{ReadFailure{std::strerror(errno)}};
  if (!S_ISREG(about.st_mode)) return Unexpected{ReadFailure{"it is not a regular file", true}};
  const auto tooLarge = [] {
    return Unexpected{ReadFailure{fmt::format("it is larger than {} MB", largestNamedFile / 1'000'000), true}};
  };
  if (static_cast<std::size_t>(about.st_size) > largestNamedFile) return tooLarge();
  std::string content;
  char buffer[1 << 16];
  while (const ssize_t count = read(*opened, buffer, sizeof buffer)) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Unexpected{ReadFailure{std::strerror(errno)}};
    content.append(buffer, static_cast<std::size_t>(count));
    if (content.size() > largestNamedFile) return tooLarge();  // of files that grow, or of /proc
  }
  return content;
}

}  // namespace dashpot
