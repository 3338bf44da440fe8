// language_server/typing_context.hpp
//
// What somebody is writing at a place of a text, read from the tokens before it: the tree knows nothing of statements
// that are not finished.
#pragma once

#include "syntax/lexer.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::language_server {

/// a.b[1].c: its identifiers, without subscripts.
using DottedName = std::vector<std::string>;

/// A parenthesis that is open at the place.
struct OpenParenthesis {
  DottedName name;                 // what stands before it: a function, a component, a class; empty: nothing
  std::size_t argument = 0;        // number of commas since
  std::string argumentName;        // `x` of x = ... in the argument at hand
  std::vector<std::string> given;  // names of all arguments before
  std::string firstArgument;       // its text, if the argument at hand is not the first
  bool isCall = false;             // it stands where a value is expected
};

struct TypingContext {
  enum class Where : std::uint8_t {
    nowhere,      // in a comment, a string or a number
    unit,         // in a string that is a unit
    member,       // after a dot
    modifier,     // a name in the parentheses of a declaration, an extends clause or a short class
    annotation,   // in the parentheses of an annotation
    connection,   // in connect(...)
    call,         // in the parentheses of a call
    declaration,  // at the beginning of an element
    statement,    // at the beginning of an equation or statement
    expression,   // where a value is expected
    type,         // after `extends`, `constrainedby`, `redeclare model X =` or a prefix as `parameter`
    import,
    newName,  // where somebody makes up a name
  };
  Where where = Where::nowhere;
  std::size_t begin = 0;              // of the word that is being written
  DottedName before;                  // member: what stands before the dot
  bool isFromTop = false;             // member, with a dot in front of everything
  std::vector<OpenParenthesis> open;  // outermost first
  DottedName modified;                // modifier: the type of the component, or the class that is extended
  bool isExtension = false;           // modifier: of an extends clause
  bool isValue = false;               // the word stands after a '='
};

[[nodiscard]] TypingContext typingContext(std::string_view text, std::size_t offset);

}  // namespace dashpot::language_server
