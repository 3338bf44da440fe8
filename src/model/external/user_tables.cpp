#include "model/external/user_tables.hpp"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>

namespace dashpot::model {

namespace {

/// Asks usertab for a table, for its sizes first and then for its numbers, by rows.
constexpr std::string_view askingText = R"(
extern int usertab(char* name, int kind, int dim[], int* isByColumns, double** table);
static double* dashpot_table(const char* name, int kind, size_t* rows, size_t* columns, int* isByColumns) {
  char copy[1000];
  int dim[3] = {0, 0, 0};
  double* table = 0;
  if (strlen(name) >= sizeof copy) ModelicaError("the name of the table is too long");
  strcpy(copy, name);
  *isByColumns = 0;
  if (usertab(copy, kind, dim, isByColumns, &table) != 0 || !table) ModelicaFormatError("usertab has no table '%s'", name);
  if (dim[0] < 0 || dim[1] < 0) ModelicaFormatError("usertab gives the table '%s' a negative size", name);
  *rows = (size_t)dim[*isByColumns ? 1 : 0];
  *columns = (size_t)dim[*isByColumns ? 0 : 1];
  return table;
}
static void dashpot_tableSize(const char* name, int kind, double* size) {
  size_t rows, columns;
  int isByColumns;
  dashpot_table(name, kind, &rows, &columns, &isByColumns);
  size[0] = (double)rows;
  size[1] = (double)columns;
}
static void dashpot_tableValues(const char* name, int kind, double* values, int size) {
  size_t rows, columns;
  int isByColumns;
  const double* table = dashpot_table(name, kind, &rows, &columns, &isByColumns);
  if (rows * columns != (size_t)size) ModelicaFormatError("usertab gives the table '%s' another size", name);
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) values[i * columns + j] = table[isByColumns ? j * rows + i : i * columns + j];
}
)";

}  // namespace

std::optional<TableData> UserTables::read(const std::string& name, Kind kind, std::string& problem) {
  if (const auto known = known_.find({name, kind}); known != known_.end()) return known->second;
  if (code.isEmpty()) {
    lacksCode_ = true;
    problem = "no external function of the model brings code in C that could define 'usertab'";
    return std::nullopt;
  }
  UserCode asking = code;
  asking.include += askingText;
  const HostArgument nameArgument{.type = Type::string, .text = name};
  const auto call = [&](const std::string& function, std::vector<HostArgument> further, std::span<double> results) {
    std::vector<double> arguments{static_cast<double>(kind)};
    UserCall asked{.function = function, .arguments = {nameArgument, {.type = Type::integer}}};
    for (HostArgument& argument : further) {
      arguments.resize(arguments.size() + count(argument.dimensions), static_cast<double>(results.size()));
      asked.arguments.push_back(std::move(argument));
    }
    const auto made = calls_.make(asking, asked, problem);
    return made && made->call(arguments, results, problem);
  };
  std::array<double, 2> size{};
  if (!call("dashpot_tableSize", {{.dimensions = {2}, .isWritten = true}}, size)) return std::nullopt;
  const double numbers = size[0] * size[1];
  if (!(numbers <= static_cast<double>(mostTableNumbers))) {
    problem = fmt::format("usertab gives the table more than {} numbers", mostTableNumbers);
    return std::nullopt;
  }
  TableData table{static_cast<std::size_t>(size[0]), static_cast<std::size_t>(size[1])};
  table.values.resize(static_cast<std::size_t>(numbers));
  if (!call("dashpot_tableValues",
            {{.dimensions = {static_cast<std::int32_t>(numbers)}, .isWritten = true}, {.type = Type::integer}},
            table.values))
    return std::nullopt;
  known_.emplace(std::pair(name, kind), table);
  return table;
}

}  // namespace dashpot::model
