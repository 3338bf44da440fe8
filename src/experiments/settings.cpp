#include "experiments/settings.hpp"

#include "base/nearest.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dashpot::experiments {
namespace {

std::optional<double> numberOf(const toml::node& node) {
  if (const auto number = node.value<double>()) return number;
  if (const auto text = node.value<std::string>())
    if (const auto quantity = parseQuantity(*text)) return quantity->value;
  return std::nullopt;
}

}  // namespace

const toml::node* Settings::find(std::string_view key) {
  asked_.emplace(key);
  return table_.get(key);
}

std::optional<double> Settings::optionalNumber(std::string_view key) {
  const toml::node* const node = find(key);
  if (!node) return std::nullopt;
  const auto number = numberOf(*node);
  if (!number) complain(fmt::format("{} is no number", key));
  return number;
}

double Settings::number(std::string_view key) {
  if (!has(key)) complain(fmt::format("{} is missing", key));
  return optionalNumber(key).value_or(1);
}

double Settings::number(std::string_view key, double standard) { return optionalNumber(key).value_or(standard); }

int Settings::integer(std::string_view key, int standard) {
  const auto given = optionalNumber(key);
  if (!given) return standard;
  if (*given != std::round(*given) || std::abs(*given) > 1e9) complain(fmt::format("{} is no whole number", key));
  return static_cast<int>(std::lround(std::min(1e9, std::max(-1e9, *given))));
}

std::string Settings::text(std::string_view key) {
  if (!has(key)) complain(fmt::format("{} is missing", key));
  return text(key, "");
}

std::string Settings::text(std::string_view key, std::string standard) {
  const toml::node* const node = find(key);
  if (!node) return standard;
  const auto given = node->value<std::string>();
  if (!given) complain(fmt::format("{} is no text", key));
  return given.value_or(standard);
}

bool Settings::flag(std::string_view key, bool standard) {
  const toml::node* const node = find(key);
  if (!node) return standard;
  const auto given = node->value<bool>();
  if (!given) complain(fmt::format("{} is neither true nor false", key));
  return given.value_or(standard);
}

std::vector<double> Settings::numbers(std::string_view key) {
  const toml::node* const node = find(key);
  std::vector<double> result;
  if (!node) return result;
  if (const auto one = numberOf(*node)) return {*one};
  const toml::array* const array = node->as_array();
  if (!array) complain(fmt::format("{} is no list of numbers", key));
  if (array)
    for (const toml::node& element : *array) {
      const auto number = numberOf(element);
      if (!number) complain(fmt::format("{} has an element that is no number", key));
      result.push_back(number.value_or(0));
    }
  return result;
}

std::vector<std::string> Settings::texts(std::string_view key) {
  const toml::node* const node = find(key);
  std::vector<std::string> result;
  if (!node) return result;
  if (const auto one = node->value<std::string>()) return {*one};
  const toml::array* const array = node->as_array();
  if (!array) complain(fmt::format("{} is no list of texts", key));
  if (array)
    for (const toml::node& element : *array) result.push_back(element.value_or(std::string()));
  return result;
}

std::complex<double> Settings::complex(std::string_view key) {
  const std::vector<double> parts = numbers(key);
  if (parts.size() == 1) return parts[0];
  if (parts.size() == 2) return {parts[0], parts[1]};
  complain(fmt::format("{} is to be a number, or [re, im]", key));
  return 0;
}

Eigen::MatrixXd Settings::matrix(std::string_view key) {
  const toml::node* const node = find(key);
  const toml::array* const rows = node ? node->as_array() : nullptr;
  const toml::array* const first = rows && !rows->empty() ? rows->front().as_array() : nullptr;
  if (!first) {
    complain(fmt::format("{} is to be a list of rows", key));
    return Eigen::MatrixXd::Zero(1, 1);
  }
  Eigen::MatrixXd result(static_cast<Eigen::Index>(rows->size()), static_cast<Eigen::Index>(first->size()));
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const toml::array* const row = (*rows)[i].as_array();
    if (!row || row->size() != first->size()) {
      complain(fmt::format("the rows of {} are not of the same length", key));
      return result.setZero();
    }
    for (std::size_t j = 0; j < row->size(); ++j)
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = numberOf((*row)[j]).value_or(0);
  }
  return result;
}

toml::table Settings::table(std::string_view key) {
  const toml::node* const node = find(key);
  if (!node) return {};
  if (const toml::table* const inner = node->as_table()) return *inner;
  complain(fmt::format("{} is no table", key));
  return {};
}

std::vector<toml::table> Settings::tables(std::string_view key) {
  const toml::node* const node = find(key);
  std::vector<toml::table> result;
  if (!node) return result;
  if (const toml::array* const array = node->as_array())
    for (const toml::node& element : *array)
      if (const toml::table* const inner = element.as_table()) result.push_back(*inner);
  if (result.empty()) complain(fmt::format("{} is no list of tables", key));
  return result;
}

toml::table Settings::without(std::initializer_list<std::string_view> keys) const {
  toml::table rest = table_;
  for (const std::string_view key : keys) rest.erase(key);
  return rest;
}

void Settings::complain(std::string message) {
  if (complaint_.empty()) complaint_ = std::move(message);
}

std::string Settings::complaint() const {
  if (!complaint_.empty()) return complaint_;
  for (const auto& [key, value] : table_)
    if (!asked_.contains(key.str())) {
      const auto near = nearest(key.str(), asked_);
      return fmt::format("'{}' is no setting of this measure{}", key.str(),
                         near ? fmt::format("; did you mean '{}'?", *near) : std::string());
    }
  return {};
}

toml::table merged(const toml::table& base, const toml::table& over) {
  toml::table result = base;
  for (const auto& [key, value] : over) result.insert_or_assign(key.str(), value);
  return result;
}

}  // namespace dashpot::experiments
