#include "model/classes/neighbours.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace fs = std::filesystem;

std::vector<Neighbours::Found> Neighbours::find(Symbol name, Diagnostics& diagnostics) {
  if (!isRead_) read(diagnostics);
  isRead_ = true;
  std::vector<Found> all;
  for (const syntax::Tree& tree : trees_)
    for (const syntax::ClassId id : tree.items(tree.classes))
      if (tree[id].name == name) all.push_back({&tree, id});
  return all;
}

void Neighbours::read(Diagnostics& diagnostics) {
  std::error_code status;
  const fs::path own = fs::weakly_canonical(file_, status);
  std::vector<fs::path> files;
  for (const fs::directory_entry& item : fs::directory_iterator(own.parent_path(), status))
    if (item.path().extension() == ".mo" && item.path() != own && item.is_regular_file(status))
      files.push_back(item.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    Diagnostics reports;
    auto tree = library_.parse(file, reports);
    if (!tree || reports.hasErrors())
      diagnostics.warning("neighbour", {}, fmt::format("{} has errors and is left out", file.filename().string()))
          .note(reports.all().empty() ? "" : reports.all().front().message);
    else if (tree->within == syntax::ExpressionId::none)
      trees_.push_back(std::move(*tree));
  }
}

}  // namespace dashpot::model
