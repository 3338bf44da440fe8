// explanation/facts.hpp: what is known of a run, by name: numbers with their units, and words. Rules ask for facts, texts
// show them; docs/explain.md lists them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dashpot::explanation {

struct Fact {
  std::string name;  // "events.count"
  std::variant<double, std::string> value;
  std::string unit = {}, displayUnit = {};

  /// For people, in the display unit.
  [[nodiscard]] std::string text() const;
};

class Facts {
 public:
  /// A number that is not finite is not known.
  void set(std::string_view name, double value, std::string_view unit = {}, std::string_view displayUnit = {});
  /// An empty text is not known.
  void set(std::string_view name, std::string text);

  [[nodiscard]] const Fact* find(std::string_view name) const;
  [[nodiscard]] bool knows(std::string_view name) const { return find(name) != nullptr; }
  /// None: not known, or a text.
  [[nodiscard]] std::optional<double> number(std::string_view name) const;
  [[nodiscard]] double numberOr(std::string_view name, double otherwise) const {
    return number(name).value_or(otherwise);
  }
  /// Empty: not known.
  [[nodiscard]] std::string text(std::string_view name) const;
  /// In the order in which they were found.
  [[nodiscard]] const std::vector<Fact>& all() const { return all_; }

 private:
  std::vector<Fact> all_;
};

/// 12,345; 0.0123; 3.2e-08.
[[nodiscard]] std::string numberText(double value);
/// "12.5 bar"
[[nodiscard]] std::string quantityText(double value, std::string_view unit, std::string_view displayUnit = {});

/// With units and few digits, or as a program reads it.
enum class Form { people, program };

/// The text with facts in the place of their names in braces, shares as "{edges.share %}". None: one is not known.
[[nodiscard]] std::optional<std::string> filled(std::string_view text, const Facts& facts, Form form = Form::people);

/// The names in braces.
[[nodiscard]] std::vector<std::string> namesIn(std::string_view text);

}  // namespace dashpot::explanation
