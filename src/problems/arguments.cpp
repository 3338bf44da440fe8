#include "problems/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace dashpot::problems {

Arguments::Arguments(std::string_view text) {
  while (!text.empty()) {
    const auto end = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, end);
    const auto equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == part.size())
      complain(fmt::format("'{}' is not of the form parameter=value", part));
    else if (!given_.emplace(part.substr(0, equals), part.substr(equals + 1)).second)
      complain(fmt::format("{} is given twice", part.substr(0, equals)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::optional<std::string> Arguments::take(std::string_view name) {
  known_.emplace_back(name);
  const auto found = given_.find(name);
  return found == given_.end() ? std::nullopt : std::optional(found->second);
}

double Arguments::number(std::string_view name, double standard, double least, double most) {
  const auto text = take(name);
  if (!text) return standard;
  double value = 0;
  const auto [end, fault] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (fault != std::errc{} || end != text->data() + text->size() || !std::isfinite(value)) {
    complain(fmt::format("{}={} is not a number", name, *text));
    return standard;
  }
  if (value < least || value > most) {
    complain(fmt::format("{}={} is out of range: from {:g} to {:g}", name, *text, least, most));
    return standard;
  }
  return value;
}

int Arguments::integer(std::string_view name, int standard, int least, int most) {
  const double value = number(name, standard, least, most);
  if (value != std::floor(value)) {
    complain(fmt::format("{}={:g} is not a whole number", name, value));
    return standard;
  }
  return static_cast<int>(value);
}

bool Arguments::flag(std::string_view name, bool standard) {
  return choice<bool>(name, standard, {{"yes", true}, {"no", false}});
}

void Arguments::complain(std::string message) {
  if (complaint_.empty()) complaint_ = std::move(message);
}

std::optional<std::string> Arguments::complaint() const {
  if (!complaint_.empty()) return complaint_;
  for (const auto& [name, value] : given_)
    if (std::ranges::find(known_, name) == known_.end()) return fmt::format("there is no parameter '{}'", name);
  return std::nullopt;
}

}  // namespace dashpot::problems
