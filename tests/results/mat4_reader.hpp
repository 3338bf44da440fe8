// A reader of MATLAB files of level 4, written from the format's published description (The MathWorks, MAT-File Format,
// appendix on version 4) alone, and of the trajectories in them as Modelica tools lay them out.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace dashpot::testing {

struct Mat4Matrix {
  int rows = 0, columns = 0;
  bool isText = false;
  std::vector<double> values;  // by columns
  double operator()(int i, int j) const {
    return values[static_cast<std::size_t>(j) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(i)];
  }
  std::string column(int j) const {
    std::string text;
    for (int i = 0; i < rows; ++i) text += static_cast<char>(static_cast<unsigned char>((*this)(i, j)));
    return trimmed(text);
  }
  std::string row(int i) const {
    std::string text;
    for (int j = 0; j < columns; ++j) text += static_cast<char>(static_cast<unsigned char>((*this)(i, j)));
    return trimmed(text);
  }
  static std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }
};

inline std::map<std::string, Mat4Matrix> readMat4(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  std::size_t at = 0;
  const auto take = [&](void* target, std::size_t size) {
    if (at + size > bytes.size()) throw std::runtime_error("the file ends within a matrix");
    std::memcpy(target, bytes.data() + at, size);
    at += size;
  };
  std::map<std::string, Mat4Matrix> matrices;
  while (at < bytes.size()) {
    std::int32_t head[5];
    take(head, sizeof head);
    if (head[0] < 0 || head[0] >= 1000) throw std::runtime_error("not little-endian, or no matrix");
    if (head[3] != 0) throw std::runtime_error("complex numbers");
    std::string name(static_cast<std::size_t>(head[4]), '\0');
    take(name.data(), name.size());
    if (name.back() != '\0') throw std::runtime_error("a name does not end in zero");
    name.pop_back();
    Mat4Matrix matrix{head[1], head[2], head[0] % 10 == 1, {}};
    const int precision = head[0] / 10 % 10;
    for (std::int64_t k = 0; k < std::int64_t{matrix.rows} * matrix.columns; ++k) {
      if (precision == 0) {
        double value = 0;
        take(&value, sizeof value);
        matrix.values.push_back(value);
      } else if (precision == 2) {
        std::int32_t value = 0;
        take(&value, sizeof value);
        matrix.values.push_back(value);
      } else if (precision == 5) {
        std::uint8_t value = 0;
        take(&value, sizeof value);
        matrix.values.push_back(value);
      } else {
        throw std::runtime_error("a precision nobody asked for");
      }
    }
    matrices[name] = std::move(matrix);
  }
  return matrices;
}

/// A variable of a result file, as a Modelica tool would find it.
inline std::vector<double> trajectory(const std::map<std::string, Mat4Matrix>& file, const std::string& name) {
  const Mat4Matrix& names = file.at("name");
  const Mat4Matrix& info = file.at("dataInfo");
  for (int j = 0; j < names.columns; ++j) {
    if (names.column(j) != name) continue;
    const Mat4Matrix& data = file.at(info(0, j) == 1 ? "data_1" : "data_2");
    const int row = static_cast<int>(std::abs(info(1, j))) - 1;
    std::vector<double> values;
    for (int k = 0; k < data.columns; ++k) values.push_back(info(1, j) < 0 ? -data(row, k) : data(row, k));
    return values;
  }
  throw std::runtime_error("no variable " + name);
}

}  // namespace dashpot::testing
