#include "realtime/packet.hpp"

#include <algorithm>
#include <cstring>

namespace dashpot::realtime {

namespace {

constexpr char packetMagic[4] = {'D', 'P', 'R', 'T'};
constexpr std::uint16_t packetVersion = 1;
constexpr std::uint16_t lastFlag = 1;

/// Little endian, as the machine is (exchange_block.cpp makes sure).
template <class T>
T taken(std::span<const std::byte> packet, std::size_t offset) {
  T value;
  std::memcpy(&value, packet.data() + offset, sizeof value);
  return value;
}

template <class T>
void put(std::span<std::byte> packet, std::size_t offset, T value) {
  std::memcpy(packet.data() + offset, &value, sizeof value);
}

}  // namespace

PacketFault decode(std::span<const std::byte> packet, Message& message) {
  if (packet.size() < packetHead) return PacketFault::tooShort;
  if (std::memcmp(packet.data(), packetMagic, sizeof packetMagic) != 0) return PacketFault::wrongMagic;
  if (taken<std::uint16_t>(packet, 4) != packetVersion) return PacketFault::wrongVersion;
  const std::size_t count = message.values.size();
  if (taken<std::uint32_t>(packet, 24) != count) return PacketFault::wrongCount;
  if (packet.size() != packetSize(count)) return PacketFault::tooShort;
  message.sequence = taken<std::uint64_t>(packet, 8);
  message.time = taken<double>(packet, 16);
  for (std::size_t i = 0; i < count; ++i) message.values[i] = taken<double>(packet, packetSize(i));
  return PacketFault::none;
}

void encode(const Message& message, bool isLast, std::span<std::byte> packet) {
  std::memcpy(packet.data(), packetMagic, sizeof packetMagic);
  put(packet, 4, packetVersion);
  put(packet, 6, isLast ? lastFlag : std::uint16_t{0});
  put(packet, 8, message.sequence);
  put(packet, 16, message.time);
  put(packet, 24, static_cast<std::uint32_t>(message.values.size()));
  put(packet, 28, std::uint32_t{0});
  for (std::size_t i = 0; i < message.values.size(); ++i) put(packet, packetSize(i), message.values[i]);
}

}  // namespace dashpot::realtime
