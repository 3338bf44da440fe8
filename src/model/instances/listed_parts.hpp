// model/instances/listed_parts.hpp
//
// Fills the list of parts: components and what their annotations say to circuit rules: the roles of a class, of its connectors and parameters,
// and the rules that are to be silent.
//
//   model Orifice ... annotation(__Dashpot(role = "passage"));
//   HydraulicPort_a pilot annotation(__Dashpot(role = "gauge"));
//   FixedVolume dead annotation(__Dashpot(silence = {"open-port"}));
//
// A class is read once, however many components are of it.
#pragma once

#include "model/instances/instance_tree.hpp"
#include "model/parts_list.hpp"

#include <unordered_map>

namespace dashpot::model {

class ListedParts {
 public:
  ListedParts(InstanceTree& tree, PartsList& list) : tree_(tree), list_(list) {}

  /// Enters a composite, if it is a part.
  void add(InstanceId id);

 private:
  struct Text {
    std::string text;
    SourceRange where = {};
  };
  struct ClassFacts {
    std::uint32_t place = 0;                   // in PartsList::classes
    std::vector<Text> silences;                // of the class, for each of its instances
    std::vector<std::vector<Text>> ofMembers;  // by slot; empty: no component of the class silences anything
  };

  const ClassFacts& factsOf(const Layout& layout);
  [[nodiscard]] std::vector<Text> texts(const syntax::Tree& tree, const syntax::Modification& annotation,
                                        std::string_view entry) const;
  void silence(PathId path, const std::vector<Text>& rules);

  InstanceTree& tree_;
  PartsList& list_;
  std::unordered_map<const Layout*, ClassFacts> known_;
};

}  // namespace dashpot::model
