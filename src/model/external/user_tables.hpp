// model/external/user_tables.hpp
//
// Tables whose numbers a C function of the user's gives. The tables of the Modelica Standard Library ask it where they
// have the name of a table, but no file (Modelica.Blocks.Tables, "Static tables"):
//
//   int usertab(char* name, int kind, int dim[2], int* isByColumns, double** table);
//
// It stands in the code that any external function of the model brings (Include, Library), as if all of that were one
// program. Which code there is is known only when the whole model has been translated: where a table comes first, the
// model is translated once more.
#pragma once

#include "model/external/table_file.hpp"
#include "model/external/user_code.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace dashpot::model {

class UserTables {
 public:
  /// What the table is for, as usertab is told.
  enum class Kind { time, curve, surface };

  /// Code that may define the function; empty: none is known yet.
  UserCode code;
  /// Whether a table was asked for while no code was known.
  [[nodiscard]] bool lacksCode() const { return lacksCode_; }

  /// Empty: it cannot be had, and why.
  std::optional<TableData> read(const std::string& name, Kind kind, std::string& problem);

 private:
  bool lacksCode_ = false;
  UserCalls calls_;
  std::map<std::pair<std::string, Kind>, TableData> known_;
};

}  // namespace dashpot::model
