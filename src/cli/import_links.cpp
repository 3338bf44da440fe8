// dashpot import-links: a circuit given as a link table, as HASP had it, to Modelica.
#include "base/whole_file.hpp"
#include "cli/cli.hpp"
#include "cli/output.hpp"
#include "cli/output_files.hpp"
#include "editing/link_table.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace dashpot::cli {
namespace {

struct ImportOptions {
  std::string file, name, output;
};

/// "circuit-2.txt" as Circuit_2.
std::string modelNameFrom(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0) return "Circuit" + name;
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

ExitCode importLinks(const ImportOptions& options) {
  constexpr std::uintmax_t largest = 10'000'000;
  std::error_code status;
  if (!std::filesystem::is_regular_file(options.file, status))
    return fail(fmt::format("there is no file '{}'", options.file));
  if (std::filesystem::file_size(options.file, status) > largest || status)
    return fail(fmt::format("'{}' is too large for a link table", options.file));
  std::ifstream in(options.file, std::ios::binary);
  Sources sources;
  const SourceId table = sources.add(options.file, {std::istreambuf_iterator<char>(in), {}});
  Diagnostics diagnostics;
  refuseOverwriting({{"-o", options.output}}, {{"", options.file}}, diagnostics);
  const std::string name = options.name.empty() ? modelNameFrom(options.file) : options.name;
  const auto text = editing::modelFromLinks(table, sources, name, diagnostics);
  say(stderr, "{}", render(diagnostics, sources));
  if (!text || diagnostics.hasErrors()) return ExitCode::userError;
  if (options.output.empty()) {
    printSource(*text);
    return ExitCode::success;
  }
  if (const auto fault = writeWhole(*text, options.output)) {
    report(*fault);
    return ExitCode::userError;
  }
  say("wrote {}\n", options.output);
  return ExitCode::success;
}

}  // namespace

void addImportLinks(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* verb = addVerb(app, "import-links", "Print a circuit given as a HASP link table as a Modelica model",
                           "dashpot import-links circuit.txt -o circuit.mo");
  verb->add_option("file", options->file, "The table: how many models, then per line a model and its links")
      ->type_name("FILE.txt")
      ->required();
  verb->add_option("--name", options->name, "Name of the model; at first from that of the file")->type_name("NAME");
  verb->add_option("-o,--output", options->output, "Write the model here instead")->type_name("FILE.mo");
  verb->callback([options, &result] { result = importLinks(*options); });
}

}  // namespace dashpot::cli
