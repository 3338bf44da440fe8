#include "model/external/mat_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>
#include <zlib.h>

namespace dashpot::model {

namespace {

// A matrix that exceeds this is a mistake in its size.
constexpr std::size_t mostNumbersOfMatrix = 20'000'000;
constexpr std::size_t mostInflated = 512'000'000;  // bytes

enum class Kind : std::uint8_t { none, int8, uint8, int16, uint16, int32, uint32, int64, uint64, single, real };

std::size_t sizeOf(Kind kind) {
  switch (kind) {
    case Kind::int8:
    case Kind::uint8: return 1;
    case Kind::int16:
    case Kind::uint16: return 2;
    case Kind::int32:
    case Kind::uint32:
    case Kind::single: return 4;
    case Kind::int64:
    case Kind::uint64:
    case Kind::real: return 8;
    case Kind::none: break;
  }
  return 0;
}

/// Bytes that are read one after the other, in either order.
class Bytes {
 public:
  Bytes(std::string_view rest, bool isSwapped) : rest_(rest), isSwapped_(isSwapped) {}

  [[nodiscard]] std::size_t size() const { return rest_.size(); }
  [[nodiscard]] bool isSwapped() const { return isSwapped_; }
  std::optional<std::string_view> take(std::size_t count) {
    if (count > rest_.size()) return std::nullopt;
    const std::string_view found = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return found;
  }
  template <class T>
  std::optional<T> number() {
    const auto bytes = take(sizeof(T));
    if (!bytes) return std::nullopt;
    char raw[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) raw[i] = (*bytes)[isSwapped_ ? sizeof(T) - 1 - i : i];
    T value;
    std::memcpy(&value, raw, sizeof(T));
    return value;
  }
  std::optional<double> number(Kind kind) {
    const auto as = [](auto value) { return value ? std::optional(static_cast<double>(*value)) : std::nullopt; };
    switch (kind) {
      case Kind::int8: return as(number<std::int8_t>());
      case Kind::uint8: return as(number<std::uint8_t>());
      case Kind::int16: return as(number<std::int16_t>());
      case Kind::uint16: return as(number<std::uint16_t>());
      case Kind::int32: return as(number<std::int32_t>());
      case Kind::uint32: return as(number<std::uint32_t>());
      case Kind::int64: return as(number<std::int64_t>());
      case Kind::uint64: return as(number<std::uint64_t>());
      case Kind::single: return as(number<float>());
      case Kind::real: return as(number<double>());
      case Kind::none: break;
    }
    return std::nullopt;
  }

