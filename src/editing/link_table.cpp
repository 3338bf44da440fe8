#include "editing/link_table.hpp"

#include "base/nearest.hpp"
#include "editing/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <map>
#include <string_view>
#include <vector>

namespace dashpot::editing {
namespace {

// ---- the models ---------------------------------------------------------------------------------------------------------

enum class LinkKind { hydraulic, shaft, command, commanded, load };

std::string_view kindName(LinkKind kind) {
  switch (kind) {
    case LinkKind::hydraulic: return "hydraulic";
    case LinkKind::shaft: return "a shaft";
    case LinkKind::command: return "the output of a signal";
    case LinkKind::commanded: return "the input of a signal";
    case LinkKind::load: break;
  }
  return "the load";
}

struct PortOfModel {
  std::string_view role;       // in the words of an engineer
  std::string_view connector;  // of the component
  LinkKind kind = LinkKind::hydraulic;
};

struct HaspModel {
  std::string_view name;
  std::string_view component;  // under Dashpot.Hydraulics
  std::string_view what;
  std::vector<PortOfModel> ports;  // in the order of the links
  std::size_t most = 0;            // links, where the last port may have several; else as many as ports
  std::size_t signals = 0;         // of volume
  int width = 10, height = 10;     // half the size of its symbol

  [[nodiscard]] std::size_t mostLinks() const { return std::max(most, ports.size()); }
  [[nodiscard]] const PortOfModel& portAt(std::size_t link) const { return ports[std::min(link, ports.size() - 1)]; }
};

const std::vector<HaspModel>& haspModels() {
  static const std::vector<PortOfModel> through{{"inlet", "port_a"}, {"outlet", "port_b"}};
  static const std::vector<HaspModel> all{
      {"AL00",
       "Actuators.Cylinder",
       "Actuator with load",
       {{"piston side", "port_a"}, {"rod side", "port_b"}, {"load", "flange", LinkKind::load}},
       0,
       2,
       12,
       6},
      {"DC1T",
       "Valves.Valve43",
       "4/3 directional valve",
       {{"spool signal", "u", LinkKind::commanded},
        {"supply", "port_p"},
        {"A", "port_a"},
        {"B", "port_b"},
        {"tank", "port_t"}},
       0,
       0,
       20,
       8},
      {"DE01", "Valves.DutyCycle", "Valve controller", {{"output", "y", LinkKind::command}}, 0, 0, 10, 6},
      {"DEDT", "Valves.DutyCycle", "Duty cycle", {{"output", "y", LinkKind::command}}, 0, 0, 10, 6},
      {"OR3Z", "Resistances.RatedOrifice", "Orifice", through, 0, 0, 10, 6},
      {"PC01", "Valves.ReliefValve", "Relief valve", through},
      {"PI05", "Volumes.FixedVolume", "Pipe", {{"port", "port"}}, 8, 0, 10, 6},
      {"PI06", "Volumes.FixedVolume", "Pipe at an actuator", {{"port", "port"}}, 8, 1, 10, 6},
      {"PM00", "Sources.PrimeMover", "Prime mover", {{"shaft", "shaft", LinkKind::shaft}}},
      {"PU00",
       "Pumps.Pump",
       "Pump",
       {{"inlet", "port_a"}, {"outlet", "port_b"}, {"shaft", "shaft", LinkKind::shaft}},
       0,
       0,
       12},
      {"TK00", "Sources.Tank", "Tank", {{"port", "port"}}, 1, 0, 6, 6},
      {"TK03", "Sources.Tank", "Tank", {{"port", "port"}}, 3, 0, 6, 6},
  };
  return all;
}

// ---- the table ----------------------------------------------------------------------------------------------------------

struct Word {
  std::string_view text;
  SourceRange where;
};

struct Instance {
  const HaspModel* model = nullptr;
  std::string name;  // as in the table: PU0001
  SourceRange where;
  std::vector<std::pair<int, SourceRange>> links, signals;

