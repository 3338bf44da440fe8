// language_server/edit.hpp
//
// Gestures on the drawing of a document, composed: each is made on what the ones before it left, and what belongs to
// them follows, so that one question gives all edits of one step of the user's history.
//
//   before a gesture   components that it touches and that have no place in the text get the one they are drawn at
//   after the last     lines of moved components end at their ports again; new connections get lines
//
// The document itself does not change: the client applies the edits to its own text.
#pragma once

#include "language_server/draft.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace dashpot::language_server {

/// The answer to dashpot/edit. A RequestError if a gesture is refused: then nothing is changed.
[[nodiscard]] nlohmann::json edit(Draft& draft, const Document& document, const std::string& type,
                                  const nlohmann::json& gestures, bool linesFollow);

/// The answer to dashpot/fragment: components with all that is written of them, for the gesture `paste`.
[[nodiscard]] nlohmann::json fragment(const editing::File& file, const std::string& type,
                                      const std::vector<std::string>& components);

}  // namespace dashpot::language_server
