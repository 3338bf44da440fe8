// Lines of comma-separated values (RFC 4180, without line breaks inside quotes).
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace dashpot::msl {

/// A line without its end, whichever system wrote it.
inline bool readLine(std::istream& in, std::string& line) {
  if (!std::getline(in, line)) return false;
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

[[nodiscard]] inline std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all(1);
  bool isQuoted = false;
  for (const char c : line) {
    if (c == '"')
      isQuoted = !isQuoted;
    else if (c == ',' && !isQuoted)
      all.emplace_back();
    else
      all.back() += c;
  }
  return all;
}

}  // namespace dashpot::msl
