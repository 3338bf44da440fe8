// language_server/message.hpp
//
// Messages on a stream of bytes (LSP 3.17, "Base Protocol"): a header with the length of the content, an empty line, the
// content.
//
//   Content-Length: 52\r\n\r\n{"jsonrpc":"2.0","method":"initialized","params":{}}
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace dashpot::language_server {

/// A longer message is not read: nothing an editor sends is as long, and a wrong number must not cost the memory.
constexpr std::size_t longestMessage = 256'000'000;  // bytes

/// Reads messages one by one.
class MessageReader {
 public:
  /// The stream must outlive the reader.
  explicit MessageReader(std::FILE* in) : in_(in) {}

  /// The content of the next message. Nothing at the end of the stream, and after an error, which `error` tells: after
  /// it nobody knows where the next message begins.
  [[nodiscard]] std::optional<std::string> next();
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  /// Without its end; nothing at the end of the stream.
  [[nodiscard]] std::optional<std::string> headerLine();
  [[nodiscard]] std::optional<std::string> fail(std::string reason);

  std::FILE* in_;
  std::string error_;
};

/// The content with its header.
[[nodiscard]] std::string framed(std::string_view content);

}  // namespace dashpot::language_server
