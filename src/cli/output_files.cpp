#include "cli/output_files.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace dashpot::cli {
namespace {

bool areOneFile(const std::string& a, const std::string& b) {
  std::error_code status;
  if (std::filesystem::equivalent(a, b, status)) return std::filesystem::is_regular_file(a, status);
  // One of them is not there yet.
  const auto first = std::filesystem::weakly_canonical(std::filesystem::absolute(a, status), status);
  const auto second = std::filesystem::weakly_canonical(std::filesystem::absolute(b, status), status);
  return !first.empty() && first == second && !std::filesystem::exists(a, status);
}

}  // namespace

void refuseOverwriting(const std::vector<FileArgument>& outputs, const std::vector<FileArgument>& inputs,
                       Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].path.empty()) continue;
    for (const FileArgument& input : inputs)
      if (!input.path.empty() && areOneFile(outputs[i].path, input.path))
        diagnostics
            .error("command-line", {},
                   fmt::format("{}: '{}' is {}, and would be overwritten", outputs[i].option, outputs[i].path,
                               input.option.empty() ? "the model" : "what " + input.option + " reads"))
            .hint("name another file");
    for (std::size_t j = 0; j < i; ++j)
      if (!outputs[j].path.empty() && areOneFile(outputs[i].path, outputs[j].path))
        diagnostics
            .error("command-line", {},
                   fmt::format("{} and {} name the same file, '{}'", outputs[j].option, outputs[i].option,
                               outputs[i].path))
            .hint("name two files");
  }
}

std::string grouped(std::int64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3 && digits[at - 4] != '-'; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string sizeText(std::int64_t bytes) {
  constexpr double kilo = 1e3, mega = 1e6, giga = 1e9;
  const auto size = static_cast<double>(bytes);
  if (size >= giga) return fmt::format("{:.3g} GB", size / giga);
  if (size >= mega) return fmt::format("{:.3g} MB", size / mega);
  return size >= kilo ? fmt::format("{:.3g} kB", size / kilo) : fmt::format("{} bytes", bytes);
}

}  // namespace dashpot::cli
