// dashpot edit: gestures of a diagram editor on the text of a model, from the command line.
#include "base/whole_file.hpp"
#include "cli/cli.hpp"
#include "cli/compilation.hpp"
#include "cli/gestures.hpp"
#include "cli/output.hpp"
#include "cli/unified_diff.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>

namespace dashpot::cli {
namespace {

using nlohmann::ordered_json;

/// One gesture as it was given.
struct Given {
  const GestureOption* kind = nullptr;
  std::string value;
};

struct EditOptions {
  std::string file, model, output;
  std::vector<std::string> libraries;
  std::map<const CLI::Option*, const GestureOption*> kinds;
  std::map<const GestureOption*, std::vector<std::string>> values;
  bool inPlace = false, diff = false, json = false;
};

/// In the order of the command line: each works on what the one before it left.
std::vector<Given> inOrder(const CLI::App& verb, const EditOptions& options) {
  std::vector<Given> gestures;
  std::map<const GestureOption*, std::size_t> used;
  for (const CLI::Option* option : verb.parse_order()) {
    const auto found = options.kinds.find(option);
    if (found == options.kinds.end()) continue;
    const auto& values = options.values.at(found->second);
    if (std::size_t& next = used[found->second]; next < values.size())
      gestures.push_back({found->second, values[next++]});
  }
  return gestures;
}

class Editing {
 public:
  explicit Editing(const EditOptions& options)
      : options_(options), around_(std::make_shared<editing::Surroundings>()) {}

  ExitCode run(const std::vector<Given>& gestures) {
    if (gestures.empty())
      return fail("no gesture is given", "for example --move pump=10,20; see 'dashpot edit --help'");
    if (!open()) return report();
    for (const Given& gesture : gestures)
      if (!make(gesture)) return report();
    return deliver();
  }

 private:
  bool open() {
    for (const std::filesystem::path& root : librariesAtHand(options_.libraries)) {
      if (around_->library.addRoot(root)) continue;
      diagnostics_.error("no-library", {}, fmt::format("there is no library directory '{}'", root.string()));
      return false;
    }
    const auto source = syntax::readFile(options_.file, around_->sources);
    if (!source) {
      diagnostics_.add(source.error());
      return false;
    }
    (void)around_->library.adopt(options_.file);
    before_ = text_ = around_->sources[*source].text();
    return true;
  }

  bool make(const Given& gesture) {
    const editing::File file(options_.file, text_, around_);
    const editing::Outcome outcome = gesture.kind->make(file, options_.model, gesture.value);
    if (!outcome) {
      diagnostics_.add(outcome.error());
      return false;
    }
    ordered_json edits = ordered_json::array();
    for (const editing::Edit& edit : outcome->edits)
      edits.push_back({{"begin", edit.begin}, {"end", edit.end}, {"replacement", edit.replacement}});
    made_.push_back({{"gesture", gesture.kind->option.substr(2)},
                     {"value", gesture.value},
                     {"edits", edits},
                     {"notes", outcome->notes}});
    for (const std::string& note : outcome->notes) notes_.push_back(note);
    text_ = editing::apply(text_, outcome->edits);
    return true;
  }

  ExitCode deliver() {
    const std::string target = options_.inPlace ? options_.file : options_.output;
    if (!target.empty() && (!options_.output.empty() || text_ != before_))
      if (!write(target)) return report();
    if (options_.json) return report();
    for (const std::string& note : notes_) say(stderr, "note: {}\n", note);
    if (target.empty() || options_.diff) printSource(unifiedDiff(before_, text_, options_.file));
    if (!target.empty())
      say(stderr, "{}\n", text_ == before_ && options_.inPlace ? "nothing to change" : "wrote " + target);
    return ExitCode::success;
  }

  bool write(const std::string& target) {
    std::error_code status;
    // A link stays a link, and a file keeps who may read it.
    std::filesystem::path file = std::filesystem::canonical(target, status);
    const bool isThere = !status;
    if (!isThere) file = target;
    const auto permissions = std::filesystem::status(file, status).permissions();
    if (auto fault = writeWhole(text_, file)) {
      diagnostics_.add(std::move(*fault));
      return false;
    }
    if (isThere) std::filesystem::permissions(file, permissions, status);
    return true;
  }

  ExitCode report() {
    const bool isMade = !diagnostics_.hasErrors();
    if (options_.json)
      printJson({{"schema", "dashpot/edit/1"},
                 {"ok", isMade},
                 {"file", options_.file},
                 {"changed", isMade && text_ != before_},
                 {"gestures", made_},
                 {"diff", isMade ? unifiedDiff(before_, text_, options_.file) : ""},
                 {"diagnostics", cli::toJson(diagnostics_, around_->sources)}});
    else
      write(diagnostics_);
    return isMade ? ExitCode::success : ExitCode::userError;
  }
  void write(const Diagnostics& diagnostics) const { cli::write(stderr, render(diagnostics, around_->sources)); }

  const EditOptions& options_;
  std::shared_ptr<editing::Surroundings> around_;
  Diagnostics diagnostics_;
  std::string before_, text_;
  ordered_json made_ = ordered_json::array();
  std::vector<std::string> notes_;
};

}  // namespace

void addEdit(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<EditOptions>();
  CLI::App* verb = addVerb(app, "edit",
                           "Change a model's text by gestures, which touch nothing else; shows the difference unless "
                           "told to write",
                           "dashpot edit examples/two_branch_components.mo --set r1.R='2 kOhm' --move r1=10,40");
  verb->add_option("file", options->file, "A Modelica file")->required();
  verb->add_option("--model", options->model, "Which class of the file, as A.B; its last model if nothing is said");
  verb->add_option("--library", options->libraries,
                   "Where to look for libraries, before those of the program and of MODELICAPATH; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  for (const GestureOption& kind : gestureOptions()) {
    CLI::Option* option = verb->add_option(kind.option, options->values[&kind], kind.help);
    option->type_name(kind.form)->allow_extra_args(false)->group("Gestures, made in the order in which they are given");
    options->kinds[option] = &kind;
  }
  CLI::Option* output =
      verb->add_option("-o,--output", options->output, "Write the changed text to this file")->type_name("FILE");
  verb->add_flag("--in-place", options->inPlace, "Write the changed text over the file")->excludes(output);
  verb->add_flag("--diff", options->diff, "Show the difference also where the text is written");
  verb->add_flag("--json", options->json, "One JSON object: the edits of each gesture, and the difference");
  verb->callback([options, verb, &result] { result = Editing(*options).run(inOrder(*verb, *options)); });
}

}  // namespace dashpot::cli
