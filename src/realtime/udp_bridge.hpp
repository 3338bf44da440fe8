// realtime/udp_bridge.hpp: datagrams to and from an exchange block, on a thread of its own.
//
// The loop of a run makes no system call but that of its clock: sockets are this thread's. A datagram that comes in is
// checked and written to the cell of inputs at once. New outputs are looked for many times per step and sent on.
//
// It listens at the address given and takes datagrams only from the address that it sends to. Addresses can be forged:
// it is made for loopback and for networks whose machines one knows.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "realtime/exchange_block.hpp"
#include "realtime/input_gate.hpp"
#include "realtime/packet.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace dashpot::realtime {

struct UdpAddress {
  std::uint32_t host = 0x7f000001;  // 127.0.0.1
  std::uint16_t port = 0;
  [[nodiscard]] bool isLoopback() const { return host >> 24 == 127; }
};
[[nodiscard]] std::string text(const UdpAddress& address);

struct UdpAddresses {
  UdpAddress own, partner;
};
/// "7001,7002", "192.168.0.10:7001,192.168.0.20:7002": where to listen, and where to send. The failure is a sentence.
[[nodiscard]] Expected<UdpAddresses, std::string> parseUdpAddresses(std::string_view text);

class UdpBridge {
 public:
  struct Settings {
    UdpAddresses addresses;
    double step = 1e-3;       // of the run: outputs are looked for many times in each
    bool isRepeated = false;  // outputs that were not answered are sent again: partners in lock-step need them all
  };
  struct Counts {
    std::int64_t sent = 0;
    std::int64_t notSent = 0;  // the system refused; nobody may be listening there
    std::int64_t skipped = 0;  // outputs that newer ones overtook
  };

  /// Opens the socket and starts. The block must outlive this.
  [[nodiscard]] static Expected<std::unique_ptr<UdpBridge>, Diagnostic> open(const Settings& settings,
                                                                             const ExchangeBlock& block,
                                                                             std::vector<InputKind> inputs);
  ~UdpBridge();
  UdpBridge(const UdpBridge&) = delete;
  UdpBridge& operator=(const UdpBridge&) = delete;

  /// Sends the last outputs as such and ends. What is counted is settled then.
  void stop();
  [[nodiscard]] const InputCounts& inputCounts() const { return gate_.counts; }
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  UdpBridge(const Settings& settings, const ExchangeBlock& block, std::vector<InputKind> inputs, int socket);
  void run();
  void receive();
  void take(std::span<const std::byte> packet, std::uint32_t sender);
  void sendNews();
  void send(bool isLast);

  Settings settings_;
  int socket_;
  Cell inputs_, outputs_;
  InputGate gate_;
  Message received_, sent_;
  std::vector<std::byte> inPacket_, outPacket_;
  std::uint64_t outputsSeen_ = 0;
  bool hasOutputs_ = false;
  Nanoseconds sentAt_ = 0;
  Counts counts_;
  std::atomic<bool> isStopping_ = false;
  std::thread thread_;
};

}  // namespace dashpot::realtime
