// realtime/packet.hpp: the layout of a datagram, the same in both directions. Little endian (docs/realtime.md):
//
//   bytes   0 ..  3   "DPRT"
//           4 ..  5   version, 1
//           6 ..  7   flags: 1 the sender ends with this message
//           8 .. 15   sequence number
//          16 .. 23   time, a double
//          24 .. 27   number of values n
//          28 .. 31   0
//          32 ..      n doubles
#pragma once

#include "realtime/exchange_block.hpp"

#include <cstddef>
#include <span>

namespace dashpot::realtime {

inline constexpr std::size_t packetHead = 32;
/// Datagrams have no more than 65507 bytes.
inline constexpr std::size_t mostPacketValues = (65507 - packetHead) / sizeof(double);

[[nodiscard]] inline std::size_t packetSize(std::size_t values) { return packetHead + values * sizeof(double); }

enum class PacketFault { none, tooShort, wrongMagic, wrongVersion, wrongCount };

/// The message has as many values as are expected; it is changed only if there is no fault.
[[nodiscard]] PacketFault decode(std::span<const std::byte> packet, Message& message);
/// Into memory of the right size.
void encode(const Message& message, bool isLast, std::span<std::byte> packet);

}  // namespace dashpot::realtime
