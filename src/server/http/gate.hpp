// server/http/gate.hpp
//
// Who may come in. The address that the program prints has a token, which the browser exchanges for a cookie; whoever
// has neither gets nothing. Host and Origin are checked against pages of other sites that a browser may have open at the
// same time: by a name of their own that leads to this machine (DNS rebinding), or by requests from their origin.
#pragma once

#include "server/http/http_server.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::server {

/// 128 bits from the system's generator, in hexadecimal.
[[nodiscard]] std::string newSecret();

/// Takes as long for a guess that is nearly right as for one that is all wrong.
[[nodiscard]] bool isSame(std::string_view a, std::string_view b);

class Gate {
 public:
  /// `hosts`: names by which the server is called, besides those of the machine itself.
  Gate(std::uint16_t port, std::vector<std::string> hosts);

  [[nodiscard]] const std::string& token() const { return token_; }
  /// What to say instead of an answer; nothing: come in.
  [[nodiscard]] std::optional<HttpResponse> refuse(const HttpRequest& request) const;
  /// The same for a WebSocket, which has an origin in any case.
  [[nodiscard]] std::optional<HttpResponse> refuseWebSocket(const HttpRequest& request) const;

 private:
  [[nodiscard]] bool isKnownHost(std::string_view host) const;
  [[nodiscard]] bool hasCookie(std::string_view cookies) const;
  [[nodiscard]] HttpResponse exchange() const;

  std::string cookieName_, token_ = newSecret(), session_ = newSecret();
  std::vector<std::string> hosts_;
};

/// What every answer says to the browser about what it may do with it.
void addSecurityHeaders(HttpResponse& response);

/// "a=1&b=x%20y": the value of a name, decoded; nothing if it is not there.
[[nodiscard]] std::optional<std::string> queryValue(std::string_view query, std::string_view name);

}  // namespace dashpot::server
