// What a server and its workers say to one another, and what happens where one stops in the middle of it.
#include "server/worker/frames.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <unistd.h>

namespace dashpot::server::testing {
namespace {

struct Pipe {
  Pipe() {
    if (::pipe(ends.data()) != 0) ends = {-1, -1};
  }
  ~Pipe() {
    for (const int end : ends) ::close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  std::array<int, 2> ends{};
};

TEST(Frames, ArriveAsTheyWereSent) {
  const Pipe pipe;
  ASSERT_TRUE(writeFrame(pipe.ends[1], FrameKind::rows, "some bytes"));
  const auto frame = readFrame(pipe.ends[0]);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->kind, FrameKind::rows);
  EXPECT_EQ(frame->content, "some bytes");
}

TEST(Frames, OfAProcessThatStopsInTheMiddleOfOneAreGivenUp) {
  const Pipe pipe;
  const std::string begun{8, 0, 0, 0, 'r', 'h', 'a', 'l', 'f'};  // four of eight bytes
  ASSERT_EQ(::write(pipe.ends[1], begun.data(), begun.size()), static_cast<ssize_t>(begun.size()));
  int looks = 0;
  EXPECT_FALSE(readFrame(pipe.ends[0], [&] { return ++looks < 3; })) << "the head, a half, and then nothing comes";
  EXPECT_EQ(looks, 3);
}

}  // namespace
}  // namespace dashpot::server::testing
