// The Modelica Standard Library as a test: parses every file, checks every example, prints counts per package with the
// first diagnostic of each failure.
//
//   DASHPOT_MSL=DIR msl [PACKAGE...] [--reread] [--simulate] [--rank] [--quiet]
//
// DIR holds Modelica/package.mo (version 4.0.0). An example is a model with an experiment in a package Examples. With
// package names (Modelica.Blocks) only the examples below them are checked. --reread takes the flat text of each as a
// model of its own, which must be the same. --simulate goes on: compiles what was
// checked, runs it by two methods and compares. --rank adds the most frequent failures, --quiet leaves out the failures
// themselves. The exit code tells whether every file was parsed; 77: DASHPOT_MSL is not
// set. Each example is checked in a process of its own, so that one that crashes or hangs is a failure like others.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agreement.hpp"
#include "codegen/compile.hpp"
#include "equations/make_solvable.hpp"
#include "model/flatten.hpp"
#include "model/library.hpp"
#include "syntax/parse.hpp"

namespace dashpot {
namespace {

constexpr int skipped = 77;
constexpr unsigned secondsPerExample = 60;
constexpr auto packages = {"Complex", "ModelicaServices", "Modelica"};

/// How far an example comes.
enum class Stage : std::uint8_t { none, checked, compiled, simulated, agreed };
constexpr std::size_t stageCount = 5;
constexpr std::array stageNames{"examples", "checked", "compiled", "simulated", "agreed"};

struct Options {
  std::vector<std::string> below;
  bool rereads = false;
  bool simulates = false;
  bool rank = false;
  bool quiet = false;
};

class Runner {
 public:
  explicit Runner(const std::string& root) : root_(root + '/') { hasRoot_ = library_.addRoot(root); }

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
      std::array<std::size_t, stageCount> reached{};
      std::vector<std::string> failures;
    };
    std::map<std::string, Count> perPackage;
    std::map<std::string, std::size_t> reasons;
    const Stage goal = options.simulates ? Stage::agreed : Stage::checked;
    for (const std::string& example : examples_) {
      const auto isBelow = [&](const std::string& package) { return example.starts_with(package + "."); };
      if (!options.below.empty() && std::ranges::none_of(options.below, isBelow)) continue;
      Count& count = perPackage[example.substr(0, example.find(".Examples."))];
      rereads_ = options.rereads;
      const auto [stage, failure] = check(example, goal);
      for (std::size_t s = 0; s <= static_cast<std::size_t>(stage); ++s) ++count.reached[s];
      if (stage == goal) continue;
      count.failures.push_back(fmt::format("{}\n    {}", example, failure));
      ++reasons[withoutNames(failure)];
    }
    const std::size_t columns = static_cast<std::size_t>(goal) + 1;
    const auto printRow = [&](const std::string& name, const Count& count) {
      fmt::print("{:<40}", name);
      for (std::size_t s = 0; s < columns; ++s) {
        fmt::print(" {:>5} {}", count.reached[s], stageNames[s]);
        if (s > 0)
          fmt::print(" {:>3.0f} %", std::floor(100.0 * static_cast<double>(count.reached[s]) /
                                               static_cast<double>(std::max<std::size_t>(count.reached[0], 1))));
      }
      fmt::print("\n");
    };
    Count total;
    for (const auto& [package, count] : perPackage) {
      printRow(package, count);
      if (!options.quiet)
        for (const std::string& failure : count.failures) fmt::print("  {}\n", failure);
      for (std::size_t s = 0; s < stageCount; ++s) total.reached[s] += count.reached[s];
    }
    printRow("all", total);
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

