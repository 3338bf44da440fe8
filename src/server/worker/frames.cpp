#include "server/worker/frames.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace dashpot::server {

namespace {

constexpr std::size_t headSize = 5;
constexpr std::uint32_t largestFrame = 512U << 20U;  // bytes: nothing is larger, unless the other side has gone mad

bool readAll(int pipe, char* to, std::size_t size, const WaitForBytes& wait) {
  while (size > 0) {
    if (wait && !wait()) return false;
    const ssize_t count = read(pipe, to, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    to += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool sendAll(int pipe, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(pipe, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

bool writeFrame(int pipe, FrameKind kind, std::string_view content) {
  const auto size = static_cast<std::uint32_t>(content.size());
  std::array<char, headSize> head{};
  std::memcpy(head.data(), &size, sizeof size);
  head.back() = static_cast<char>(kind);
  return sendAll(pipe, {head.data(), head.size()}) && sendAll(pipe, content);
}

std::optional<Frame> readFrame(int pipe, const WaitForBytes& wait) {
  std::array<char, headSize> head{};
  if (!readAll(pipe, head.data(), head.size(), wait)) return std::nullopt;
  std::uint32_t size = 0;
  std::memcpy(&size, head.data(), sizeof size);
  if (size > largestFrame) return std::nullopt;
  Frame frame{static_cast<FrameKind>(head.back()), std::string(size, '\0')};
  if (!readAll(pipe, frame.content.data(), size, wait)) return std::nullopt;
  return frame;
}

std::string_view bytesOf(std::span<const double> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

std::vector<double> numbersIn(std::string_view bytes) {
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  return numbers;
}

}  // namespace dashpot::server
