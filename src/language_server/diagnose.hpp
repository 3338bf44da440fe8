// language_server/diagnose.hpp
//
// What the compiler has to say about a document: its syntax, which takes no longer than reading it, and each of its
// models, flattened and sorted, which does.
#pragma once

#include "language_server/known_classes.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::language_server {

/// A place in another file that a finding speaks of.
struct RelatedPlace {
  std::string path;
  Range range;
  std::string message;
};

/// The part of a diagram that a finding speaks of.
struct Subject {
  std::string model = {};               // the class that was checked, qualified
  std::string component = {};           // "drive.pump"; empty: none
  std::vector<std::string> ports = {};  // both ends of a connection
  bool isRule = false;                  // of circuits: the code of the finding is its name
};

/// A diagnostic as an editor shows it.
struct Finding {
  Range range;
  bool isError = true;
  std::string code;
  std::string message;  // with the lines of its details, notes and hints
  std::vector<std::string> hints = {};
  std::vector<RelatedPlace> related = {};
  Position model = {};  // where the name of the model stands that was checked
  Subject subject = {};
};

/// A model of the document, and what is known of it once it has been checked.
struct CheckedModel {
  std::string name;  // qualified
  Range nameRange;
  bool isSound = false;
  std::size_t equations = 0;          // if it is sound
  std::optional<std::size_t> states;  // if it is sound and complete by itself
};

struct Findings {
  std::string uri;
  std::int64_t version = 0;
  std::vector<Finding> findings;
  std::vector<CheckedModel> models;
};

/// A diagnostic with the lines of its details, notes and hints.
[[nodiscard]] std::string messageOf(const Diagnostic& diagnostic);

[[nodiscard]] std::vector<Finding> syntaxFindings(const Document& document);

/// Everything, of a document whose syntax is right. Nothing if `isAbandoned` says so between two steps of the work.
[[nodiscard]] std::optional<Findings> check(KnownClasses& known, const Document& document, const Snapshot& snapshot,
                                            const std::function<bool()>& isAbandoned);

/// The models of a document that can be checked by themselves: neither partial nor inside another model.
[[nodiscard]] std::vector<model::ClassRef> modelsOf(View& view);

}  // namespace dashpot::language_server
