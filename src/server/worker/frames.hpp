// server/worker/frames.hpp
//
// What the server and its workers say to one another, on pipes: a length of four bytes, a kind of one byte, the content.
// Both are the same program on the same machine, so that numbers travel as they are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::server {

enum class FrameKind : std::uint8_t {
  message = 'm',     // JSON
  parameters = 'p',  // numbers: all parameters of the run that begins
  rows = 'r',        // numbers: rows of the result, each with its time first
};

struct Frame {
  FrameKind kind = FrameKind::message;
  std::string content;
};

/// False if the other side has gone.
bool writeFrame(int pipe, FrameKind kind, std::string_view content);
/// Called before each look at the pipe, which may come in the middle of a frame: the other side may stop there. False: to
/// wait is given up.
using WaitForBytes = std::function<bool()>;
/// Waits for the next one. Nothing: the other side has gone, or says what cannot be understood.
[[nodiscard]] std::optional<Frame> readFrame(int pipe, const WaitForBytes& wait = {});

/// Numbers as bytes, and back.
[[nodiscard]] std::string_view bytesOf(std::span<const double> numbers);
[[nodiscard]] std::vector<double> numbersIn(std::string_view bytes);

}  // namespace dashpot::server
