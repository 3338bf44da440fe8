// model/functions/function_maker.hpp
//
// Makes one concrete function for arguments of known shapes: slots for its variables, the values they are declared with
// in the order in which they depend on one another, then its statements.
//
// Arrays whose size is left open (Modelica 3.6, section 12.4.5) have no elements at first; assigning the whole array
// gives it its size. That must be decided when the function is made. The slots of an output have their place before
// everything else, so a function with such outputs is made twice: first to learn their sizes.
#pragma once

#include "model/functions/function_body.hpp"
#include "model/functions/functions.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace dashpot::model {

/// The purpose of a call of a function.
enum class Purpose : std::uint8_t {
  results,
  effect,  // its assertions only: it has one output, which is true
};

struct Frame;
struct HostClause;
struct PassedToHost;
struct Translator;
struct UserCode;

class FunctionMaker {
 public:
  /// `known`: what is known of arguments takes the place of their slots; empty: nothing.
  FunctionMaker(Translator& translator, const FunctionClass& function, const std::vector<Value>& arguments,
                const std::vector<KnownScalars>& known, Purpose purpose, SourceRange calledAt)
      : translator_(translator),
        class_(function),
        arguments_(arguments),
        known_(known),
        purpose_(purpose),
        calledAt_(calledAt) {}

  struct Made {
    symbolic::Function function = {};
    std::vector<Value> inputs = {};  // the scalars are slots of the function
    std::vector<Value> outputs = {};
  };
  /// Called with the shapes of inputs and outputs as soon as they are known, since the function may call itself.
  using Announce = std::function<void(const std::vector<Value>& inputs, const std::vector<Value>& outputs)>;

  /// Empty: something was wrong, and has been reported.
  std::optional<Made> run(const Announce& announce);

 private:
  std::optional<Made> attempt(const std::vector<Dimensions>* openSizes, const Announce& announce);
  bool declareInputs();
  bool bindConstants();
  bool declareOutputs(const std::vector<Dimensions>* openSizes);
  bool declareLocals();
  bool evaluateBindings();
  bool bind(const ComponentDescription& component);
  bool callHost();
  std::optional<HostClause> writtenClause();
  std::optional<HostClause> impliedClause();
  std::optional<PassedToHost> hostArgument(const Value& value, const ComponentDescription* component,
                                           SourceRange where);
  [[nodiscard]] std::optional<UserCode> userCode();
  bool finishOutputs(const std::vector<Dimensions>* openSizes);
  bool copyOpenOutputs(SourceRange where);
  std::optional<Dimensions> dimensionsOf(const ComponentDescription& component, const Value* argument);
  std::optional<Value> declare(const ComponentDescription& component, const Dimensions& dimensions,
                               std::vector<symbolic::Argument>& list);
  [[nodiscard]] bool usesOthers(const ComponentDescription& component) const;
  [[nodiscard]] bool isOpen(const ComponentDescription& component) const;
  [[nodiscard]] std::string nameOf(const ComponentDescription& component) const;
  Value& local(Symbol name);

  Translator& translator_;
  const FunctionClass& class_;
  const std::vector<Value>& arguments_;
  const std::vector<KnownScalars>& known_;
  Purpose purpose_;
  SourceRange calledAt_;

  // of the attempt that is under way
  Made made_;
  FunctionBody* body_ = nullptr;
  Frame* context_ = nullptr;
  std::vector<const ComponentDescription*> outputs_;
  std::vector<Symbol> constants_;  // local ones with a known value, which takes the place of slots
};

}  // namespace dashpot::model
