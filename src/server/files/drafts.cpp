#include "server/files/drafts.hpp"

#include "base/whole_file.hpp"
#include "server/files/served_folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace dashpot::server {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::optional<Draft> readDraft(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const json stored = json::parse(stream, nullptr, false);
  if (!stored.is_object() || !stored.value("path", json()).is_string() || !stored.value("text", json()).is_string())
    return std::nullopt;
  Draft draft{.path = stored["path"], .text = stored["text"], .hash = std::nullopt, .time = 0};
  if (const json hash = stored.value("hash", json()); hash.is_string()) draft.hash = hash.get<std::string>();
  if (const json time = stored.value("time", json()); time.is_number()) draft.time = time.get<double>();
  return draft;
}

}  // namespace

Drafts::Drafts(const fs::path& place, const fs::path& served)
    : folder_(place.empty() ? fs::path() : place / contentHash(served.string())) {}

fs::path Drafts::fileOf(const std::string& path) const { return folder_ / (contentHash(path) + ".json"); }

void Drafts::keep(const Draft& draft) {
  if (folder_.empty() || draft.text.size() > ServedFolder::largestFile) return;
  const json stored{{"path", draft.path},
                    {"text", draft.text},
                    {"hash", draft.hash ? json(*draft.hash) : json()},
                    {"time", draft.time}};
  const std::lock_guard lock(mutex_);
  std::error_code status;
  fs::create_directories(folder_, status);
  fs::permissions(folder_, fs::perms::owner_all, status);  // texts are nobody else's business
  (void)writeWhole(stored.dump(-1, ' ', false, json::error_handler_t::replace), fileOf(draft.path));
}

void Drafts::forget(const std::string& path) {
  if (folder_.empty()) return;
  const std::lock_guard lock(mutex_);
  std::error_code status;
  fs::remove(fileOf(path), status);
  fs::remove(folder_, status);  // if it was the last one
}

std::optional<Draft> Drafts::find(const std::string& path) const {
  if (folder_.empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  auto draft = readDraft(fileOf(path));
  return draft && draft->path == path ? draft : std::nullopt;
}

std::vector<Draft> Drafts::list() const {
  std::vector<Draft> drafts;
  if (folder_.empty()) return drafts;
  const std::lock_guard lock(mutex_);
  std::error_code status;
  for (fs::directory_iterator each(folder_, status), end; !status && each != end; each.increment(status))
    if (each->path().extension() == ".json")
      if (auto draft = readDraft(each->path())) drafts.push_back(std::move(*draft));
  std::ranges::sort(drafts, std::greater{}, &Draft::time);
  if (drafts.size() > most) drafts.resize(most);
  return drafts;
}

}  // namespace dashpot::server
