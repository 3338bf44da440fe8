#include "model/flatten.hpp"

#include "base/invariants.hpp"
#include "base/nearest.hpp"
#include "model/connections.hpp"
#include "model/instance.hpp"
#include "model/translate.hpp"

#include <fmt/format.h>

#include <array>

namespace dashpot::model {

namespace {

using syntax::StatementKind;
using syntax::Tree;

class Flattener {
 public:
  Flattener(const ClassTable& classes, const Sources& sources, Diagnostics& diagnostics)
      : classes_(classes), sources_(sources), diagnostics_(diagnostics) {}

  FlatModel run(ClassRef type) {
    const ClassEntry& entry = classes_[type];
    model_.name = classes_.qualifiedName(type);
    if (entry.node().description != Symbol::none)
      model_.description = classes_.symbols().text(entry.node().description);
    instances_ = instantiate(type, classes_, sources_, model_, diagnostics_);
    Translator translator(instances_, classes_, sources_, model_, diagnostics_);
    Connections connections(instances_, classes_, sources_, model_, diagnostics_);
    for (const GivenValue& given : instances_.givenValues) assign(translator, given);
    requireParameterValues();
    for (std::size_t i = 0; i < instances_.instances.size(); ++i)
      for (const ClassRef ref : instances_.instances[i].composition)
        sections(translator, connections, {static_cast<InstanceId>(i), ref});
    connections.expand();
    readExperiment(*entry.tree, entry.node().annotation);
    return std::move(model_);
  }

 private:
  // ------------------------------------------------------------------------------------------ values, attributes

  void assign(Translator& translator, const GivenValue& given) {
    Variable& variable = model_.variables[symbolic::index(given.variable)];
    if (given.attribute == AttributeName::fixed) return assignFixed(translator, given, variable);
    const std::string name = model_.nameOf(given.variable);
    const auto value = translator.translate(given.value);
    if (!value) return;
    if (value->isNumber() != (variable.type != Type::boolean)) {
      diagnostics_.error(
          "type", given.value.where(),
          fmt::format("'{}' is {}, but its value is {}", name, describe(variable.type), describe(value->type)));
      return;
    }
    const bool isEquation =
        given.attribute == AttributeName::binding && variable.variability == Variability::continuous;
    if (isEquation) {
      model_.equations.push_back({model_.pool.variable(given.variable),
                                  value->expression,
                                  EquationKind::binding,
                                  {variable.origin.component, given.value.where()}});
      return;
    }
    if (!requireParameterExpression(given, name, value->expression)) return;
    switch (given.attribute) {
      case AttributeName::binding: variable.binding = value->expression; break;
      case AttributeName::start: variable.attributes.start = value->expression; break;
      case AttributeName::min: variable.attributes.min = value->expression; break;
      case AttributeName::max: variable.attributes.max = value->expression; break;
      default: variable.attributes.nominal = value->expression; break;
    }
  }

  void assignFixed(Translator& translator, const GivenValue& given, Variable& variable) {
    const auto value = translator.condition(given.value);
    if (!value) return;
    if (model_.pool.op(*value) != symbolic::Op::boolean) {
      diagnostics_.error("unsupported", given.value.where(),
                         "'fixed' that depends on a parameter is not supported yet");
      return;
    }
    variable.attributes.fixed = model_.pool[*value].a != 0;
    if (variable.variability == Variability::parameter && !*variable.attributes.fixed)
      diagnostics_.error("unsupported", given.value.where(), "a parameter with fixed = false is not supported yet");
  }

  bool requireParameterExpression(const GivenValue& given, std::string_view name, Expr value) {
    symbolic::Walker walker(model_.pool);
    for (const Expr e : walker.reachable(value)) {
      const symbolic::Op op = model_.pool.op(e);
      const bool isVariable = op == symbolic::Op::variable || op == symbolic::Op::derivative;
      if (op != symbolic::Op::time &&
          !(isVariable && model_[model_.pool.variable(e)].variability == Variability::continuous))
        continue;
      const std::string culprit = isVariable ? model_.nameOf(model_.pool.variable(e)) : "time";
      Diagnostic& d = diagnostics_.error(
          "variability", given.value.where(),
          given.attribute == AttributeName::binding
              ? fmt::format("'{}' is a parameter, but its value depends on '{}', which varies in time", name, culprit)
              : fmt::format("an attribute of '{}' depends on '{}', which varies in time", name, culprit));
      if (isVariable)
        d.note(fmt::format("'{}' is declared at {}", culprit,
                           sources_.describeLine(model_[model_.pool.variable(e)].origin.where)));
      return false;
    }
    return true;
  }

