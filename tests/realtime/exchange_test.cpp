#include "realtime/exchange_block.hpp"
#include "realtime/exchange_memory.hpp"
#include "realtime/input_gate.hpp"
#include "realtime/packet.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace dashpot::realtime {
namespace {

using ::testing::HasSubstr;

std::string nameOf(const char* what) { return fmt::format("dashpot-test-{}-{}", what, getpid()); }

// ---- packets --------------------------------------------------------------------------------------------------------

TEST(Packet, HasTheLayoutThatIsDocumented) {
  std::vector<std::byte> packet(packetSize(2));
  encode({.sequence = 0x0102030405060708, .time = 1.5, .values = {1.0, -2.0}}, true, packet);
  const unsigned char expected[] = {'D',  'P',  'R',  'T',  1,    0,    1,    0,      // magic, version, flags
                                    0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01,   // sequence number
                                    0,    0,    0,    0,    0,    0,    0xf8, 0x3f,   // 1.5
                                    2,    0,    0,    0,    0,    0,    0,    0,      // number of values, 0
                                    0,    0,    0,    0,    0,    0,    0xf0, 0x3f,   // 1
                                    0,    0,    0,    0,    0,    0,    0x00, 0xc0};  // -2
  ASSERT_EQ(packet.size(), sizeof expected);
  EXPECT_EQ(std::memcmp(packet.data(), expected, sizeof expected), 0);
}

TEST(Packet, ComesBackAsItWasSent) {
  const Message sent{.sequence = 42, .time = -3.25, .values = {1e300, -0.0, 5e-324}};
  std::vector<std::byte> packet(packetSize(3));
  encode(sent, false, packet);
  Message received{.values = Vector(3)};
  ASSERT_EQ(decode(packet, received), PacketFault::none);
  EXPECT_EQ(received.sequence, sent.sequence);
  EXPECT_EQ(received.time, sent.time);
  EXPECT_EQ(received.values, sent.values);
}

TEST(Packet, ThatIsNoneLeavesTheMessageAlone) {
  std::vector<std::byte> good(packetSize(2));
  encode({.sequence = 7, .time = 1, .values = {1, 2}}, false, good);
  const auto faultOf = [](std::vector<std::byte> packet) {
    Message message{.sequence = 99, .time = 99, .values = {98, 99}};
    const PacketFault fault = decode(packet, message);
    EXPECT_EQ(message.sequence, 99U);
    EXPECT_EQ(message.values, (Vector{98, 99}));
    return fault;
  };
  EXPECT_EQ(faultOf({}), PacketFault::tooShort);
  for (std::size_t size = 0; size < packetHead; ++size)
    EXPECT_EQ(faultOf({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}), PacketFault::tooShort);
  EXPECT_EQ(faultOf({good.begin(), good.end() - 1}), PacketFault::tooShort);
  auto longer = good;
  longer.push_back(std::byte{0});
  EXPECT_EQ(faultOf(longer), PacketFault::tooShort);
  auto magic = good, version = good, count = good, huge = good;
  magic[0] = std::byte{'X'};
  version[4] = std::byte{2};
  count[24] = std::byte{3};
  huge[27] = std::byte{0xff};
  EXPECT_EQ(faultOf(magic), PacketFault::wrongMagic);
  EXPECT_EQ(faultOf(version), PacketFault::wrongVersion);
  EXPECT_EQ(faultOf(count), PacketFault::wrongCount);
  EXPECT_EQ(faultOf(huge), PacketFault::wrongCount);
}

// ---- what is taken --------------------------------------------------------------------------------------------------

TEST(InputGate, TakesGrowingNumbersOnly) {
  InputGate gate({InputKind::real});
  EXPECT_TRUE(gate.takes(5, Vector{1}, 0));
  EXPECT_FALSE(gate.takes(5, Vector{2}, 1000));
  EXPECT_FALSE(gate.takes(4, Vector{2}, 2000));
  EXPECT_TRUE(gate.takes(6, Vector{2}, 3000));
  EXPECT_EQ(gate.counts.taken, 2);
  EXPECT_EQ(gate.counts.old, 2);
}

TEST(InputGate, TakesAnyNumberAfterASilence) {
  InputGate gate({InputKind::real});
  EXPECT_TRUE(gate.takes(1'000'000, Vector{1}, 0));
  EXPECT_FALSE(gate.takes(0, Vector{1}, 999'999'999));
  EXPECT_TRUE(gate.takes(0, Vector{1}, 1'000'000'000));
  EXPECT_TRUE(gate.takes(1, Vector{1}, 1'000'000'001));
}

TEST(InputGate, IgnoresWhatIsNoNumberOfItsInput) {
  InputGate gate({InputKind::real, InputKind::integer, InputKind::boolean});
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::uint64_t sequence = 0;
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity})
    EXPECT_FALSE(gate.takes(++sequence, Vector{bad, 1, 0}, 0));
  EXPECT_FALSE(gate.takes(++sequence, Vector{1, 1.5, 0}, 0));
  EXPECT_FALSE(gate.takes(++sequence, Vector{1, 1, 0.5}, 0));
  EXPECT_FALSE(gate.takes(++sequence, Vector{1, 1, 2}, 0));
  EXPECT_TRUE(gate.takes(++sequence, Vector{1.5, -3, 1}, 0));
  EXPECT_EQ(gate.counts.notFinite, 3);
  EXPECT_EQ(gate.counts.unfit, 3);
}

// ---- the block ------------------------------------------------------------------------------------------------------

TEST(ExchangeBlock, HasTheLayoutThatIsDocumented) {
  ExchangeMemory memory(ExchangeBlock::words(1, 3));
  ExchangeBlock block(memory.words(), 1, 3, 1e-3);
  const std::uint64_t* words = memory.words();
  EXPECT_EQ(std::memcmp(words, "DPRTMEM1", 8), 0);
  EXPECT_EQ(words[1], 1U);
  EXPECT_EQ(words[2], 1U);
  EXPECT_EQ(words[3], 3U);
  EXPECT_EQ(std::bit_cast<double>(words[4]), 1e-3);
  EXPECT_EQ(words[5], 0U);
  EXPECT_EQ(words[6], 64U);
  EXPECT_EQ(words[7], 128U);
  block.setState(ExchangeBlock::State::running);
  EXPECT_EQ(words[5], 1U);
  block.outputs().write(9, 0.25, Vector{1, 2, 3});
  const std::uint64_t* cell = words + words[7] / 8;
  EXPECT_EQ(cell[0], 2U);
  EXPECT_EQ(cell[1], 9U);
  EXPECT_EQ(std::bit_cast<double>(cell[2]), 0.25);
  EXPECT_EQ(cell[3], 3U);
  EXPECT_EQ(std::bit_cast<double>(cell[6]), 3.0);
}

TEST(ExchangeBlock, GivesEachMessageOnceAndTheNewestOnly) {
  ExchangeMemory memory(ExchangeBlock::words(1, 2));
  const ExchangeBlock block(memory.words(), 1, 2, 1e-3);
  Message message{.values = Vector(2)};
  std::uint64_t seen = 0;
  EXPECT_EQ(block.outputs().read(seen, message), Cell::News::none);
  block.outputs().write(1, 0.1, Vector{1, 2});
  block.outputs().write(2, 0.2, Vector{3, 4});
  EXPECT_EQ(block.outputs().read(seen, message), Cell::News::fresh);
  EXPECT_EQ(message.sequence, 2U);
  EXPECT_EQ(message.values, (Vector{3, 4}));
  EXPECT_EQ(block.outputs().read(seen, message), Cell::News::none);
}

TEST(ExchangeBlock, IsNotReadWhileItsWriterStandsStill) {
  ExchangeMemory memory(ExchangeBlock::words(1, 1));
  const ExchangeBlock block(memory.words(), 1, 1, 1e-3);
  block.inputs().write(1, 0, Vector{5});
  std::uint64_t* cell = memory.words() + memory.words()[6] / 8;
  ++cell[0];  // a writer that was killed in the middle
  Message message{.values = Vector(1)};
  std::uint64_t seen = 0;
  EXPECT_EQ(block.inputs().read(seen, message), Cell::News::torn);
  block.inputs().write(2, 0, Vector{6});  // and started again
  EXPECT_EQ(block.inputs().read(seen, message), Cell::News::fresh);
  EXPECT_EQ(message.values[0], 6);
}

TEST(ExchangeBlock, NeverMixesTwoMessages) {
  constexpr std::size_t width = 61;
  constexpr int messages = 20'000;
  ExchangeMemory memory(ExchangeBlock::words(1, width));
  const ExchangeBlock block(memory.words(), 1, width, 1e-3);
  std::atomic<bool> isOver = false;
  std::thread writer([&] {
    Cell cell = block.outputs();
    for (int k = 1; k <= messages; ++k) cell.write(static_cast<std::uint64_t>(k), k, Vector(width, k));
    isOver = true;
  });
  Message message{.values = Vector(width)};
  std::uint64_t seen = 0, last = 0;
  bool isLast = false;
  while (!isLast) {
    isLast = isOver;
    if (block.outputs().read(seen, message) != Cell::News::fresh) continue;
    EXPECT_GT(message.sequence, last);
    last = message.sequence;
    const auto number = static_cast<double>(message.sequence);
    EXPECT_EQ(message.time, number);
    EXPECT_EQ(message.values, Vector(width, number));
  }
  writer.join();
  EXPECT_EQ(last, static_cast<std::uint64_t>(messages));
}

// ---- shared memory --------------------------------------------------------------------------------------------------

TEST(ExchangeMemory, IsSeenByWhoOpensItsNameAndGoneAfterwards) {
  const std::string name = nameOf("seen");
  {
    auto memory = ExchangeMemory::shared(name, 16);
    ASSERT_TRUE(memory) << memory.error().message;
    memory->words()[3] = 77;
    const int file = shm_open(("/" + name).c_str(), O_RDONLY, 0);
    ASSERT_GE(file, 0);
    struct stat about {};
    fstat(file, &about);
    EXPECT_EQ(about.st_mode & 0777, 0600U);
    std::uint64_t words[16];
    EXPECT_EQ(read(file, words, sizeof words), static_cast<ssize_t>(sizeof words));
    EXPECT_EQ(words[3], 77U);
    close(file);
  }
  EXPECT_LT(shm_open(("/" + name).c_str(), O_RDONLY, 0), 0);
}

TEST(ExchangeMemory, ThatIsInUseIsNotTakenAway) {
  const std::string name = nameOf("used");
  const auto first = ExchangeMemory::shared(name, 16);
  ASSERT_TRUE(first);
  const auto second = ExchangeMemory::shared(name, 16);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("in use by another run"));
  EXPECT_GE(shm_open(("/" + name).c_str(), O_RDONLY, 0), 0);  // and still there
}

TEST(ExchangeMemory, ThatARunHasLeftBehindIsTakenOverAndCleared) {
  const std::string name = nameOf("left");
  const int file = shm_open(("/" + name).c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(write(file, "something", 9), 9);
  close(file);
  const auto memory = ExchangeMemory::shared(name, 16);
  ASSERT_TRUE(memory) << memory.error().message;
  EXPECT_EQ(memory->words()[0], 0U);
}

TEST(ExchangeMemory, ThatIsOpenToOthersIsRefused) {
  const std::string name = nameOf("open");
  const int file = shm_open(("/" + name).c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  fchmod(file, 0666);
  close(file);
  const auto memory = ExchangeMemory::shared(name, 16);
  ASSERT_FALSE(memory);
  EXPECT_THAT(memory.error().message, HasSubstr("open to other users"));
  shm_unlink(("/" + name).c_str());
}

TEST(ExchangeMemory, HasANameThatLeadsNowhereElse) {
  for (const std::string name : {"", ".", "..", ".hidden", "a/b", "../x", "a b", "a\n", "\xff"}) {
    const auto memory = ExchangeMemory::shared(name, 16);
    ASSERT_FALSE(memory) << name;
    EXPECT_THAT(memory.error().message, HasSubstr("no name for shared memory"));
  }
  EXPECT_FALSE(ExchangeMemory::shared(std::string(300, 'a'), 16));
}

}  // namespace
}  // namespace dashpot::realtime
