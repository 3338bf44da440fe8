#include "model/external/external_functions.hpp"

#include "model/expressions/translator.hpp"
#include "model/external/file_functions.hpp"
#include "model/external/mat_file.hpp"
#include "model/external/text_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace dashpot::model {

namespace {

constexpr std::string_view timeTable = "ModelicaStandardTables_CombiTimeTable_init2";
constexpr std::string_view curveTable = "ModelicaStandardTables_CombiTable1D_init2";
constexpr std::string_view surfaceTable = "ModelicaStandardTables_CombiTable2D_init2";

/// Numbers that the state of the generator with a memory consists of (xorshift1024star).
constexpr std::size_t impureStateSize = 33;

/// Where the constructors have their arguments, after file name, table name, table and its two sizes.
constexpr std::size_t fileNameAt = 0, tableNameAt = 1, tableAt = 2, firstAt = 5;

bool ascends(const std::vector<double>& x, bool strictly) {
  for (std::size_t i = 1; i < x.size(); ++i)
    if (!(strictly ? x[i] > x[i - 1] : x[i] >= x[i - 1])) return false;
  return true;
}

std::vector<double> columnOf(const TableData& data, std::size_t column, std::size_t firstRow = 0) {
  std::vector<double> result;
  for (std::size_t i = firstRow; i < data.rows; ++i) result.push_back(data(i, column));
  return result;
}

std::vector<double> rowOf(const TableData& data, std::size_t row) {
  std::vector<double> result;
  for (std::size_t j = 1; j < data.columns; ++j) result.push_back(data(row, j));
  return result;
}

TableRange rangeOf(const std::vector<double>& x, Extrapolation extrapolation) {
  const bool isRange = x.size() > 1;
  return {.first = x.front(),
          .last = x.back(),
          .isPeriodic = isRange && extrapolation == Extrapolation::periodic,
          .isLimited = isRange && extrapolation == Extrapolation::none};
}

}  // namespace

// ----------------------------------------------------------------------------------------------------------- the list

const std::vector<ExternalFunctions::Entry>& ExternalFunctions::entries() {
  using F = ExternalFunctions;
  static const std::vector<Entry> list{
      {"ModelicaStandardTables_CombiTable1D_getValue", 3, &F::curveValue},
      {"ModelicaStandardTables_CombiTable1D_minimumAbscissa", 1, &F::curveMinimum},
      {"ModelicaStandardTables_CombiTable1D_maximumAbscissa", 1, &F::curveMaximum},
      {"ModelicaStandardTables_CombiTimeTable_getValue", 5, &F::timeValue},
      {"ModelicaStandardTables_CombiTimeTable_minimumTime", 1, &F::curveMinimum},
      {"ModelicaStandardTables_CombiTimeTable_maximumTime", 1, &F::curveMaximum},
      {"ModelicaStandardTables_CombiTimeTable_nextTimeEvent", 2, &F::nextTimeEvent},
      {"ModelicaStandardTables_CombiTable2D_getValue", 3, &F::surfaceValue},
      {"ModelicaStandardTables_CombiTable2D_minimumAbscissa", 1, &F::surfaceMinimum},
      {"ModelicaStandardTables_CombiTable2D_maximumAbscissa", 1, &F::surfaceMaximum},
      {"ModelicaRandom_xorshift64star", 1, &F::random<64>},
      {"ModelicaRandom_xorshift128plus", 1, &F::random<128>},
      {"ModelicaRandom_xorshift1024star", 1, &F::random<1024>},
      {"ModelicaRandom_automaticGlobalSeed", 1, &F::automaticSeed},
      {"ModelicaRandom_setInternalState_xorshift1024star", 3, &F::keepState},
      {"ModelicaRandom_impureRandom_xorshift1024star", 1, &F::impureRandom},
  };
  return list;
}

const KnownFunction* ExternalFunctions::knownFunction(std::string_view name) {
  for (const std::span<const KnownFunction> list : {textFunctions(), fileFunctions()})
    if (const auto found = std::ranges::find(list, name, &KnownFunction::name); found != list.end()) return &*found;
  return nullptr;
}

