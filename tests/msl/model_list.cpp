#include "model_list.hpp"

#include "child.hpp"
#include "csv.hpp"
#include "library.hpp"
#include "packages.hpp"
#include "run_model.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>

namespace dashpot::msl {

namespace {

struct ListedModel {
  std::string name, group;
  std::vector<std::string> libraries;
};

std::vector<std::string> folders(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    if (end > at) all.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

std::vector<ListedModel> readList(const ModelListOptions& options) {
  std::ifstream in(options.list);
  std::string line;
  if (!readLine(in, line)) return {};
  const std::vector<std::string> heading = fields(line);
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::find(heading, name) - heading.begin());
  };
  const std::size_t model = column("model"), libraries = column("libraries"), repository = column("repository");
  std::vector<ListedModel> all;
  while (readLine(in, line)) {
    const std::vector<std::string> texts = fields(line);
    if (model >= texts.size() || texts[model].empty()) continue;
    ListedModel one{.name = texts[model], .group = packageOf(texts[model]), .libraries = options.libraries};
    if (repository < texts.size()) one.group = texts[repository];
    if (libraries < texts.size())
      for (const std::string& folder : folders(texts[libraries])) one.libraries.push_back(folder);
    const auto isBelow = [&](const std::string& package) {
      return one.name == package || one.name.starts_with(package + ".");
    };
    if (options.below.empty() || std::ranges::any_of(options.below, isBelow)) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

std::size_t runModels(const ModelListOptions& options) {
  struct Group {
    std::size_t models = 0;
    std::vector<std::string> problems;
  };
  std::map<std::string, Group> groups;
  std::map<std::vector<std::string>, std::unique_ptr<StandardLibrary>> libraries;
  nlohmann::json json = nlohmann::json::object();
  std::size_t failed = 0;
  for (const ListedModel& model : readList(options)) {
    auto& library = libraries[model.libraries];
    if (!library) library = std::make_unique<StandardLibrary>(model.libraries, options.compiling);
    const ChildReport report =
        inChildProcess(options.seconds, [&](const Tell& tell) { tell(problemOf(*library, model.name)); });
    const std::string& problem = report.failure.empty() ? report.text : report.failure;
    Group& group = groups[model.group];
    ++group.models;
    if (!problem.empty()) group.problems.push_back(fmt::format("{}\n      {}", model.name, problem)), ++failed;
    json[model.name] = {{"runs", problem.empty()}, {"reason", problem}};
    if (!options.json.empty())
      std::ofstream(options.json) << json.dump(1, ' ', true, nlohmann::json::error_handler_t::replace) << '\n';
  }
  std::size_t all = 0;
  for (const auto& [name, group] : groups) {
    fmt::print("{:<44} {:>5} models {:>5} run\n", name, group.models, group.models - group.problems.size());
    all += group.models;
    if (!options.quiet)
      for (const std::string& problem : group.problems) fmt::print("  {}\n", problem);
  }
  fmt::print("{:<44} {:>5} models {:>5} run\n", "all", all, all - failed);
  return failed;
}

}  // namespace dashpot::msl
