// model/instance.hpp
//
// The instance tree: one node per component of the model, with the variables its leaves stand for. Names in equations
// are resolved in it. It lives only while a model is being flattened.
//
// Packages, and any other class that names are looked up in, are nodes too: the same rules give Medium.density_default
// its meaning and resistor.R. Components are made when they are first asked for, because a size or a condition may
// depend on parameters that are declared later; `expand` makes the rest, in the order of declaration.
//
//   layout.cpp                inheritance
//   selective_extension.cpp   what an extends clause leaves out
//   class_restrictions.cpp    what a class of each kind may contain and extend
//   lookup.cpp                what a name means in a scope (Modelica 3.6, chapter 5)
//   visibility.cpp            what may be named and modified from outside
//   redeclaration.cpp         what an element is after redeclarations, and what may replace it
//   instantiate.cpp           components: types, sizes, conditions
//   added_members.cpp         members of expandable connectors
//   inner_outer.cpp           components and classes that lie further up in the tree
//   requirements.cpp          what declarations and modifications must keep to; names in messages
//   leaves.cpp                variables, their values and attributes
//   references.cpp            the values that references stand for
//   callables.cpp             functions and records as they are called
//   function_restrictions.cpp what a function must keep to
#pragma once

#include "model/demand.hpp"
#include "model/layout.hpp"
#include "model/names.hpp"
#include "model/patterns.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::model {

struct Translator;

/// A class as it was found: with the place that gives its text a meaning, and what is modified from outside.
struct ClassInContext {
  ClassRef type = ClassRef::none;
  Scope enclosing = {};
  Layers layers = {};
  InstanceId home = InstanceId::none;  // it is this member of this instance
  std::uint32_t slot = noSlot;
  std::optional<Type> predefined = {};
  bool isReplaceable = false;  // it, or a class that its name leads through
};

/// The meaning of a name.
struct Found {
  InstanceId node = InstanceId::none;
  std::uint32_t slot = noSlot;
  bool isClass = false;
  bool isInherited = false;  // found in an enclosing class, not in the instance itself
  std::optional<Type> predefined = {};
  [[nodiscard]] explicit operator bool() const { return slot != noSlot || predefined; }
};

enum class ValueState : std::uint8_t { none, given, inProgress, done };

struct Instance {
  Symbol name = Symbol::none;
  PathId path = PathId::root;
  InstanceId parent = InstanceId::none;
  Layout* layout = nullptr;                                           // none: a leaf, or an array of components
  Layers layers = {};                                                 // composites: what is modified from outside
  std::vector<InstanceId> children = {};                              // by slot; none: not made yet, or a class
  std::vector<std::pair<std::uint32_t, InstanceId>> classNodes = {};  // by slot
  Dimensions dimensions = {};                                         // of a leaf or an array of components
  std::vector<ScalarType> indexTypes = {};                            // of its subscripts; empty: Integers
  InstanceId firstElement = InstanceId::none;                         // the elements of an array follow one another
  InstanceId inner = InstanceId::none;                                // of an outer component: what it stands for
  Symbol description = Symbol::none;
  ScalarType type = {};                    // leaves
  VariableId variable = VariableId::none;  // leaves: the first of its scalars
  Layer binding = {};                      // leaves and external objects
  std::optional<Value> constant = {};      // leaves of packages
  SourceRange declared = {};
  std::uint32_t firstAttribute = 0, attributeCount = 0;  // leaves: in InstanceTree::attributes_
  std::int32_t equationCount = 0;                        // models: equations that stand in it
  std::uint16_t depth = 0;
  ValueState valueState = ValueState::none;
  syntax::ClassKind kind = syntax::ClassKind::generic;
  syntax::Variability variability = syntax::Variability::continuous;  // of the component as a whole
  syntax::Causality causality = syntax::Causality::none;
  bool isLeaf = false;
  bool isArray = false;  // of components; its elements are the nodes
  bool isClassNode = false;
  bool isConnector = false;
  bool isExpandable = false;  // a connector that has the members which are connected to it
  bool isObject = false;      // an external object; `binding` makes it
  bool isFlow = false;
  bool isProtected = false;
  bool isHidden = false;  // protected in the class that declares it
  bool isFinal = false;
  bool isConditional = false;
  bool isAbsent = false;     // its condition is false
  bool isConnected = false;  // leaves: by what the component belongs to, no flow
  bool isEvaluated = false;  // annotation(Evaluate = true)
  bool isInner = false;
  bool isInPackage = false;  // it or what it belongs to is a class: its leaves are constants, not variables
  bool isBroken = false;     // its declaration was reported; names below it are not reported again
  bool isBeingMade = false;
  bool isExpanded = false;
  bool hasAttributes = false;  // they have been assigned
};

