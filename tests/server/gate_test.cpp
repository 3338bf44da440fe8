// Who comes in, and how much of anything: the promises of docs/security.md about the wire.
#include "server/http/gate.hpp"

#include "server/http/assets.hpp"
#include "workbench.hpp"

#include <gmock/gmock.h>

#include <set>

namespace dashpot::server::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using Gates = Workbench;

TEST_F(Gates, NobodyComesInWithoutTheToken) {
  serve();
  EXPECT_EQ(get(port, "/").status, 401);
  EXPECT_EQ(get(port, "/index.html").status, 401);
  EXPECT_EQ(get(port, "/results/1.csv").status, 401);
  EXPECT_EQ(get(port, "/resource?uri=modelica://Dashpot/a.png").status, 401);
  EXPECT_EQ(get(port, "/?token=" + std::string(32, '0')).status, 401);
  EXPECT_EQ(get(port, "/?token=").status, 401);
  EXPECT_EQ(get(port, "/", {{"Cookie", "dashpot-" + std::to_string(port) + "=" + server->token()}}).status, 401)
      << "the token itself is no cookie";
  EXPECT_EQ(raw(port, requestText("GET", port, "/ws", webSocketHeaders(port, "dashpot=x"))).status, 401);
}

TEST_F(Gates, TheTokenIsExchangedForACookieAndLeavesTheAddress) {
  serve();
  const Answer answer = get(port, "/?token=" + server->token());
  EXPECT_EQ(answer.status, 303);
  EXPECT_EQ(answer.header("Location"), "/");
  EXPECT_THAT(answer.header("Set-Cookie"), HasSubstr("; HttpOnly"));
  EXPECT_THAT(answer.header("Set-Cookie"), HasSubstr("; SameSite=Strict"));
  EXPECT_THAT(answer.header("Set-Cookie"), Not(HasSubstr(server->token())));
  EXPECT_EQ(get(port, "/", {{"Cookie", "other=1; " + cookie}}).status, 200);
  EXPECT_NO_THROW(Page(port, cookie));
}

TEST_F(Gates, HealthNeedsNoToken) {
  serve();
  const Answer answer = get(port, "/api/health");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(json::parse(answer.body), (json{{"ok", true}, {"version", "test"}}));
}

TEST_F(Gates, AnotherNameOfTheMachineIsRefused) {
  serve({.allowedHosts = {"bench.example"}});
  EXPECT_EQ(get(port, "/", {{"Cookie", cookie}, {"Host", "evil.test"}}).status, 403);
  EXPECT_EQ(get(port, "/api/health", {{"Host", "evil.test:" + std::to_string(port)}}).status, 403);
  EXPECT_EQ(get(port, "/", {{"Cookie", cookie}, {"Host", "127.0.0.1.evil.test"}}).status, 403);
  EXPECT_EQ(get(port, "/", {{"Cookie", cookie}, {"Host", ""}}).status, 403);
  for (const char* own : {"localhost", "[::1]:80", "bench.example"})
    EXPECT_EQ(get(port, "/", {{"Cookie", cookie}, {"Host", own}}).status, 200) << own;
}

TEST_F(Gates, PagesOfOtherSitesAreRefused) {
  serve();
  const auto upgrade = [&](const std::string& origin) {
    Headers headers = webSocketHeaders(port, cookie);
    headers["Origin"] = origin;
    return raw(port, requestText("GET", port, "/ws", headers)).status;
  };
  EXPECT_EQ(upgrade("http://evil.test"), 403);
  EXPECT_EQ(upgrade("null"), 403);
  EXPECT_EQ(upgrade("http://127.0.0.1:1"), 403) << "another port is another site";
  EXPECT_EQ(upgrade(""), 403);
  EXPECT_EQ(upgrade("http://127.0.0.1:" + std::to_string(port)), 101);
  const std::string own = "http://127.0.0.1:" + std::to_string(port);
  EXPECT_EQ(raw(port, requestText("POST", port, "/", {{"Cookie", cookie}, {"Origin", "http://evil.test"}}, "x")).status,
            403);
  EXPECT_EQ(raw(port, requestText("POST", port, "/", {{"Cookie", cookie}, {"Origin", own}}, "x")).status, 405);
  EXPECT_EQ(get(port, "/", {{"Cookie", cookie}}).header("Access-Control-Allow-Origin"), "");
}

