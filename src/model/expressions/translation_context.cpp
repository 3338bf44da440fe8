#include "model/expressions/translation_context.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using syntax::ExpressionKind;

ScopedExpression operand(const ScopedExpression& at, std::size_t i) {
  return {at.tree, at.tree->at((*at.tree)[at.expression].operands, i), at.scope};
}

TranslationContext::TranslationContext(FlatModel& model, Names& names, const Sources& sources, Symbols& symbols,
                                       Diagnostics& diagnostics)
    : model_(model),
      names_(names),
      sources_(sources),
      symbols_(symbols),
      diagnostics_(&diagnostics),
      modelFrame_{.pool = &model.pool} {}

Local* TranslationContext::local(Symbol name, const Scope& scope) {
  for (auto it = frame_->locals.rbegin(); it != frame_->locals.rend(); ++it)
    if (it->name == name && it->home == scope.instance) return &*it;
  return nullptr;
}

std::string TranslationContext::textOf(const ScopedExpression& at) const {
  const syntax::Expression& node = (*at.tree)[at.expression];
  if (node.kind != ExpressionKind::reference) return std::string(sources_.text(at.where()));
  std::string name = node.flag ? "." : "";
  for (std::size_t i = 0; i < node.parts.count; ++i)
    name += fmt::format("{}{}", i == 0 ? "" : ".", symbols_.text((*at.tree)[at.tree->at(node.parts, i)].name));
  return name;
}

bool TranslationContext::isReported(SourceRange where, std::string_view message) const {
  return std::ranges::any_of(diagnostics_->all(),
                             [&](const Diagnostic& said) { return said.where == where && said.message == message; });
}

std::nullopt_t TranslationContext::report(std::string code, SourceRange where, std::string message) {
  if (!isReported(where, message)) diagnostics_->error(std::move(code), where, std::move(message));
  return std::nullopt;
}

void TranslationContext::warn(std::string code, SourceRange where, std::string message) {
  if (!isReported(where, message)) diagnostics_->warning(std::move(code), where, std::move(message));
}

void TranslationContext::repeat(const Diagnostic& fault) {
  if (!isReported(fault.where, fault.message)) diagnostics_->add(fault);
}

std::nullopt_t TranslationContext::unsupported(SourceRange where, std::string_view what) {
  return report("unsupported", where, fmt::format("{} is not supported yet", what));
}

std::optional<Value> TranslationContext::resultOf(const ScopedExpression& at, OperatorResult result) {
  if (result.value) return std::move(result.value);
  if (result.problem.empty()) return std::nullopt;  // reported before
  const syntax::Expression& node = (*at.tree)[at.expression];
  if (result.culprit < 0) return typeError(at.where(), std::move(result.problem));
  const auto culprit = static_cast<std::size_t>(result.culprit + (node.kind == ExpressionKind::call ? 1 : 0));
  return typeError(culprit < node.operands.count ? operand(at, culprit).where() : at.where(),
                   std::move(result.problem));
}

}  // namespace dashpot::model
