// editing/connectable.hpp
//
// Which connectors of a class can be connected, and why others cannot: one judgement for the gesture, for the ports that
// light up while somebody draws a line, and for what an editor proposes inside connect(...).
//
// Refused is what can never be right (Modelica 3.6, sections 9.1 to 9.3): connectors that carry different variables, a
// scalar and an array, two that both give a signal, a connection that is there. What is not at hand is believed.
#pragma once

#include "base/diagnostic.hpp"
#include "editing/meaning.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::editing {

class Connectable {
 public:
  /// `open` is the text that is edited, `type` the class whose connections are meant. All must outlive this.
  Connectable(model::ClassTable& classes, const Sources& sources, const syntax::Tree& open, model::ClassRef type);

  /// What connect(...) may name, in the order of the declarations: "u", "pump.port".
  [[nodiscard]] std::vector<std::string> connectors();
  /// Why the class cannot connect this; nothing: it can.
  [[nodiscard]] std::optional<Diagnostic> objectionTo(std::string_view end);
  /// Why two connectors can never be connected, each of which could be.
  [[nodiscard]] std::optional<Diagnostic> objectionTo(std::string_view from, std::string_view to);

 private:
  /// A connector, as far as it is known.
  struct End {
    std::string text;                              // in one form: without blanks
    model::ClassRef type = model::ClassRef::none;  // none: not at hand
    bool isOwn = false;                            // of the class itself, not of a component of it
    bool isExpandable = false;
    bool grows = false;  // an array that has as many elements as there are connections
    syntax::Causality causality = syntax::Causality::none;
    std::optional<std::size_t> dimensions = {};  // that are left; empty: not known
    /// It gives the signal that others take.
    [[nodiscard]] bool isSource() const {
      return isOwn ? causality == syntax::Causality::input : causality == syntax::Causality::output;
    }
  };
  /// What a connector carries.
  struct Contents {
    bool isWhollyKnown = true;
    std::string form;                    // equal for two that fit
    std::vector<std::string> variables;  // empty: a single signal, whose type is the form
  };

  [[nodiscard]] const End& endOf(std::string_view text);
  [[nodiscard]] End read(std::string_view text);
  [[nodiscard]] const Contents& contentsOf(model::ClassRef connector);
  [[nodiscard]] Contents readContents(model::ClassRef connector, int depth);
  [[nodiscard]] std::string describe(const End& end);
  void readConnections(model::ClassRef type, int depth);
  [[nodiscard]] std::vector<std::string> joinedWith(const std::string& end) const;
  [[nodiscard]] std::string sourceAmong(const std::vector<std::string>& ends);
  [[nodiscard]] Diagnostic refuse(std::string code, std::string message);

  const Sources& sources_;
  Meanings meanings_;
  model::ClassRef type_;
  std::map<std::string, End, std::less<>> ends_;
  std::map<model::ClassRef, Contents> contents_;
  std::vector<std::pair<std::string, std::string>> connections_;  // that are there, inherited ones included
};

}  // namespace dashpot::editing