bool ExternalFunctions::knows(std::string_view function) {
  return knownFunction(function) || std::ranges::find(entries(), function, &Entry::name) != entries().end();
}

bool ExternalFunctions::constructs(std::string_view function) {
  return function == timeTable || function == curveTable || function == surfaceTable;
}

ExternalFunctions::Results ExternalFunctions::call(std::string_view function, const std::vector<Value>& arguments,
                                                   SourceRange where) {
  const KnownFunction* known = knownFunction(function);
  const auto entry = std::ranges::find(entries(), function, &Entry::name);
  const std::size_t demanded = known ? known->arguments : entry->arguments;
  if (arguments.size() != demanded)
    return t_.context.report("arguments", where,
                             fmt::format("the external function '{}' takes {} arguments, but {} are given", function,
                                         demanded, arguments.size()));
  return known ? known->run(known_, arguments, where) : (this->*entry->run)(arguments, where);
}

// ------------------------------------------------------------------------------------------------------------- values

Value ExternalFunctions::number(double value, Type type) {
  return {.type = {type}, .scalars = {t_.context.pool().constant(value)}};
}

std::optional<std::vector<double>> ExternalFunctions::numbers(const Value& value, SourceRange where) {
  std::vector<double> result;
  for (const Expr e : value.scalars) {
    const auto known = t_.evaluation.structuralValue(e, where);
    if (!known) return t_.context.report("evaluation", where, "a table must be known before the model runs");
    result.push_back(*known);
  }
  return result;
}

std::optional<double> ExternalFunctions::scalar(const Value& value, SourceRange where) {
  const auto all = numbers(value, where);
  return all && all->size() == 1 ? std::optional(all->front()) : std::nullopt;
}

std::optional<std::string> ExternalFunctions::text(const Value& value, SourceRange where) {
  return known_.text(value, where);
}

/// A call of a made function; small ones are written out.
ExternalFunctions::Results ExternalFunctions::applied(symbolic::FunctionId function,
                                                      std::initializer_list<const Value*> arguments) {
  Value result{.type = {Type::real}};
  std::vector<Expr> scalars;
  for (const Value* argument : arguments) {
    scalars.push_back(argument->scalar());
    result.variability = std::max(result.variability, argument->variability);
  }
  result.scalars = t_.functions.apply(function, scalars);
  return std::vector{std::move(result)};
}

// ------------------------------------------------------------------------------------------------------------- tables

std::optional<TableData> ExternalFunctions::userTable(const std::string& name, std::string_view constructor,
                                                      SourceRange where) {
  if (!files.access.runsCode)
    return t_.context.report(
        "external", where,
        fmt::format("the table '{}' has no file: it comes from a function in C, 'usertab', which is "
                    "not called: if you trust the model, allow that with --allow-external",
                    name));
  const UserTables::Kind kind = constructor == timeTable    ? UserTables::Kind::time
                                : constructor == curveTable ? UserTables::Kind::curve
                                                            : UserTables::Kind::surface;
  std::string problem;
  auto table = userTables.read(name, kind, problem);
  if (!table)
    return t_.context.report(
        "table", where,
        fmt::format("the table '{}' has no file, and cannot be had from a function in C: {}", name, problem));
  return table;
}

std::optional<TableData> ExternalFunctions::data(const RecordFields& object, SourceRange where) {
  const auto argument = [&](std::size_t i) -> const Value& { return object.fields[i].second; };
  const Value& table = argument(tableAt);
  const auto file = text(argument(fileNameAt), where), name = text(argument(tableNameAt), where);
  if (!file || !name) return std::nullopt;
  if (*file == "NoName") {
    if (*name != "NoName" && !name->empty()) return userTable(*name, object.constructor, where);
    if (table.dimensions.size() != 2) return t_.context.report("table", where, "a table must be a matrix");
    const auto values = numbers(table, where);
    if (!values) return std::nullopt;
    return TableData{static_cast<std::size_t>(table.dimensions[0]), static_cast<std::size_t>(table.dimensions[1]),
                     *values};
  }
  const auto content = files.read(*file);
  if (!content) return cannotRead(*file, content.error(), where);
  TableData result;
  std::string problem;
  const bool isMatrix = file->ends_with(".mat"), isList = file->ends_with(".csv");
  if (!(isMatrix ? readMatrix(*content, *name, result, problem)
        : isList ? readCsv(*content, result, problem)
                 : readTable(*content, *name, result, problem)))
    return t_.context.report("table", where, fmt::format("'{}' is no file of tables: {}", *file, problem));
  return result;
}

