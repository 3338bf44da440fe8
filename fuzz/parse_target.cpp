#include "parsed.hpp"
#include "targets.hpp"

#include <cstdio>
#include <cstdlib>

namespace dashpot::fuzz {

void demand(bool holds, const std::string& promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise.c_str());
  std::abort();
}

Parsed::Parsed(std::string_view text) {
  tree = syntax::parse(sources.add("fuzz.mo", std::string(text)), sources, symbols, diagnostics);
  const auto violations = syntax::check(tree, sources);
  demand(violations.empty(), violations.empty() ? "" : "the tree keeps its invariants: " + violations.front());
  (void)render(diagnostics, sources);
}

void parse(std::string_view text) {
  const Parsed first(text);
  const std::string printed = print(first.tree, first.symbols);
  if (first.diagnostics.hasErrors()) return;
  const Parsed second(printed);
  demand(!second.diagnostics.hasErrors(), "printed text can be read: " + render(second.diagnostics, second.sources));
  demand(print(second.tree, second.symbols) == printed, "printing what was printed changes nothing");
}

}  // namespace dashpot::fuzz