  [[nodiscard]] std::string component() const {
    std::string result;
    std::ranges::transform(name, std::back_inserter(result), [](unsigned char c) { return std::tolower(c); });
    return result;
  }
};

struct LinkEnd {
  const Instance* instance = nullptr;
  const PortOfModel* port = nullptr;
  SourceRange where;

  [[nodiscard]] std::string text() const { return fmt::format("{} ({})", instance->name, port->role); }
  [[nodiscard]] std::string reference() const { return fmt::format("{}.{}", instance->component(), port->connector); }
};

std::optional<int> numberIn(std::string_view text) {
  int value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc() && end == text.data() + text.size() && value >= 0 ? std::optional(value) : std::nullopt;
}

std::vector<std::string> texts(const std::vector<LinkEnd>& ends) {
  std::vector<std::string> result;
  for (const LinkEnd& end : ends) result.push_back(end.text());
  return result;
}

class LinkTable {
 public:
  LinkTable(SourceId source, const Sources& sources, Diagnostics& diagnostics)
      : source_(source), text_(sources[source].text()), diagnostics_(diagnostics) {}

  std::optional<std::string> asModel(const std::string& name) {
    const std::size_t before = diagnostics_.errorCount();
    if (const std::string wrong = whatIsWrongWithName(name); !wrong.empty()) diagnostics_.error("bad-name", {}, wrong);
    read();
    if (diagnostics_.errorCount() == before) joinLinks();
    if (diagnostics_.errorCount() == before) checkSignals();
    return diagnostics_.errorCount() == before ? std::optional(print(name)) : std::nullopt;
  }

 private:
  // -- reading

  void read() {
    std::optional<int> announced;
    SourceRange whereAnnounced;
    int lines = 0;
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::vector<Word> words = wordsOf(begin, end);
      begin = end + 1;
      if (words.empty()) continue;
      if (!announced) {
        announced = numberIn(words[0].text);
        whereAnnounced = words[0].where;
        if (!announced || words.size() > 1) {
          error(words[0].where, "a link table begins with the number of its models, alone in a line");
          return;
        }
        continue;
      }
      ++lines;
      readModel(words);
    }
    if (!announced)
      diagnostics_.error("link-table", {source_, 0, 0}, "the link table is empty");
    else if (*announced != lines)
      error(whereAnnounced, fmt::format("{} models are announced, but {} follow", *announced, lines));
  }

  std::vector<Word> wordsOf(std::size_t begin, std::size_t end) const {
    end = std::min(end, text_.find('#', begin));
    std::vector<Word> words;
    const auto isSpace = [&](std::size_t at) { return std::isspace(static_cast<unsigned char>(text_[at])) != 0; };
    for (std::size_t at = begin; at < end;) {
      if (isSpace(at)) {
        ++at;
        continue;
      }
      const std::size_t from = at++;
      if (text_[from] != '|')
        while (at < end && !isSpace(at) && text_[at] != '|') ++at;
      words.push_back(
          {text_.substr(from, at - from), {source_, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(at)}});
    }
    return words;
  }

  void readModel(const std::vector<Word>& words) {
    Instance instance{.name = {}, .where = words[0].where, .links = {}, .signals = {}};
    std::ranges::transform(words[0].text, std::back_inserter(instance.name),
                           [](unsigned char c) { return std::toupper(c); });
    const std::string kind = instance.name.substr(0, 4);
    const auto found = std::ranges::find(haspModels(), kind, &HaspModel::name);
    const auto isDigit = [](unsigned char c) { return std::isdigit(c) != 0; };
    const bool isWhole = instance.name.size() == 6 && std::ranges::all_of(instance.name.substr(4), isDigit);
    if (found == haspModels().end()) return reportUnknown(instance, kind);
    if (!isWhole) {
      error(instance.where, fmt::format("'{}' is not a model with its number", words[0].text))
          .hint(fmt::format("write four characters and two digits: {}01", kind));
      return;
    }
    instance.model = &*found;
    if (std::ranges::find(instances_, instance.name, &Instance::name) != instances_.end()) {
      error(instance.where, fmt::format("'{}' is there twice", instance.name)).hint("give the second another number");
      return;
    }
    bool isSignal = false;
    for (auto word = words.begin() + 1; word != words.end(); ++word) {
      if (word->text == "|") {
        isSignal = true;
        continue;
      }
      const auto number = word->text.size() <= 2 ? numberIn(word->text) : std::nullopt;
      if (!number) {
        error(word->where,
              fmt::format("{}: '{}' is no number of a link, which has two digits", instance.name, word->text));
        return;
      }
      (isSignal ? instance.signals : instance.links).emplace_back(*number, word->where);
    }
    if (hasItsLinks(instance)) instances_.push_back(std::move(instance));
  }

