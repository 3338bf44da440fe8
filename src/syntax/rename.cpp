#include "syntax/parse.hpp"

namespace dashpot::syntax {

void moveSymbols(Tree& tree, const Symbols& from, Symbols& to) {
  std::vector<Symbol> renamed(from.size(), Symbol::none);
  const auto move = [&](Symbol& symbol) {
    if (symbol == Symbol::none) return;
    Symbol& target = renamed[static_cast<std::size_t>(symbol)];
    if (target == Symbol::none) target = to.intern(from.text(symbol));
    symbol = target;
  };
  for (Expression& node : tree.expressions) move(node.symbol);
  for (Part& node : tree.parts) move(node.name);
  for (Iterator& node : tree.iterators) move(node.name);
  for (Argument& node : tree.arguments) move(node.description);
  for (Statement& node : tree.statements) move(node.description);
  for (Component& node : tree.components) {
    move(node.name);
    move(node.description);
  }
  for (Element& node : tree.elements) {
    move(node.alias);
    move(node.description);
  }
  for (Class& node : tree.classNodes) {
    move(node.name);
    move(node.description);
    move(node.external.language);
  }
  for (Remark& node : tree.remarks) move(node.description);
  for (Comment& node : tree.comments) move(node.text);
}

}  // namespace dashpot::syntax
