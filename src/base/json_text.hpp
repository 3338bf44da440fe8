// base/json_text.hpp
//
// JSON as text, written from the beginning to the end. For answers of megabytes, such as the diagram of a large circuit:
// a tree of values that is built, copied and written takes many times as long as all the rest.
//
//   JsonText json;
//   json.openObject().member("name", "pump").key("at").openArray().value(1.5).value(2).close().close();
//   json.text()                                                             // {"name":"pump","at":[1.5,2]}
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace dashpot {

class JsonText {
 public:
  JsonText& openObject() { return open('{', '}'); }
  JsonText& openArray() { return open('[', ']'); }
  /// The object or array that was opened last.
  JsonText& close();

  /// The name of the member whose value comes next.
  JsonText& key(std::string_view name);

  /// What is no UTF-8 in it is replaced by U+FFFD.
  JsonText& value(std::string_view text);
  JsonText& value(const char* text) { return value(std::string_view(text)); }
  JsonText& value(const std::string& text) { return value(std::string_view(text)); }
  /// The shortest text that reads as the same number; null if it is not finite.
  JsonText& value(double number);
  JsonText& value(bool truth) { return raw(truth ? "true" : "false"); }
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) JsonText& value(Integer number) { return raw(std::to_string(number)); }
  /// A value that is JSON already.
  JsonText& raw(std::string_view json);

  template <class Value>
  JsonText& member(std::string_view name, const Value& content) {
    return key(name).value(content);
  }
  /// Left out if there is nothing to say: a text that is empty, a flag that is not set.
  JsonText& memberIfGiven(std::string_view name, std::string_view content) {
    return content.empty() ? *this : member(name, content);
  }
  JsonText& flag(std::string_view name, bool isSet) { return isSet ? member(name, true) : *this; }

  [[nodiscard]] const std::string& text() const& { return text_; }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  JsonText& open(char opening, char closing);
  void separate();
  void quote(std::string_view text);

  std::string text_;
  std::string closing_;      // of all that is open
  bool needsComma_ = false;  // before the next value or name
};

}  // namespace dashpot
