// model/expressions/argument_matching.hpp
//
// The arguments of a call go to inputs by position, by name and by default (Modelica 3.6, section 12.4.1). The
// constructor of a record takes its fields in the same way, and a field that is a record has a default made of those of
// its own fields (section 12.6).
//
// A function can be an argument, too (section 12.4.2): by its name, or as `function f(a = 1)` with some of its inputs
// bound. Its value is the function and what is bound; whoever takes it is made concrete for that function, so none of
// this is left in the flat model.
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/value.hpp"
#include "model/instances/names.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::model {

class Expressions;
class TranslationContext;

/// An argument as it is written.
struct CallArgument {
  Symbol name = Symbol::none;  // none: by position
  ScopedExpression value = {};
};

[[nodiscard]] std::vector<CallArgument> argumentsOf(const ScopedExpression& call);

/// An argument whose value is known already.
struct GivenArgument {
  Symbol name = Symbol::none;  // none: by position
  Value value = {};
};

/// The inputs of a function, in order.
[[nodiscard]] std::vector<const ComponentDescription*> inputsOf(const FunctionClass& function);
/// Whether a value can stand for a record of this type: it has the same fields.
[[nodiscard]] bool hasFields(const Value& value, const TypeDescription& type);
/// Such a value with its fields in the order of the type.
[[nodiscard]] Value arranged(Value value, const TypeDescription& type);
[[nodiscard]] std::size_t rankOf(const ComponentDescription& component);

class ArgumentMatching {
 public:
  ArgumentMatching(TranslationContext& context, Expressions& expressions)
      : context_(context), expressions_(expressions) {}

  // Empty: something was wrong, and has been reported.
  /// One value per input, in order.
  std::optional<std::vector<Value>> matched(const ScopedExpression& at, const FunctionClass& function,
                                            const std::vector<CallArgument>& arguments);
  /// The same for a function that is a value; inputs that are bound are not among the arguments.
  std::optional<std::vector<Value>> matched(const ScopedExpression& at, const Value& function,
                                            const std::vector<CallArgument>& arguments);
  /// The same with values in the place of expressions; those that do not go with an input are an error of the caller.
  std::optional<std::vector<Value>> matched(const ScopedExpression& at, const FunctionClass& function,
                                            std::vector<GivenArgument> arguments);
  /// For a function of the language, in the order of its inputs; the first `fewest` of them must be given.
  std::optional<std::vector<Value>> matched(const ScopedExpression& at, std::string_view function,
                                            std::span<const std::string_view> inputs, std::size_t fewest,
                                            const std::vector<CallArgument>& arguments);
  /// The function that is meant where a function is needed.
  std::optional<Value> function(const ScopedExpression& at);
  /// Why a function cannot stand where another is demanded; empty: it can.
  [[nodiscard]] std::string misfit(const Value& function, const FunctionClass& demanded) const;
  /// The record that its constructor makes.
  std::optional<Value> record(const ScopedExpression& at, const FunctionClass& constructor,
                              const std::vector<CallArgument>& arguments);

 private:
  using Components = std::vector<const ComponentDescription*>;
  /// The function or record that gets the arguments.
  struct Recipient {
    const std::string& name;
    bool isRecord;
  };
  std::optional<std::vector<std::optional<Value>>> given(const ScopedExpression& at, const std::string& function,
                                                         const Components& inputs,
                                                         const std::vector<CallArgument>& arguments);
  std::optional<std::vector<Value>> withDefaults(const ScopedExpression& at, const Recipient& owner,
                                                 const Components& components, std::vector<std::optional<Value>> given);
  std::optional<Value> defaultOf(const ScopedExpression& at, const Recipient& owner,
                                 const ComponentDescription& component);
  std::optional<Value> record(const ScopedExpression& at, const RecordKind& kind,
                              const std::vector<ComponentDescription>& components,
                              const std::vector<CallArgument>& arguments);

  TranslationContext& context_;
  Expressions& expressions_;
  int recordDepth_ = 0;
};

}  // namespace dashpot::model
