// The Modelica Standard Library as a test: parses every file, checks every example, prints counts per package with the
// first diagnostic of each failure.
//
//   DASHPOT_MSL=DIR msl [PACKAGE...] [--rank] [--quiet]
//
// DIR holds Modelica/package.mo (version 4.0.0). An example is a model with an experiment in a package Examples. With
// package names (Modelica.Blocks) only the examples below them are checked. --rank adds the most frequent failures,
// --quiet leaves out the failures themselves. The exit code tells whether every file was parsed; 77: DASHPOT_MSL is not
// set. Each example is checked in a process of its own, so that one that crashes or hangs is a failure like others.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "model/flatten.hpp"
#include "model/library.hpp"
#include "syntax/parse.hpp"

namespace dashpot {
namespace {

constexpr int skipped = 77;
constexpr unsigned secondsPerExample = 60;
constexpr auto packages = {"Complex", "ModelicaServices", "Modelica"};

struct Options {
  std::vector<std::string> below;
  bool rank = false;
  bool quiet = false;
};

class Runner {
 public:
  explicit Runner(const std::string& root) { hasRoot_ = library_.addRoot(root); }

  /// How many files were parsed with errors.
  std::size_t parseAll() {
    std::vector<model::StoredId> files;
    for (const char* name : packages)
      if (const model::StoredId id = library_.topLevel(name); id != model::StoredId::none) collect(id, files);
    Diagnostics diagnostics;
    library_.load(files, diagnostics);
    fmt::print("{}", render(diagnostics, sources_));
    std::vector<SourceId> faulty;
    for (const Diagnostic& diagnostic : diagnostics.all())
      if (std::ranges::find(faulty, diagnostic.where.source) == faulty.end()) faulty.push_back(diagnostic.where.source);
    for (const model::StoredId id : files)
      if (const syntax::Tree* tree = library_.load(id, diagnostics))
        collectExamples(library_[id].package, *tree, tree->at(tree->classes, 0), "");
    fmt::print("{} files parsed, {} with errors\n", files.size(), faulty.size() + (hasRoot_ && !files.empty() ? 0 : 1));
    return faulty.size() + (files.empty() ? 1 : 0);
  }

  void checkExamples(const Options& options) {
    struct Count {
      std::size_t sound = 0, all = 0;
      std::vector<std::string> failures;
    };
    std::map<std::string, Count> perPackage;
    std::map<std::string, std::size_t> reasons;
    for (const std::string& example : examples_) {
      const auto isBelow = [&](const std::string& package) { return example.starts_with(package + "."); };
      if (!options.below.empty() && std::ranges::none_of(options.below, isBelow)) continue;
      Count& count = perPackage[example.substr(0, example.find(".Examples."))];
      ++count.all;
      const std::string failure = check(example);
      if (failure.empty()) {
        ++count.sound;
        continue;
      }
      count.failures.push_back(fmt::format("{}\n    {}", example, failure));
      ++reasons[withoutNames(failure)];
    }
    Count total;
    for (const auto& [package, count] : perPackage) {
      fmt::print("{:<45} {:>4} of {:>4}  {:>5.1f} %\n", package, count.sound, count.all,
                 100.0 * static_cast<double>(count.sound) / static_cast<double>(count.all));
      if (!options.quiet)
        for (const std::string& failure : count.failures) fmt::print("  {}\n", failure);
      total.sound += count.sound;
      total.all += count.all;
    }
    fmt::print("{:<45} {:>4} of {:>4}\n", "all", total.sound, total.all);
    if (options.rank) printRanked(reasons);
  }

 private:
  void collect(model::StoredId id, std::vector<model::StoredId>& files) {
    files.push_back(id);
    for (const model::StoredId child : library_.children(id)) collect(child, files);
  }

  void collectExamples(model::StoredId package, const syntax::Tree& tree, syntax::ClassId id, std::string prefix) {
    const syntax::Class& node = tree[id];
    if (prefix.empty() && package != model::StoredId::none) prefix = library_.qualifiedName(package) + '.';
    const std::string name = prefix + std::string(symbols_.text(node.name));
    const bool isModel = node.kind == syntax::ClassKind::model || node.kind == syntax::ClassKind::block;
    if (isModel && !node.isPartial && name.find(".Examples.") != std::string::npos && hasExperiment(tree, node))
      examples_.push_back(name);
    for (const syntax::ElementId element : tree.items(node.elements))
      if (tree[element].kind == syntax::ElementKind::classDefinition)
        collectExamples(package, tree, tree[element].classDefinition, name + '.');
  }

