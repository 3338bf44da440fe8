#include "library/expectations.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace dashpot::testing {
namespace {

const std::string number = R"(([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?))";
const std::regex modelLine(R"(^(partial\s+)?model\s+(\w+)\b.*)");
const std::regex directive(R"(^\s*//\s*(expect|methods|agree|tolerance|step)\s+(.*?)\s*$)");
const std::regex atTime(R"(^(\S+)\()" + number + R"(\)\s*=\s*)" + number + R"(\s*\+-\s*)" + number + R"((\s+rel)?$)");
const std::regex always(R"(^(\S+)\s+in\s+\[)" + number + R"(,\s*)" + number + R"(\]$)");

std::optional<Expectation> readExpectation(const std::string& text) {
  std::smatch m;
  if (std::regex_match(text, m, atTime)) {
    const double value = std::stod(m[3]);
    const double margin = std::stod(m[4]) * (m[5].matched ? std::abs(value) : 1);
    return Expectation{.variable = m[1], .time = std::stod(m[2]), .low = value - margin, .high = value + margin};
  }
  if (std::regex_match(text, m, always))
    return Expectation{.variable = m[1], .time = {}, .low = std::stod(m[2]), .high = std::stod(m[3])};
  return std::nullopt;
}

bool readDirective(ExpectedModel& model, const std::string& word, const std::string& rest, int line) {
  if (word == "expect") {
    auto expectation = readExpectation(rest);
    if (!expectation) return false;
    expectation->line = line;
    model.expectations.push_back(std::move(*expectation));
    return true;
  }
  std::istringstream stream(rest);
  if (word == "methods") {
    for (std::string method; stream >> method;) model.methods.push_back(method);
    return !model.methods.empty();
  }
  double value = 0;
  if (!(stream >> value) || !(value > 0)) return false;
  if (word == "agree") model.agreement = value;
  if (word == "tolerance") model.tolerance = value;
  if (word == "step") model.step = value;
  return true;
}

}  // namespace

std::vector<ExpectedModel> expectedModels(const std::filesystem::path& file) {
  std::ifstream input(file);
  std::vector<ExpectedModel> result;
  ExpectedModel current{.file = file};
  const auto finish = [&] {
    if (!current.expectations.empty()) result.push_back(current);
  };
  int number = 0;
  for (std::string line; std::getline(input, line);) {
    ++number;
    std::smatch m;
    if (std::regex_match(line, m, modelLine)) {
      finish();
      current = {.file = file, .model = m[2]};
    } else if (std::regex_match(line, m, directive)) {
      if (current.model.empty() || !readDirective(current, m[1], m[2], number))
        throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": cannot read '" + line + "'");
    }
  }
  finish();
  return result;
}

std::vector<ExpectedModel> expectedModelsIn(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (entry.path().extension() == ".mo") files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<ExpectedModel> result;
  for (const auto& file : files) std::ranges::move(expectedModels(file), std::back_inserter(result));
  return result;
}

}  // namespace dashpot::testing
