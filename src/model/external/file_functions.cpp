#include "model/external/file_functions.hpp"

#include "model/expressions/translator.hpp"
#include "model/external/mat_file.hpp"
#include "model/external/model_files.hpp"
#include "model/external/table_file.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>

namespace dashpot::model {

namespace {

using FileArguments = std::vector<Value>;

std::nullopt_t cannotRead(KnownValues& values, std::string_view kind, const std::string& name,
                          const ReadFailure& failure, SourceRange where) {
  Diagnostic& d = values.translator().context.diagnostics().error(
      "file", where, fmt::format("the {} '{}' cannot be read: {}", kind, name, failure.reason));
  if (failure.isRefused)
    d.hint(fmt::format("if you trust the model, allow {} with --allow-files DIR",
                       kind == "file" ? "the folder of the file" : "the folder"));
  return std::nullopt;
}

std::optional<std::string> contentOf(KnownValues& values, const std::string& name, SourceRange where) {
  auto content = values.files().read(name);
  if (content) return std::move(*content);
  return cannotRead(values, "file", name, content.error(), where);
}

/// Without their ends; what stands after the last of these is a line if it is not empty.
std::vector<std::string> linesOf(const std::string& content) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t end = std::min(content.find('\n', at), content.size());
    lines.push_back(content.substr(at, end - at - (end > at && content[end - 1] == '\r' ? 1 : 0)));
    at = end + 1;
  }
  return lines;
}

std::optional<std::vector<std::string>> fileLines(KnownValues& values, const Value& name, SourceRange where) {
  const auto file = values.text(name, where);
  const auto content = file ? contentOf(values, *file, where) : std::nullopt;
  return content ? std::optional(linesOf(*content)) : std::nullopt;
}

ExternalResults countLines(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  const auto lines = fileLines(values, arguments[0], where);
  if (!lines) return std::nullopt;
  return std::vector{values.number(static_cast<double>(lines->size()), Type::integer)};
}

/// The line, and whether the file ends before it.
ExternalResults readLine(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  const auto lines = fileLines(values, arguments[0], where);
  const auto number = values.scalar(arguments[1], where);
  if (!lines || !number) return std::nullopt;
  const bool isThere = *number >= 1.0 && *number <= static_cast<double>(lines->size());
  return std::vector{KnownValues::words(isThere ? (*lines)[static_cast<std::size_t>(*number) - 1] : std::string()),
                     values.truth(!isThere)};
}

ExternalResults readLines(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  auto lines = fileLines(values, arguments[0], where);
  const auto number = values.scalar(arguments[1], where);
  if (!lines || !number) return std::nullopt;
  lines->resize(static_cast<std::size_t>(std::clamp(*number, 0.0, 1e7)));
  return std::vector{KnownValues::lines(std::move(*lines))};
}

/// A folder that is written with a slash at its end keeps it: libraries append names of files to it.
std::string fullName(const std::string& name) {
  std::string full = fullPath(name);
  if (name.ends_with('/') && !full.ends_with('/')) full += '/';
  return full;
}

/// Of modelica://A.B/path: the file of the library (Modelica 3.6, section 13.5).
ExternalResults fullPathName(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  constexpr std::string_view ofLibrary = "modelica://", ofFile = "file://";
  const auto name = values.text(arguments[0], where);
  if (!name) return std::nullopt;
  if (name->starts_with(ofFile)) return std::vector{KnownValues::words(fullName(name->substr(ofFile.size())))};
  if (!name->starts_with(ofLibrary)) return std::vector{KnownValues::words(fullName(*name))};
  const auto file = values.translator().context.names().resource(*name);
  if (file) return std::vector{KnownValues::words(fullName(*file))};
  return values.translator().context.report("file", where,
                                            fmt::format("'{}' names nothing: there is no such package", *name));
}

ExternalResults kindOfFile(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  const auto name = values.text(arguments[0], where);
  if (!name) return std::nullopt;
  return std::vector{values.number(values.files().kindOf(*name), Type::integer)};
}

