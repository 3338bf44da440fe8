#include "explanation/change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace dashpot::explanation {
namespace {

constexpr std::array<std::string_view, 8> changeWords{"method", "tolerance", "stop",    "interval",
                                                      "set",    "start",     "nominal", "silent"};

std::optional<std::vector<std::uint32_t>> readNumbers(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  while (!text.empty()) {
    std::uint32_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc()) return std::nullopt;
    numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty() && text.front() != ',') return std::nullopt;
    text.remove_prefix(text.empty() ? 0 : 1);
  }
  return numbers;
}

}  // namespace

std::optional<Change> readChange(std::string_view text) {
  const std::size_t blank = text.find(' ');
  const auto word = std::ranges::find(changeWords, text.substr(0, blank));
  if (blank == std::string_view::npos || word == changeWords.end()) return std::nullopt;
  Change change{
      .kind = static_cast<Change::Kind>(word - changeWords.begin()), .name = {}, .value = {}, .relations = {}};
  const std::string_view rest = text.substr(blank + 1);
  switch (change.kind) {
    case Change::Kind::set:
    case Change::Kind::start:
    case Change::Kind::nominal: {
      const std::size_t equals = rest.find('=');
      if (equals == std::string_view::npos) return std::nullopt;
      change.name = rest.substr(0, equals), change.value = rest.substr(equals + 1);
      break;
    }
    case Change::Kind::silent: {
      auto numbers = readNumbers(rest);
      if (!numbers || numbers->empty()) return std::nullopt;
      change.relations = std::move(*numbers);
      break;
    }
    default: change.value = rest;
  }
  return change;
}

std::string Change::text() const {
  switch (kind) {
    case Kind::method: return "--method " + value;
    case Kind::tolerance: return "--tolerance " + value;
    case Kind::stop: return "--stop " + value;
    case Kind::interval: return "--interval " + value;
    case Kind::set: return fmt::format("--set {}={}", name, value);
    case Kind::start: return fmt::format("--set {}.start={}", name, value);
    case Kind::nominal: return fmt::format("{}(nominal = {})", name, value);
    case Kind::silent:
      return relations.size() == 1 ? std::string("noEvent() around the relation")
                                   : fmt::format("noEvent() around {} relations", relations.size());
  }
  return {};
}

}  // namespace dashpot::explanation