  /// How far it comes, and the first error.
  std::pair<Stage, std::string> check(const std::string& example, Stage goal) {
    std::fflush(stdout);
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return {Stage::none, "no pipe"};
    const pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      alarm(secondsPerExample);
      const int out = ends[1];
      // A digit for each stage that is reached, at once, and the failure at the end.
      const auto tell = [out](const std::string& text) { (void)!write(out, text.data(), text.size()); };
      tell(checkHere(example, goal, [&](Stage stage) { tell(std::to_string(static_cast<int>(stage))); }));
      _exit(0);
    }
    close(ends[1]);
    std::string said;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 0; (count = read(ends[0], buffer.data(), buffer.size())) > 0;)
      said.append(buffer.data(), static_cast<std::size_t>(count));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    Stage stage = Stage::none;
    std::size_t next = 0;
    for (int s = 1; s < static_cast<int>(stageCount) && next < said.size() && said[next] == '0' + s; ++s, ++next)
      stage = static_cast<Stage>(s);
    std::string failure = said.substr(next);
    if (WIFSIGNALED(status))
      failure = WTERMSIG(status) == SIGALRM ? fmt::format("no end after {} s", secondsPerExample)
                                            : fmt::format("crash: {}", strsignal(WTERMSIG(status)));
    return {stage, failure};
  }

  /// What is wrong with a flat text; empty: nothing.
  static std::string reread(const model::FlatModel& flat) {
    Sources sources;
    Symbols symbols;
    Diagnostics diagnostics;
    const syntax::Tree tree = syntax::parse(sources.add("flat", model::print(flat)), sources, symbols, diagnostics);
    model::ClassTable classes(symbols);
    classes.add(tree, diagnostics);
    const auto again =
        diagnostics.hasErrors()
            ? std::nullopt
            : model::flatten(classes, model::chooseClass(classes, tree, "", diagnostics), sources, diagnostics);
    if (!again) return "the flat text:\n" + render(diagnostics.all().front(), sources);
    const auto sizes = [](const model::FlatModel& one) {
      return fmt::format("{} variables, {} equations, {} initial equations, {} when-clauses", one.variables.size(),
                         one.equations.size(), one.initialEquations.size(), one.whenClauses.size());
    };
    return sizes(*again) == sizes(flat) ? ""
                                        : fmt::format("the flat text has {} instead of {}", sizes(*again), sizes(flat));
  }

  template <class Reached>
  std::string checkHere(const std::string& example, Stage goal, const Reached& reached) {
    try {
      Diagnostics diagnostics;
      const auto firstError = [&]() -> std::string {
        for (const Diagnostic& diagnostic : diagnostics.all())
          if (diagnostic.severity == Severity::error)
            return fmt::format("{}: {} [{}]", relative(sources_.describe(diagnostic.where)), diagnostic.message,
                               diagnostic.code);
        return "failed without a diagnostic";
      };
      model::ClassTable classes(symbols_);
      classes.use(library_, diagnostics);
      const model::ClassRef type = classes.findQualified(example);
      if (type == model::ClassRef::none) return "the class is not found";
      auto flat = model::flatten(classes, type, sources_, diagnostics);
      if (!flat) return firstError();
      if (rereads_)
        if (std::string problem = reread(*flat); !problem.empty()) return problem;
      const auto system = equations::makeSolvable(std::move(*flat), sources_, diagnostics);
      if (!system) return firstError();
      reached(Stage::checked);
      if (goal == Stage::checked) return "";
      const codegen::CompiledModel compiled = codegen::compile(*system, sources_);
      reached(Stage::compiled);
      const msl::Agreement agreement = msl::compareMethods(compiled, sources_);
      if (agreement.isSimulated) reached(Stage::simulated);
      if (agreement.agrees) reached(Stage::agreed);
      return relative(agreement.problem);
    } catch (const std::exception& error) {
      return fmt::format("internal error: {}", error.what());
    }
  }

  /// Without the directory of the library.
  [[nodiscard]] std::string relative(std::string text) const {
    for (std::size_t at = 0; (at = text.find(root_, at)) != std::string::npos;) text.erase(at, root_.size());
    return text;
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
  std::string root_;
  bool rereads_ = false;
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
    if (argument == "--reread")
      options.rereads = true;
    else if (argument == "--simulate")
      options.simulates = true;
    else if (argument == "--rank")
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