  void reportUnknown(const Instance& instance, const std::string& kind) {
    std::vector<std::string_view> known;
    for (const HaspModel& model : haspModels()) known.push_back(model.name);
    Diagnostic& d = error(instance.where, fmt::format("there is no model '{}'", kind));
    if (const auto meant = nearest(kind, known)) d.hint(fmt::format("did you mean '{}'?", *meant));
    d.note(fmt::format("the models are {}", fmt::join(known, ", ")));
  }

  bool hasItsLinks(const Instance& instance) {
    const HaspModel& model = *instance.model;
    const std::size_t count = instance.links.size(), least = model.ports.size(), most = model.mostLinks();
    // The load of an actuator is nobody else's, and need not be numbered.
    const bool mayLackLast = model.ports.back().kind == LinkKind::load && count + 1 == least;
    if (count > most || (count < least && !mayLackLast)) {
      std::vector<std::string_view> roles;
      for (const PortOfModel& port : model.ports) roles.push_back(port.role);
      const std::string range = most > least ? fmt::format("{} to {}", least, most) : fmt::format("{}", least);
      Diagnostic& d = error(instance.where,
                            fmt::format("{} has {} links, but a {} has {}", instance.name, count, model.name, range));
      if (count < least) d.note(fmt::format("missing: {}", fmt::join(roles.begin() + count, roles.end(), ", ")));
      d.hint(fmt::format("in this order: {}", fmt::join(roles, ", ")));
      return false;
    }
    if (instance.signals.size() <= model.signals) return true;
    error(instance.signals[model.signals].second,
          fmt::format("{} has {} signals behind the bar, but a {} has {}", instance.name, instance.signals.size(),
                      model.name, model.signals == 0 ? "none" : std::to_string(model.signals)));
    return false;
  }

  // -- links

  void joinLinks() {
    for (const Instance& instance : instances_)
      for (std::size_t k = 0; k < instance.links.size(); ++k)
        links_[instance.links[k].first].push_back({&instance, &instance.model->portAt(k), instance.links[k].second});
    for (const auto& [number, ends] : links_) {
      if (ends.size() == 1) {
        if (ends[0].port->kind == LinkKind::load) continue;
        error(ends[0].where, fmt::format("link {:02} ends at {} and nowhere else", number, ends[0].text()))
            .hint("write its number at the port that it leads to");
      } else if (ends.size() > 2) {
        error(ends[2].where,
              fmt::format("link {:02} has {} ends: {}", number, ends.size(), fmt::join(texts(ends), ", ")))
            .hint("a link joins two ports; where several meet, put a pipe (PI05), which has eight");
      } else if (!fit(ends[0].port->kind, ends[1].port->kind)) {
        error(ends[1].where, fmt::format("link {:02} joins {}, which is {}, to {}, which is {}", number, ends[0].text(),
                                         kindName(ends[0].port->kind), ends[1].text(), kindName(ends[1].port->kind)));
      } else if (ends[0].instance == ends[1].instance) {
        error(ends[1].where, fmt::format("link {:02} joins {} to itself", number, ends[0].instance->name));
      }
    }
  }

  /// A duty cycle may give the pressure of a line.
  static bool fit(LinkKind one, LinkKind other) {
    if (one == LinkKind::command) return other == LinkKind::commanded || other == LinkKind::hydraulic;
    if (other == LinkKind::command) return fit(other, one);
    return one == other && one != LinkKind::commanded && one != LinkKind::load;
  }

