#include "language_server/folding.hpp"

#include <nlohmann/json.hpp>

#include <set>
#include <utility>

namespace dashpot::language_server {

namespace {

using nlohmann::json;

class Folds {
 public:
  explicit Folds(const View& view) : view_(view) {}

  json run() {
    const syntax::Tree& tree = *view_.tree;
    for (const syntax::Class& node : tree.classNodes) closed(node.span);
    for (const syntax::Section& section : tree.sections) open(section.span);
    for (const syntax::Statement& statement : tree.statements)
      if (!statement.branches.empty()) closed(statement.span);
    for (const syntax::Component& component : tree.components) open(component.span);
    for (const syntax::Class& node : tree.classNodes) annotation(node.annotation);
    comments();
    imports();
    return std::move(list_);
  }

 private:
  /// Ends with a line of its own.
  void closed(syntax::Span span) {
    const std::uint32_t first = lineOf(span.begin), last = lineOf(span.end);
    if (last > first + 1) add(first, last - 1);
  }
  void open(syntax::Span span) { add(lineOf(span.begin), lineOf(span.end)); }

  void annotation(const syntax::Modification& modification) {
    const syntax::Tree& tree = *view_.tree;
    if (modification.arguments.empty()) return;
    const auto& arguments = modification.arguments;
    open({tree[tree.at(arguments, 0)].span.begin, tree[tree.at(arguments, arguments.count - 1)].span.end});
  }

  /// A long comment, or lines of comments one below the other.
  void comments() {
    const auto& comments = view_.tree->comments;
    for (std::size_t i = 0; i < comments.size(); ++i) {
      const std::uint32_t first = lineOf(comments[i].span.begin);
      std::uint32_t last = lineOf(comments[i].span.end);
      while (i + 1 < comments.size() && !comments[i].followsToken && !comments[i + 1].followsToken &&
             lineOf(comments[i + 1].span.begin) == last + 1) {
        ++i;
        last = lineOf(comments[i].span.end);
      }
      add(first, last, "comment");
    }
  }

  void imports() {
    std::uint32_t first = 0, last = 0;
    bool isRunning = false;
    const auto end = [&] {
      if (isRunning) add(first, last, "imports");
      isRunning = false;
    };
    for (const syntax::Element& element : view_.tree->elements) {
      if (element.kind != syntax::ElementKind::import) {
        end();
        continue;
      }
      if (!isRunning) first = lineOf(element.span.begin);
      last = lineOf(element.span.end);
      isRunning = true;
    }
    end();
  }

  void add(std::uint32_t first, std::uint32_t last, const char* kind = nullptr) {
    if (last <= first || !seen_.emplace(first, last).second) return;
    json fold{{"startLine", first}, {"endLine", last}};
    if (kind) fold["kind"] = kind;
    list_.push_back(std::move(fold));
  }

  [[nodiscard]] std::uint32_t lineOf(std::size_t offset) const {
    return view_.text().lineOf(std::min(offset, view_.text().string().size()));
  }

  const View& view_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
  json list_ = json::array();
};

}  // namespace

json foldingRanges(const View& view) { return Folds(view).run(); }

}  // namespace dashpot::language_server
