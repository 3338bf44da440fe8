// model/external/mat_file.hpp
//
// Matrices in MATLAB's files: level 4, and level 5 as versions 6 and 7 write it (7: compressed). Full matrices of
// numbers, also as fields of structures ("s.a"); what is sparse, complex or no matrix is passed over. Version 7.3 is HDF5 and not read.
//
// The format: "MAT-File Format", The MathWorks, 2019.
#pragma once

#include "model/external/table_file.hpp"

#include <string>
#include <string_view>

namespace dashpot::model {

/// The matrix `name` in a file's content. Otherwise `problem` says what is wrong.
[[nodiscard]] bool readMatrix(std::string_view content, std::string_view name, TableData& table, std::string& problem);

}  // namespace dashpot::model
