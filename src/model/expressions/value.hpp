// model/expressions/value.hpp
//
// The value of an expression while a model is being flattened: a type, a shape and one expression of the pool per
// scalar. Arrays are stored by rows, as Modelica writes them; records field by field, so that an array of records is a
// record of arrays and r.x of such an array needs no work.
#pragma once

#include "model/flat_model.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dashpot::model {

enum class ClassRef : std::uint32_t;

using Dimensions = std::vector<std::int32_t>;

/// The type of a scalar. Of an enumeration: which one (an index into FlatModel::enumerations).
struct ScalarType {
  Type type = Type::real;
  std::uint32_t enumeration = noEnumeration;
  bool operator==(const ScalarType&) const = default;
  [[nodiscard]] bool isNumber() const { return type == Type::real || type == Type::integer; }
};

struct FunctionClass;
struct Layout;
struct Value;

/// What a record is beside its fields.
struct RecordKind {
  std::string typeName = {};
  std::string constructor = {};  // of an external object: the external function that makes it
  bool isHandle = false;         // of an external object in C of the user's: one field, its number
  Layout* operators = nullptr;   // of an operator record: the class that says what operators mean
  std::shared_ptr<const FunctionClass> function = {};  // a function as an argument; its fields are the inputs bound
};

/// The fields of a record, in the order of declaration; or of an external object, what its constructor was given; or of
/// a function, the inputs that are bound.
struct RecordFields : RecordKind {
  RecordFields() = default;
  explicit RecordFields(RecordKind kind) : RecordKind(std::move(kind)) {}
  std::vector<std::pair<Symbol, Value>> fields = {};
};

struct Value {
  ScalarType type = {};
  Variability variability = Variability::constant;
  Dimensions dimensions = {};                       // of the whole value; of a record: those of the array of records
  std::vector<Expr> scalars = {};                   // numbers, truth values, enumerations
  std::vector<Message> texts = {};                  // strings
  std::shared_ptr<const RecordFields> record = {};  // each field's dimensions begin with those of the value

  [[nodiscard]] bool isScalar() const { return dimensions.empty() && !record; }
  [[nodiscard]] bool isRecord() const { return record != nullptr; }
  [[nodiscard]] bool isFunction() const { return record && record->function; }
  [[nodiscard]] bool isObject() const { return record && !record->constructor.empty(); }
  /// An external object in C of the user's: it is known by a number.
  [[nodiscard]] bool isHandle() const { return record && record->isHandle; }
  [[nodiscard]] bool isOperatorRecord() const { return record && record->operators; }
  [[nodiscard]] bool isString() const { return !record && type.type == Type::string; }
  [[nodiscard]] Expr scalar() const { return scalars.front(); }
};

[[nodiscard]] std::size_t count(const Dimensions& dimensions);
/// A scalar that is a constant: a truth value, or a number (of an enumeration: that of the literal).
[[nodiscard]] Expr literal(Pool& pool, ScalarType type, double value);
[[nodiscard]] Value number(Pool& pool, double value, Type type);
[[nodiscard]] Value truth(Pool& pool, bool value);
/// An external object in C of the user's.
[[nodiscard]] Value handle(std::string typeName, std::string constructor, Value number);
/// "a number", "an array [3], each a truth value", "a record of type Complex": for messages.
[[nodiscard]] std::string describe(const FlatModel& model, const Value& value);
[[nodiscard]] std::string describe(const FlatModel& model, ScalarType type);

/// The sizes of an array and the types of its subscripts.
struct ArrayShape {
  Dimensions dimensions = {};
  std::vector<ScalarType> indexTypes = {};  // empty: Integers
  bool takesAnyIndex = false;               // of a value, which does not know them
  [[nodiscard]] ScalarType indexType(std::size_t i) const {
    return i < indexTypes.size() ? indexTypes[i] : ScalarType{Type::integer};
  }
};

/// One subscript after evaluation.
struct Subscript {
  std::vector<std::int32_t> positions = {};  // from 1
  bool isScalar = false;                     // x[2] drops the dimension, x[{2}] and x[2:2] keep it
  Expr dynamic = Expr::none;                 // a position known only when the model runs; then positions is empty
  bool isSafe = false;                       // dynamic: it cannot lie outside the array
};

/// All positions of a dimension.
[[nodiscard]] Subscript wholeDimension(std::int32_t size);

/// The elements that subscripts choose; dimensions beyond the subscripts are taken whole. A dynamic subscript becomes a
/// choice among all positions. The subscripts have been checked against the dimensions.
[[nodiscard]] Value subscripted(Pool& pool, const Value& value, std::span<const Subscript> subscripts);

/// The same inside a function, where a position that is computed needs no choice: slots can be indexed.
[[nodiscard]] Value subscriptedSlots(Pool& pool, const Value& value, std::span<const Subscript> subscripts);

/// The field of a record (of an array of records: the array of that field); null: there is none.
[[nodiscard]] const Value* field(const Value& record, Symbol name);

}  // namespace dashpot::model
