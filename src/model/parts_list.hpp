// model/parts_list.hpp
//
// The parts of a model as circuit rules see them: components, what the annotations __Dashpot(role = ...) of their
// classes say, and the rules that __Dashpot(silence = ...) turns off. It goes with the flat model of the same
// flattening, whose paths it refers to; no equation needs it.
#pragma once

#include "base/paths.hpp"
#include "base/source.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dashpot::model {

struct PartClass {
  /// A connector or a parameter.
  struct Member {
    std::string name;
    std::vector<std::string> roles;
    SourceRange declared = {};  // with the value that the class gives it
  };
  std::string name;  // qualified
  std::vector<std::string> roles = {};
  std::vector<Member> members = {};  // those that have roles
};

/// A model or block that is part of the model; also a record, if its class has roles.
struct ListedPart {
  PathId path = PathId::root;
  std::uint32_t type = 0;  // into PartsList::classes
  SourceRange declared = {};
};

/// Nothing is said by this rule of a component and all below it.
struct Silence {
  PathId component = PathId::root;
  std::string rule;
  SourceRange where = {};
};

struct PartsList {
  std::vector<ListedPart> parts;  // in the order of declaration, owners before what they have
  std::vector<PartClass> classes;
  std::vector<Silence> silences;
};

}  // namespace dashpot::model
