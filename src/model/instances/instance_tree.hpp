// model/instances/instance_tree.hpp
//
// The instance tree: one node per component of the model, with the variables its leaves stand for. It lives only while
// a model is being flattened.
//
// Packages, and any other class that names are looked up in, are nodes too: the same rules give Medium.density_default
// its meaning and resistor.R. The tree itself only keeps nodes, names them and finds its way among them; `Instances`
// lists the parts that make nodes and give names a meaning.
#pragma once

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/classes/class_table.hpp"
#include "model/classes/modifiers.hpp"
#include "model/equations/patterns.hpp"
#include "model/flat_model.hpp"
#include "model/instances/instance.hpp"

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dashpot::model {

class InstanceTree {
 public:
  InstanceTree(ClassTable& classes, const Sources& sources, FlatModel& model, Diagnostics& diagnostics);
  InstanceTree(const InstanceTree&) = delete;
  InstanceTree& operator=(const InstanceTree&) = delete;

  /// The model, and the class that all others lie in.
  static constexpr InstanceId root{0}, global{1};

  Instance& operator[](InstanceId id) { return nodes_[static_cast<std::size_t>(id)]; }
  const Instance& operator[](InstanceId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  InstanceId addNode(InstanceId parent, Symbol name);
  /// The first of so many nodes that follow one another.
  InstanceId addCopies(const Instance& prototype, std::size_t count);
  /// More was asked for than is made; that is reported.
  [[nodiscard]] bool isTooLarge() const { return isTooLarge_; }
  /// Nothing more is made. True the first time.
  bool becomesTooLarge() { return !std::exchange(isTooLarge_, true); }

  // ---- the way through it
  /// The components of a composite in the order of declaration, inner ones for outer ones left out.
  [[nodiscard]] std::vector<InstanceId> components(InstanceId id) const;
  [[nodiscard]] std::size_t elementCount(InstanceId array) const { return count((*this)[array].dimensions); }
  [[nodiscard]] InstanceId element(InstanceId array, std::size_t i) const {
    return static_cast<InstanceId>(static_cast<std::size_t>((*this)[array].firstElement) + i);
  }
  /// The model or block that a component belongs to: what has its equations.
  [[nodiscard]] InstanceId owner(InstanceId id) const;
  /// Whether a leaf belongs to a connector of its owner that others can connect.
  [[nodiscard]] bool isInPublicConnector(InstanceId leaf) const;
  /// How far out the text stands that a scope belongs to.
  [[nodiscard]] Level level(const Scope& scope) const;

  // ---- for messages
  /// True the first time a fault is found at this place: many instances share one text.
  bool reportOnce(SourceRange where, std::string_view code);
  void unsupported(SourceRange where, std::string_view what);
  [[nodiscard]] std::string name(InstanceId id) const;
  /// "Resistor", "Real"
  [[nodiscard]] std::string typeName(InstanceId id) const;
  [[nodiscard]] std::vector<std::string_view> elementNames(InstanceId id) const;
  /// "Resistor (circuit.mo:12) has R, v, i, p, n": what a user can choose from when a name is wrong.
  [[nodiscard]] std::string describeElements(InstanceId id) const;
  [[nodiscard]] std::string describeElements(const Layout& layout) const;

  // ---- what all parts share
  [[nodiscard]] ClassTable& classes() { return classes_; }
  [[nodiscard]] const ClassTable& classes() const { return classes_; }
  [[nodiscard]] Symbols& symbols() const { return classes_.symbols(); }
  [[nodiscard]] const Sources& sources() const { return sources_; }
  [[nodiscard]] FlatModel& model() { return model_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }
  [[nodiscard]] ModifierReader& modifiers() { return modifiers_; }
  [[nodiscard]] Selectors& selectors() { return selectors_; }
  [[nodiscard]] Patterns& patterns() { return patterns_; }

 private:
  ClassTable& classes_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  ModifierReader modifiers_;
  Selectors selectors_;
  Patterns patterns_;
  std::deque<Instance> nodes_;  // a deque: references stay valid while components are made
  bool isTooLarge_ = false;
  std::set<std::pair<std::string, std::pair<std::uint32_t, std::uint32_t>>> reported_;
};

}  // namespace dashpot::model
