#include "realtime/udp_bridge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dashpot::realtime {

namespace {

constexpr Nanoseconds shortestLook = 20'000, longestLook = 200'000;  // between two looks at the outputs
constexpr double looksPerStep = 20;
constexpr Nanoseconds repeatAfter = 50'000'000;
constexpr int mostAtOnce = 64;  // datagrams that are read before outputs are looked at again

sockaddr_in socketAddress(const UdpAddress& address) {
  sockaddr_in result{};
  result.sin_family = AF_INET;
  result.sin_port = htons(address.port);
  result.sin_addr.s_addr = htonl(address.host);
  return result;
}

Expected<UdpAddress, std::string> parseUdpAddress(std::string_view text) {
  UdpAddress address;
  std::string_view port = text;
  if (const auto colon = text.rfind(':'); colon != std::string_view::npos) {
    const std::string host(text.substr(0, colon));
    port = text.substr(colon + 1);
    in_addr parsed{};
    if (host != "localhost") {
      if (inet_pton(AF_INET, host.c_str(), &parsed) != 1)
        return Unexpected{fmt::format("'{}' is not an address such as 192.168.0.10", host)};
      address.host = ntohl(parsed.s_addr);
    }
  }
  const auto [end, fault] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (fault != std::errc{} || end != port.data() + port.size() || address.port == 0)
    return Unexpected{fmt::format("'{}' is not a port from 1 to 65535", port)};
  return address;
}

Diagnostic refusedSocket(const UdpAddress& own, int fault) {
  Diagnostic d{
      Severity::error, "udp", fmt::format("cannot listen at {}: {}", text(own), std::strerror(fault)), {}, {}, {}, {}};
  if (fault == EADDRINUSE) {
    d.message = fmt::format("cannot listen at {}: the port is in use by another program", text(own));
    d.hint("take another port with --udp; two runs need different ones");
  } else if (fault == EADDRNOTAVAIL) {
    d.message = fmt::format("cannot listen at {}: no network interface of this machine has this address", text(own));
    d.hint("'ip -4 address' lists those that there are; 0.0.0.0 stands for all of them");
  } else if (fault == EACCES) {
    d.hint("ports below 1024 are not for everybody");
  }
  return d;
}

}  // namespace

std::string text(const UdpAddress& address) {
  return fmt::format("{}.{}.{}.{}:{}", address.host >> 24, address.host >> 16 & 255, address.host >> 8 & 255,
                     address.host & 255, address.port);
}

Expected<UdpAddresses, std::string> parseUdpAddresses(std::string_view text) {
  const auto comma = text.find(',');
  if (comma == std::string_view::npos)
    return Unexpected{std::string("two addresses are needed: where to listen and where to send, such as 7001,7002")};
  const auto own = parseUdpAddress(text.substr(0, comma));
  if (!own) return Unexpected{own.error()};
  const auto partner = parseUdpAddress(text.substr(comma + 1));
  if (!partner) return Unexpected{partner.error()};
  if (own->port == partner->port && own->host == partner->host)
    return Unexpected{std::string("both addresses are the same: the run would talk to itself")};
  return UdpAddresses{*own, *partner};
}

Expected<std::unique_ptr<UdpBridge>, Diagnostic> UdpBridge::open(const Settings& settings, const ExchangeBlock& block,
                                                                 std::vector<InputKind> inputs) {
  if (std::max(block.inputCount(), block.outputCount()) > mostPacketValues)
    return Unexpected{Diagnostic{Severity::error,
                                 "udp",
                                 fmt::format("a datagram has room for {} values only", mostPacketValues),
                                 {},
                                 {},
                                 {},
                                 {}}};
  const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const sockaddr_in own = socketAddress(settings.addresses.own);
  if (socket < 0 || bind(socket, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0) {
    const int fault = errno;
    if (socket >= 0) close(socket);
    return Unexpected{refusedSocket(settings.addresses.own, fault)};
  }
  return std::unique_ptr<UdpBridge>(new UdpBridge(settings, block, std::move(inputs), socket));
}

UdpBridge::UdpBridge(const Settings& settings, const ExchangeBlock& block, std::vector<InputKind> inputs, int socket)
    : settings_(settings),
      socket_(socket),
      inputs_(block.inputs()),
      outputs_(block.outputs()),
      gate_(std::move(inputs)),
      received_{.values = Vector(block.inputCount())},
      sent_{.values = Vector(block.outputCount())},
      inPacket_(packetSize(mostPacketValues)),
      outPacket_(packetSize(block.outputCount())),
      thread_([this] { run(); }) {}

UdpBridge::~UdpBridge() {
  stop();
  close(socket_);
}

void UdpBridge::stop() {
  if (!thread_.joinable()) return;
  isStopping_ = true;
  thread_.join();
}

void UdpBridge::run() {
  prctl(PR_SET_TIMERSLACK, 1);
  const auto look = std::clamp(static_cast<Nanoseconds>(settings_.step * nanosecondsPerSecond / looksPerStep),
                               shortestLook, longestLook);
  const timespec timeout{0, static_cast<long>(look)};
  while (!isStopping_) {
    pollfd ready{socket_, POLLIN, 0};
    if (ppoll(&ready, 1, &timeout, nullptr) > 0) receive();
    sendNews();
  }
  sendNews();
  if (hasOutputs_) send(true);
}

void UdpBridge::receive() {
  for (int k = 0; k < mostAtOnce; ++k) {
    sockaddr_in sender{};
    socklen_t length = sizeof sender;
    const ssize_t size =
        recvfrom(socket_, inPacket_.data(), inPacket_.size(), 0, reinterpret_cast<sockaddr*>(&sender), &length);
    if (size < 0) return;
    take(std::span(inPacket_).first(static_cast<std::size_t>(size)), ntohl(sender.sin_addr.s_addr));
  }
}

void UdpBridge::take(std::span<const std::byte> packet, std::uint32_t sender) {
  InputCounts& counts = gate_.counts;
  if (sender != settings_.addresses.partner.host) {
    ++counts.foreign;
    return;
  }
  switch (decode(packet, received_)) {
    case PacketFault::tooShort: ++counts.tooShort; return;
    case PacketFault::wrongMagic: ++counts.wrongMagic; return;
    case PacketFault::wrongVersion: ++counts.wrongVersion; return;
    case PacketFault::wrongCount: ++counts.wrongCount; return;
    case PacketFault::none: break;
  }
  if (gate_.takes(received_.sequence, received_.values, now()))
    inputs_.write(received_.sequence, received_.time, received_.values);
}

void UdpBridge::sendNews() {
  const std::uint64_t before = sent_.sequence;
  if (outputs_.read(outputsSeen_, sent_) == Cell::News::fresh) {
    if (hasOutputs_ && sent_.sequence > before + 1)
      counts_.skipped += static_cast<std::int64_t>(sent_.sequence - before - 1);
    hasOutputs_ = true;
    send(false);
  } else if (settings_.isRepeated && hasOutputs_ && now() - sentAt_ > repeatAfter) {
    send(false);
  }
}

void UdpBridge::send(bool isLast) {
  encode(sent_, isLast, outPacket_);
  const sockaddr_in partner = socketAddress(settings_.addresses.partner);
  const ssize_t size = sendto(socket_, outPacket_.data(), outPacket_.size(), 0,
                              reinterpret_cast<const sockaddr*>(&partner), sizeof partner);
  ++(size < 0 ? counts_.notSent : counts_.sent);
  sentAt_ = now();
}

}  // namespace dashpot::realtime
