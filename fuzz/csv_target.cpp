#include "base/csv_table.hpp"
#include "model/external/table_file.hpp"
#include "parsed.hpp"
#include "targets.hpp"

namespace dashpot::fuzz {

void csv(std::string_view bytes) {
  if (const auto table = parseCsv(bytes, "fuzz.csv")) {
    demand(table->columns.size() == table->names.size(), "each column has a name");
    demand(table->units.empty() || table->units.size() == table->names.size(), "each column has a unit, or none has");
    for (const auto& column : table->columns) demand(column.size() == table->rows(), "columns are of one length");
  } else {
    demand(!table.error().message.empty(), "what cannot be read is explained");
  }
  model::TableData data;
  std::string problem;
  if (model::readTable(bytes, "tab", data, problem))
    demand(data.values.size() == data.rows * data.columns, "a table has as many numbers as it says");
  else
    demand(!problem.empty(), "what is no table is explained");
}

}  // namespace dashpot::fuzz
