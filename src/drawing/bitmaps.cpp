#include "drawing/bitmaps.hpp"

#include "base/file_access.hpp"

#include <filesystem>

namespace dashpot::drawing {

namespace {

constexpr std::size_t largestImage = 2'000'000;  // bytes

std::optional<model::ResourceFile> fileOf(const Primitive& primitive, const Sources& sources, model::Library* library) {
  constexpr std::string_view scheme = "modelica://";
  const std::string_view name = primitive.fileName;
  if (name.starts_with(scheme)) return library ? model::findResource(*library, name) : std::nullopt;
  if (name.find("://") != std::string_view::npos || !primitive.where.known()) return std::nullopt;
  std::filesystem::path folder = std::filesystem::path(sources[primitive.where.source].name()).parent_path();
  if (folder.empty()) folder = ".";
  return model::ResourceFile{folder / name, folder};
}

bool isImage(std::string_view bytes) {
  return bytes.starts_with("\x89PNG\r\n\x1a\n") || bytes.starts_with("\xff\xd8\xff") || bytes.starts_with("<svg") ||
         bytes.starts_with("<?xml ");
}

void embed(Primitive& primitive, const Sources& sources, model::Library* library) {
  if (primitive.kind != PrimitiveKind::bitmap || primitive.fileName.empty() || !primitive.imageSource.empty()) return;
  const auto image = fileOf(primitive, sources, library);
  std::error_code status;
  if (!image || std::filesystem::file_size(image->file, status) > largestImage || status) return;
  const auto bytes = readNamedFile(image->file.string(), {{image->folder}});
  if (bytes && bytes->size() <= largestImage && isImage(*bytes)) primitive.imageSource = base64(*bytes);
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? digits[group >> (18U - 6U * k) & 63U] : '=';
  }
  return text;
}

void embedBitmaps(Diagram& diagram, const Sources& sources, model::Library* library) {
  const auto all = [&](Graphics& graphics) {
    for (Layer& layer : graphics.layers)
      for (Primitive& primitive : layer.primitives) embed(primitive, sources, library);
  };
  const auto ports = [&](std::vector<Port>& list) {
    for (Port& port : list) all(port.icon);
  };
  all(diagram.icon);
  all(diagram.graphics);
  ports(diagram.ports);
  for (Component& component : diagram.components) {
    all(component.icon);
    ports(component.ports);
  }
}

}  // namespace dashpot::drawing
