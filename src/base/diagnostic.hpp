// base/diagnostic.hpp
//
// Messages to users about their input: where, what is wrong in their words, the other place involved, what to do.
//
//   press.mo:41:17: error: 'pump.portt' is not a component of FixedPump
//      41 |   connect(pump.portt, line.port_a);
//         |                ^~~~~
//   note: FixedPump (Dashpot/Hydraulics/Pumps.mo:12) has the connectors suction, port, shaft
//   hint: did you mean 'port'?
#pragma once

#include "base/source.hpp"

#include <string>
#include <vector>

namespace dashpot {

enum class Severity { warning, error };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;                       // stable and short, for machines: "unknown-name", "unbalanced"
  std::string message;                    // one line, no full stop
  SourceRange where = {};                 // may be unknown: a fault of the whole system has no single place
  std::vector<std::string> details = {};  // lines shown indented below the message: equations, values
  std::vector<std::string> notes = {};
  std::vector<std::string> hints = {};

  Diagnostic& detail(std::string text) {
    details.push_back(std::move(text));
    return *this;
  }
  Diagnostic& note(std::string text) {
    notes.push_back(std::move(text));
    return *this;
  }
  Diagnostic& hint(std::string text) {
    hints.push_back(std::move(text));
    return *this;
  }
};

[[nodiscard]] std::string render(const Diagnostic& diagnostic, const Sources& sources);

/// Collects what a stage has to say. A stage goes on after an error as long as what follows is not a consequence of it.
class Diagnostics {
 public:
  /// The reference is good for adding notes and hints to it, until the next report.
  Diagnostic& error(std::string code, SourceRange where, std::string message);
  Diagnostic& warning(std::string code, SourceRange where, std::string message);
  /// What the specification forbids and other tools accept: an error only if the user is strict.
  Diagnostic& breach(std::string code, SourceRange where, std::string message) {
    return isStrict ? error(std::move(code), where, std::move(message))
                    : warning(std::move(code), where, std::move(message));
  }
  void add(Diagnostic diagnostic) { all_.push_back(std::move(diagnostic)); }
  /// Puts those from number `first` on, which are of one file, in the order of its text.
  void sortFrom(std::size_t first);

  [[nodiscard]] bool hasErrors() const;
  [[nodiscard]] std::size_t errorCount() const;
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return all_; }

  bool isStrict = false;

 private:
  std::vector<Diagnostic> all_;
};

/// All diagnostics in the order in which they were reported, separated as they are meant to be read.
[[nodiscard]] std::string render(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace dashpot
