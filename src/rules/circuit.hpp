// rules/circuit.hpp
//
// A flat model as an engineer sees its circuit: parts with ports, joined by lines; lines that parts lead on to other
// lines form networks. Roles say what parts, ports and parameters are (docs/rules.md lists them); they come from the
// annotations of the library.
//
// A line is a connection set, joined over all levels of the hierarchy: the port of a subsystem is a name for the line
// inside it, and no part of its own. What is not known is said so: a part without roles may be anything, and a line
// that ends at a port of the model itself goes on outside of it.
#pragma once

#include "model/flat_model.hpp"
#include "model/parts_list.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dashpot::rules {

/// Rules speak only of what is certain.
enum class Answer : std::uint8_t { no, yes, unknown };
[[nodiscard]] constexpr Answer answer(bool isTrue) { return isTrue ? Answer::yes : Answer::no; }
[[nodiscard]] constexpr Answer operator!(Answer a) { return a == Answer::unknown ? a : answer(a == Answer::no); }

/// Values of parameters that a run sets, by their names.
using Settings = std::unordered_map<std::string, double>;

struct Part;
struct Line;
using Roles = std::vector<std::string>;

struct Port {
  PathId path = PathId::root;
  Part* part = nullptr;
  Line* line = nullptr;
  const Roles* roles = nullptr;  // of its own; null: those of its part alone
};

/// A parameter that has a role.
struct Quantity {
  symbolic::VariableId variable = symbolic::VariableId::none;
  const Part* part = nullptr;
  const Roles* roles = nullptr;
  std::optional<double> value = {};
  bool isGiven = false;  // by who uses the part; else it is as the class has it
};

struct Part {
  const model::ListedPart* component = nullptr;
  const model::PartClass* type = nullptr;
  Roles roles = {};
  std::vector<Port*> ports = {};
  std::vector<PathId> openPorts = {};  // which is no use for ports of their kind (model/flat/open_ports.hpp)
  std::vector<Quantity> quantities = {};
};

struct Line {
  std::string_view domain;  // "hydraulic", "electrical", ...; empty: another one
  std::vector<Port*> ports = {};
  bool leadsOut = false;  // to a port of the model itself, or to what somebody forgot to connect
};

struct Network {
  std::string_view domain;
  std::vector<Line*> lines = {};
};

class Circuit {
 public:
  /// The model and the list of its parts must outlive the circuit.
  Circuit(const model::FlatModel& model, const model::PartsList& list, const Settings& settings = {});
  Circuit(const Circuit&) = delete;
  Circuit& operator=(const Circuit&) = delete;

  [[nodiscard]] const model::FlatModel& model() const { return model_; }
  [[nodiscard]] std::span<const Part> parts() const { return parts_; }
  [[nodiscard]] std::span<const Line> lines() const { return lines_; }
  [[nodiscard]] std::span<const Network> networks() const { return networks_; }

 private:
  struct Member {
    PathId connector = PathId::root;
    std::string_view unit;
    bool isOutside = false;  // the port of a subsystem, seen from inside of it
  };

  void addParts();
  void addPorts();
  void addQuantities(const Settings& settings);
  void addNetworks();
  [[nodiscard]] std::vector<Member> membersOf(const model::Equation& flowSum) const;
  /// The part that a connector or parameter belongs to, and the name that its class has for it.
  [[nodiscard]] std::pair<Part*, std::string_view> ownerOf(PathId path);

  const model::FlatModel& model_;
  const model::PartsList& list_;
  std::unordered_map<PathId, std::size_t> placeOf_;  // of parts, by their paths
  std::vector<Part> parts_;
  std::vector<Port> ports_;
  std::vector<Line> lines_;
  std::vector<Network> networks_;
};

[[nodiscard]] bool has(const Roles& roles, std::string_view role);
[[nodiscard]] bool has(const Part& part, std::string_view role);
/// The roles of a port are its own and those of its part.
[[nodiscard]] bool has(const Port& port, std::string_view role);
/// Takes and gives no flow: a sensor, a pilot port.
[[nodiscard]] bool isGauge(const Port& port);
/// Whether the library says what it is.
[[nodiscard]] bool isKnown(const Port& port);

}  // namespace dashpot::rules
