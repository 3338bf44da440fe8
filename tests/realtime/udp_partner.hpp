// The other side of an exchange by datagrams, for tests: a socket on loopback.
#pragma once

#include "realtime/deadlines.hpp"
#include "realtime/packet.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <functional>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace dashpot::realtime {

/// Whether something becomes true; a guard against hanging, not a measure.
inline bool within(double seconds, const std::function<bool()>& condition) {
  const Nanoseconds end = now() + static_cast<Nanoseconds>(seconds * nanosecondsPerSecond);
  while (now() < end) {
    if (condition()) return true;
    usleep(1000);
  }
  return condition();
}

class UdpPartner {
 public:
  UdpPartner() : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    socklen_t length = sizeof address;
    getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
  }
  ~UdpPartner() { close(socket_); }
  UdpPartner(const UdpPartner&) = delete;
  UdpPartner& operator=(const UdpPartner&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }

  void sendBytes(std::uint16_t port, const std::vector<std::byte>& bytes) const {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    sendto(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
  void send(std::uint16_t port, const Message& message) const {
    std::vector<std::byte> bytes(packetSize(message.values.size()));
    encode(message, false, bytes);
    sendBytes(port, bytes);
  }

  struct Received {
    Message message;
    bool isLast = false;
  };
  /// The next message with so many values; nothing if none comes.
  std::optional<Received> receive(std::size_t values, int milliseconds = 30'000) const {
    pollfd ready{socket_, POLLIN, 0};
    if (poll(&ready, 1, milliseconds) <= 0) return std::nullopt;
    std::vector<std::byte> bytes(65536);
    const ssize_t size = recv(socket_, bytes.data(), bytes.size(), 0);
    if (size < 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(size));
    Received result{.message = {.values = Vector(values)}};
    if (decode(bytes, result.message) != PacketFault::none) return std::nullopt;
    result.isLast = (bytes[6] & std::byte{1}) != std::byte{0};
    return result;
  }

 private:
  int socket_;
  std::uint16_t port_ = 0;
};

/// One that nobody listens at.
inline std::uint16_t freePort() { return UdpPartner().port(); }

}  // namespace dashpot::realtime