TEST_F(Gates, EveryAnswerTellsTheBrowserWhatItMayDo) {
  serve();
  for (const Answer& answer : {fetch("/"), fetch("/nothing"), get(port, "/"), get(port, "/api/health")}) {
    const std::string policy = answer.header("Content-Security-Policy");
    EXPECT_THAT(policy, HasSubstr("default-src 'self'"));
    EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe-eval")));
    EXPECT_EQ(answer.header("X-Content-Type-Options"), "nosniff");
  }
}

TEST_F(Gates, NoAddressLeadsToFilesOfTheMachine) {
  serve();
  write(folder.path / "secret.mo", "model Secret end Secret;");
  for (const char* path :
       {"/files/..%2f..%2fetc%2fpasswd", "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/secret.mo", "//etc/passwd",
        "/results/../1.csv", "/results/1.csv", "/results/99999999999999999999.csv", "/results/1.txt",
        "/resource?uri=file:///etc/passwd", "/resource?uri=modelica://Dashpot/package.mo",
        "/resource?uri=modelica://Dashpot/../../../../etc/passwd", "/resource"})
    EXPECT_EQ(fetch(path).status, 404) << path;
}

TEST_F(Gates, WhatIsTooLargeIsRefused) {
  serve();
  EXPECT_EQ(fetch("/" + std::string(9 << 10, 'a')).status, 431);
  EXPECT_EQ(raw(port, requestText("POST", port, "/", {{"Cookie", cookie}}, std::string(9 << 20, 'x'))).status, 413);
  EXPECT_EQ(raw(port, requestText("POST", port, "/", {{"Content-Length", "9999999999999"}})).status, 413);
  EXPECT_EQ(raw(port, "this is not HTTP\r\n\r\n").status, 400);
  Page page(port, cookie);
  page.sendText(std::string(9 << 20, ' '));
  constexpr int tooBig = 1009;  // RFC 6455, section 7.4.1
  EXPECT_ANY_THROW(while (true) page.take());
  EXPECT_EQ(page.closeCode, tooBig);
  EXPECT_EQ(fetch("/").status, 200) << "and the server goes on";
}

TEST_F(Gates, TooManyConnectionsAreRefusedAndLaterOnesAreNot) {
  serve({.mostConnections = 4});
  {
    std::vector<std::unique_ptr<Socket>> held;
    for (int i = 0; i < 4; ++i) {
      held.push_back(std::make_unique<Socket>(port));
      held.back()->send(requestText("GET", port, "/api/health", {}));
      EXPECT_TRUE(held.back()->has(1));
    }
    EXPECT_EQ(raw(port, requestText("GET", port, "/api/health", {})).status, 503);
  }
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (get(port, "/api/health").status != 200) ASSERT_LT(std::chrono::steady_clock::now(), deadline);
}

TEST_F(Gates, ItListensAtTheLoopbackAddressOnly) {
  serve();
  std::ifstream table("/proc/net/tcp");
  std::set<std::string> addresses;
  char wanted[8];
  std::snprintf(wanted, sizeof wanted, ":%04X ", static_cast<unsigned>(port));
  for (std::string line; std::getline(table, line);) {
    const std::size_t at = line.find(wanted);
    constexpr std::string_view listening = " 0A ";
    if (at != std::string::npos && at < 20 && line.find(listening) != std::string::npos)
      addresses.insert(line.substr(at - 8, 8));
  }
  EXPECT_EQ(addresses, std::set<std::string>{"0100007F"});
}

