#include "server/http/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/random.h>
#include <system_error>

namespace dashpot::server {

namespace {

HttpResponse refusal(int status, std::string_view sentence) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::string(sentence) + '\n'};
}

/// "[::1]:8080" to "[::1]".
std::string_view withoutPort(std::string_view host) {
  const std::size_t end = host.starts_with('[') ? host.find(']') : host.find(':');
  if (end == std::string_view::npos) return host;
  return host.substr(0, host.starts_with('[') ? end + 1 : end);
}

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool isEscape =
        text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0;
    if (isEscape) {
      result += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
      i += 2;
    } else {
      result += text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

}  // namespace

std::string newSecret() {
  std::array<unsigned char, 16> bytes{};
  // Up to 256 bytes come whole, once the generator is seeded.
  while (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "getrandom");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool isSame(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  return difference == 0;
}

std::optional<std::string> queryValue(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    if (pair.substr(0, pair.find('=')) != name) continue;
    return pair.size() > name.size() ? decoded(pair.substr(name.size() + 1)) : std::string();
  }
  return std::nullopt;
}

void addSecurityHeaders(HttpResponse& response) {
  static constexpr std::array<std::pair<const char*, const char*>, 5> all{{
      {"Content-Security-Policy",
       "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src "
       "'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  }};
  for (const auto& [name, value] : all) response.headers.emplace_back(name, value);
}

// A browser keeps one set of cookies for all ports of a machine: the name tells several servers apart.
Gate::Gate(std::uint16_t port, std::vector<std::string> hosts)
    : cookieName_(fmt::format("dashpot-{}", port)), hosts_(std::move(hosts)) {
  for (const char* own : {"127.0.0.1", "localhost", "[::1]"}) hosts_.emplace_back(own);
}

bool Gate::isKnownHost(std::string_view host) const {
  return std::ranges::find(hosts_, withoutPort(host)) != hosts_.end();
}

bool Gate::hasCookie(std::string_view cookies) const {
  while (!cookies.empty()) {
    std::string_view pair = cookies.substr(0, cookies.find(';'));
    cookies.remove_prefix(std::min(pair.size() + 1, cookies.size()));
    pair.remove_prefix(std::min(pair.find_first_not_of(' '), pair.size()));
    if (pair.starts_with(cookieName_) && pair.substr(cookieName_.size()).starts_with('=') &&
        isSame(pair.substr(cookieName_.size() + 1), session_))
      return true;
  }
  return false;
}

/// The token leaves the address bar, and so bookmarks, history and pictures of the screen.
HttpResponse Gate::exchange() const {
  return {.status = 303,
          .headers = {{"Location", "/"},
                      {"Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookieName_, session_)},
                      {"Cache-Control", "no-store"}}};
}

std::optional<HttpResponse> Gate::refuse(const HttpRequest& request) const {
  if (!isKnownHost(request.host)) return refusal(403, "this server is not called by that name (--allow-host adds one)");
  const bool onlyReads = request.method == "GET" || request.method == "HEAD";
  if (!onlyReads && request.origin != "http://" + request.host && request.origin != "https://" + request.host)
    return refusal(403, "requests from other sites are refused");
  if (request.path == "/api/health") return std::nullopt;
  if (request.path == "/" && onlyReads)
    if (const auto token = queryValue(request.query, "token"); token && isSame(*token, token_)) return exchange();
  if (hasCookie(request.cookie)) return std::nullopt;
  return refusal(401, "open the address that 'dashpot serve' has printed: it has a token that lets you in");
}

std::optional<HttpResponse> Gate::refuseWebSocket(const HttpRequest& request) const {
  HttpRequest strict = request;
  strict.method = "WEBSOCKET";  // as everything that does more than read
  if (auto refused = refuse(strict)) return refused;
  if (request.path != "/ws") return refusal(404, "there is no WebSocket here");
  return std::nullopt;
}

}  // namespace dashpot::server