std::nullopt_t ExternalFunctions::cannotRead(const std::string& file, const ReadFailure& failure, SourceRange where) {
  if (!failure.isRefused)
    return t_.context.report("table", where, fmt::format("the table's file '{}' cannot be read", file));
  Diagnostic& d = t_.context.diagnostics().error(
      "table", where, fmt::format("the table's file '{}' is not read: {}", file, failure.reason));
  d.hint("if you trust the model, allow the folder of the file with --allow-files DIR");
  return std::nullopt;
}

std::optional<ExternalFunctions::Described> ExternalFunctions::describe(const Value& object, SourceRange where) {
  if (!object.isObject()) return t_.context.typeError(where, "an external object is needed here");
  const auto& given = object.record->fields;
  const auto argument = [&](std::size_t i) -> const Value& { return given[i].second; };
  const std::string& made = object.record->constructor;
  Described result;
  const auto table = data(*object.record, where);
  if (!table) return std::nullopt;
  result.data = *table;
  std::size_t next = firstAt;
  const auto take = [&](double& target) {
    const auto value = scalar(argument(next++), where);
    target = value.value_or(0.0);
    return value.has_value();
  };
  double smoothness = 0.0, extrapolation = 0.0, events = 1.0;
  if (made == timeTable && !take(result.time.startTime)) return std::nullopt;
  if (made != surfaceTable) {
    const auto columns = numbers(argument(next), where);
    if (!columns) return std::nullopt;
    result.columns = *columns;
    next += 2;
  }
  if (!take(smoothness) || !take(extrapolation)) return std::nullopt;
  if (made == timeTable && (!take(result.time.shiftTime) || !take(events))) return std::nullopt;
  // A number that is no literal of these enumerations becomes 0, which is none either.
  const auto literal = [](double number) { return number >= 0 && number <= 100 ? static_cast<int>(number) : 0; };
  result.time.smoothness = static_cast<Smoothness>(literal(smoothness));
  result.time.extrapolation = static_cast<Extrapolation>(literal(extrapolation));
  result.time.events = static_cast<TimeEvents>(literal(events));
  if (!isSound(result, made == surfaceTable, made == timeTable, where)) return std::nullopt;
  result.time.times = columnOf(result.data, 0);
  return result;
}

bool ExternalFunctions::isSound(const Described& table, bool isGrid, bool isTime, SourceRange where) {
  const TableData& data = table.data;
  std::string problem;
  const bool isStepped = table.time.smoothness == Smoothness::linear || table.time.smoothness == Smoothness::constant;
  if (data.rows < (isGrid ? 2 : 1) || data.columns < (isGrid ? 2 : 1))
    problem = "the table is empty";
  else if (std::ranges::any_of(data.values, [](double v) { return !std::isfinite(v); }))
    problem = "the table has a value that is not a number";
  else if (isGrid && !(ascends(columnOf(data, 0, 1), true) && ascends(rowOf(data, 0), true)))
    problem = "the first row and the first column of a table in two dimensions must ascend";
  else if (!isGrid && !ascends(columnOf(data, 0), !(isTime && isStepped)))
    problem = "the first column of the table must ascend";
  else if (isGrid && !isStepped && table.time.smoothness != Smoothness::akima)
    problem = "this kind of interpolation does not exist in two dimensions";
  if (problem.empty()) return true;
  t_.context.report("table", where, problem);
  return false;
}

std::optional<std::size_t> ExternalFunctions::column(const Described& table, const Value& number, SourceRange where) {
  const auto position = scalar(number, where);
  if (!position) return std::nullopt;
  if (!(*position >= 1.0 && *position <= static_cast<double>(table.columns.size())))
    return t_.context.report(
        "table", where, fmt::format("there is no output {} of this table: it has {}", *position, table.columns.size()));
  const double chosen = table.columns[static_cast<std::size_t>(*position) - 1];
  if (!(chosen >= 1.0 && chosen <= static_cast<double>(table.data.columns)))
    return t_.context.report("table", where,
                             fmt::format("column {} is asked for, but the table has {}", chosen, table.data.columns));
  return static_cast<std::size_t>(chosen) - 1;
}

