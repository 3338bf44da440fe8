// Formulas of time and named variables, as a chosen trajectory and the equations made for it need them: their text in
// Modelica, value, derivative, and what becomes of them when variables are replaced.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dashpot::truth {

class Formula {
 public:
  Formula(double number) : node_(std::make_shared<Node>(Node{Kind::number, number})) {}
  static Formula time() { return Formula(Node{Kind::time}); }
  static Formula variable(std::string name) { return Formula(Node{Kind::variable, 0.0, std::move(name)}); }

  friend Formula operator+(const Formula& a, const Formula& b) {
    if (a.is(0.0)) return b;
    if (b.is(0.0)) return a;
    return Formula(Node{Kind::add, 0.0, {}, {a, b}});
  }
  friend Formula operator*(const Formula& a, const Formula& b) {
    if (a.is(0.0) || b.is(0.0)) return 0.0;
    if (a.is(1.0)) return b;
    if (b.is(1.0)) return a;
    return Formula(Node{Kind::multiply, 0.0, {}, {a, b}});
  }
  friend Formula operator/(const Formula& a, const Formula& b) {
    if (a.is(0.0)) return 0.0;
    return Formula(Node{Kind::divide, 0.0, {}, {a, b}});
  }
  friend Formula operator-(const Formula& a, const Formula& b) { return a + Formula(-1.0) * b; }
  friend Formula sin(const Formula& a) { return Formula(Node{Kind::sin, 0.0, {}, {a}}); }
  friend Formula cos(const Formula& a) { return Formula(Node{Kind::cos, 0.0, {}, {a}}); }
  friend Formula exp(const Formula& a) { return Formula(Node{Kind::exp, 0.0, {}, {a}}); }

  /// Where variables have these values.
  [[nodiscard]] double at(double t, const std::map<std::string, double>& values = {}) const {
    const auto operand = [&](std::size_t i) { return node_->operands[i].at(t, values); };
    switch (node_->kind) {
      case Kind::number: return node_->number;
      case Kind::time: return t;
      case Kind::variable: {
        const auto found = values.find(node_->name);
        return found == values.end() ? NAN : found->second;
      }
      case Kind::add: return operand(0) + operand(1);
      case Kind::multiply: return operand(0) * operand(1);
      case Kind::divide: return operand(0) / operand(1);
      case Kind::sin: return std::sin(operand(0));
      case Kind::cos: return std::cos(operand(0));
      case Kind::exp: return std::exp(operand(0));
    }
    return NAN;
  }

  [[nodiscard]] std::string text() const {
    const auto operand = [&](std::size_t i) { return node_->operands[i].text(); };
    switch (node_->kind) {
      case Kind::number:
        return node_->number < 0 ? fmt::format("({})", node_->number) : fmt::format("{}", node_->number);
      case Kind::time: return "time";
      case Kind::variable: return node_->name;
      case Kind::add: return fmt::format("({} + {})", operand(0), operand(1));
      case Kind::multiply: return fmt::format("{}*{}", operand(0), operand(1));
      case Kind::divide: return fmt::format("({}/({}))", operand(0), operand(1));
      case Kind::sin: return fmt::format("sin({})", operand(0));
      case Kind::cos: return fmt::format("cos({})", operand(0));
      case Kind::exp: return fmt::format("exp({})", operand(0));
    }
    return {};
  }

  /// By a variable, the others and time fixed; by time if the name is empty.
  [[nodiscard]] Formula derivative(const std::string& by = {}) const {
    const auto& o = node_->operands;
    switch (node_->kind) {
      case Kind::number: return 0.0;
      case Kind::time: return by.empty() ? 1.0 : 0.0;
      case Kind::variable: return node_->name == by ? 1.0 : 0.0;
      case Kind::add: return o[0].derivative(by) + o[1].derivative(by);
      case Kind::multiply: return o[0].derivative(by) * o[1] + o[0] * o[1].derivative(by);
      case Kind::divide: return o[0].derivative(by) / o[1] - o[0] * o[1].derivative(by) / (o[1] * o[1]);
      case Kind::sin: return cos(o[0]) * o[0].derivative(by);
      case Kind::cos: return Formula(-1.0) * sin(o[0]) * o[0].derivative(by);
      case Kind::exp: return exp(o[0]) * o[0].derivative(by);
    }
    return 0.0;
  }

  [[nodiscard]] Formula with(const std::map<std::string, Formula>& replacements) const {
    if (node_->kind == Kind::variable) {
      const auto found = replacements.find(node_->name);
      return found == replacements.end() ? *this : found->second;
    }
    Node copy = *node_;
    for (Formula& operand : copy.operands) operand = operand.with(replacements);
    return Formula(std::move(copy));
  }

 private:
  enum class Kind { number, time, variable, add, multiply, divide, sin, cos, exp };
  struct Node {
    Kind kind;
    double number = 0.0;
    std::string name = {};
    std::vector<Formula> operands = {};
  };
  explicit Formula(Node node) : node_(std::make_shared<Node>(std::move(node))) {}
  [[nodiscard]] bool is(double number) const { return node_->kind == Kind::number && node_->number == number; }

  std::shared_ptr<const Node> node_;
};

}  // namespace dashpot::truth