/// A component reference after its subscripts are known: some elements of arrays of components, or of one leaf each.
struct Place {
  std::vector<InstanceId> nodes;          // all with the same class
  Dimensions dimensions;                  // of the array the nodes form
  std::vector<Subscript> leafSubscripts;  // what is chosen of each leaf; empty: all
  InstanceId first = InstanceId::none;    // what the first of its names leads to
  bool isConditional = false;             // it leads into a conditional component
  bool isAbsent = false;                  // one that is not there
};

class InstanceTree final : public Names {
 public:
  InstanceTree(ClassTable& classes, const Sources& sources, FlatModel& model, Diagnostics& diagnostics);
  ~InstanceTree() override;
  void attach(Translator& translator) { translator_ = &translator; }

  /// The instance of the model itself and all below it.
  void build(ClassRef type);
  /// Values and attributes of all variables; bindings of variables that vary become equations.
  void assignValues();

  Instance& operator[](InstanceId id) { return nodes_[static_cast<std::size_t>(id)]; }
  const Instance& operator[](InstanceId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  /// More was asked for than is made; that is reported.
  [[nodiscard]] bool isTooLarge() const { return isTooLarge_; }
  static constexpr InstanceId root{0};

  // ---- Names
  std::optional<Value> value(const ScopedExpression& reference, References& references) override;
  std::optional<Dimensions> sizesSoFar(const ScopedExpression& reference) override;
  std::optional<ArrayShape> shape(const ScopedExpression& reference, std::size_t part) override;
  std::optional<Callee> callee(const ScopedExpression& reference) override;
  std::vector<std::string_view> callables(const Scope& scope) override;
  std::optional<Expr> structuralValue(VariableId parameter, SourceRange usedAt) override;
  FunctionClass predefinedFunction(std::string_view name) override;
  std::string instanceName(const Scope& scope) override;
  bool knowsTime(const Scope& scope) override;
  std::optional<std::int32_t> connectionCount(const ScopedExpression& reference) override;

  // ---- for equations and connections
  /// One more connection to the connector that the place chooses.
  void countConnection(const Place& place);
  /// From now on all connections have been counted.
  void allConnected() { isAllConnected_ = true; }
  /// Where a component reference leads. Empty: it has been reported.
  std::optional<Place> place(const ScopedExpression& reference);
  /// Where the first so many of its names lead.
  std::optional<Place> place(const ScopedExpression& reference, std::size_t parts);
  /// Whether the first so many names of a reference lead to a component, not to a class.
  bool isComponent(const ScopedExpression& reference, std::size_t parts);
  /// True the first time a fault is found at this place: many instances share one text.
  bool reportOnce(SourceRange where, std::string_view code);
  /// An equation gives a String its text. False: it had one before.
  bool giveText(VariableId variable, const std::string& text);
  /// There are Strings that only equations can give a text.
  [[nodiscard]] bool lacksTexts() const;
  /// The scalars of a leaf as far as the place chooses them.
  [[nodiscard]] std::vector<VariableId> variables(const Place& place, InstanceId leaf) const;
  /// Whether the connection is left out where the class that has it is extended.
  [[nodiscard]] bool isLeftOut(Scope scope, const syntax::Tree& tree, const syntax::Statement& connect) const;
  /// The component `slot` of an instance, made if it is new.
  InstanceId child(InstanceId parent, std::uint32_t slot);

  // ---- for expandable connectors
  [[nodiscard]] bool hasExpandable() const { return hasExpandable_; }
  /// The component of that name, if it has been made; none: it is not there, or not yet.
  InstanceId presentMember(InstanceId connector, Symbol name);
  /// Whether the class of the connector has a component of that name.
  bool isDeclared(InstanceId connector, Symbol name);
  /// Makes a member of an expandable connector: the one that its class declares, or one like the place.
  InstanceId addMember(InstanceId connector, Symbol name, const Place& like);
  /// The sizes of what a place chooses.
  [[nodiscard]] Dimensions sizesOf(const Place& place) const;

  /// The components of a composite in the order of declaration, inner ones for outer ones left out.
  [[nodiscard]] std::vector<InstanceId> components(InstanceId id) const;
  [[nodiscard]] std::size_t elementCount(InstanceId array) const { return count((*this)[array].dimensions); }
  [[nodiscard]] InstanceId element(InstanceId array, std::size_t i) const {
    return static_cast<InstanceId>(static_cast<std::size_t>((*this)[array].firstElement) + i);
  }
  /// Whether a leaf belongs to a connector of its owner that others can connect.
  [[nodiscard]] bool isInPublicConnector(InstanceId leaf) const;
  /// Whether a connector is unconnected, and its class has asked for that with cardinality().
  [[nodiscard]] bool isKnownUnconnected(InstanceId connector) const { return knownUnconnected_.contains(connector); }
  /// The model or block that a component belongs to: what has its equations.
  [[nodiscard]] InstanceId owner(InstanceId id) const;
  [[nodiscard]] Patterns& patterns() { return patterns_; }
  [[nodiscard]] const std::vector<InstanceId>& leaves() const { return leaves_; }
  [[nodiscard]] InstanceId leafOf(VariableId variable) const { return leafOf_[symbolic::index(variable)]; }
  [[nodiscard]] const ClassTable& classes() const { return classes_; }
  [[nodiscard]] Symbols& symbols() const { return classes_.symbols(); }

  /// How far out the text stands that a scope belongs to.
  [[nodiscard]] Level level(const Scope& scope) const;

  // ---- for messages
  /// "Resistor", "Real"
  [[nodiscard]] std::string typeName(InstanceId id) const;
  [[nodiscard]] std::string name(InstanceId id) const;
  /// "Resistor (circuit.mo:12) has R, v, i, p, n": what a user can choose from when a name is wrong.
  [[nodiscard]] std::string describeElements(InstanceId id) const;
  [[nodiscard]] std::string describeElements(const Layout& layout) const;
  [[nodiscard]] std::vector<std::string_view> elementNames(InstanceId id) const;

 private:
  /// A declaration after redeclarations.
  struct Declaration {
    const syntax::Tree* tree = nullptr;
    syntax::ElementId element = syntax::ElementId::none;
    Scope scope = {};
    Layers layers = {};
  };
  /// A type after short classes have been followed to the end.
  struct ResolvedType {
    ClassInContext composite = {};
    bool isLeaf = false;
    ScalarType scalar = {};
    std::vector<ScopedExpression> dimensions = {};
    Layers layers = {};
    bool isConnector = false;
    syntax::Causality causality = syntax::Causality::none;
    std::string name = {};
  };
  /// Why one type cannot stand for another; no problem: it can.
  struct Misfit {
    std::string problem;
    std::string note;
  };
  enum class Reporting : std::uint8_t { errors, nothing };

  // layout.cpp
  Layout* layoutOf(ClassRef type, Scope enclosing);
  Layout* beginLayout(ClassRef type, Scope enclosing);
  void completeLayout(Layout& layout);
  void inherit(Layout& layout, const ClassInContext& base, const syntax::Tree& tree, syntax::Span where,
               Layer modification, bool isProtected);
  void addMember(Layout& layout, Member member);
  void requireNothingBeside(Layout& layout);
  void redeclareMember(Layout& layout, const syntax::Tree& tree, syntax::ElementId element);
  std::optional<ClassInContext> extended(const Layout& layout);
  bool isExternalObject(const syntax::Tree& tree, syntax::ExpressionId base);
  std::optional<ClassInContext> baseClass(Layout& layout, const syntax::Tree& tree, syntax::ExpressionId name);
  std::uint32_t findSlot(Layout& layout, Symbol name);

  // selective_extension.cpp
  std::vector<Removal> removals(Layout& base, const Modifier& modification);
  void requireRemovable(InstanceId id);

  // lookup.cpp
  Found lookup(Scope scope, Symbol name);
  Found lookupImport(ClassRef importer, Symbol name);
  Found lookupGlobal(Symbol name);
  Found lookupPredefined(Symbol name);
  Found memberOf(InstanceId node, Symbol name);
  void reportUnknownImport(const syntax::Tree& tree, const syntax::Expression& path, Symbol name);
  Found lookupPath(const syntax::Tree& tree, const syntax::Expression& path);
  Found lookupIn(const syntax::Tree& tree, const syntax::Expression& path, Symbol name, bool isListed);
  void requirePackage(InstanceId in, SourceRange where);
  ClassInContext classMember(InstanceId node, std::uint32_t slot);
  ClassInContext classFound(const Found& found);
  InstanceId classNode(const ClassInContext& found);
  std::optional<ClassInContext> resolveClass(Scope scope, const syntax::Tree& tree, syntax::ExpressionId name,
                                             Reporting reporting);
  std::optional<ClassInContext> resolveFrom(Found found, Scope scope, const syntax::Tree& tree,
                                            syntax::ExpressionId name, Reporting reporting);
  void reportUnknownClass(Scope scope, const syntax::Tree& tree, const syntax::Part& part, InstanceId in);
  void hintAtFileBeside(Diagnostic& d, std::string_view text, const syntax::Tree& tree) const;
  [[nodiscard]] std::vector<std::string_view> visibleNames(Scope scope, bool classes);

  // redeclaration.cpp
  Layers layersOf(InstanceId node, const Member& member);
  void appendConstraints(Layers& to, InstanceId node, const Member& member, const Layers& layers);
  ClassInContext classOf(InstanceId node, const Member& member, Layers layers);
  Declaration declaration(InstanceId node, const Member& member);
  bool isReplaceableClass(const Found& found);
  [[nodiscard]] bool redeclaresSize(const Member& member, const Layer& redeclaration) const;
  void requireReplaceable(const Member& member, const Layers& layers);
  std::vector<Declaration> history(InstanceId owner, const Member& member);
  bool fits(InstanceId owner, const Member& member);
  bool fits(const ClassInContext& chosen);
  void requireFittingClass(InstanceId owner, std::uint32_t slot);
  bool fits(const ResolvedType& given, const ResolvedType& demanded, SourceRange where, const Member& member);
  InstanceId typeNode(const ResolvedType& type);
  Misfit compare(const ResolvedType& given, const ResolvedType& demanded);
  std::string compareMembers(InstanceId left, const Member& has, InstanceId right, const Member& needed);

  // instantiate.cpp
  InstanceId addNode(InstanceId parent, Symbol name);
  void make(InstanceId id, const Member& member);
  void makeComposite(InstanceId id, const ResolvedType& type, Layers layers);
  bool fitsIntoMemory(std::size_t more, SourceRange where);
  void makeArray(InstanceId id, const ResolvedType& type, Dimensions sizes, const Layers& layers);
  void expand(InstanceId id);
  std::uint32_t enumerationOf(ClassRef type);
  std::optional<ResolvedType> resolveType(Scope scope, const syntax::Tree& tree, syntax::ExpressionId name);
  std::optional<ResolvedType> followType(ClassInContext found, SourceRange where);
  std::optional<Dimensions> dimensions(InstanceId id, const std::vector<ScopedExpression>& sizes, const Layers& layers);

  // added_members.cpp
  Layout& ownLayout(InstanceId connector);
  void makeLike(InstanceId id, const Place& like);
  void copyAttributes(InstanceId to, InstanceId from);

  // inner_outer.cpp
  bool isElsewhere(InstanceId outer, const ResolvedType& type, const std::vector<ScopedExpression>& sizes,
                   const Layers& layers);
  InstanceId findInner(InstanceId outer);
  bool addInner(InstanceId outer, const ResolvedType& type);
  bool fitsOuter(InstanceId outer, const ResolvedType& type, const std::vector<ScopedExpression>& sizes);
  std::optional<ClassInContext> innerClass(InstanceId node, const Member& outer);
  void refuseModification(std::string_view outer, SourceRange declared, const Layers& layers);
  /// The component `slot` as its name means it: of one that is inner and outer, the outer one.
  InstanceId named(InstanceId parent, std::uint32_t slot);

  // visibility.cpp
  bool requireAccess(InstanceId in, const Found& found, SourceRange where);
  bool isLikePackage(InstanceId in);
  void requirePublic(Layout& layout, const Layers& layers);

  // class_restrictions.cpp
  void requireRestrictions(ClassRef ref);
  bool requireBaseKind(ClassRef derived, ClassRef base, SourceRange where);
  void requireLiterals(ClassRef ref);
  bool refusePrefixes(InstanceId id, const ResolvedType& type, const syntax::Component& component);

  // requirements.cpp
  bool refuse(InstanceId id, const ResolvedType& type, const syntax::Tree& tree, const syntax::Component& component);
  void requireElements(Layout& layout, const Layers& layers);
  void requireNotFinal(const Member& member, const Layers& layers);
  void unsupported(SourceRange where, std::string_view what);
  void reportUnknownElement(const Modifier& modifier, Layout& layout);

  // leaves.cpp
  void makeLeaf(InstanceId id, const ResolvedType& type, Dimensions dimensions, const Layers& layers);
  void readAttributes(InstanceId id, const Layers& layers);
  std::optional<Value> layerValue(const Layer& layer);
  std::optional<Value> leafValue(InstanceId id, const Layer& layer, const Demand& demand);
  void assignBinding(InstanceId id);
  void assignConstant(InstanceId id);
  void assignAttributes(InstanceId id);
  void assignAttribute(InstanceId id, const Layer& layer);
  bool requireVariability(InstanceId id, const Layer& layer, const Value& value, bool isBinding);
  void requireParameterValue(InstanceId id);
  bool requireKnown(InstanceId id, Expr value, SourceRange where);
  [[nodiscard]] bool belongsToInterface(InstanceId id) const;

  // references.cpp
  std::optional<Value> gather(const Place& place, SourceRange where);
  std::optional<Value> gatherLeaf(const Place& place, SourceRange where);
  Message textOf(const Instance& node, VariableId variable);
  std::optional<Expr> literalOf(InstanceId leaf, VariableId variable);
  std::optional<Place> follow(const ScopedExpression& reference, Found first, std::size_t firstPart, std::size_t parts);
  bool choose(const ScopedExpression& reference, const syntax::Part& part, Place& place);
  std::optional<std::optional<Value>> enumerationLiteral(const ScopedExpression& reference);
  void reportUnknownName(const ScopedExpression& reference, std::size_t part, InstanceId in,
                         const Layout* seenAs = nullptr);

  // callables.cpp
  FunctionClass describeCallable(const ClassInContext& type, bool isRecord);
  TypeDescription describeType(const ResolvedType& type);
  std::vector<ComponentDescription> describeComponents(InstanceId node, bool isRecord);
  std::optional<Callee> partialDerivative(const ClassInContext& derivative);
  void readExternal(FunctionClass& function, const syntax::Tree& tree, const syntax::Class& written, Scope scope);
  void readDerivative(FunctionClass& function, const syntax::Tree& tree, const syntax::Argument& argument, Scope scope);

  // function_restrictions.cpp
  bool requireFunction(InstanceId node, const FunctionClass& function);
  void requireFunctionComponent(InstanceId node, const Member& member, const FunctionClass& function,
                                const std::function<void(SourceRange, std::string)>& refuse);
  void requireAnnotationInput(const FunctionClass& function, const syntax::Tree& tree, const syntax::Expression& name);
  void requireInverse(const FunctionClass& function, const syntax::Tree& tree, const syntax::Modification& annotation);

  struct LayoutKey {
    ClassRef type;
    Scope enclosing;
    bool operator==(const LayoutKey&) const = default;
  };
  struct LayoutHash {
    std::size_t operator()(const LayoutKey& key) const {
      std::size_t h = static_cast<std::size_t>(key.type);
      h = h * 0x9e3779b97f4a7c15ull + static_cast<std::size_t>(key.enclosing.instance);
      return h * 0x9e3779b97f4a7c15ull + static_cast<std::size_t>(key.enclosing.lexical);
    }
  };
  struct ValueKey {
    const Modifier* modifier;
    InstanceId instance;
    bool operator==(const ValueKey&) const = default;
  };
  struct ValueHash {
    std::size_t operator()(const ValueKey& key) const {
      return std::hash<const void*>()(key.modifier) * 0x9e3779b97f4a7c15ull + static_cast<std::size_t>(key.instance);
    }
  };

  ClassTable& classes_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  Translator* translator_ = nullptr;
  ModifierReader modifiers_;
  Selectors selectors_;
  std::deque<Instance> nodes_;  // a deque: references stay valid while components are made
  InstanceId global_ = InstanceId::none;
  std::unordered_map<LayoutKey, std::unique_ptr<Layout>, LayoutHash> layouts_;
  std::unordered_map<ValueKey, std::optional<Value>, ValueHash> values_;
  std::vector<InstanceId> leafOf_;   // by variable
  std::vector<InstanceId> leaves_;   // in the order of their variables
  std::vector<InstanceId> objects_;  // external ones
  std::vector<Layer> attributes_;    // of all leaves
  std::vector<const Modifier*> translating_;
  std::unordered_map<InstanceId, FunctionClass> callables_;
  std::vector<InstanceId> describing_;
  std::unordered_map<InstanceId, std::int32_t> connectionCounts_;        // of connectors with components
  std::unordered_map<VariableId, std::int32_t> signalConnectionCounts_;  // of those that are scalars
  std::unordered_set<InstanceId> knownUnconnected_;
  std::vector<std::unique_ptr<Layout>> ownLayouts_;  // of expandable connectors with members of their own
  bool hasExpandable_ = false;
  bool isAllConnected_ = false;
  bool isTooLarge_ = false;                    // nothing more is made
  int inheritanceDepth_ = 0;                   // of the layouts that are being made
  std::unordered_set<VariableId> textsGiven_;  // Strings that an equation gives
  Patterns patterns_;
  std::unordered_map<ClassRef, std::uint32_t> enumerations_;
  std::set<std::pair<std::string, std::pair<std::uint32_t, std::uint32_t>>> reported_;
  std::set<std::pair<SourceId, Symbol>> unknownClasses_;
  std::unordered_set<ClassRef> restricted_;  // classes that have been looked at
  std::unordered_map<Symbol, Type> predefined_;
  std::unordered_map<Symbol, InstanceId> addedInners_;               // for outer ones that have none
  std::map<std::pair<InstanceId, Symbol>, Layout*> promised_;        // by owner and name: what an outer one is seen as
  std::unordered_map<std::uint64_t, Found> imports_;                 // by importing class and name
  std::map<std::pair<const Member*, ClassRef>, bool> replacements_;  // whether this class can stand for the member
  std::map<std::pair<const Layout*, const Layout*>, Misfit> subtypes_;
};

}  // namespace dashpot::model
