// model/external/file_functions.hpp
//
// ModelicaInternal_*, ModelicaStreams_* and ModelicaIO_*: names of files, what is in them, and printing. Files are read
// when the model is flattened, from the folders that are allowed; what is printed becomes an action of the flat model
// and is written when it runs. Functions that change the machine or start programs (ModelicaInternal_chdir, system, ...)
// do not exist here.
#pragma once

#include "model/external/known_values.hpp"

#include <span>

namespace dashpot::model {

[[nodiscard]] std::span<const KnownFunction> fileFunctions();

}  // namespace dashpot::model
