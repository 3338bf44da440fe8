// Where the tests find files. The definitions are generated beside the build, so that no other object file depends on
// where the tree lies.
#pragma once

namespace dashpot::testing {

extern const char* const sourceTree;   ///< root of the source tree
extern const char* const programPath;  ///< the program `dashpot`

}  // namespace dashpot::testing
