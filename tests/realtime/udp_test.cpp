#include "realtime/exchange_memory.hpp"
#include "realtime/udp_bridge.hpp"
#include "realtime/udp_partner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dashpot::realtime {
namespace {

using ::testing::HasSubstr;

// ---- addresses ------------------------------------------------------------------------------------------------------

TEST(UdpAddresses, OfPortsAloneAreOnLoopback) {
  const auto addresses = parseUdpAddresses("7001,7002");
  ASSERT_TRUE(addresses);
  EXPECT_EQ(text(addresses->own), "127.0.0.1:7001");
  EXPECT_EQ(text(addresses->partner), "127.0.0.1:7002");
  EXPECT_TRUE(addresses->own.isLoopback());
}

TEST(UdpAddresses, MayNameOtherMachines) {
  const auto addresses = parseUdpAddresses("192.168.0.10:7001,10.1.2.3:9");
  ASSERT_TRUE(addresses);
  EXPECT_EQ(text(addresses->own), "192.168.0.10:7001");
  EXPECT_EQ(text(addresses->partner), "10.1.2.3:9");
  EXPECT_FALSE(addresses->own.isLoopback());
}

TEST(UdpAddresses, ThatAreNoneAreExplained) {
  const auto complaint = [](const char* text) {
    const auto addresses = parseUdpAddresses(text);
    EXPECT_FALSE(addresses) << text;
    return addresses ? "" : addresses.error();
  };
  EXPECT_THAT(complaint(""), HasSubstr("two addresses"));
  EXPECT_THAT(complaint("7001"), HasSubstr("two addresses"));
  EXPECT_THAT(complaint("7001,"), HasSubstr("not a port"));
  EXPECT_THAT(complaint("0,7002"), HasSubstr("not a port"));
  EXPECT_THAT(complaint("70000,7002"), HasSubstr("not a port"));
  EXPECT_THAT(complaint("-1,7002"), HasSubstr("not a port"));
  EXPECT_THAT(complaint("host:7001,7002"), HasSubstr("not an address"));
  EXPECT_THAT(complaint("300.0.0.1:7001,7002"), HasSubstr("not an address"));
  EXPECT_THAT(complaint("7001,7001"), HasSubstr("the same"));
}

// ---- the bridge -----------------------------------------------------------------------------------------------------

class UdpBridgeTest : public ::testing::Test {
 protected:
  UdpBridgeTest() : memory(ExchangeBlock::words(2, 1)), block(memory.words(), 2, 1, 1e-3) {}

  std::unique_ptr<UdpBridge> open(bool isRepeated = false) {
    auto bridge = UdpBridge::open({{{.port = own}, {.port = partner.port()}}, 1e-3, isRepeated}, block,
                                  {InputKind::real, InputKind::real});
    EXPECT_TRUE(bridge) << bridge.error().message;
    return std::move(*bridge);
  }
  /// The next message in the cell of inputs.
  Message next() {
    Message message{.values = Vector(2)};
    EXPECT_TRUE(within(10, [&] { return block.inputs().read(seen, message) == Cell::News::fresh; }));
    return message;
  }

