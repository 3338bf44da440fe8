// base/printable.hpp
//
// Text that comes from models, files and command lines, for people to see: in terminals, tables, pictures and result
// files. What a terminal or a reader would act on, or could not decode, is shown instead as \xNN, byte by byte:
//
//   control characters            C0, delete and C1 (ECMA-48: escape sequences begin with them)
//   controls of the direction     of writing (Unicode TR 36: text that reads otherwise than it is)
//   what is not UTF-8             RFC 3629: stray and missing bytes, overlong forms, surrogates
#pragma once

#include <string>
#include <string_view>

namespace dashpot {

enum class Lines {
  one,  // an end of line is a control character, too, and so is a tabulator
  many  // both stand for themselves
};

[[nodiscard]] std::string printable(std::string_view text, Lines lines = Lines::one);

/// Whether nothing in the text has to be shown otherwise.
[[nodiscard]] bool isPrintable(std::string_view text, Lines lines = Lines::one);

/// How many bytes the character at the beginning of the text takes; 0: it is not UTF-8.
[[nodiscard]] std::size_t characterLength(std::string_view text);

}  // namespace dashpot