ExternalFunctions::Results ExternalFunctions::curveValue(const std::vector<Value>& arguments, SourceRange where) {
  const auto table = describe(arguments[0], where);
  const auto chosen = table ? column(*table, arguments[1], where) : std::nullopt;
  if (!chosen) return std::nullopt;
  const std::vector<double> x = columnOf(table->data, 0), y = columnOf(table->data, *chosen);
  std::vector<double> key{1.0, static_cast<double>(table->time.smoothness),
                          static_cast<double>(table->time.extrapolation)};
  key.insert(key.end(), x.begin(), x.end());
  key.insert(key.end(), y.begin(), y.end());
  const auto [known, isNew] = made_.try_emplace(std::move(key));
  if (isNew) {
    PiecewiseCubic curve = interpolate(x, y, table->time.smoothness, table->time.extrapolation);
    if (table->time.smoothness != Smoothness::constant) curve = closedAtEnd(std::move(curve));
    known->second = addCurve(t_.context.model(), "table", curve, rangeOf(x, table->time.extrapolation));
  }
  return applied(known->second, {&arguments[2]});
}

ExternalFunctions::Results ExternalFunctions::curveMinimum(const std::vector<Value>& arguments, SourceRange where) {
  const auto table = describe(arguments[0], where);
  if (!table) return std::nullopt;
  return std::vector{number(table->data(0, 0), Type::real)};
}

ExternalFunctions::Results ExternalFunctions::curveMaximum(const std::vector<Value>& arguments, SourceRange where) {
  const auto table = describe(arguments[0], where);
  if (!table) return std::nullopt;
  return std::vector{number(table->data(table->data.rows - 1, 0), Type::real)};
}

ExternalFunctions::Results ExternalFunctions::timeValue(const std::vector<Value>& arguments, SourceRange where) {
  const auto table = describe(arguments[0], where);
  const auto chosen = table ? column(*table, arguments[1], where) : std::nullopt;
  if (!chosen) return std::nullopt;
  const TimeTable& time = table->time;
  const std::vector<double> y = columnOf(table->data, *chosen);
  std::vector<double> key{2.0,
                          time.startTime,
                          time.shiftTime,
                          static_cast<double>(time.smoothness),
                          static_cast<double>(time.extrapolation),
                          static_cast<double>(time.events)};
  key.insert(key.end(), time.times.begin(), time.times.end());
  key.insert(key.end(), y.begin(), y.end());
  const auto [known, isNew] = made_.try_emplace(std::move(key));
  if (isNew) known->second = addTimeCurve(t_.context.model(), "timeTable", time, y);
  return applied(known->second, {&arguments[2], &arguments[3]});
}

ExternalFunctions::Results ExternalFunctions::nextTimeEvent(const std::vector<Value>& arguments, SourceRange where) {
  const auto table = describe(arguments[0], where);
  if (!table) return std::nullopt;
  const TimeTable& time = table->time;
  std::vector<double> key{3.0, time.startTime, time.shiftTime, static_cast<double>(time.extrapolation),
                          static_cast<double>(time.events)};
  key.insert(key.end(), time.times.begin(), time.times.end());
  const auto [known, isNew] = made_.try_emplace(std::move(key));
  if (isNew) known->second = addNextEvent(t_.context.model(), "nextEvent", time);
  return applied(known->second, {&arguments[1]});
}

