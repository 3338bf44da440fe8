#include "reference.hpp"

#include "csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <set>

namespace dashpot::msl {

namespace {

namespace fs = std::filesystem;

double number(const std::string& text) {
  double value = NAN;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Subscripts are written with spaces by some and without by others.
std::string withoutSpaces(std::string name) {
  std::erase(name, ' ');
  return name;
}

std::set<std::string> readSignalNames(const fs::path& file) {
  std::set<std::string> names;
  std::ifstream in(file);
  for (std::string line; readLine(in, line);)
    if (!line.empty() && !line.starts_with("//") && line != "time") names.insert(withoutSpaces(line));
  return names;
}

/// "StopTime=4 // from model" and the like.
void readExperiment(const fs::path& file, Reference& reference) {
  const std::map<std::string, double*> places{{"StartTime", &reference.start},
                                              {"StopTime", &reference.stop},
                                              {"Interval", &reference.interval},
                                              {"Tolerance", &reference.tolerance}};
  std::ifstream in(file);
  for (std::string line; readLine(in, line);) {
    const std::size_t sign = line.find('=');
    if (sign == std::string::npos) continue;
    const auto place = places.find(line.substr(0, sign));
    if (place == places.end()) continue;
    if (const double value = number(line.substr(sign + 1)); std::isfinite(value)) *place->second = value;
  }
}

}  // namespace

std::vector<ReferencePlace> findReferences(const fs::path& root) {
  std::vector<ReferencePlace> places;
  std::error_code error;
  for (fs::recursive_directory_iterator at(root, error), end; at != end; ++at) {
    if (at->path().filename() != "comparisonSignals.txt") continue;
    const fs::path folder = at->path().parent_path();
    std::string model = folder.lexically_relative(root).generic_string();
    std::ranges::replace(model, '/', '.');
    places.push_back({model, folder, fs::exists(folder / (folder.filename().string() + ".csv"))});
  }
  std::ranges::sort(places, {}, &ReferencePlace::model);
  return places;
}

Expected<Reference, std::string> readReference(const ReferencePlace& place) {
  Reference reference;
  const fs::path file = place.folder / (place.folder.filename().string() + ".csv");
  std::ifstream in(file);
  std::string line;
  if (!readLine(in, line)) return Unexpected{fmt::format("{} cannot be read", file.string())};
  const std::set<std::string> wanted = readSignalNames(place.folder / "comparisonSignals.txt");
  std::vector<std::vector<double>*> columns;
  for (const std::string& name : fields(line)) {
    const std::string plain = withoutSpaces(name);
    columns.push_back(columns.empty() ? &reference.times : wanted.contains(plain) ? &reference.values[plain] : nullptr);
  }
  while (readLine(in, line)) {
    const std::vector<std::string> texts = fields(line);
    if (texts.size() != columns.size()) continue;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i]) columns[i]->push_back(number(texts[i]));
  }
  if (reference.times.empty()) return Unexpected{fmt::format("{} holds no values", file.string())};
  reference.start = reference.times.front();
  reference.stop = reference.times.back();
  readExperiment(place.folder / "creation.txt", reference);
  if (reference.interval <= 0.0) reference.interval = (reference.stop - reference.start) / 5000;
  if (reference.interval <= 0.0) reference.interval = 1.0;  // of a run without length: any
  return reference;
}

}  // namespace dashpot::msl
