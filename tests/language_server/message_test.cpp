// The frame around messages, right and wrong.
#include "language_server/message.hpp"

#include "language_server/client.hpp"
#include "language_server/stdio.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <memory>

namespace dashpot::language_server {
namespace {

using ::testing::HasSubstr;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

File fileWith(const std::string& bytes) {
  File file(std::tmpfile());
  std::fwrite(bytes.data(), 1, bytes.size(), file.get());
  std::rewind(file.get());
  return file;
}

std::string bytesOf(std::FILE* file) {
  std::rewind(file);
  std::string bytes;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) bytes += static_cast<char>(c);
  return bytes;
}

TEST(Messages, AreReadOneAfterTheOther) {
  const File file = fileWith(framed("{}") + "content-length:3\r\nContent-Type: x; charset=utf-8\r\n\r\n[1]");
  MessageReader reader(file.get());
  EXPECT_EQ(reader.next(), "{}");
  EXPECT_EQ(reader.next(), "[1]");
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_EQ(reader.error(), "");
}

TEST(Messages, ThatAreFramedWronglyEndTheStreamWithAReason) {
  for (const auto& [bytes, reason] : std::vector<std::pair<std::string, std::string>>{
           {"{\"jsonrpc\":\"2.0\"}\r\n\r\n", "Content-Length"},
           {"no header at all\r\n\r\n{}", "no line of a header"},
           {"Content-Length: -5\r\n\r\n{}", "no number"},
           {"Content-Length: 99999999999999999999999\r\n\r\n{}", "no number"},
           {"Content-Length: 2x\r\n\r\n{}", "no number"},
           {"Content-Length: 1000000000\r\n\r\n{}", "no number up to"},
           {"Content-Length: 200000000\r\n\r\n{}", "ends inside a message"},
           {"Content-Length: 2\r\n", "ends inside a header"},
           {"Content-Type: x\r\n\r\n{}", "no Content-Length"},
           {std::string(10'000, 'a'), "has no end"}}) {
    const File file = fileWith(bytes);
    MessageReader reader(file.get());
    EXPECT_EQ(reader.next(), std::nullopt) << bytes.substr(0, 60);
    EXPECT_THAT(reader.error(), HasSubstr(reason)) << bytes.substr(0, 60);
  }
}

struct Session {
  int code = -1;
  std::string out, log;
};

Session serveAll(const std::string& input) {
  const File in = fileWith(input), out(std::tmpfile()), log(std::tmpfile());
  const int code = serve(in.get(), out.get(), log.get(), {});
  return {code, bytesOf(out.get()), bytesOf(log.get())};
}

std::string call(const std::string& method, int id) {
  return framed(json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", json::object()}}.dump());
}
std::string tell(const std::string& method) { return framed(json{{"jsonrpc", "2.0"}, {"method", method}}.dump()); }

TEST(Session, EndsWithZeroAfterShutdownAndExit) {
  const Session session = serveAll(call("initialize", 1) + call("shutdown", 2) + tell("exit") + call("initialize", 3));
  EXPECT_EQ(session.code, 0);
  EXPECT_THAT(session.out, HasSubstr("\"capabilities\""));
  EXPECT_EQ(session.log, "");
}

TEST(Session, EndsWithOneWithoutShutdown) {
  EXPECT_EQ(serveAll(call("initialize", 1) + tell("exit")).code, 1);
  EXPECT_EQ(serveAll(call("initialize", 1)).code, 1) << "the client has gone";
  EXPECT_EQ(serveAll("").code, 1);
}

TEST(Session, SaysWhatIsWrongWithTheStream) {
  const Session session = serveAll(call("initialize", 1) + "garbage\r\n\r\n");
  EXPECT_EQ(session.code, 1);
  EXPECT_THAT(session.log, HasSubstr("garbage"));
}

TEST(Session, DoesNotBeginARequestThatIsCancelledWhileItWaits) {
  // The reader is ahead of the one who answers, or not: either way there is exactly one answer.
  std::string input = call("initialize", 1);
  for (int id = 10; id < 60; ++id)
    input += call("workspace/symbol", id) +
             framed(json{{"jsonrpc", "2.0"}, {"method", "$/cancelRequest"}, {"params", {{"id", id}}}}.dump());
  const Session session = serveAll(input + call("shutdown", 2) + tell("exit"));
  EXPECT_EQ(session.code, 0);
  std::size_t answers = 0;
  for (std::size_t at = session.out.find("\"id\":"); at != std::string::npos; at = session.out.find("\"id\":", at + 1))
    ++answers;
  EXPECT_EQ(answers, 52u);
}

}  // namespace
}  // namespace dashpot::language_server
