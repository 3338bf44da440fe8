// Parameters of a problem as a user writes them: "n=200,ends=neumann".
//
// A factory asks for each parameter it knows, with the value to take where none was given. Whatever is wrong (not a
// number, out of range, a name that nobody asked for) is kept as a complaint; the factory goes on with its default.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dashpot::problems {

class Arguments {
 public:
  explicit Arguments(std::string_view text);

  double number(std::string_view name, double standard, double least, double most);
  int integer(std::string_view name, int standard, int least, int most);
  bool flag(std::string_view name, bool standard);

  template <class Value>
  Value choice(std::string_view name, Value standard, const std::vector<std::pair<std::string_view, Value>>& choices) {
    const auto text = take(name);
    if (!text) return standard;
    std::string known;
    for (const auto& [word, value] : choices) {
      if (word == *text) return value;
      known += (known.empty() ? "" : ", ") + std::string(word);
    }
    complain("'" + *text + "' is no value of " + std::string(name) + ": it can be " + known);
    return standard;
  }

  void complain(std::string message);
  bool given(std::string_view name) const { return given_.contains(name); }
  /// The first complaint, that about parameters which nobody asked for included.
  std::optional<std::string> complaint() const;
  /// All parameters that were asked for.
  const std::vector<std::string>& known() const { return known_; }

 private:
  std::optional<std::string> take(std::string_view name);

  std::map<std::string, std::string, std::less<>> given_;
  std::vector<std::string> known_;
  std::string complaint_;
};

}  // namespace dashpot::problems
