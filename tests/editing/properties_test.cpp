// Properties of all gestures, on random sequences of them over the examples, the library and, where DASHPOT_MSL names its
// directory, the Modelica Standard Library. DASHPOT_EDIT_SEQUENCES is the number of sequences; by default few, so that
// the test is quick.
#include "edited.hpp"
#include "paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace dashpot::editing {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> modelsUnder(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".mo") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

/// The canonical text of the tree, without comments, line by line.
std::vector<std::string> canonicalLines(const File& file) {
  syntax::Tree tree = file.tree();
  tree.comments.clear();
  std::vector<std::string> lines;
  std::istringstream in(syntax::print(tree, file.symbols()));
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> commentsOf(const File& file) {
  std::vector<std::string> texts;
  for (const syntax::Comment& comment : file.tree().comments) texts.emplace_back(file.text(comment.text));
  return texts;
}

/// How many lines go and come between two texts, around what they have in common at both ends.
struct Difference {
  std::size_t gone = 0, come = 0;
};
Difference differenceOf(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  const std::size_t most = std::min(before.size(), after.size());
  std::size_t front = 0, back = 0;
  while (front < most && before[front] == after[front]) ++front;
  while (back < most - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
  return {before.size() - front - back, after.size() - front - back};
}

bool isSubsequence(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  std::size_t matched = 0;
  for (const std::string& line : whole)
    if (matched < part.size() && part[matched] == line) ++matched;
  return matched == part.size();
}

/// A class of a file with the names of its components.
struct Place {
  std::string type;
  std::vector<std::string> components;
  std::vector<std::pair<std::string, std::string>> connections;
};

void collect(const File& file, syntax::ClassId id, const std::string& scope, std::vector<Place>& places) {
  const syntax::Tree& tree = file.tree();
  const syntax::Class& node = tree[id];
  if (node.form != syntax::ClassForm::composition && node.form != syntax::ClassForm::extension) return;
  Place place{.type = scope + std::string(file.text(node.name)), .components = {}, .connections = {}};
  for (const syntax::ElementId element : tree.items(node.elements)) {
    if (tree[element].kind == syntax::ElementKind::component)
      place.components.emplace_back(file.text(tree[tree[element].component].name));
    if (tree[element].kind == syntax::ElementKind::classDefinition)
      collect(file, tree[element].classDefinition, place.type + '.', places);
  }
  for (const syntax::SectionId section : tree.items(node.sections))
    for (const syntax::StatementId statement : tree.items(tree[section].statements))
      if (tree[statement].kind == syntax::StatementKind::connect) {
        const auto end = [&](std::size_t i) {
          return std::string(file.text(tree[tree.at(tree[statement].expressions, i)].span));
        };
        place.connections.emplace_back(end(0), end(1));
      }
  places.push_back(std::move(place));
}

class RandomGestures {
 public:
  explicit RandomGestures(unsigned seed) : random_(seed) {}

  /// The text after one more gesture; the same if it was refused.
  std::string apply(const std::string& text, std::vector<Edits>& undo, const std::shared_ptr<Surroundings>& around) {
    const File file("random.mo", text, around);
    std::vector<Place> places;
    for (const syntax::ClassId id : file.tree().items(file.tree().classes)) collect(file, id, "", places);
    if (places.empty()) return text;
    const Place place = places[below(places.size())];
    const Gesture gesture = choose(place);
    const Outcome outcome = gesture(file);
    if (!outcome) {
      ++refused;
      EXPECT_FALSE(outcome.error().message.empty());
      return text;
    }
    ++made;
    const std::string changed = editing::apply(text, outcome->edits);
    undo.push_back(inverse(text, outcome->edits));
    EXPECT_EQ(editing::apply(changed, undo.back()), text) << what_;
    const File after("random.mo", changed, around);
    EXPECT_TRUE(after.diagnostics().all().size() <= file.diagnostics().all().size())
        << what_ << '\n'
        << render(after.diagnostics(), after.sources());
    expectation_(file, after, *outcome);
    return changed;
  }

  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }

  std::size_t made = 0, refused = 0;

 private:
  double coordinate() { return static_cast<double>(below(400)) / 2 - 100; }
  Point point() { return {coordinate(), coordinate()}; }

  void expectLines(std::size_t gone, std::size_t come, bool commentsStay = true) {
    expectation_ = [=, what = what_](const File& before, const File& after, const Change&) {
      const Difference difference = differenceOf(canonicalLines(before), canonicalLines(after));
      EXPECT_LE(difference.gone, gone) << what << '\n' << after.text();
      EXPECT_LE(difference.come, come) << what << '\n' << after.text();
      if (commentsStay) {
        EXPECT_EQ(commentsOf(after), commentsOf(before)) << what;
      }
    };
  }

  /// A gesture on a class, and what it may change of the canonical text.
  Gesture choose(const Place& place) {
    const std::string type = place.type;
    const std::string component = place.components.empty() ? "none" : place.components[below(place.components.size())];
    const std::string name = "fresh" + std::to_string(below(100000));
    what_ = type + "." + component;
    expectLines(1, 1);
    switch (below(18)) {
      case 0: {
        what_ = "add to " + what_;
        expectLines(0, 1);
        NewComponent added{.type = "Real", .name = name};
        if (below(2) == 0) added.placement = Placement{point(), {-10, -10}, {10, 10}, 90};
        return [=](const File& file) { return addComponent(file, type, added); };
      }
      case 1: {
        what_ = "remove " + what_;
        expectation_ = [what = what_](const File& before, const File& after, const Change& change) {
          const auto old = canonicalLines(before), now = canonicalLines(after);
          const auto connections = std::ranges::count_if(
              change.notes, [](const std::string& note) { return note.starts_with("removed connect"); });
          EXPECT_TRUE(isSubsequence(now, old)) << what << '\n' << after.text();
          // The words `protected` and `public` may go with the only component that they are for.
          EXPECT_LE(old.size() - now.size(), 3 + static_cast<std::size_t>(connections)) << what << '\n' << after.text();
        };
        return [=](const File& file) { return removeComponent(file, type, component); };
      }
      case 2:
      case 3: {
        what_ = "move " + what_;
        expectLines(1, 1);
        const Point to = point();
        return [=](const File& file) { return move(file, type, component, to); };
      }
      case 4: what_ = "rotate " + what_; return [=](const File& file) { return rotate(file, type, component, 90); };
      case 5:
        what_ = "flip " + what_;
        return [=](const File& file) { return flip(file, type, component, Flip::vertical); };
      case 6: {
        what_ = "connect in " + type;
        expectLines(0, 2);
        return [=](const File& file) {
          return connect(file, type, component, component + ".x", {{{0, 0}, {1, 2}}, {}});
        };
      }
      case 7:
      case 8: {
        if (place.connections.empty()) break;
        const auto [from, to] = place.connections[below(place.connections.size())];
        what_ = "connection " + from + ", " + to + " of " + type;
        if (below(3) == 0) {
          expectLines(1, 0);
          return [=](const File& file) { return disconnect(file, type, to, from); };
        }
        std::vector<Point> points(2 + below(3));
        for (Point& p : points) p = point();
        return [=](const File& file) { return reroute(file, type, from, to, points); };
      }
      case 9: {
        what_ = "set " + what_;
        const std::string path = component + (below(2) == 0 ? ".k" : "");
        const std::string value = std::to_string(below(1000));
        return [=](const File& file) { return setModifier(file, type, path, value); };
      }
      case 10: {
        what_ = "unset " + what_;
        expectLines(1, 1, false);  // a comment inside of the modifier goes with it
        const std::string path = component + (below(2) == 0 ? ".k" : "");
        return [=](const File& file) { return removeModifier(file, type, path); };
      }
      case 11: {
        what_ = "experiment of " + type;
        expectLines(1, 1);
        const std::string stop = std::to_string(below(100));
        return [=](const File& file) { return setExperiment(file, type, {.stopTime = stop, .interval = "1 ms"}); };
      }
      case 12: {
        what_ = "rename " + what_ + " to " + name;
        expectation_ = [=, what = what_](const File& before, const File& after, const Change&) {
          EXPECT_EQ(canonicalLines(before).size(), canonicalLines(after).size());
          const Outcome back = renameComponent(after, type, name, component);
          ASSERT_TRUE(back) << what << render(back.error(), after.sources());
          EXPECT_EQ(editing::apply(after.text(), back->edits), before.text()) << what;
        };
        return [=](const File& file) { return renameComponent(file, type, component, name); };
      }
      case 13: {
        what_ = "arrange " + type;
        expectation_ = [what = what_](const File& before, const File& after, const Change&) {
          EXPECT_EQ(commentsOf(after), commentsOf(before)) << what;
        };
        return [=](const File& file) { return arrange(file, type); };
      }
      case 14: {
        what_ = "figures of " + type;
        expectLines(1, 1);
        const std::vector<Figure> figures(1 + below(2), {.title = name, .plots = {{.curves = {{.y = "time"}}}}});
        return [=](const File& file) { return setFigures(file, type, figures); };
      }
      case 15: {
        what_ = "copy and paste " + what_;
        expectation_ = [=, what = what_](const File& before, const File& after, const Change& change) {
          EXPECT_TRUE(isSubsequence(canonicalLines(before), canonicalLines(after))) << what << '\n' << after.text();
          EXPECT_EQ(change.components.size(), 1u) << what;
        };
        return [=](const File& file) -> Outcome {
          const auto copied = excerpt(file, type, {component});
          if (!copied) return Unexpected{copied.error()};
          return paste(file, type, *copied, {20, -20});
        };
      }
      case 16: {
        what_ = "group " + what_;
        expectation_ = [](const File&, const File&, const Change&) {};
        return [=](const File& file) { return group(file, type, {component}, "G" + name); };
      }
      case 17: {
        if (place.connections.empty()) break;
        const auto [from, to] = place.connections[below(place.connections.size())];
        what_ = "insert " + what_;
        expectation_ = [](const File&, const File&, const Change&) {};
        return [=, from = from, to = to](const File& file) {
          return insert(file, type, component, {from, to}, "p", "n");
        };
      }
      default: break;
    }
    if (below(4) > 0) return [=](const File& file) { return move(file, type, component, {1, 2}); };
    what_ = "duplicate " + type;
    expectation_ = [what = what_](const File& before, const File& after, const Change&) {
      EXPECT_EQ(differenceOf(canonicalLines(before), canonicalLines(after)).gone, 0u) << what;
    };
    return [=](const File& file) { return duplicateClass(file, type, name); };
  }

  std::mt19937 random_;
  std::string what_;
  std::function<void(const File&, const File&, const Change&)> expectation_;
};

TEST(EditingProperties, RandomSequencesKeepTheirPromisesAndCanBeTakenBack) {
  std::vector<fs::path> files = modelsUnder(fs::path(testing::sourceTree) / "examples");
  std::ranges::copy(modelsUnder(fs::path(testing::sourceTree) / "library"), std::back_inserter(files));
  if (const std::string msl = environment("DASHPOT_MSL", ""); !msl.empty())
    std::ranges::copy(modelsUnder(msl), std::back_inserter(files));
  const int sequences = std::stoi(environment("DASHPOT_EDIT_SEQUENCES", "600"));
  RandomGestures gestures(20240917);
  for (int i = 0; i < sequences && !::testing::Test::HasFailure(); ++i) {
    const fs::path& file = files[gestures.below(files.size())];
    SCOPED_TRACE(file.string());
    const auto around = std::make_shared<Surroundings>();
    const std::string original = contentOf(file);
    std::string text = i % 3 == 0 ? withCarriageReturns(original) : original;
    const std::string start = text;
    std::vector<Edits> undo;
    for (std::size_t k = 0; k < 8; ++k) text = gestures.apply(text, undo, around);
    for (; !undo.empty(); undo.pop_back()) text = editing::apply(text, undo.back());
    EXPECT_EQ(text, start);
  }
  EXPECT_GT(gestures.made, static_cast<std::size_t>(sequences));  // most gestures are possible
}

TEST(EditingProperties, FilesOfALibraryAreEditedInTheirPlace) {
  const fs::path ours = fs::path(testing::sourceTree) / "library";
  const auto around = std::make_shared<Surroundings>();
  ASSERT_TRUE(around->library.addRoot(ours));
  const std::vector<fs::path> files = modelsUnder(ours);
  RandomGestures gestures(7);
  for (int i = 0; i < 12; ++i) {
    const fs::path& file = files[gestures.below(files.size())];
    SCOPED_TRACE(file.string());
    const std::string start = contentOf(file);
    std::string text = start;
    std::vector<Edits> undo;
    for (std::size_t k = 0; k < 6; ++k) text = gestures.apply(text, undo, around);
    for (; !undo.empty(); undo.pop_back()) text = editing::apply(text, undo.back());
    EXPECT_EQ(text, start);
  }
  EXPECT_GT(gestures.made, 12u);
}

TEST(EditingProperties, NoBeginningOfAnExampleBreaksAGesture) {
  const fs::path examples = fs::path(testing::sourceTree) / "examples";
  std::size_t tried = 0;
  for (const char* name : {"two_branch_components.mo", "press_cycle.mo"}) {
    const std::string whole = contentOf(examples / name);
    for (std::size_t length = 0; length <= whole.size(); length += 1 + whole.size() / 400) {
      const File file("prefix.mo", whole.substr(0, length));
      const Outcome outcomes[] = {addComponent(file, "", {.type = "Real", .name = "fresh"}),
                                  removeComponent(file, "", "source"),
                                  move(file, "", "source", {1, 2}),
                                  flip(file, "", "r1", Flip::horizontal),
                                  connect(file, "", "r1.p", "r2.n"),
                                  disconnect(file, "", "r1.n", "r2.p"),
                                  setModifier(file, "", "r1.R", "2"),
                                  removeModifier(file, "", "r1.R"),
                                  setExperiment(file, "", {.stopTime = "2"}),
                                  renameComponent(file, "", "r1", "fresh"),
                                  duplicateClass(file, "", "Fresh")};
      for (const Outcome& outcome : outcomes) {
        ++tried;
        if (outcome) expectPromises(file, *outcome);
      }
    }
  }
  EXPECT_GT(tried, 4000u);
}

}  // namespace
}  // namespace dashpot::editing
