// model/functions/functions.hpp
//
// Functions written in Modelica, made concrete.
//
// A call gives a function the shapes of its arguments; for each combination of shapes one symbolic::Function is made,
// in which every array is a run of slots. If sizes depend on the value of an Integer argument, the function is made
// for that value; a String is always known, and a part of the function. A function that is small and has no loops is
// written into the expression that calls it. A function that cannot be made concrete is executed (execution.hpp).
#pragma once

#include "model/instances/names.hpp"
#include "symbolic/function_derivative.hpp"

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace dashpot::model {

struct Translator;
enum class Purpose : std::uint8_t;

/// Of an argument, in the order of slots.
using KnownScalars = std::vector<std::optional<double>>;

/// A concrete function: the shapes of its arguments and results.
struct FunctionInstance {
  symbolic::FunctionId id = symbolic::FunctionId::none;
  std::vector<Value> inputs = {};  // the scalars are slots of the function
  std::vector<Value> outputs = {};
  bool isFinished = false;  // its statements are known; not yet while it calls itself
  bool isInlined = false;   // it can be written into expressions
  bool hasEffect = false;   // it may fail
};

class FunctionTable {
 public:
  FunctionTable(Translator& translator, std::vector<symbolic::Function>& functions)
      : translator_(translator), derivatives_(functions) {}

  /// The results of f(arguments); `arguments` has one value per input, in order; `wanted`: how many are taken. Empty:
  /// reported.
  std::optional<std::vector<Value>> call(const FunctionClass& function, std::vector<Value> arguments, SourceRange where,
                                         std::size_t wanted = 1);
  /// A call for its assertions only: what is true once they have held; none: it has no assertions. Empty: reported.
  std::optional<Expr> perform(const FunctionClass& function, std::vector<Value> arguments, SourceRange where);
  /// The results of a concrete function, written out if it is small.
  std::vector<Expr> apply(symbolic::FunctionId function, const std::vector<Expr>& arguments);

 private:
  struct Key {
    std::uint64_t function = 0;
    std::vector<std::int64_t> shape = {};  // ranks, dimensions and, where sizes depend on them, values
    std::vector<std::string> texts = {};   // what Strings are given
    auto operator<=>(const Key&) const = default;
  };

  [[nodiscard]] static Key keyOf(const FunctionClass& function, const std::vector<Value>& arguments,
                                 const std::vector<KnownScalars>& known, Purpose purpose);
  std::optional<std::size_t> instance(const FunctionClass& function, const std::vector<Value>& arguments,
                                      Purpose purpose, SourceRange where);
  std::optional<std::size_t> generalInstance(const FunctionClass& function, const std::vector<Value>& arguments,
                                             std::vector<KnownScalars> known, Purpose purpose, SourceRange where);
  std::optional<std::size_t> makeInstance(const FunctionClass& function, const std::vector<Value>& arguments, Key key,
                                          const std::vector<KnownScalars>& known, Purpose purpose, SourceRange where);
  std::optional<std::size_t> instanceOrExecution(const FunctionClass& function, const std::vector<Value>& arguments,
                                                 Purpose purpose, SourceRange where,
                                                 std::optional<std::vector<Value>>& executed);
  bool fit(const FunctionClass& function, std::vector<Value>& arguments, std::vector<std::size_t>& extraRanks,
           SourceRange where);
  std::optional<std::vector<Value>> callPartialDerivative(const FunctionClass& function,
                                                          const std::vector<Value>& arguments, SourceRange where);
  std::optional<std::uint32_t> differentiatedSlot(const FunctionClass& function, const symbolic::Function& concrete,
                                                  const ScopedExpression& name);
  void findKnown(const Value& argument, bool integersOnly, SourceRange where, KnownScalars& known);
  std::optional<std::vector<Value>> callElementwise(const FunctionClass& function, const std::vector<Value>& arguments,
                                                    const std::vector<std::size_t>& extraRanks, SourceRange where);
  std::vector<Expr> inlined(const symbolic::Function& function, const std::vector<Expr>& arguments);
  void addDerivatives(const FunctionClass& function, std::size_t at);
  void addInverses(const FunctionClass& function, std::size_t at);

  Translator& translator_;
  symbolic::FunctionDerivatives derivatives_;
  /// A function that is being made, and may call itself.
  struct BeingMade {
    std::uint64_t function = 0;
    std::vector<KnownScalars> known = {};
    Dimensions shapes = {};  // of all arguments
  };
  std::vector<BeingMade> beingMade_;
  std::vector<FunctionInstance> instances_;
  std::map<Key, std::size_t> known_;
  std::unordered_set<std::uint64_t> executedOnly_;  // keys of functions that cannot be made concrete
  int depth_ = 0;
};

}  // namespace dashpot::model