  void requireParameterValues() {
    for (Variable& variable : model_.variables) {
      if (variable.variability == Variability::continuous || variable.binding != Expr::none) continue;
      const std::string name = model_.paths.text(variable.name);
      if (variable.variability == Variability::constant) {
        diagnostics_.error("no-value", variable.origin.where, fmt::format("the constant '{}' has no value", name));
      } else if (variable.attributes.start != Expr::none) {
        variable.binding = variable.attributes.start;
        diagnostics_.warning("no-value", variable.origin.where,
                             fmt::format("the parameter '{}' has no value; its start value is used", name));
      }
    }
  }

  // ---------------------------------------------------------------------------------------------------- equations

  void sections(Translator& translator, Connections& connections, Scope scope) {
    const ClassEntry& entry = classes_[scope.lexical];
    const Tree& tree = *entry.tree;
    if (entry.node().external.present) unsupported(tree.range(entry.node().nameSpan), "an external function");
    for (const syntax::SectionId id : tree.items(entry.node().sections)) {
      const syntax::Section& section = tree[id];
      if (section.algorithm) {
        unsupported(tree.range({section.span.begin, section.span.begin + 9}), "an algorithm section");
        continue;
      }
      auto& equations = section.initial ? model_.initialEquations : model_.equations;
      for (const syntax::StatementId statement : tree.items(section.statements)) {
        if (tree[statement].kind == StatementKind::connect && !section.initial)
          connectStatement(translator, connections, scope, tree, tree[statement]);
        else
          addEquations(equations, translator, scope, tree, tree[statement]);
      }
    }
  }

  void connectStatement(Translator& translator, Connections& connections, Scope scope, const Tree& tree,
                        const syntax::Statement& statement) {
    const ScopedExpression from{&tree, tree.at(statement.expressions, 0), scope};
    const ScopedExpression to{&tree, tree.at(statement.expressions, 1), scope};
    connections.connect(translator, from, to, tree.range(statement.span));
  }

  void addEquations(std::vector<Equation>& out, Translator& translator, Scope scope, const Tree& tree,
                    const syntax::Statement& statement) {
    const SourceRange where = tree.range(statement.span);
    switch (statement.kind) {
      case StatementKind::equality: return equality(out, translator, scope, tree, statement);
      case StatementKind::conditional: return conditionalEquations(out, translator, scope, tree, statement);
      case StatementKind::loop: return unsupported(where, "a for-loop");
      case StatementKind::when: return unsupported(where, "a when-clause");
      case StatementKind::connect: return unsupported(where, "a connect that depends on a condition");
      case StatementKind::call:
        return unsupported(where, fmt::format("'{}' as an equation", calledName(tree, statement)));
      default: return unsupported(where, "this kind of equation");
    }
  }

  std::string calledName(const Tree& tree, const syntax::Statement& statement) {
    const syntax::Expression& call = tree[tree.at(statement.expressions, 0)];
    return std::string(sources_.text(tree.range(tree[tree.at(call.operands, 0)].span)));
  }

  void equality(std::vector<Equation>& out, Translator& translator, Scope scope, const Tree& tree,
                const syntax::Statement& statement) {
    const ScopedExpression left{&tree, tree.at(statement.expressions, 0), scope};
    const ScopedExpression right{&tree, tree.at(statement.expressions, 1), scope};
    const auto l = translator.translate(left);
    const auto r = translator.translate(right);
    if (!l || !r) return;
    const SourceRange where = tree.range(statement.span);
    if (l->isNumber() != r->isNumber()) {
      diagnostics_.error(
          "type", where,
          fmt::format("the left side is {}, the right side is {}", describe(l->type), describe(r->type)));
    } else if (!l->isNumber()) {
      unsupported(where, "an equation between truth values");
    } else {
      out.push_back({l->expression, r->expression, EquationKind::written, {instances_[scope.instance].path, where}});
    }
  }

  /// if c then a = b; else d = e; end if  holds as  (if c then a - b else d - e) = 0, equation by equation.
  void conditionalEquations(std::vector<Equation>& out, Translator& translator, Scope scope, const Tree& tree,
                            const syntax::Statement& statement) {
    const SourceRange where = tree.range(statement.span);
    std::vector<std::vector<Equation>> branches;
    std::vector<Expr> conditions;
    bool hasElse = false;
    for (const syntax::BranchId id : tree.items(statement.branches)) {
      const syntax::Branch& branch = tree[id];
      hasElse = branch.condition == syntax::ExpressionId::none;
      if (!hasElse) {
        const auto condition = translator.condition({&tree, branch.condition, scope});
        if (!condition) return;
        conditions.push_back(*condition);
      }
      auto& equations = branches.emplace_back();
      for (const syntax::StatementId child : tree.items(branch.body))
        addEquations(equations, translator, scope, tree, tree[child]);
    }
    if (diagnostics_.hasErrors()) return;  // a branch may lack equations because of them
    if (!hasElse) branches.emplace_back();
    for (const auto& equations : branches) {
      if (equations.size() == branches.front().size()) continue;
      diagnostics_.error("unbalanced-if", where,
                         fmt::format("the branches of this if-equation have different numbers of equations: {} and {}",
                                     branches.front().size(), equations.size()));
      return;
    }
    for (std::size_t i = 0; i < branches.front().size(); ++i) {
      const auto residual = [&](std::size_t b) {
        return symbolic::subtract(model_.pool, branches[b][i].left, branches[b][i].right);
      };
      Expr sum = residual(branches.size() - 1);
      for (std::size_t b = branches.size() - 1; b-- > 0;)
        sum = symbolic::conditional(model_.pool, conditions[b], residual(b), sum);
      out.push_back({sum, model_.pool.constant(0.0), EquationKind::written, {instances_[scope.instance].path, where}});
    }
  }