  /// Each signal of volume goes from an actuator to a pipe that has a link with it.
  void checkSignals() {
    std::map<int, std::vector<std::pair<const Instance*, SourceRange>>> signals;
    for (const Instance& instance : instances_)
      for (const auto& [number, where] : instance.signals) signals[number].emplace_back(&instance, where);
    for (const auto& [number, ends] : signals) {
      const auto isActuator = [](const auto& end) { return end.first->model->name == "AL00"; };
      if (ends.size() != 2 || std::ranges::count_if(ends, isActuator) != 1) {
        std::vector<std::string> names;
        for (const auto& [instance, where] : ends) names.push_back(instance->name);
        error(ends[0].second,
              fmt::format("signal {:02} goes from an actuator to a pipe, but has {}", number, fmt::join(names, ", ")))
            .hint("write it behind the bar of one AL00 and of one PI06");
      } else if (!areJoined(*ends[0].first, *ends[1].first)) {
        error(ends[1].second, fmt::format("signal {:02} joins {} and {}, which have no link", number,
                                          ends[0].first->name, ends[1].first->name))
            .hint("the pipe whose volume changes is the one at the actuator's port");
      }
    }
  }

  static bool areJoined(const Instance& one, const Instance& other) {
    return std::ranges::any_of(one.links, [&](const auto& link) {
      return std::ranges::any_of(other.links, [&](const auto& each) { return each.first == link.first; });
    });
  }

  // -- printing

  std::string print(const std::string& name) const {
    std::string text = fmt::format(
        "model {} \"From a link table of {} models\"\n"
        "  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid\n    {};\n",
        name, instances_.size(), placement(0, 10, 10));
    std::string equations;
    int place = 1;
    const auto declare = [&](std::string_view type, const std::string& component, std::string_view what, int width,
                             int height) {
      text += fmt::format("  Dashpot.Hydraulics.{} {} \"{}\"\n    {};\n", type, component, what,
                          placement(place++, width, height));
    };
    for (const Instance& each : instances_)
      declare(each.model->component, each.component(), each.model->what, each.model->width, each.model->height);
    for (const auto& [number, ends] : links_) {
      if (ends.size() == 1) continue;
      const bool isFirst = ends[0].port->kind == LinkKind::command;
      const LinkEnd &from = ends[isFirst ? 0 : 1], &to = ends[isFirst ? 1 : 0];
      if (from.port->kind == LinkKind::command && to.port->kind == LinkKind::hydraulic) {
        const std::string source = from.instance->component() + "_pressure";
        declare("Sources.PressureSignal", source, "Its level is a pressure in Pa", 10, 10);
        equations += fmt::format("  connect({}, {}.u) \"Link {}\";\n", from.reference(), source, number);
        equations += fmt::format("  connect({}.port, {}) \"Link {}\";\n", source, to.reference(), number);
      } else {
        equations += fmt::format("  connect({}, {}) \"Link {}\";\n", ends[0].reference(), ends[1].reference(), number);
      }
    }
    return fmt::format("{}equation\n{}  annotation(experiment(StopTime = 1));\nend {};\n", text, equations, name);
  }

  /// Five in a row.
  static std::string placement(int place, int width, int height) {
    return fmt::format(
        "annotation(Placement(transformation(origin = {{{}, {}}}, extent = {{{{{}, {}}}, {{{}, {}}}}})))",
        -100 + 50 * (place % 5), 60 - 40 * (place / 5), -width, -height, width, height);
  }

  Diagnostic& error(SourceRange where, std::string message) {
    return diagnostics_.error("link-table", where, std::move(message));
  }

  SourceId source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::vector<Instance> instances_;
  std::map<int, std::vector<LinkEnd>> links_;
};

}  // namespace

std::optional<std::string> modelFromLinks(SourceId table, const Sources& sources, const std::string& name,
                                          Diagnostics& diagnostics) {
  return LinkTable(table, sources, diagnostics).asModel(name);
}

}  // namespace dashpot::editing
