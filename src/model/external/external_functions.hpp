// model/external/external_functions.hpp
//
// External functions that are built in: those of the C interface of the Modelica Standard Library that models need.
// They mean what the C functions mean, but are functions of the flat model, so that they have exact derivatives, run in
// every back end and keep no memory. Every other external function is refused by its name.
//
//   ModelicaStandardTables_*   tables, from their numbers or a text file   interpolation, table_functions, time_table
//   ModelicaRandom_*           generators of random numbers                random_functions
//   ModelicaStrings_*          texts, when the model is flattened          text_functions
//   ModelicaInternal_*, ...    files, when the model is flattened; print    file_functions
//
// Those of numbers that are code of the machine run with the model (host_calls).
// An external object is, while a model is flattened, the record of the arguments its constructor was given. What a
// table consists of is evaluated then: its parameters are final in the flat model.
#pragma once

#include "model/expressions/value.hpp"
#include "model/external/known_values.hpp"
#include "model/external/model_files.hpp"
#include "model/external/table_file.hpp"
#include "model/external/time_table.hpp"
#include "model/external/user_tables.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::model {

struct Translator;

class ExternalFunctions {
 public:
  explicit ExternalFunctions(Translator& translator) : t_(translator), known_(translator, files) {}

  ModelFiles files;
  UserTables userTables;

  [[nodiscard]] static bool knows(std::string_view function);
  /// Whether it makes an external object.
  [[nodiscard]] static bool constructs(std::string_view function);

  /// The result of the C function, then what it writes through pointers, in the order of its arguments. `arguments` are
  /// those that go in. Empty: reported.
  std::optional<std::vector<Value>> call(std::string_view function, const std::vector<Value>& arguments,
                                         SourceRange where);
  /// After all equations, which may have initialised a generator later than they draw from it.
  void finish();

 private:
  using Results = std::optional<std::vector<Value>>;
  using Implementation = Results (ExternalFunctions::*)(const std::vector<Value>&, SourceRange);
  struct Entry {
    std::string_view name;
    std::size_t arguments;
    Implementation run;
  };
  static const std::vector<Entry>& entries();
  /// Null: it is none of these.
  [[nodiscard]] static const KnownFunction* knownFunction(std::string_view name);

  /// A table with what its constructor says of it.
  struct Described {
    TableData data;
    std::vector<double> columns;
    TimeTable time;  // of a time table; smoothness and extrapolation of any
  };
  std::optional<Described> describe(const Value& object, SourceRange where);
  std::optional<TableData> data(const RecordFields& object, SourceRange where);
  std::optional<TableData> userTable(const std::string& name, std::string_view constructor, SourceRange where);
  std::nullopt_t cannotRead(const std::string& file, const ReadFailure& failure, SourceRange where);
  bool isSound(const Described& table, bool isGrid, bool isTime, SourceRange where);
  /// The chosen column's number, counted from 0.
  std::optional<std::size_t> column(const Described& table, const Value& number, SourceRange where);

  Results curveValue(const std::vector<Value>& arguments, SourceRange where);
  Results curveMinimum(const std::vector<Value>& arguments, SourceRange where);
  Results curveMaximum(const std::vector<Value>& arguments, SourceRange where);
  Results timeValue(const std::vector<Value>& arguments, SourceRange where);
  Results nextTimeEvent(const std::vector<Value>& arguments, SourceRange where);
  Results surfaceValue(const std::vector<Value>& arguments, SourceRange where);
  Results surfaceMinimum(const std::vector<Value>& arguments, SourceRange where);
  Results surfaceMaximum(const std::vector<Value>& arguments, SourceRange where);
  template <int which>
  Results random(const std::vector<Value>& arguments, SourceRange where);
  Results automaticSeed(const std::vector<Value>& arguments, SourceRange where);
  Results keepState(const std::vector<Value>& arguments, SourceRange where);
  Results impureRandom(const std::vector<Value>& arguments, SourceRange where);
  struct RandomStream;
  RandomStream newStream(SourceRange where);
  void startStream(std::size_t number);

  Results surfaceEnd(const std::vector<Value>& arguments, SourceRange where, bool isLast);
  Results applied(symbolic::FunctionId function, std::initializer_list<const Value*> arguments);
  Value number(double value, Type type);
  std::optional<std::vector<double>> numbers(const Value& value, SourceRange where);
  std::optional<double> scalar(const Value& value, SourceRange where);
  std::optional<std::string> text(const Value& value, SourceRange where);

  /// The state of a generator with a memory, as discrete variables.
  struct RandomStream {
    std::vector<VariableId> state;
    SourceRange where = {};
  };

  Translator& t_;
  KnownValues known_;
  std::vector<Expr> randomState_;  // at the start, of the one generator that all calls share; empty: not initialised
  std::vector<RandomStream> streams_;
  std::map<std::vector<double>, symbolic::FunctionId> made_;  // by everything that makes a table what it is
};

}  // namespace dashpot::model