 private:
  std::string_view rest_;
  bool isSwapped_;
};

/// The numbers stand column by column.
bool readColumns(Bytes& bytes, Kind kind, std::size_t rows, std::size_t columns, TableData& table) {
  const std::size_t width = sizeOf(kind);
  const bool isPossible = width > 0 && rows <= mostNumbersOfMatrix && columns <= mostNumbersOfMatrix &&
                          rows * columns <= mostNumbersOfMatrix && rows * columns * width <= bytes.size();
  if (!isPossible) return false;
  table = {rows, columns, std::vector<double>(rows * columns)};
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i) table.values[i * columns + j] = *bytes.number(kind);
  return true;
}

// ----------------------------------------------------------------------------------------------------------- level 4

/// A header: type, rows, columns, whether complex, length of the name with its end; then the name and the numbers.
bool readLevel4(Bytes bytes, std::string_view name, TableData& table, std::string& problem) {
  while (bytes.size() > 0) {
    const auto type = bytes.number<std::int32_t>(), rows = bytes.number<std::int32_t>(),
               columns = bytes.number<std::int32_t>(), isComplex = bytes.number<std::int32_t>(),
               length = bytes.number<std::int32_t>();
    if (!length || *rows < 0 || *columns < 0 || *length < 1 || *type < 0) break;
    const auto words = bytes.take(static_cast<std::size_t>(*length));
    if (!words) break;
    constexpr Kind kinds[] = {Kind::real, Kind::single, Kind::int32, Kind::int16, Kind::uint16, Kind::uint8};
    const auto precision = static_cast<std::size_t>(*type / 10 % 10);
    if (precision >= std::size(kinds)) break;
    const Kind kind = kinds[precision];
    const auto numbers = static_cast<std::size_t>(*rows) * static_cast<std::size_t>(*columns);
    const bool isFull = *type % 10 == 0 && *isComplex == 0;
    if (words->substr(0, words->find('\0')) == name && isFull) {
      if (readColumns(bytes, kind, static_cast<std::size_t>(*rows), static_cast<std::size_t>(*columns), table))
        return true;
      break;
    }
    if (numbers > mostNumbersOfMatrix || !bytes.take(numbers * sizeOf(kind) * (*isComplex != 0 ? 2 : 1))) break;
    if (bytes.size() == 0) {
      problem = fmt::format("there is no matrix '{}' in it", name);
      return false;
    }
  }
  problem = "it is no MATLAB file, or damaged";
  return false;
}

// ----------------------------------------------------------------------------------------------------------- level 5

constexpr std::uint32_t matrixElement = 14, compressedElement = 15;

Kind kindOf(std::uint32_t type) {
  switch (type) {
    case 1: return Kind::int8;
    case 2: return Kind::uint8;
    case 3: return Kind::int16;
    case 4: return Kind::uint16;
    case 5: return Kind::int32;
    case 6: return Kind::uint32;
    case 7: return Kind::single;
    case 9: return Kind::real;
    case 12: return Kind::int64;
    case 13: return Kind::uint64;
    default: return Kind::none;
  }
}

struct Element {
  std::uint32_t type = 0;
  Bytes content;
};

/// A tag and its data, which fill whole words of 8 bytes; short data stand in the tag itself.
std::optional<Element> nextElement(Bytes& bytes) {
  const auto tag = bytes.number<std::uint32_t>();
  if (!tag) return std::nullopt;
  if (*tag >> 16 != 0) {
    const auto content = bytes.take(4);
    if (!content || *tag >> 16 > 4) return std::nullopt;
    return Element{*tag & 0xffff, Bytes(content->substr(0, *tag >> 16), bytes.isSwapped())};
  }
  const auto size = bytes.number<std::uint32_t>();
  const auto content = size ? bytes.take(*size) : std::nullopt;
  if (!content) return std::nullopt;
  if (*tag != compressedElement) (void)bytes.take(std::min<std::size_t>((8 - *size % 8) % 8, bytes.size()));
  return Element{*tag, Bytes(*content, bytes.isSwapped())};
}

std::optional<std::string> inflated(std::string_view content) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  std::string result;
  char buffer[1 << 16];
  int status = Z_OK;
  while (status == Z_OK && result.size() <= mostInflated) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    status = inflate(&stream, Z_NO_FLUSH);
    result.append(buffer, sizeof buffer - stream.avail_out);
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<bool> readElement(Bytes content, std::string_view name, std::string_view path, TableData& table);

/// The fields of one structure: how long their names are, the names, and an element for each. `path` chooses a field.
std::optional<bool> readField(Bytes content, std::string_view path, TableData& table) {
  auto length = nextElement(content), names = nextElement(content);
  const auto width = length ? length->content.number<std::int32_t>() : std::nullopt;
  if (!names || !width || *width < 1) return std::nullopt;
  const std::string_view wanted = path.substr(0, path.find('.'));
  while (const auto text = names->content.take(static_cast<std::size_t>(*width))) {
    const auto value = nextElement(content);
    if (!value) return std::nullopt;
    if (value->type == matrixElement && text->substr(0, text->find('\0')) == wanted)
      return readElement(value->content, "", path.substr(std::min(wanted.size() + 1, path.size())), table);
  }
  return false;
}

/// Flags, dimensions, name, numbers or fields. Empty: it is damaged. False: it is another one. `path` leads from an
/// element of this name, if that is a structure, to the matrix.
std::optional<bool> readElement(Bytes content, std::string_view name, std::string_view path, TableData& table) {
  auto flags = nextElement(content), dimensions = nextElement(content), words = nextElement(content);
  if (!flags || !dimensions || !words) return std::nullopt;
  const auto about = flags->content.number<std::uint32_t>();
  const auto found = words->content.take(words->content.size());
  if (!about || *found != name) return false;
  constexpr std::uint32_t structure = 2, firstNumeric = 6, lastNumeric = 15, complexFlag = 1U << 11;
  const std::uint32_t kind = *about & 0xff;
  const bool isNumeric = kind >= firstNumeric && kind <= lastNumeric && (*about & complexFlag) == 0;
  const bool isFlat = dimensions->content.size() == 2 * sizeof(std::int32_t);
  if (!isFlat || !(path.empty() ? isNumeric : kind == structure)) return false;
  const auto rows = dimensions->content.number<std::int32_t>(), columns = dimensions->content.number<std::int32_t>();
  if (!path.empty()) return *rows == 1 && *columns == 1 ? readField(content, path, table) : false;
  auto numbers = nextElement(content);
  if (!numbers || *rows < 0 || *columns < 0) return std::nullopt;
  if (!readColumns(numbers->content, kindOf(numbers->type), static_cast<std::size_t>(*rows),
                   static_cast<std::size_t>(*columns), table))
    return std::nullopt;
  return true;
}

bool readLevel5(Bytes bytes, std::string_view name, TableData& table, std::string& problem) {
  while (bytes.size() >= 8) {
    auto element = nextElement(bytes);
    if (!element) {
      problem = "it is a damaged MATLAB file";
      return false;
    }
    std::optional<std::string> unpacked;
    if (element->type == compressedElement) {
      unpacked = inflated(*element->content.take(element->content.size()));
      Bytes inner(unpacked ? *unpacked : std::string_view(), bytes.isSwapped());
      element = nextElement(inner);
    }
    if (element && element->type != matrixElement) continue;
    const std::string_view first = name.substr(0, name.find('.'));
    const std::string_view path = name.substr(std::min(first.size() + 1, name.size()));
    const auto isFound = element ? readElement(element->content, first, path, table) : std::nullopt;
    if (isFound && *isFound) return true;
    if (!isFound) {
      problem = "it is a damaged MATLAB file";
      return false;
    }
  }
  problem = fmt::format("there is no matrix '{}' in it", name);
  return false;
}

}  // namespace

bool readMatrix(std::string_view content, std::string_view name, TableData& table, std::string& problem) {
  constexpr std::size_t headerSize = 128, endianAt = 126;
  if (content.starts_with("MATLAB 7.3")) {
    problem = "it is a MATLAB file of version 7.3, which is not read: save it with '-v7'";
    return false;
  }
  if (content.size() >= headerSize && content.starts_with("MATLAB 5.0"))
    return readLevel5(Bytes(content.substr(headerSize), content.substr(endianAt, 2) == "MI"), name, table, problem);
  constexpr unsigned char largestType = 52;  // of little-endian numbers; read in the other order it is larger
  const bool isSwapped = content.size() >= 4 && content[0] == '\0' && content[3] != '\0';
  if (content.size() < 4 || (!isSwapped && static_cast<unsigned char>(content[0]) > largestType)) {
    problem = "it is no MATLAB file";
    return false;
  }
  return readLevel4(Bytes(content, isSwapped), name, table, problem);
}

}  // namespace dashpot::model
