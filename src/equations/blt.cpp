#include "equations/blt.hpp"

#include <algorithm>

namespace dashpot::equations {

namespace {

/// Tarjan's algorithm on the graph "equation i uses the unknown that equation j determines", with an explicit stack.
class Tarjan {
 public:
  Tarjan(const Incidence& incidence, const Matching& matching)
      : incidence_(incidence),
        matching_(matching),
        number_(incidence.equationCount(), unseen),
        low_(number_.size()),
        cursor_(number_.size()),
        onStack_(number_.size()) {}

  std::vector<ShortList<std::uint32_t>> run() {
    for (std::uint32_t i = 0; i < incidence_.equationCount(); ++i)
      if (number_[i] == unseen) visit(i);
    return std::move(blocks_);
  }

 private:
  static constexpr std::uint32_t unseen = 0xffffffff;

  void visit(std::uint32_t root) {
    path_.assign(1, root);
    enter(root);
    while (!path_.empty()) {
      const std::uint32_t at = path_.back();
      if (cursor_[at] < incidence_.start[at + 1]) {
        const std::uint32_t next = matching_.equationOf[incidence_.columns[cursor_[at]++]];
        if (number_[next] == unseen) {
          path_.push_back(next);
          enter(next);
        } else if (onStack_[next]) {
          low_[at] = std::min(low_[at], number_[next]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[at]);
      if (low_[at] == number_[at]) closeBlock(at);
    }
  }

  void enter(std::uint32_t equation) {
    number_[equation] = low_[equation] = count_++;
    cursor_[equation] = incidence_.start[equation];
    stack_.push_back(equation);
    onStack_[equation] = true;
  }

  void closeBlock(std::uint32_t root) {
    ShortList<std::uint32_t> block;
    std::uint32_t equation;
    do {
      equation = stack_.back();
      stack_.pop_back();
      onStack_[equation] = false;
      block.push_back(equation);
    } while (equation != root);
    if (block.size() > 1) std::ranges::sort(block);
    blocks_.push_back(std::move(block));
  }

  const Incidence& incidence_;
  const Matching& matching_;
  std::vector<std::uint32_t> number_, low_, cursor_;
  std::vector<bool> onStack_;
  std::vector<std::uint32_t> path_, stack_;
  std::uint32_t count_ = 0;
  std::vector<ShortList<std::uint32_t>> blocks_;
};

}  // namespace

std::vector<ShortList<std::uint32_t>> blockTriangularForm(const Incidence& incidence, const Matching& matching) {
  return Tarjan(incidence, matching).run();
}

}  // namespace dashpot::equations