  ExchangeMemory memory;
  ExchangeBlock block;
  UdpPartner partner;
  std::uint16_t own = freePort();
  std::uint64_t seen = 0;
};

TEST_F(UdpBridgeTest, BringsInputsAndTakesOutputs) {
  const auto bridge = open();
  partner.send(own, {.sequence = 3, .time = 0.5, .values = {1.25, -7}});
  const Message message = next();
  EXPECT_EQ(message.sequence, 3U);
  EXPECT_EQ(message.time, 0.5);
  EXPECT_EQ(message.values, (Vector{1.25, -7}));
  block.outputs().write(11, 2.0, Vector{42});
  const auto received = partner.receive(1);
  ASSERT_TRUE(received);
  EXPECT_EQ(received->message.sequence, 11U);
  EXPECT_EQ(received->message.values, Vector{42});
  EXPECT_FALSE(received->isLast);
}

TEST_F(UdpBridgeTest, SaysWithItsLastDatagramThatItEnds) {
  const auto bridge = open();
  block.outputs().write(1, 1.0, Vector{5});
  ASSERT_TRUE(partner.receive(1));
  bridge->stop();
  const auto last = partner.receive(1);
  ASSERT_TRUE(last);
  EXPECT_TRUE(last->isLast);
  EXPECT_EQ(last->message.values, Vector{5});
}

TEST_F(UdpBridgeTest, SendsAgainWhatIsNotAnsweredInLockStep) {
  const auto bridge = open(/*isRepeated=*/true);
  block.outputs().write(0, 0.0, Vector{5});
  for (int k = 0; k < 3; ++k) {
    const auto received = partner.receive(1);
    ASSERT_TRUE(received);
    EXPECT_EQ(received->message.sequence, 0U);
  }
}

TEST_F(UdpBridgeTest, CountsAndIgnoresBadDatagrams) {
  const auto bridge = open();
  const Message good{.sequence = 10, .time = 0, .values = {1, 2}};
  std::vector<std::byte> packet(packetSize(2));
  encode(good, false, packet);
  const auto changed = [&](std::size_t at, int value) {
    auto result = packet;
    result[at] = static_cast<std::byte>(value);
    return result;
  };
  partner.sendBytes(own, {});
  partner.sendBytes(own, {packet.begin(), packet.begin() + 20});
  partner.sendBytes(own, {packet.begin(), packet.end() - 3});
  partner.sendBytes(own, changed(0, 'X'));
  partner.sendBytes(own, changed(4, 9));
  partner.sendBytes(own, changed(24, 3));
  partner.send(own, {.sequence = 9, .values = {std::numeric_limits<double>::quiet_NaN(), 0}});
  partner.send(own, {.sequence = 9, .values = {0, std::numeric_limits<double>::infinity()}});
  partner.send(own, good);
  EXPECT_EQ(next().values, (Vector{1, 2}));
  partner.send(own, {.sequence = 11, .values = {7, 8}});
  EXPECT_EQ(next().values, (Vector{7, 8}));
  bridge->stop();
  const InputCounts& counts = bridge->inputCounts();
  EXPECT_EQ(counts.taken, 2);
  EXPECT_EQ(counts.tooShort, 3);
  EXPECT_EQ(counts.wrongMagic, 1);
  EXPECT_EQ(counts.wrongVersion, 1);
  EXPECT_EQ(counts.wrongCount, 1);
  EXPECT_EQ(counts.notFinite, 2);
  EXPECT_EQ(counts.ignored(), 8);
}

TEST_F(UdpBridgeTest, TakesNothingFromOtherAddressesThanItsPartners) {
  auto bridge = UdpBridge::open({{{.host = 0, .port = own}, {.host = 0x7f000002, .port = partner.port()}}, 1e-3, false},
                                block, {InputKind::real, InputKind::real});
  ASSERT_TRUE(bridge) << bridge.error().message;
  partner.send(own, {.sequence = 1, .values = {1, 2}});  // from 127.0.0.1
  EXPECT_TRUE(within(10, [&] {
    partner.send(own, {.sequence = 1, .values = {1, 2}});
    return (*bridge)->inputCounts().foreign > 0;
  }));
  (*bridge)->stop();
  EXPECT_EQ((*bridge)->inputCounts().taken, 0);
}

TEST_F(UdpBridgeTest, ExplainsABusyPort) {
  const auto first = open();
  const auto second = UdpBridge::open({{{.port = own}, {.port = partner.port()}}, 1e-3, false}, block, {});
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("the port is in use by another program"));
}

TEST_F(UdpBridgeTest, ExplainsAnAddressThatNoInterfaceHas) {
  // 192.0.2.0/24 is for documentation (RFC 5737).
  const auto bridge = UdpBridge::open({{{.host = 0xc0000201, .port = own}, {.port = partner.port()}}, 1e-3, false},
                                      block, {InputKind::real, InputKind::real});
  ASSERT_FALSE(bridge);
  EXPECT_THAT(bridge.error().message, HasSubstr("no network interface of this machine has this address"));
}

}  // namespace
}  // namespace dashpot::realtime
