#include "model/flat/flat_words.hpp"

#include "syntax/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <span>

namespace dashpot::model {

using symbolic::Argument;
using symbolic::Function;
using symbolic::Op;
using symbolic::Sort;
using Kind = symbolic::Sort::Kind;

namespace {

/// Whether the function reads or writes elements of the argument at positions that it computes.
bool isIndexed(const Function& function, const Argument& argument) {
  const auto isIn = [&](std::uint32_t slot) { return slot >= argument.first && slot < argument.first + argument.size; };
  for (std::size_t i = 0; i < function.pool.size(); ++i)
    if (const auto e = static_cast<Expr>(i); function.pool.op(e) == Op::indexed && isIn(function.pool[e].b))
      return true;
  const auto writes = [&](const auto& self, const std::vector<symbolic::Statement>& list) -> bool {
    return std::ranges::any_of(list, [&](const symbolic::Statement& one) {
      const bool isHere = one.kind == symbolic::StatementKind::assignIndexed &&
                          isIn(static_cast<std::uint32_t>(symbolic::index(one.targets[0])));
      return isHere || self(self, one.body) || self(self, one.otherwise);
    });
  };
  return writes(writes, function.body);
}

}  // namespace

std::string identifier(std::string name) {
  const auto isPlain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const bool isWord = syntax::wordKind(name) != syntax::TokenKind::identifier;
  if (std::ranges::all_of(name, isPlain) && !isWord) return name;
  if (name.starts_with('\'') && name.find('\'', 1) == name.size() - 1) return name;  // it is one already
  std::string quoted = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '\'';
}

std::string quotedString(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

const Argument& argumentOf(const Function& function, VariableId slot) {
  const auto number = static_cast<std::uint32_t>(symbolic::index(slot));
  for (const auto* list : {&function.inputs, &function.outputs})
    for (const Argument& argument : *list)
      if (number >= argument.first && number < argument.first + argument.size) return argument;
  const auto after = std::ranges::upper_bound(function.locals, number, {}, &Argument::first);
  return *(after - 1);
}

std::string slotName(const Argument& argument, std::span<const std::int32_t> shape, VariableId slot) {
  std::string text;
  auto rest = static_cast<std::uint32_t>(symbolic::index(slot)) - argument.first;
  for (std::size_t k = shape.size(); k-- > 0;) {
    const auto extent = static_cast<std::uint32_t>(shape[k]);
    text = fmt::format("{}{}{}", rest % extent + 1, text.empty() ? "" : ", ", text);
    rest /= extent;
  }
  return text.empty() ? argument.name : fmt::format("{}[{}]", argument.name, text);
}

// --------------------------------------------------------------------------------------------------------- flat model

FlatWords::FlatWords(const FlatModel& model) : model_(model) {
  const auto inModel = [&](std::string_view name) {  // what belongs to the model stands in it
    if (name.starts_with(model.name + '.')) name.remove_prefix(model.name.size() + 1);
    return std::string(name);
  };
  std::map<std::string, int> seen;
  for (const Function& function : model.functions) {
    const std::string name = inModel(function.name);
    const int before = seen[name]++;
    functions_.push_back(before == 0 ? name : fmt::format("{}#{}", name, before + 1));
  }
  for (const Enumeration& one : model.enumerations) enumerations_.push_back(identifier(inModel(one.name)));
}

Sort FlatWords::sort(const Variable& variable) const {
  switch (variable.type) {
    case Type::real: return {Kind::number};
    case Type::integer: return {Kind::integer};
    case Type::boolean: return {Kind::truth};
    case Type::enumeration: return {Kind::enumeration, variable.enumeration};
    default: return {};
  }
}

Sort FlatWords::sort(const Argument& argument) const {
  if (argument.type == "Real") return {Kind::number};
  if (argument.type == "Integer") return {Kind::integer};
  if (argument.type == "Boolean") return {Kind::truth};
  const auto found = std::ranges::find(model_.enumerations, argument.type, &Enumeration::name);
  if (found == model_.enumerations.end()) return {};
  return {Kind::enumeration, static_cast<std::uint32_t>(found - model_.enumerations.begin())};
}

std::string FlatWords::typeOf(const Variable& variable) const {
  switch (variable.type) {
    case Type::real: return "Real";
    case Type::boolean: return "Boolean";
    case Type::string: return "String";
    case Type::enumeration: return enumeration(variable.enumeration);
    default: return "Integer";
  }
}

std::string FlatWords::typeOf(const Argument& argument) const {
  const Sort own = sort(argument);
  return own.kind == Kind::enumeration ? enumeration(own.enumeration) : argument.type;
}

std::string FlatWords::literal(std::uint32_t enumeration, double number) const {
  const auto& literals = model_.enumerations[enumeration].literals;
  const auto position = static_cast<std::size_t>(std::max(0.0, std::min(number, 1e9)));
  if (position < 1 || position > literals.size() || static_cast<double>(position) != number) return {};
  return fmt::format("{}.{}", enumerations_[enumeration], identifier(literals[position - 1]));
}

const Function* FlatWords::signature(symbolic::FunctionId id) const { return &model_.functions[symbolic::index(id)]; }

std::vector<std::int32_t> FlatWords::shape(const Function& function, const Argument& argument) const {
  if (argument.dimensions.size() < 2 || !isIndexed(function, argument)) return argument.dimensions;
  return {static_cast<std::int32_t>(argument.size)};
}

bool FlatWords::isValue(const Function& function, std::uint32_t result) const {
  return result == 0 && !function.outputs.empty() && function.outputs[0].size > 0 &&
         function.outputs[0].dimensions.empty();
}

std::string FlatWords::function(symbolic::FunctionId id, std::uint32_t result) const {
  const Function& called = model_.functions[symbolic::index(id)];
  std::string_view name = functions_[symbolic::index(id)];
  if (called.outputCount == 0 || isValue(called, result)) return wholeFunction(id);
  if (name.starts_with('\'')) name = name.substr(1, name.size() - 2);
  const auto slot = static_cast<VariableId>(called.inputCount + result);
  const Argument& output = argumentOf(called, slot);
  return identifier(fmt::format("{}.{}", name, slotName(output, shape(called, output), slot)));
}

// ---------------------------------------------------------------------------------------------------------- functions

std::string SlotWords::variable(VariableId slot) const {
  const Argument& argument = argumentOf(function_, slot);
  const std::string whole = slotName(argument, shape(function_, argument), slot);
  return identifier(argument.name) + whole.substr(argument.name.size());
}

Sort SlotWords::sort(VariableId slot) const { return words_.sort(argumentOf(function_, slot)); }

std::string SlotWords::element(VariableId first, const std::string& position) const {
  const Argument& argument = argumentOf(function_, first);
  const std::size_t before = symbolic::index(first) - argument.first;
  return before == 0 ? fmt::format("{}[{}]", identifier(argument.name), position)
                     : fmt::format("{}[{} + {}]", identifier(argument.name), before, position);
}

}  // namespace dashpot::model