std::optional<std::vector<std::string>> namesIn(KnownValues& values, const Value& name, SourceRange where) {
  const auto folder = values.text(name, where);
  if (!folder) return std::nullopt;
  auto names = values.files().namesIn(*folder);
  if (names) return std::move(*names);
  return cannotRead(values, "folder", *folder, names.error(), where);
}

ExternalResults countNames(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  const auto names = namesIn(values, arguments[0], where);
  if (!names) return std::nullopt;
  return std::vector{values.number(static_cast<double>(names->size()), Type::integer)};
}

/// The folder, and how many names are wanted.
ExternalResults readNames(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  auto names = namesIn(values, arguments[0], where);
  const auto number = values.scalar(arguments[1], where);
  if (!names || !number) return std::nullopt;
  if (static_cast<double>(names->size()) != *number)
    return values.translator().context.report(
        "file", where, fmt::format("{} names are asked for, but the folder has {}", *number, names->size()));
  return std::vector{KnownValues::lines(std::move(*names))};
}

ExternalResults workingFolder(KnownValues&, const FileArguments&, SourceRange) {
  std::error_code status;
  return std::vector{KnownValues::words(std::filesystem::current_path(status).string())};
}

ExternalResults nothing(KnownValues&, const FileArguments&, SourceRange) { return std::vector<Value>{}; }

/// ms, s, min, h, day, month, year, when the model is flattened.
ExternalResults timeOfDay(KnownValues& values, const FileArguments&, SourceRange) {
  const auto now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::milliseconds(1);
  const std::time_t seconds = now / 1000;
  std::tm parts{};
  localtime_r(&seconds, &parts);
  std::vector<Value> result;
  for (const long long part :
       {static_cast<long long>(now % 1000), static_cast<long long>(parts.tm_sec), static_cast<long long>(parts.tm_min),
        static_cast<long long>(parts.tm_hour), static_cast<long long>(parts.tm_mday),
        static_cast<long long>(parts.tm_mon + 1), static_cast<long long>(parts.tm_year + 1900)})
    result.push_back(values.number(static_cast<double>(part), Type::integer));
  return result;
}

// ---------------------------------------------------------------------------------------------------------- printing

ExternalResults print(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  TranslationContext& context = values.translator().context;
  const auto file = values.text(arguments[1], where);
  if (!file) return std::nullopt;
  if (context.body())
    return context.unsupported(where, "printing in a function whose way is known only when the model runs");
  Message text = arguments[0].texts.empty() ? Message{} : arguments[0].texts.front();
  if (!file->empty()) {
    const auto known = values.translator().evaluation.knownText(text, where);
    values.files().append(*file, known.value_or("") + "\n");
  }
  context.effects().push_back({.kind = ActionKind::print,
                               .value = context.pool().boolean(true),
                               .message = std::move(text),
                               .file = file->empty() ? std::string() : fullPath(*file),
                               .origin = {.where = where}});
  return std::vector<Value>{};
}

/// A file that is on the disk stays there: a model removes only what it has printed itself.
ExternalResults removeFile(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  const auto name = values.text(arguments[0], where);
  if (!name) return std::nullopt;
  TranslationContext& context = values.translator().context;
  const std::string file = fullPath(*name);
  std::erase_if(context.effects(),
                [&](const Action& action) { return action.kind == ActionKind::print && action.file == file; });
  values.files().remove(*name);
  return std::vector<Value>{};
}

// ----------------------------------------------------------------------------------------------------------- matrices

std::optional<TableData> matrixIn(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  const auto file = values.text(arguments[0], where), name = values.text(arguments[1], where);
  const auto content = file && name ? contentOf(values, *file, where) : std::nullopt;
  if (!content) return std::nullopt;
  TableData table;
  std::string problem;
  if (readMatrix(*content, *name, table, problem)) return table;
  return values.translator().context.report("file", where, fmt::format("in '{}': {}", *file, problem));
}

