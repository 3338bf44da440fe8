#include "language_server/known_classes.hpp"

#include "syntax/parse.hpp"

#include <algorithm>

namespace dashpot::language_server {

namespace {

using model::ClassRef;
using model::StoredId;

/// When this many bytes of old texts have come together, everything is read anew.
constexpr std::size_t mostGrowth = 32'000'000;

bool haveSameTexts(const std::vector<Document>& a, const std::vector<Document>& b) {
  return std::ranges::equal(a, b, [](const Document& x, const Document& y) {
    return x.path == y.path && x.uri == y.uri && x.text.isSameAs(y.text);
  });
}

}  // namespace

ClassRef View::classAt(std::size_t offset) {
  const auto holds = [&](const syntax::Class& node) { return node.span.begin <= offset && offset <= node.span.end; };
  ClassRef at = ClassRef::none;
  for (const syntax::ClassId id : tree->items(tree->classes))
    if (holds((*tree)[id])) at = classes.define(*tree, id, ClassRef::none);
  while (at != ClassRef::none) {
    const auto& nested = classes[at].nested;
    const auto inner = std::ranges::find_if(nested, [&](const auto& child) {
      return classes[child.second].tree == tree && holds(classes[child.second].node());
    });
    if (inner == nested.end()) break;
    at = inner->second;
  }
  return at;
}

const syntax::Tree& View::parse(const std::string& path, const std::string& content, Diagnostics& reports) {
  const SourceId source = sources.add(path, content);
  return others.emplace_back(syntax::parse(source, sources, symbols, reports));
}

bool KnownClasses::isUpToDate(const Document& document, const Snapshot& snapshot) const {
  return view_ && view_->document.uri == document.uri && view_->document.text.isSameAs(document.text) &&
         known_.filesRead == snapshot.filesRead && known_.roots == snapshot.roots &&
         haveSameTexts(known_.open, snapshot.open);
}

void KnownClasses::makeStore(const Snapshot& snapshot) {
  store_ = std::make_unique<Store>();
  for (const std::filesystem::path& root : snapshot.roots) (void)store_->library.addRoot(root);
}

/// Documents that were closed count as their files stand again. The document at hand is read anew in any case, so that
/// what is wrong in it is reported.
void KnownClasses::tellTexts(const Snapshot& snapshot, const Document& document) {
  std::map<std::string, Text> open;
  for (const Document& each : snapshot.open)
    if (!each.path.empty()) open.insert_or_assign(each.path, each.text);
  for (const auto& [path, text] : store_->texts)
    if (!open.contains(path)) store_->library.setText(path, std::nullopt);
  for (const auto& [path, text] : open) {
    const auto before = store_->texts.find(path);
    if (before != store_->texts.end() && before->second.isSameAs(text) && path != document.path) continue;
    store_->library.setText(path, text.string());
    store_->growth += text.string().size();
  }
  store_->texts = std::move(open);
}

const syntax::Tree* KnownClasses::storedTree(const Document& document, Diagnostics& diagnostics) {
  if (document.path.empty()) return nullptr;
  store_->place = store_->library.adopt(document.path);
  return store_->place == StoredId::none ? nullptr : store_->library.load(store_->place, diagnostics);
}

/// What was found in files of libraries, which are read once.
Diagnostics KnownClasses::reportsOnLibraries() const {
  Diagnostics reports;
  if (!view_) return reports;
  for (const Diagnostic& each : view_->diagnostics.all()) {
    if (!each.where.known()) continue;
    const std::string& file = store_->sources[each.where.source].name();
    if (file != view_->document.path && file != view_->document.uri && !store_->texts.contains(file)) reports.add(each);
  }
  return reports;
}

std::unique_ptr<Draft> KnownClasses::draftOf(const Document& document, const Snapshot& snapshot) {
  (void)seenBy(document, snapshot);
  view_.reset();
  ownTree_.reset();
  return std::make_unique<Draft>(document, store_->around, store_->growth);
}

View& KnownClasses::seenBy(const Document& document, const Snapshot& snapshot) {
  if (isUpToDate(document, snapshot)) {
    view_->document.version = document.version;  // which may count changes that change nothing
    return *view_;
  }
  Diagnostics reports = reportsOnLibraries();
  if (view_)
    for (const syntax::Tree& other : view_->others) store_->growth += store_->sources[other.source].text().size();
  view_.reset();
  ownTree_.reset();
  if (!store_ || known_.filesRead != snapshot.filesRead || known_.roots != snapshot.roots ||
      store_->growth > mostGrowth) {
    makeStore(snapshot);
    reports = {};
  }
  known_ = snapshot;
  tellTexts(snapshot, document);
  view_ = std::make_unique<View>(store_->sources, store_->symbols, store_->library);
  View& view = *view_;
  view.document = document;
  view.diagnostics = std::move(reports);
  view.classes.use(store_->library, view.diagnostics);
  if (const syntax::Tree* stored = storedTree(document, view.diagnostics)) {
    // Looked up from the top, so that it has its place in the package. Where the package itself cannot be read, it
    // stands alone.
    const ClassRef type = view.classes.findQualified(store_->library.qualifiedName(store_->place));
    if (type != ClassRef::none && view.classes[type].tree == stored) {
      view.tree = stored;
      return view;
    }
  }
  const SourceId source =
      store_->sources.add(document.path.empty() ? document.uri : document.path, document.text.string());
  store_->growth += document.text.string().size();
  ownTree_ = std::make_unique<syntax::Tree>(syntax::parse(source, store_->sources, store_->symbols, view.diagnostics));
  view.tree = ownTree_.get();
  view.classes.add(*ownTree_, view.diagnostics);
  return view;
}

}  // namespace dashpot::language_server