TEST_F(Gates, APortThatIsInUseIsSaid) {
  serve();
  ServeOptions options;
  options.folder = folder.path;
  options.port = port;
  options.findLibraries = api::librariesAtHand;
  const auto second = Server::start(options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error(), "port " + std::to_string(port) + " is in use");
  options.port = 0;
  options.host = "nowhere";
  EXPECT_THAT(Server::start(options).error(), HasSubstr("is not an address"));
  options.folder = folder.path / "none";
  EXPECT_THAT(Server::start(options).error(), HasSubstr("there is no folder"));
  options.folder = folder.path;
  options.assets = folder.path;
  EXPECT_THAT(Server::start(options).error(), HasSubstr("there is no index.html"));
}

TEST_F(Gates, TheFilesOfThePageComeFromAFolderAndFromNowhereElse) {
  TemporaryFolder assets;
  write(assets.path / "index.html", "<!doctype html>");
  write(assets.path / "main-1.js", "1");
  fs::create_symlink("/etc/passwd", assets.path / "link.txt");
  serve({.assets = assets.path});
  EXPECT_EQ(fetch("/").body, "<!doctype html>");
  EXPECT_EQ(fetch("/").header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(fetch("/main-1.js").header("Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(fetch("/link.txt").status, 404);
  EXPECT_EQ(fetch("/../../etc/passwd").status, 404);
  const Answer head = raw(port, requestText("HEAD", port, "/", {{"Cookie", cookie}}), false);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("Content-Length"), "15");
}

TEST_F(Gates, TheEmbeddedPageIsCompressedAndKept) {
  if (embeddedAssets().empty()) GTEST_SKIP() << "built without the page";
  serve();
  const auto fetchWith = [&](const std::string& path, Headers headers) {
    headers["Cookie"] = cookie;
    return get(port, path, headers);
  };
  const Answer plain = fetch("/");
  EXPECT_EQ(plain.status, 200);
  EXPECT_THAT(plain.body, HasSubstr("<!doctype html>"));
  EXPECT_EQ(plain.header("Cache-Control"), "no-cache");
  EXPECT_EQ(fetchWith("/", {{"If-None-Match", plain.header("ETag")}}).status, 304);
  const Answer compressed = fetchWith("/", {{"Accept-Encoding", "gzip, br"}});
  EXPECT_EQ(compressed.header("Content-Encoding"), "gzip");
  EXPECT_TRUE(compressed.body.starts_with("\x1f\x8b"));  // RFC 1952
  EXPECT_LT(compressed.body.size(), plain.body.size());
  for (const Asset& asset : embeddedAssets()) {
    EXPECT_EQ(fetch(std::string(asset.path)).body.size(), asset.plain.size()) << asset.path;
    if (asset.path.ends_with(".js")) {
      EXPECT_THAT(fetch(std::string(asset.path)).header("Cache-Control"), HasSubstr("immutable")) << asset.path;
    }
  }
}

TEST_F(Gates, WithoutAPageTheBrowserIsToldWhatIsLacking) {
  if (!embeddedAssets().empty()) GTEST_SKIP() << "built with the page";
  serve();
  EXPECT_THAT(fetch("/").body, HasSubstr("install nodejs and npm"));
  EXPECT_THAT(*server->lacking(), HasSubstr("install nodejs and npm"));
}

TEST(Secrets, AreLongAndNeverTheSame) {
  std::set<std::string> secrets;
  for (int i = 0; i < 100; ++i) secrets.insert(newSecret());
  EXPECT_EQ(secrets.size(), 100u);
  EXPECT_EQ(secrets.begin()->size(), 32u);
}

TEST(Secrets, AreComparedWhole) {
  EXPECT_TRUE(isSame("abc", "abc"));
  EXPECT_FALSE(isSame("abc", "abd"));
  EXPECT_FALSE(isSame("abc", "ab"));
  EXPECT_FALSE(isSame("", "a"));
}

TEST(Queries, AreDecoded) {
  EXPECT_EQ(queryValue("a=1&vars=p%5B1%5D,q+x", "vars"), "p[1],q x");
  EXPECT_EQ(queryValue("tokens=1", "token"), std::nullopt);
  EXPECT_EQ(queryValue("token", "token"), "");
  EXPECT_EQ(queryValue("a=%zz%4", "a"), "%zz%4");
}

}  // namespace
}  // namespace dashpot::server::testing