ExternalFunctions::Results ExternalFunctions::surfaceValue(const std::vector<Value>& arguments, SourceRange where) {
  const auto table = describe(arguments[0], where);
  if (!table) return std::nullopt;
  const Smoothness smoothness = table->time.smoothness;
  const Extrapolation extrapolation = table->time.extrapolation;
  std::vector<double> key{4.0, static_cast<double>(smoothness), static_cast<double>(extrapolation),
                          static_cast<double>(table->data.columns)};
  key.insert(key.end(), table->data.values.begin(), table->data.values.end());
  const auto [known, isNew] = made_.try_emplace(std::move(key));
  if (isNew) {
    const std::vector<double> x1 = columnOf(table->data, 0, 1), x2 = rowOf(table->data, 0);
    std::vector<double> z;
    for (std::size_t i = 1; i < table->data.rows; ++i)
      for (const double value : rowOf(table->data, i)) z.push_back(value);
    PiecewiseBicubic surface = interpolate(x1, x2, z, smoothness, extrapolation);
    if (smoothness != Smoothness::constant) surface = closedAtEnd(std::move(surface));
    known->second =
        addSurface(t_.context.model(), "table", surface, rangeOf(x1, extrapolation), rangeOf(x2, extrapolation));
  }
  return applied(known->second, {&arguments[1], &arguments[2]});
}

ExternalFunctions::Results ExternalFunctions::surfaceEnd(const std::vector<Value>& arguments, SourceRange where,
                                                         bool isLast) {
  const auto table = describe(arguments[0], where);
  if (!table) return std::nullopt;
  const TableData& data = table->data;
  Value ends{.type = {Type::real}, .dimensions = {2}};
  ends.scalars = {t_.context.pool().constant(data(isLast ? data.rows - 1 : 1, 0)),
                  t_.context.pool().constant(data(0, isLast ? data.columns - 1 : 1))};
  return std::vector{std::move(ends)};
}

ExternalFunctions::Results ExternalFunctions::surfaceMinimum(const std::vector<Value>& arguments, SourceRange where) {
  return surfaceEnd(arguments, where, false);
}
ExternalFunctions::Results ExternalFunctions::surfaceMaximum(const std::vector<Value>& arguments, SourceRange where) {
  return surfaceEnd(arguments, where, true);
}

// ----------------------------------------------------------------------------------------------------- random numbers

template <int which>
ExternalFunctions::Results ExternalFunctions::random(const std::vector<Value>& arguments, SourceRange where) {
  const auto function = t_.context.names().predefinedFunction(which == 64    ? "'$xorshift64star'"
                                                              : which == 128 ? "'$xorshift128plus'"
                                                                             : "'$xorshift1024star'");
  return t_.functions.call(function, arguments, where);
}