  [[nodiscard]] bool hasExperiment(const syntax::Tree& tree, const syntax::Class& node) const {
    for (const syntax::ArgumentId id : tree.items(node.annotation.arguments))
      if (tree[id].kind == syntax::ArgumentKind::element &&
          sources_.text(tree.range(tree[tree[id].name].span)) == "experiment")
        return true;
    return false;
  }

  /// The first error; empty: none.
  std::string check(const std::string& example) {
    std::fflush(stdout);
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return "no pipe";
    const pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      alarm(secondsPerExample);
      const std::string failure = checkHere(example);
      const ssize_t written = write(ends[1], failure.data(), failure.size());
      _exit(written == static_cast<ssize_t>(failure.size()) ? 0 : 1);
    }
    close(ends[1]);
    std::string failure;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 0; (count = read(ends[0], buffer.data(), buffer.size())) > 0;)
      failure.append(buffer.data(), static_cast<std::size_t>(count));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
      return WTERMSIG(status) == SIGALRM ? fmt::format("no end after {} s", secondsPerExample)
                                         : fmt::format("crash: {}", strsignal(WTERMSIG(status)));
    return failure;
  }

  std::string checkHere(const std::string& example) {
    try {
      Diagnostics diagnostics;
      model::ClassTable classes(symbols_);
      classes.use(library_, diagnostics);
      const model::ClassRef type = classes.findQualified(example);
      if (type == model::ClassRef::none) return "the class is not found";
      const bool isSound = model::flatten(classes, type, sources_, diagnostics).has_value();
      for (const Diagnostic& diagnostic : diagnostics.all())
        if (diagnostic.severity == Severity::error)
          return fmt::format("{}: {} [{}]", relative(sources_.describe(diagnostic.where)), diagnostic.message,
                             diagnostic.code);
      return isSound ? "" : "failed without a diagnostic";
    } catch (const std::exception& error) {
      return fmt::format("internal error: {}", error.what());
    }
  }

  static std::string relative(const std::string& place) {
    const std::size_t at = place.find("/Modelica/");
    return at == std::string::npos ? place : place.substr(at + 1);
  }

  /// The reason alone, so that equal ones can be counted: no place, and what is quoted replaced.
  static std::string withoutNames(const std::string& failure) {
    const std::size_t place = failure.find(": ");
    std::string text = place == std::string::npos ? failure : failure.substr(place + 2);
    for (std::size_t open = 0; (open = text.find('\'', open)) != std::string::npos;) {
      const std::size_t close = text.find('\'', open + 1);
      if (close == std::string::npos) break;
      text.replace(open, close - open + 1, "<>");
    }
    return text;
  }

  static void printRanked(const std::map<std::string, std::size_t>& reasons) {
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const auto& [reason, count] : reasons) ranked.emplace_back(count, reason);
    std::ranges::sort(ranked, std::greater{});
    fmt::print("the most frequent failures:\n");
    for (std::size_t i = 0; i < std::min<std::size_t>(ranked.size(), 25); ++i)
      fmt::print("{:>5}  {}\n", ranked[i].first, ranked[i].second);
  }

  Sources sources_;
  Symbols symbols_;
  model::Library library_{sources_, symbols_};
  bool hasRoot_ = false;
  std::vector<std::string> examples_;
};

}  // namespace
}  // namespace dashpot

int main(int count, char** arguments) {
  const char* root = std::getenv("DASHPOT_MSL");
  if (!root) {
    fmt::print("skipped: DASHPOT_MSL does not name the directory of a Modelica Standard Library 4.0.0\n");
    return dashpot::skipped;
  }
  dashpot::Options options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--rank")
      options.rank = true;
    else if (argument == "--quiet")
      options.quiet = true;
    else
      options.below.push_back(argument);
  }
  dashpot::Runner runner(root);
  const std::size_t faulty = runner.parseAll();
  runner.checkExamples(options);
  return faulty == 0 ? 0 : 1;
}
