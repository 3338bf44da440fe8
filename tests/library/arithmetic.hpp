// The numbers that defaults of parameters stand for: + - * / ^, parentheses, sqrt, and names of other parameters.
#pragma once

#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>

namespace dashpot::testing {

class Arithmetic {
 public:
  void define(const std::string& name, const std::string& text) { texts_[name] = text; }

  /// None: it is not a number that can be computed.
  [[nodiscard]] std::optional<double> value(const std::string& name) const {
    const auto found = texts_.find(name);
    if (found == texts_.end()) return std::nullopt;
    Reader reader{*this, found->second};
    const double result = reader.sum();
    return reader.failed || reader.at != reader.text.size() ? std::nullopt : std::optional(result);
  }

 private:
  struct Reader {
    const Arithmetic& around;
    const std::string& text;
    std::size_t at = 0;
    bool failed = false;

    bool accept(char c) {
      while (at < text.size() && text[at] == ' ') ++at;
      if (at >= text.size() || text[at] != c) return false;
      ++at;
      return true;
    }
    double sum() {
      double result = accept('-') ? -product() : product();
      for (;;)
        if (accept('+'))
          result += product();
        else if (accept('-'))
          result -= product();
        else
          return result;
    }
    double product() {
      double result = power();
      for (;;)
        if (accept('*'))
          result *= power();
        else if (accept('/'))
          result /= power();
        else
          return result;
    }
    double power() {
      const double base = primary();
      return accept('^') ? std::pow(base, primary()) : base;
    }
    double primary() {
      if (accept('(')) {
        const double inner = sum();
        failed = failed || !accept(')');
        return inner;
      }
      if (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
        char* end = nullptr;
        const double number = std::strtod(text.c_str() + at, &end);
        at = static_cast<std::size_t>(end - text.c_str());
        return number;
      }
      std::string name;
      while (at < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_' || text[at] == '.'))
        name += text[at++];
      if (name == "Units.pi") return 3.14159265358979;
      if (name == "sqrt") return std::sqrt(primary());
      const auto known = around.value(name);
      failed = failed || !known;
      return known.value_or(0.0);
    }
  };

  std::map<std::string, std::string> texts_;
};

}  // namespace dashpot::testing
