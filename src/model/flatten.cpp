#include "model/flatten.hpp"

#include "base/invariants.hpp"
#include "base/nearest.hpp"
#include "model/classes/class_kinds.hpp"
#include "model/equations/balance.hpp"
#include "model/equations/clocked_parts.hpp"
#include "model/equations/connections.hpp"
#include "model/equations/equation_sections.hpp"
#include "model/equations/expandable_connectors.hpp"
#include "model/equations/state_machines.hpp"
#include "model/expressions/varying_texts.hpp"
#include "model/flat/function_calls.hpp"
#include "model/instances/instances.hpp"
#include "model/instances/listed_parts.hpp"

#include <fmt/format.h>

#include <array>

namespace dashpot::model {

namespace {

using syntax::Tree;

class Flattener {
 public:
  /// `ofLibraries` gets what is wrong with files that are read on the way.
  Flattener(ClassTable& classes, const Sources& sources, Diagnostics& diagnostics, const Diagnostics& ofLibraries,
            const FileAccess& files, UserCode tableCode)
      : classes_(classes),
        sources_(sources),
        diagnostics_(diagnostics),
        ofLibraries_(ofLibraries),
        instances_(classes, sources, model_, diagnostics),
        overconstrained_(instances_, model_, diagnostics),
        connections_(instances_, overconstrained_, sources, model_, diagnostics),
        sections_(instances_, connections_, overconstrained_, sources, model_, diagnostics) {
    instances_.translator.externals.files.access = files;
    instances_.translator.externals.userTables.code = std::move(tableCode);
  }

  FlatModel run(ClassRef type) {
    const ClassEntry& entry = classes_[type];
    const std::size_t errors = errorCount();
    model_.name = classes_.qualifiedName(type);
    if (entry.node().description != Symbol::none)
      model_.description = classes_.symbols().text(entry.node().description);
    instances_.components.build(type);
    if (instances_.components.hasExpandable()) growExpandable();
    if (instances_.tree.isTooLarge()) return std::move(model_);
    instances_.streams.allComponentsMade();
    visit(InstanceTree::root, [&](InstanceId id) { sections_.markDiscrete(id); });
    if (instances_.values.lacksTexts()) giveTexts();
    visit(InstanceTree::root, [&](InstanceId id) { sections_.connect(id); });
    instances_.connectionCounts.allConnected();
    instances_.values.assignValues();  // which may ask for cardinality
    visit(InstanceTree::root, [&](InstanceId id) { sections_.readGraph(id); });
    overconstrained_.chooseTrees();
    visit(InstanceTree::root, [&](InstanceId id) { sections_.translate(id); });
    connections_.expand();
    instances_.translator.externals.finish();
    sections_.performAtStart(instances_.translator.context.effectsAtStart());
    readExperiment();
    if (errorCount() == errors)
      translateStateMachines(model_, instances_.translator.states, instances_.translator.clocked, instances_.tree,
                             diagnostics_);
    if (errorCount() == errors && !instances_.translator.clocked.isEmpty())
      clockedVariables_ =
          translateClockedParts(model_, instances_.translator.clocked, instances_.names.clockType(), diagnostics_);
    nameTexts(model_);
    spreadInitialParameters();
    if (errorCount() == errors) requireWhenClauses();
    if (errorCount() == errors) checkBalance(instances_, overconstrained_, model_, sources_, diagnostics_);
    if (errorCount() == errors) removeUncalledFunctions(model_);
    return std::move(model_);
  }

  /// After run(): the code in C that tables lacked, because functions that came later bring it.
  [[nodiscard]] UserCode lateTableCode() const {
    return instances_.translator.externals.userTables.lacksCode() ? instances_.translator.externalCalls.userCode()
                                                                  : UserCode{};
  }

  /// After run().
  [[nodiscard]] PartsList parts() {
    PartsList list;
    ListedParts listed(instances_.tree, list);
    visit(InstanceTree::root, [&](InstanceId id) { listed.add(id); });
    return list;
  }

 private:
  [[nodiscard]] std::size_t errorCount() const { return diagnostics_.errorCount() + ofLibraries_.errorCount(); }

  /// Every composite of the model, in the order of declaration.
  template <class Visitor>
  void visit(InstanceId id, const Visitor& visitor) {
    const Instance& node = instances_.tree[id];
    if (node.isArray()) {
      for (std::size_t i = 0; i < instances_.tree.elementCount(id); ++i) visit(instances_.tree.element(id, i), visitor);
      return;
    }
    if (!node.layout) return;
    visitor(id);
    for (const InstanceId child : instances_.tree.components(id)) visit(child, visitor);
  }

  void growExpandable() {
    ExpandableConnectors expandable(instances_);
    const auto connect = [&](const ScopedExpression& from, const ScopedExpression& to) {
      expandable.connect(from, to);
    };
    do {
      visit(InstanceTree::root, [&](InstanceId id) { sections_.forEachConnect(id, connect); });
    } while (expandable.hasGrown() && !instances_.tree.isTooLarge());
  }

  /// Equations may give Strings their texts in any order. What is wrong with them is said when they are translated.
  void giveTexts() {
    instances_.translator.context.quietly([&] {
      bool isNew = true;
      while (isNew) {
        isNew = false;
        visit(InstanceTree::root, [&](InstanceId id) { isNew |= sections_.giveTexts(id); });
      }
    });
  }