  void unsupported(SourceRange where, std::string_view what) {
    diagnostics_.error("unsupported", where, fmt::format("{} is not supported yet", what));
  }

  // --------------------------------------------------------------------------------------------------- experiment

  void readExperiment(const Tree& tree, const syntax::Modification& annotation) {
    for (const syntax::ArgumentId id : tree.items(annotation.arguments)) {
      const syntax::Argument& argument = tree[id];
      if (argument.kind != syntax::ArgumentKind::element ||
          sources_.text(tree.range(tree[argument.name].span)) != "experiment")
        continue;
      for (const syntax::ArgumentId entry : tree.items(argument.modification.arguments)) readSetting(tree, tree[entry]);
    }
  }

  void readSetting(const Tree& tree, const syntax::Argument& setting) {
    if (setting.kind != syntax::ArgumentKind::element || setting.modification.value == syntax::ExpressionId::none)
      return;
    const std::string_view name = sources_.text(tree.range(tree[setting.name].span));
    std::optional<double>* target = name == "StartTime"   ? &model_.experiment.start
                                    : name == "StopTime"  ? &model_.experiment.stop
                                    : name == "Tolerance" ? &model_.experiment.tolerance
                                    : name == "Interval"  ? &model_.experiment.interval
                                                          : nullptr;
    if (!target) {  // it may be another tool's
      if (const auto meant = nearest(name, std::array{"StartTime", "StopTime", "Tolerance", "Interval"}))
        diagnostics_
            .warning("experiment", tree.range(tree[setting.name].span),
                     fmt::format("'{}' is not a setting of an experiment", name))
            .hint(fmt::format("did you mean '{}'?", *meant));
      return;
    }
    Translator translator(instances_, classes_, sources_, model_, diagnostics_);
    const auto value = translator.number({&tree, setting.modification.value, {InstanceTree::root, ClassRef::none}},
                                         "a setting of the experiment");
    if (!value) return;
    if (model_.pool.isConstant(*value))
      *target = model_.pool.value(*value);
    else
      diagnostics_.error("experiment", tree.range(setting.span), "a setting of the experiment must be a plain number");
  }

  const ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  FlatModel model_;
  InstanceTree instances_;
};

}  // namespace

std::optional<FlatModel> flatten(const ClassTable& classes, ClassRef type, const Sources& sources,
                                 Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.errorCount();
  FlatModel model = Flattener(classes, sources, diagnostics).run(type);
  if (diagnostics.errorCount() > before) return std::nullopt;
  if constexpr (checksInvariants) requireNoViolations("flat model", check(model));
  return model;
}

ClassRef chooseClass(const ClassTable& classes, const syntax::Tree& tree, std::string_view name,
                     Diagnostics& diagnostics) {
  std::vector<std::string> models;
  for (const syntax::ClassId id : tree.items(tree.classes)) {
    const syntax::ClassKind kind = tree[id].kind;
    if (kind == syntax::ClassKind::model || kind == syntax::ClassKind::block || kind == syntax::ClassKind::generic)
      models.emplace_back(classes.symbols().text(tree[id].name));
  }
  const auto ref = name.empty() ? (models.empty() ? ClassRef::none : classes.findQualified(models.back()))
                                : classes.findQualified(name);
  if (ref == ClassRef::none) {
    if (name.empty())
      diagnostics.error("no-model", {}, "the file has no model at its top level")
          .hint("name one inside a package with --model A.B");
    else {
      Diagnostic& d = diagnostics.error("no-model", {}, fmt::format("there is no model '{}'", name));
      if (const auto meant = nearest(name, models)) d.hint(fmt::format("did you mean '{}'?", *meant));
    }
    return ref;
  }
  const ClassEntry& entry = classes[ref];
  if (!entry.node().isPartial && entry.node().form == syntax::ClassForm::composition) return ref;
  diagnostics.error("no-model", entry.tree->range(entry.node().nameSpan),
                    fmt::format("{} {}: it cannot be simulated by itself", classes.qualifiedName(ref),
                                entry.node().isPartial ? "is partial" : "has no equations of its own"));
  return ClassRef::none;
}

}  // namespace dashpot::model
