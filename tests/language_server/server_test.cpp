// The life of a session, and messages that are not as they should be.
#include "language_server/client.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace dashpot::language_server {
namespace {

constexpr int parseError = -32700, invalidRequest = -32600, methodNotFound = -32601, invalidParams = -32602,
              notInitialized = -32002, cancelled = -32800;

TEST(Server, AnswersNothingBeforeInitialize) {
  Client client(nullptr);
  EXPECT_EQ(client.errorCode("textDocument/hover"), notInitialized);
  EXPECT_EQ(client.errorCode("shutdown"), notInitialized);
  client.notify("textDocument/didOpen");  // dropped
  EXPECT_TRUE(client.request("initialize").contains("capabilities"));
  EXPECT_EQ(client.errorCode("initialize"), invalidRequest);
}

TEST(Server, TakesOnlyExitAfterShutdown) {
  Client client;
  EXPECT_TRUE(client.request("shutdown").is_null());
  EXPECT_EQ(client.errorCode("workspace/symbol", {{"query", ""}}), invalidRequest);
  EXPECT_FALSE(client.server().isOver());
  client.notify("exit");
  EXPECT_TRUE(client.server().isOver());
  EXPECT_EQ(client.server().exitCode(), 0);
}

TEST(Server, LeavesWithOneIfNobodyAskedForAShutdown) {
  Client client;
  client.notify("exit");
  EXPECT_EQ(client.server().exitCode(), 1);
}

TEST(Server, UsesTheEncodingThatTheClientLikesBest) {
  const auto encodings = [](json list) {
    return Client(json{{"capabilities", {{"general", {{"positionEncodings", std::move(list)}}}}}})
        .capabilities["positionEncoding"]
        .get<std::string>();
  };
  EXPECT_EQ(Client().capabilities["positionEncoding"], "utf-16");
  EXPECT_EQ(encodings({"utf-8", "utf-16"}), "utf-8");
  EXPECT_EQ(encodings({"utf-16", "utf-8"}), "utf-16");
  EXPECT_EQ(encodings({"utf-32", "utf-8"}), "utf-8");
  EXPECT_EQ(encodings({"utf-32"}), "utf-16");
}

TEST(Server, CountsBytesOnceUtf8IsAgreed) {
  Client client(json{{"capabilities", {{"general", {{"positionEncodings", {"utf-8"}}}}}}});
  client.open("model M \"é𝑝\" Real x; end M;");
  const json symbols = client.ofDocument("textDocument/documentSymbol");
  EXPECT_EQ(symbols[0]["children"][0]["selectionRange"]["start"]["character"], 22);
  Client other;
  other.open("model M \"é𝑝\" Real x; end M;");
  EXPECT_EQ(other.ofDocument("textDocument/documentSymbol")[0]["children"][0]["selectionRange"]["start"]["character"],
            19);
}

TEST(Server, RefusesUnknownMethodsAndIgnoresUnknownNotifications) {
  Client client;
  EXPECT_EQ(client.errorCode("textDocument/makeCoffee"), methodNotFound);
  EXPECT_EQ(client.errorCode("$/unknown"), methodNotFound);
  client.notify("$/unknown");
  client.notify("no/such/thing", {{"x", 1}});
  EXPECT_EQ(client.request("workspace/symbol", {{"query", "x"}}), json::array());
}

TEST(Server, AnswersMessagesThatAreNone) {
  for (const auto& [message, code] :
       std::vector<std::pair<std::string, int>>{{"{", parseError},
                                                {"", parseError},
                                                {"\xff\xfe", parseError},
                                                {"[]", invalidRequest},
                                                {"17", invalidRequest},
                                                {"{}", invalidRequest},
                                                {R"({"id":{},"method":"x"})", invalidRequest},
                                                {R"({"id":"a","method":7})", invalidRequest}}) {
    Client client;
    client.sendText(message);
    const auto others = client.otherMessages();
    ASSERT_EQ(others.size(), 1u) << message;
    EXPECT_EQ(others[0]["error"]["code"], code) << message;
  }
}

TEST(Server, AnswersParametersThatAreNone) {
  Client client;
  client.open("model M end M;");
  const json document{{"uri", client.uri()}};
  for (const json& params : std::vector<json>{
           json::object(),
           {{"textDocument", 3}},
           {{"textDocument", document}},
           {{"textDocument", document}, {"position", {{"line", "a"}}}},
           {{"textDocument", {{"uri", "file:///not/open.mo"}}}, {"position", {{"line", 0}, {"character", 0}}}}})
    EXPECT_EQ(client.errorCode("textDocument/hover", params), invalidParams) << params;
  EXPECT_EQ(client.errorCode("workspace/executeCommand", {{"command", "rm"}}), invalidParams);
  EXPECT_EQ(client.errorCode("workspace/symbol", {{"query", 3}}), invalidParams);
}

TEST(Server, TakesAnyNumberAsAPosition) {
  Client client;
  client.open("model M Real x; end M;");
  for (const json& number : {json(-1), json(1e300), json(4294967296), json(2.5), json(0)})
    EXPECT_EQ(client.errorCode("textDocument/hover", {{"textDocument", {{"uri", client.uri()}}},
                                                      {"position", {{"line", number}, {"character", number}}}}),
              0)
        << number;
}

TEST(Server, LogsANotificationThatMakesNoSenseAndGoesOn) {
  Client client;
  client.open("model M end M;");
  client.notify("textDocument/didChange", {{"textDocument", {{"uri", client.uri()}}}, {"contentChanges", "x"}});
  client.notify("textDocument/didChange", {{"textDocument", {{"uri", "file:///other.mo"}}}});
  // What the check in the background asks for may come in between.
  EXPECT_EQ(std::ranges::count(client.otherMessages(), "window/logMessage",
                               [](const json& message) { return message.value("method", std::string()); }),
            2);
  EXPECT_EQ(client.serverText(), "model M end M;");
}

TEST(Server, DoesNotBeginARequestThatWasCancelledAhead) {
  Client client;
  EXPECT_TRUE(client.server().announce(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}})"));
  EXPECT_EQ(client.errorCode("workspace/symbol", {{"query", ""}}), cancelled);
  // The cancellation itself comes in its turn, and is forgotten: ids may be used again.
  client.notify("$/cancelRequest", {{"id", 3}});
  EXPECT_EQ(client.request("workspace/symbol", {{"query", ""}}), json::array());
  EXPECT_FALSE(client.server().announce(R"({"jsonrpc":"2.0","method":"exit"})"));
  EXPECT_TRUE(client.server().announce(R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"newName":"exit"}})"));
}

}  // namespace
}  // namespace dashpot::language_server