  /// A parameter whose value depends on one that initialisation finds (fixed = false) is found by initialisation, too.
  void spreadInitialParameters() {
    std::vector<VariableId> found;
    std::vector<std::vector<VariableId>> users(model_.variables.size());
    symbolic::Walker walker(model_.pool);
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      const Variable& variable = model_.variables[i];
      if (variable.variability != Variability::parameter) continue;
      if (variable.binding == Expr::none) {
        if (variable.attributes.fixed == false) found.push_back(static_cast<VariableId>(i));
        continue;
      }
      for (const Expr leaf : walker.leaves(variable.binding, symbolic::Op::variable))
        users[symbolic::index(model_.pool.variable(leaf))].push_back(static_cast<VariableId>(i));
    }
    while (!found.empty()) {
      const VariableId cause = found.back();
      found.pop_back();
      for (const VariableId id : users[symbolic::index(cause)]) {
        Variable& variable = model_.variables[symbolic::index(id)];
        if (variable.binding == Expr::none) continue;
        model_.initialEquations.push_back({.left = model_.pool.variable(id),
                                           .right = std::exchange(variable.binding, Expr::none),
                                           .kind = EquationKind::binding,
                                           .origin = variable.origin});
        variable.attributes.fixed = false;
        found.push_back(id);
      }
    }
  }

  /// A Real that is declared as discrete must be assigned in a when-clause (Modelica 3.6, section 4.4.4).
  void requireWhenClauses() {
    for (const InstanceId id : instances_.leaves.all()) {
      const Instance& node = instances_.tree[id];
      const bool isDeclared =
          node.prefixes.variability == syntax::Variability::discrete && node.leaf.type.type == Type::real;
      if (!isDeclared || node.prefixes.causality == syntax::Causality::input || instances_.tree.isInPublicConnector(id))
        continue;
      for (std::size_t i = 0; i < count(node.dimensions); ++i) {
        const auto variable = static_cast<VariableId>(symbolic::index(node.leaf.variable) + i);
        if (clockedVariables_.contains(variable)) continue;
        if (sections_.whenTargets().contains(variable) || !instances_.tree.reportOnce(node.declared, "variability"))
          continue;
        diagnostics_
            .error("variability", node.declared,
                   fmt::format("'{}' is declared as discrete, but no when-clause assigns it", model_.nameOf(variable)))
            .hint("assign it in a when-clause, or leave out 'discrete'");
      }
    }
  }

  // --------------------------------------------------------------------------------------------------- experiment

  void readExperiment() {
    const auto& parts = instances_.tree[InstanceTree::root].layout->parts;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      const ClassEntry& entry = classes_[(*part)->type];
      if (readExperiment(*entry.tree, entry.node().annotation, {InstanceTree::root, (*part)->type})) return;
    }
  }

  bool readExperiment(const Tree& tree, const syntax::Modification& annotation, Scope scope) {
    for (const syntax::ArgumentId id : tree.items(annotation.arguments)) {
      const syntax::Argument& argument = tree[id];
      if (argument.kind != syntax::ArgumentKind::element ||
          sources_.text(tree.range(tree[argument.name].span)) != "experiment")
        continue;
      for (const syntax::ArgumentId entry : tree.items(argument.modification.arguments))
        readSetting(tree, tree[entry], scope);
      return true;
    }
    return false;
  }

  void readSetting(const Tree& tree, const syntax::Argument& setting, Scope scope) {
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
    const auto value = instances_.translator.evaluation.evaluate(
        {&tree, setting.modification.value, scope},
        {.what = "a setting of the experiment", .type = ScalarType{Type::real}, .dimensions = Dimensions{}});
    if (value) *target = model_.pool.value(value->scalar());
  }

  ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  const Diagnostics& ofLibraries_;
  FlatModel model_;
  Instances instances_;
  Overconstrained overconstrained_;
  Connections connections_;
  EquationSections sections_;
  std::unordered_set<VariableId> clockedVariables_;
};

}  // namespace

std::optional<FlatModel> flatten(ClassTable& classes, ClassRef type, const Sources& sources, Diagnostics& diagnostics,
                                 const FileAccess& files, PartsList* parts) {
  const std::size_t before = diagnostics.errorCount();
  UserCode tableCode;
  for (;;) {
    Diagnostics said;  // of this pass; what is wrong with files of libraries is said once, to `diagnostics`
    said.isStrict = diagnostics.isStrict;
    Flattener flattener(classes, sources, said, diagnostics, files, tableCode);
    FlatModel model = flattener.run(type);
    if (tableCode.isEmpty() && !(tableCode = flattener.lateTableCode()).isEmpty()) continue;
    const bool isSound = !said.hasErrors() && diagnostics.errorCount() == before;
    if (parts && isSound) *parts = flattener.parts();
    for (const Diagnostic& diagnostic : said.all()) diagnostics.add(diagnostic);
    if (!isSound) return std::nullopt;
    if constexpr (checksInvariants) requireNoViolations("flat model", check(model));
    return model;
  }
}

ClassRef chooseClass(ClassTable& classes, const Tree& tree, std::string_view name, Diagnostics& diagnostics) {
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
  const syntax::ClassKind kind = entry.node().kind;
  std::string problem;
  if (entry.node().isPartial)
    problem = "is partial";
  else if (kind == syntax::ClassKind::package || kind == syntax::ClassKind::function ||
           kind == syntax::ClassKind::connector || isRecord(kind) ||
           entry.node().form == syntax::ClassForm::enumeration)
    problem = fmt::format("is a {}", syntax::spelling(kind));
  if (problem.empty()) return ref;
  diagnostics.error("no-model", entry.tree->range(entry.node().nameSpan),
                    fmt::format("{} {}: it cannot be simulated by itself", classes.qualifiedName(ref), problem));
  return ClassRef::none;
}

}  // namespace dashpot::model