ExternalResults readMatrixSizes(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  const auto table = matrixIn(values, arguments, where);
  if (!table) return std::nullopt;
  Value sizes{.type = {Type::integer}, .dimensions = {2}};
  for (const std::size_t n : {table->rows, table->columns})
    sizes.scalars.push_back(values.number(static_cast<double>(n), Type::integer).scalar());
  return std::vector{std::move(sizes)};
}

/// The file, the name, the number of rows and columns.
ExternalResults readRealMatrix(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  const auto table = matrixIn(values, arguments, where);
  const auto rows = values.scalar(arguments[2], where), columns = values.scalar(arguments[3], where);
  if (!table || !rows || !columns) return std::nullopt;
  if (static_cast<double>(table->rows) != *rows || static_cast<double>(table->columns) != *columns)
    return values.translator().context.report("file", where,
                                              fmt::format("a matrix [{}, {}] is asked for, but this one is [{}, {}]",
                                                          *rows, *columns, table->rows, table->columns));
  Value matrix{.type = {Type::real},
               .dimensions = {static_cast<std::int32_t>(table->rows), static_cast<std::int32_t>(table->columns)}};
  for (const double number : table->values) matrix.scalars.push_back(values.number(number, Type::real).scalar());
  return std::vector{std::move(matrix), values.truth(true)};
}

/// The file, the name of the matrix, its elements and sizes, whether it is appended, and the version of the file, which is
/// 4 whatever is asked for. Its numbers may be known only when the model runs: until then the file has none.
ExternalResults writeRealMatrix(KnownValues& values, const FileArguments& arguments, SourceRange where) {
  TranslationContext& context = values.translator().context;
  const auto file = values.text(arguments[0], where), name = values.text(arguments[1], where);
  const auto isAppended = values.scalar(arguments[5], where);
  if (!file || !name || !isAppended) return std::nullopt;
  if (context.body())
    return context.unsupported(where, "writing a file in a function whose way is known only when the model runs");
  const Value& elements = arguments[2];
  const WrittenMatrix matrix{.name = *name,
                             .rows = static_cast<std::uint32_t>(elements.dimensions[0]),
                             .columns = static_cast<std::uint32_t>(elements.dimensions[1]),
                             .isAppended = *isAppended != 0.0};
  Message message;
  std::vector<double> numbers;
  for (const Expr e : elements.scalars) {
    message.pieces.emplace_back(Shown{.value = e});
    if (const auto known = values.translator().evaluation.constantValue(e)) numbers.push_back(*known);
  }
  if (!matrix.isAppended) values.files().remove(*file);
  values.files().append(*file, numbers.size() == elements.scalars.size() ? matBytes(matrix, numbers) : std::string());
  context.effects().push_back({.kind = ActionKind::print,
                               .value = context.pool().boolean(true),
                               .message = std::move(message),
                               .file = fullPath(*file),
                               .origin = {.where = where},
                               .matrix = matrix});
  return std::vector{values.truth(true)};
}

}  // namespace

std::span<const KnownFunction> fileFunctions() {
  static constexpr auto all = std::to_array<KnownFunction>({
      {"ModelicaInternal_print", 2, print},
      {"ModelicaInternal_countLines", 1, countLines},
      {"ModelicaInternal_readLine", 2, readLine},
      {"ModelicaInternal_readFile", 2, readLines},
      {"ModelicaInternal_fullPathName", 1, fullPathName},
      {"ModelicaInternal_stat", 1, kindOfFile},
      {"ModelicaInternal_getNumberOfFiles", 1, countNames},
      {"ModelicaInternal_readDirectory", 2, readNames},
      {"ModelicaInternal_getcwd", 1, workingFolder},
      {"ModelicaInternal_getTime", 0, timeOfDay},
      {"ModelicaInternal_removeFile", 1, removeFile},
      {"ModelicaStreams_closeFile", 1, nothing},
      {"ModelicaIO_readMatrixSizes", 2, readMatrixSizes},
      {"ModelicaIO_readRealMatrix", 5, readRealMatrix},
      {"ModelicaIO_writeRealMatrix", 7, writeRealMatrix},
  });
  return all;
}

}  // namespace dashpot::model
