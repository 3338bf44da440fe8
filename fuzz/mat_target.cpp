#include "parsed.hpp"
#include "results/mat.hpp"
#include "results/mat4_reader.hpp"
#include "targets.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <unistd.h>

namespace dashpot::fuzz {

namespace {

/// The pieces between line ends are texts; all bytes, eight at a time, are numbers.
struct Content {
  explicit Content(std::string_view bytes) {
    texts.name = "names";
    numbers = {.name = "A", .rows = 1, .columns = bytes.size() / sizeof(double), .values = {}};
    numbers.values.resize(numbers.columns);
    if (numbers.columns > 0) std::memcpy(numbers.values.data(), bytes.data(), numbers.columns * sizeof(double));
    for (std::size_t at = 0; at <= bytes.size();) {
      const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
      texts.rows.emplace_back(bytes.substr(at, end - at));
      at = end + 1;
    }
  }
  results::NamedTexts texts;
  results::NamedMatrix numbers;
};

}  // namespace

void mat(std::string_view bytes) {
  const Content content(bytes);
  static const std::string file = fmt::format("/tmp/dashpot-fuzz-{}.mat", getpid());
  const auto problem = results::writeMatrices(file, {content.numbers}, {content.texts});
  demand(!problem, "a small file can be written");
  const auto read = dashpot::testing::readMat4(file);
  std::remove(file.c_str());
  const auto& numbers = read.at("A").values;
  demand(numbers.size() == content.numbers.values.size(), "all numbers are there");
  for (std::size_t i = 0; i < numbers.size(); ++i)
    demand(std::bit_cast<std::uint64_t>(numbers[i]) == std::bit_cast<std::uint64_t>(content.numbers.values[i]),
           "numbers keep their bits");
  for (std::size_t i = 0; i < content.texts.rows.size(); ++i)
    demand(read.at("names").row(static_cast<int>(i)) == dashpot::testing::Mat4Matrix::trimmed(content.texts.rows[i]),
           "texts are as they were");
}

}  // namespace dashpot::fuzz
