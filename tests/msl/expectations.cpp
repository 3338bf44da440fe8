#include "expectations.hpp"

#include "packages.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <fstream>
#include <map>
#include <vector>

namespace dashpot::msl {

Expectations readExpectations(const std::filesystem::path& file) {
  Expectations expected;
  if (!std::filesystem::exists(file)) return expected;
  const toml::table table = toml::parse_file(file.string());
  const toml::table* packages = table["agrees"].as_table();
  if (!packages) return expected;
  for (const auto& [package, models] : *packages)
    if (const toml::array* names = models.as_array())
      for (const toml::node& name : *names) {
        const std::string inside = name.value_or(std::string());
        expected.agreeing.insert(inside.empty() ? std::string(package.str())
                                                : fmt::format("{}.{}", package.str(), inside));
      }
  return expected;
}

void writeExpectations(const std::filesystem::path& file, const Expectations& expectations) {
  std::map<std::string, std::vector<std::string>> packages;
  for (const std::string& model : expectations.agreeing) {
    const std::string package = packageOf(model);
    packages[package].push_back(model.size() > package.size() ? model.substr(package.size() + 1) : "");
  }
  std::ofstream out(file);
  out << "# Models of the Modelica Standard Library 4.0.0 that agree with their published results. What stands here "
         "must go on\n# doing so; build/bin/msl --reference DIR --update-expected rewrites the file.\n\n[agrees]\n";
  for (const auto& [package, models] : packages) {
    out << '"' << package << "\" = [\n";
    for (const std::string& model : models) out << "  \"" << model << "\",\n";
    out << "]\n";
  }
}

}  // namespace dashpot::msl
