// experiments/settings.hpp
//
// The settings of one cell, read by the measure that they are for. What is wrong (a missing entry, a value of another
// kind, an entry that nobody asked for) is kept as a complaint; reading goes on with a default.
#pragma once

#include "dashpot/problem.hpp"

#include <Eigen/Core>
#include <toml++/toml.h>

#include <array>
#include <complex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dashpot::experiments {

class Settings {
 public:
  explicit Settings(toml::table table) : table_(std::move(table)) {}

  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
  /// Needed: a complaint where it is missing. Numbers may be texts with a unit: "250us", "1bar".
  double number(std::string_view key);
  double number(std::string_view key, double standard);
  std::optional<double> optionalNumber(std::string_view key);
  int integer(std::string_view key, int standard);
  std::string text(std::string_view key);
  std::string text(std::string_view key, std::string standard);
  bool flag(std::string_view key, bool standard);
  std::vector<double> numbers(std::string_view key);
  std::vector<std::string> texts(std::string_view key);
  std::complex<double> complex(std::string_view key);  // a number, or [re, im]
  Eigen::MatrixXd matrix(std::string_view key);        // a list of rows
  /// A table within; empty where there is none.
  [[nodiscard]] toml::table table(std::string_view key);
  /// A list of tables within.
  [[nodiscard]] std::vector<toml::table> tables(std::string_view key);

  template <class Choice>
  Choice choice(std::string_view key, Choice standard, const std::vector<std::pair<std::string_view, Choice>>& all) {
    if (!has(key)) return standard;
    const std::string given = text(key);
    std::string known;
    for (const auto& [name, value] : all) {
      if (given == name) return value;
      known += (known.empty() ? "" : ", ") + std::string(name);
    }
    complain("'" + given + "' is no value of " + std::string(key) + ": it can be " + known);
    return standard;
  }

  /// The settings without some of them, with others in their place.
  [[nodiscard]] toml::table without(std::initializer_list<std::string_view> keys) const;
  [[nodiscard]] const toml::table& all() const { return table_; }

  void complain(std::string message);
  /// The first complaint, also about entries that nobody asked for.
  [[nodiscard]] std::string complaint() const;
  void markAsRead(std::string_view key) { asked_.emplace(key); }

 private:
  const toml::node* find(std::string_view key);

  toml::table table_;
  std::set<std::string, std::less<>> asked_;
  std::string complaint_;
};

/// `over` in the place of what `base` has under the same keys.
[[nodiscard]] toml::table merged(const toml::table& base, const toml::table& over);

}  // namespace dashpot::experiments