/// From the time of day, when the model is flattened: a run can be repeated only as long as it is not flattened again.
ExternalFunctions::Results ExternalFunctions::automaticSeed(const std::vector<Value>&, SourceRange) {
  const auto ticks = std::chrono::system_clock::now().time_since_epoch() / std::chrono::milliseconds(1);
  return std::vector{number(static_cast<double>(ticks % 2'147'483'647 + 1), Type::integer)};
}

/// The beginning of the generator with a memory. The number that identifies it only orders the calls.
ExternalFunctions::Results ExternalFunctions::keepState(const std::vector<Value>& arguments, SourceRange where) {
  if (t_.context.body()) return t_.context.unsupported(where, "a generator with a memory in a function of what varies");
  if (arguments[0].scalars.size() != impureStateSize)
    return t_.context.report("arguments", where, fmt::format("the state has {} numbers", impureStateSize));
  randomState_ = arguments[0].scalars;
  for (Expr& e : randomState_)
    if (const auto known = t_.evaluation.structuralValue(e, where)) e = t_.context.pool().constant(*known);
  return std::vector<Value>{};
}

ExternalFunctions::RandomStream ExternalFunctions::newStream(SourceRange where) {
  FlatModel& model = t_.context.model();
  RandomStream stream{.where = where};
  for (std::size_t i = 0; i < impureStateSize; ++i) {
    stream.state.push_back(static_cast<VariableId>(model.variables.size()));
    Variable variable{.name = model.paths.child(PathId::root, fmt::format("$random{}", streams_.size() + 1),
                                                std::vector{static_cast<std::int32_t>(i + 1)}),
                      .type = Type::integer,
                      .variability = Variability::discrete,
                      .isProtected = true,
                      .origin = {PathId::root, where},
                      .description = "state of a random generator"};
    model.variables.push_back(std::move(variable));
  }
  return stream;
}

/// The first has the numbers of the C function; others, which no other tool orders in the same way, another beginning.
void ExternalFunctions::startStream(std::size_t number) {
  FlatModel& model = t_.context.model();
  const RandomStream& stream = streams_[number];
  constexpr std::uint32_t golden = 0x9E3779B9;
  const auto salt = static_cast<std::uint32_t>(number) * golden;
  for (std::size_t i = 0; i < impureStateSize; ++i) {
    const Expr begun = randomState_[i];
    Attributes& attributes = model.variables[symbolic::index(stream.state[i])].attributes;
    const bool isPosition = i + 1 == impureStateSize;  // the last one is no random number
    if (model.pool.isConstant(begun)) {
      const auto mixed = static_cast<std::uint32_t>(static_cast<std::int32_t>(model.pool.value(begun))) ^ salt;
      attributes.start =
          isPosition ? begun : model.pool.constant(static_cast<double>(static_cast<std::int32_t>(mixed)));
      attributes.fixed = true;
    } else {
      model.initialEquations.push_back({.left = model.pool.pre(stream.state[i]),
                                        .right = begun,
                                        .kind = EquationKind::written,
                                        .origin = {PathId::root, stream.where}});
    }
  }
}

void ExternalFunctions::finish() {
  const bool isKnown = std::ranges::all_of(randomState_, [&](Expr e) { return t_.context.pool().isConstant(e); });
  for (std::size_t i = 0; i < streams_.size(); ++i)
    if (randomState_.empty())
      t_.context.report("evaluation", streams_[i].where, "this random generator has not been initialised");
    else if (i > 0 && !isKnown)
      t_.context.unsupported(streams_[i].where, "a second when-clause that draws from a generator whose seed varies");
    else
      startStream(i);
}

/// A generator with a memory: its state is that of the event before, and changes with the when-clause that asks.
ExternalFunctions::Results ExternalFunctions::impureRandom(const std::vector<Value>&, SourceRange where) {
  TranslationContext& context = t_.context;
  if (context.body()) return context.unsupported(where, "a generator with a memory in a function of what varies");
  const FunctionClass next = context.names().predefinedFunction("'$xorshift1024star'");
  Value state{.type = {Type::integer},
              .variability = Variability::discrete,
              .dimensions = {static_cast<std::int32_t>(impureStateSize)}};
  std::vector<Action>& effects = context.effects();
  if (&effects == &context.effectsAtStart()) {  // for good: it is drawn now
    if (randomState_.empty())
      return context.report("evaluation", where, "this random generator has not been initialised");
    state.scalars = randomState_;
    auto drawn = t_.functions.call(next, {state}, where, 2);
    const auto after = drawn ? numbers(drawn->front(), where) : std::nullopt;
    if (!after) return std::nullopt;
    for (std::size_t i = 0; i < after->size(); ++i) randomState_[i] = context.pool().constant((*after)[i]);
    return std::vector{drawn->back()};
  }
  // A clause that has drawn before goes on from there.
  const auto changes = [&](const RandomStream& stream) {
    return std::ranges::find(effects, stream.state.front(), &Action::target);
  };
  auto stream = std::ranges::find_if(streams_, [&](const RandomStream& one) { return changes(one) != effects.end(); });
  if (stream == streams_.end()) {
    streams_.push_back(newStream(where));
    stream = streams_.end() - 1;
    for (const VariableId variable : stream->state)
      effects.push_back({.kind = ActionKind::assign,
                         .target = variable,
                         .value = context.pool().pre(variable),
                         .origin = {PathId::root, where}});
  }
  const auto first = changes(*stream);
  const auto at = static_cast<std::size_t>(first - effects.begin());
  for (std::size_t i = 0; i < stream->state.size(); ++i) state.scalars.push_back(effects[at + i].value);
  auto drawn = t_.functions.call(next, {std::move(state)}, where, 2);
  if (!drawn) return std::nullopt;
  for (std::size_t i = 0; i < stream->state.size(); ++i) effects[at + i].value = drawn->front().scalars[i];
  drawn->back().variability = Variability::discrete;
  return std::vector{drawn->back()};
}

}  // namespace dashpot::model
