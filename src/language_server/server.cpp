#include "language_server/server.hpp"

#include "language_server/check_thread.hpp"
#include "language_server/code_actions.hpp"
#include "language_server/completion.hpp"
#include "language_server/component.hpp"
#include "language_server/diagram.hpp"
#include "language_server/dispatch.hpp"
#include "language_server/edit.hpp"
#include "language_server/folding.hpp"
#include "language_server/formatting.hpp"
#include "language_server/hints.hpp"
#include "language_server/hover.hpp"
#include "language_server/navigation.hpp"
#include "language_server/palette.hpp"
#include "language_server/protocol.hpp"
#include "language_server/quantity.hpp"
#include "language_server/semantic_tokens.hpp"
#include "language_server/symbols.hpp"
#include "language_server/workspace.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <mutex>

namespace dashpot::language_server {

namespace {

using nlohmann::json;

enum class Phase : std::uint8_t { created, initialized, shutDown, over };

json capabilities(Encoding encoding) {
  constexpr int incremental = 2;
  return {{"positionEncoding", encoding == Encoding::utf8 ? "utf-8" : "utf-16"},
          {"textDocumentSync", {{"openClose", true}, {"change", incremental}, {"save", {{"includeText", false}}}}},
          {"hoverProvider", true},
          {"completionProvider", {{"triggerCharacters", {".", "(", ",", "\"", "="}}, {"resolveProvider", true}}},
          {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
          {"definitionProvider", true},
          {"referencesProvider", true},
          {"documentHighlightProvider", true},
          {"renameProvider", {{"prepareProvider", true}}},
          {"documentSymbolProvider", true},
          {"workspaceSymbolProvider", true},
          {"semanticTokensProvider", {{"legend", semanticTokensLegend()}, {"full", true}}},
          {"foldingRangeProvider", true},
          {"documentFormattingProvider", true},
          {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
          {"codeLensProvider", {{"resolveProvider", false}}},
          {"inlayHintProvider", true},
          {"executeCommandProvider", {{"commands", {"dashpot.check"}}}},
          {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}};
}

/// For a client that shows findings in a diagram.
json dataOf(const Finding& finding) {
  json data = json::object();
  const Subject& subject = finding.subject;
  if (!subject.component.empty()) data["component"] = subject.component;
  if (!subject.ports.empty()) data["ports"] = subject.ports;
  if (subject.isRule) data["rule"] = finding.code;
  if (!data.empty()) data["class"] = subject.model;
  return data;
}

json toJson(const CheckedModel& model) {
  json result{{"name", model.name}, {"range", language_server::toJson(model.nameRange)}, {"sound", model.isSound}};
  if (model.isSound) result["equations"] = model.equations;
  if (model.states) result["states"] = *model.states;
  return result;
}

json toJson(const Finding& finding) {
  constexpr int error = 1, warning = 2;
  json result{{"range", language_server::toJson(finding.range)},
              {"severity", finding.isError ? error : warning},
              {"code", finding.code},
              {"source", "dashpot"},
              {"message", finding.message}};
  for (const RelatedPlace& place : finding.related)
    result["relatedInformation"].push_back(
        {{"location", {{"uri", uriOf(place.path)}, {"range", language_server::toJson(place.range)}}},
         {"message", place.message}});
  if (json data = dataOf(finding); !data.empty()) result["data"] = std::move(data);
  return result;
}

std::vector<Change> changesFrom(const json& list) {
  if (!list.is_array()) throw RequestError(ErrorCode::invalidParams, "contentChanges has to be a list");
  std::vector<Change> changes;
  for (const json& each : list) {
    Change change{.range = std::nullopt, .text = textAt(each, "text")};
    if (each.contains("range")) change.range = rangeFrom(each["range"]);
    changes.push_back(std::move(change));
  }
  return changes;
}

std::int64_t versionFrom(const json& document) {
  const json& version = memberOf(document, "version");
  return version.is_number_integer() ? version.get<std::int64_t>() : 0;
}

std::vector<std::string> textsFrom(const json& list) {
  std::vector<std::string> texts;
  if (list.is_array())
    for (const json& each : list)
      if (each.is_string()) texts.push_back(each.get<std::string>());
  return texts;
}

}  // namespace

class Server::Implementation {
 public:
  Implementation(Send send, ServerOptions options)
      : send_(std::move(send)),
        options_(std::move(options)),
        workspace_(options_.findLibraries
                       ? options_.findLibraries
                       : [](const std::vector<std::string>&
                                given) { return std::vector<std::filesystem::path>(given.begin(), given.end()); }),
        dispatch_([this](const std::string& message) { sendText(message); },
                  [this](const std::string& method, bool isRequest) { guard(method, isRequest); }),
        checks_([this](const Findings& findings) { publishChecked(findings); }, options_.pause) {
    workspace_.setLibraries(options_.libraries);
    addLifecycle();
    addSynchronisation();
    addLanguageFeatures();
    addNavigation();
    addWorkspaceFeatures();
    addDrawing();
  }

  void receive(std::string_view message) { dispatch_.receive(message); }
  bool announce(std::string_view message) { return dispatch_.announce(message); }
  [[nodiscard]] bool isOver() const { return phase_ == Phase::over; }
  [[nodiscard]] int exitCode() const { return wasShutDown_ ? 0 : 1; }
  void finishChecks() { checks_.finish(); }
  [[nodiscard]] std::vector<OpenText> openTexts() const {
    std::vector<OpenText> texts;
    for (const auto& [uri, document] : workspace_.documents())
      texts.push_back({uri, document.path, document.text.string()});
    return texts;
  }

 private:
  // ------------------------------------------------------------------------------------------------------ life cycle

  void sendText(const std::string& message) {
    const std::lock_guard lock(sending_);
    send_(message);
  }
  void sendMessage(const json& message) { sendText(toText(message)); }

  void guard(const std::string& method, bool isRequest) {
    if (method == "exit") return;
    if (phase_ == Phase::created && method != "initialize")
      throw RequestError(ErrorCode::serverNotInitialized, "the first message has to be 'initialize'");
    if (phase_ != Phase::created && method == "initialize")
      throw RequestError(ErrorCode::invalidRequest, "'initialize' comes once");
    if ((phase_ == Phase::shutDown || phase_ == Phase::over) && isRequest)
      throw RequestError(ErrorCode::invalidRequest, "after 'shutdown' only 'exit' is expected");
  }

  void addLifecycle() {
    dispatch_.onRequest("initialize", [this](const json& params) { return initialize(params); });
    dispatch_.onNotification("initialized", [](const json&) {});
    dispatch_.onNotification("$/setTrace", [](const json&) {});
    dispatch_.onRequest("shutdown", [this](const json&) {
      phase_ = Phase::shutDown;
      wasShutDown_ = true;
      for (const auto& [uri, document] : workspace_.documents()) checks_.abandon(uri);
      return json();
    });
    dispatch_.onNotification("exit", [this](const json&) { phase_ = Phase::over; });
  }

  json initialize(const json& params) {
    const json& client = memberOf(params, "capabilities");
    for (const std::string& encoding : textsFrom(memberOf(memberOf(client, "general"), "positionEncodings"))) {
      if (encoding == "utf-8") encoding_ = Encoding::utf8;
      if (encoding == "utf-8" || encoding == "utf-16") break;  // the client lists what it likes best first
    }
    takesDocumentChanges_ =
        memberOf(memberOf(memberOf(client, "workspace"), "workspaceEdit"), "documentChanges") == json(true);
    const json& folders = memberOf(params, "workspaceFolders");
    if (folders.is_array())
      for (const json& folder : folders) workspace_.addFolder(pathOf(textAt(folder, "uri")));
    else if (const json& root = memberOf(params, "rootUri"); root.is_string())
      workspace_.addFolder(pathOf(root.get<std::string>()));
    takeSettings(memberOf(params, "initializationOptions"));
    phase_ = Phase::initialized;
    return {{"capabilities", capabilities(encoding_)},
            {"serverInfo", {{"name", "dashpot"}, {"version", options_.version}}}};
  }

  /// {"libraries": ["folder", ...]}
  void takeSettings(const json& settings) {
    const json& libraries = memberOf(settings, "libraries");
    if (!libraries.is_array()) return;
    std::vector<std::string> all = options_.libraries;
    for (std::string& folder : textsFrom(libraries)) all.push_back(std::move(folder));
    workspace_.setLibraries(std::move(all));
  }

  // -------------------------------------------------------------------------------------------------- synchronisation

  void addSynchronisation() {
    dispatch_.onNotification("textDocument/didOpen", [this](const json& params) {
      const json& document = memberOf(params, "textDocument");
      const std::string& uri = textAt(document, "uri");
      textChanged(workspace_.open(uri, versionFrom(document), textAt(document, "text"), encoding_));
    });
    dispatch_.onNotification("textDocument/didChange", [this](const json& params) {
      const json& identifier = memberOf(params, "textDocument");
      Document& document = openDocument(params);
      document.text = changed(document.text, changesFrom(memberOf(params, "contentChanges")));
      document.version = versionFrom(identifier);
      textChanged(document);
    });
    // Not part of the protocol: lets a client make sure that both sides hold the same text.
    dispatch_.onRequest("dashpot/text",
                        [this](const json& params) { return json(openDocument(params).text.string()); });
    // Others may use what was changed.
    dispatch_.onNotification("textDocument/didSave", [this](const json&) { checkAgain(); });
    dispatch_.onNotification("textDocument/didClose", [this](const json& params) {
      const std::string uri = openDocument(params).uri;
      checks_.abandon(uri);
      workspace_.close(uri);
      workspace_.readFilesAgain();
      publish({.uri = uri, .version = -1, .findings = {}, .models = {}});
    });
  }

  Document& openDocument(const json& params) {
    const std::string& uri = textAt(memberOf(params, "textDocument"), "uri");
    Document* document = workspace_.find(uri);
    if (!document) throw RequestError(ErrorCode::invalidParams, fmt::format("'{}' is not open", uri));
    return *document;
  }

  /// Errors of syntax are told at once. Without them the models are checked in the background, and what was told before
  /// stays until then, unless it was about syntax.
  void textChanged(const Document& document) {
    checks_.abandon(document.uri);
    std::vector<Finding> syntax = syntaxFindings(document);
    const bool hasErrors = std::ranges::any_of(syntax, &Finding::isError);
    const bool hadErrors = std::exchange(hasSyntaxErrors_[document.uri], hasErrors);
    if (hasErrors || hadErrors)
      publish({.uri = document.uri, .version = document.version, .findings = std::move(syntax), .models = {}});
    if (!hasErrors) checks_.submit(document, workspace_.snapshot());
  }

  void checkAgain() {
    for (const auto& [uri, document] : workspace_.documents()) textChanged(document);
  }

  /// Called by the thread of the checks.
  void publishChecked(const Findings& findings) {
    publish(findings);
    if (!options_.tellsModels) return;
    json models = json::array();
    for (const CheckedModel& model : findings.models) models.push_back(toJson(model));
    sendMessage({{"jsonrpc", "2.0"},
                 {"method", "dashpot/models"},
                 {"params", {{"uri", findings.uri}, {"version", findings.version}, {"models", std::move(models)}}}});
  }

  void publish(const Findings& findings) {
    json list = json::array();
    for (const Finding& each : findings.findings) list.push_back(toJson(each));
    json params{{"uri", findings.uri}, {"diagnostics", std::move(list)}};
    if (findings.version >= 0) params["version"] = findings.version;
    {
      const std::lock_guard lock(published_);
      lastFindings_[findings.uri] = findings;
    }
    sendMessage({{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", std::move(params)}});
  }

  Findings publishedFor(const std::string& uri) {
    const std::lock_guard lock(published_);
    return lastFindings_[uri];
  }

  // ------------------------------------------------------------------------------------------------ language features

  View& viewOf(const json& params) { return known_.seenBy(openDocument(params), workspace_.snapshot()); }

  using ViewHandler = std::function<json(View& view, const json& params)>;
  void onDocument(const std::string& method, ViewHandler handler) {
    dispatch_.onRequest(
        method, [this, handler = std::move(handler)](const json& params) { return handler(viewOf(params), params); });
  }
  using PositionHandler = std::function<json(View& view, Position position, const json& params)>;
  void onPosition(const std::string& method, PositionHandler handler) {
    onDocument(method, [handler = std::move(handler)](View& view, const json& params) {
      return handler(view, positionFrom(memberOf(params, "position")), params);
    });
  }

  void addLanguageFeatures() {
    onPosition("textDocument/hover", [](View& view, Position at, const json&) { return hover(view, at); });
    onPosition("textDocument/completion", [](View& view, Position at, const json&) { return completion(view, at); });
    onPosition("textDocument/signatureHelp",
               [](View& view, Position at, const json&) { return signatureHelp(view, at); });
    dispatch_.onRequest("completionItem/resolve", [this](const json& item) {
      const json& uri = memberOf(memberOf(item, "data"), "uri");
      const Document* document = uri.is_string() ? workspace_.find(uri.get<std::string>()) : nullptr;
      return document ? completionResolved(known_.seenBy(*document, workspace_.snapshot()), item) : item;
    });
    onDocument("textDocument/documentSymbol", [](View& view, const json&) { return documentSymbols(view); });
    onDocument("textDocument/semanticTokens/full", [](View& view, const json&) { return semanticTokens(view); });
    onDocument("textDocument/foldingRange", [](View& view, const json&) { return foldingRanges(view); });
    onDocument("textDocument/inlayHint",
               [](View& view, const json& params) { return inlayHints(view, rangeFrom(memberOf(params, "range"))); });
    onDocument("textDocument/codeLens",
               [this](View& view, const json&) { return codeLenses(view, publishedFor(view.document.uri).models); });
    onDocument("textDocument/codeAction", [this](View& view, const json& params) {
      const Findings published = publishedFor(view.document.uri);
      // What was found in an older text stands elsewhere by now.
      if (published.version != view.document.version) return json(json::array());
      return codeActions(view, published.findings, rangeFrom(memberOf(params, "range")));
    });
    dispatch_.onRequest("textDocument/formatting", [this](const json& params) {
      return formatting(openDocument(params), memberOf(params, "options"));
    });
  }

  static json formatting(const Document& document, const json& options) {
    if (std::ranges::any_of(syntaxFindings(document), &Finding::isError))
      throw RequestError(ErrorCode::requestFailed, "the file has errors of syntax: correct them first");
    constexpr std::size_t widest = 16;  // an editor that asks for more is in error, and would get a text as large
    Layout layout;
    if (const json& size = memberOf(options, "tabSize"); size.is_number_unsigned())
      layout.width = std::min(size.get<std::size_t>(), widest);
    layout.usesTabs = memberOf(options, "insertSpaces") == json(false);
    json edits = json::array();
    for (const Indentation& line : reindented(document.text, layout)) {
      const std::size_t begin = document.text.lineStart(line.line);
      edits.push_back({{"range", language_server::toJson(document.text.range(begin, begin + line.before))},
                       {"newText", line.after}});
    }
    return edits;
  }

  void addNavigation() {
    onPosition("textDocument/definition", [](View& view, Position at, const json&) { return definition(view, at); });
    onPosition("textDocument/documentHighlight",
               [](View& view, Position at, const json&) { return documentHighlight(view, at); });
    onPosition("textDocument/references", [this](View& view, Position at, const json& params) {
      const bool withDeclaration = memberOf(memberOf(params, "context"), "includeDeclaration") != json(false);
      return references(view, workspace_, at, withDeclaration);
    });
    onPosition("textDocument/prepareRename",
               [this](View& view, Position at, const json&) { return prepareRename(view, workspace_, at); });
    onPosition("textDocument/rename", [this](View& view, Position at, const json& params) {
      return rename(view, workspace_, at, textAt(params, "newName"), takesDocumentChanges_);
    });
  }

  // -------------------------------------------------------------------------------------------------------- workspace

  void addWorkspaceFeatures() {
    dispatch_.onRequest("workspace/symbol",
                        [this](const json& params) { return workspaceSymbols(textAt(params, "query")); });
    dispatch_.onRequest("workspace/executeCommand", [this](const json& params) { return execute(params); });
    dispatch_.onNotification("workspace/didChangeWatchedFiles", [this](const json&) {
      workspace_.readFilesAgain();
      checkAgain();
    });
    dispatch_.onNotification("workspace/didChangeConfiguration", [this](const json& params) {
      takeSettings(memberOf(memberOf(params, "settings"), "dashpot"));
      checkAgain();
    });
    dispatch_.onNotification("workspace/didChangeWorkspaceFolders", [this](const json& params) {
      const json& event = memberOf(params, "event");
      for (const json& folder : memberOf(event, "removed")) workspace_.removeFolder(pathOf(textAt(folder, "uri")));
      for (const json& folder : memberOf(event, "added")) workspace_.addFolder(pathOf(textAt(folder, "uri")));
      checkAgain();
    });
  }

  // ----------------------------------------------------------------------------------------------------------- drawing

  void addDrawing() {
    dispatch_.onTextRequest("dashpot/diagram", [this](const json& params) {
      View& view = drawableView(params);
      return diagram(view, classMeant(view, classNameFrom(params)));
    });
    dispatch_.onRequest("dashpot/connectable", [this](const json& params) {
      View& view = drawableView(params);
      return connectable(view, classMeant(view, classNameFrom(params)), textAt(params, "from"));
    });
    dispatch_.onRequest("dashpot/edit", [this](const json& params) {
      View& view = drawableView(params);
      requireCurrent(params, view.document);
      const std::string type = view.classes.qualifiedName(classMeant(view, classNameFrom(params)));
      const Document document = view.document;
      const std::unique_ptr<Draft> draft = known_.draftOf(document, workspace_.snapshot());
      return edit(*draft, document, type, memberOf(params, "gestures"), memberOf(params, "lines") != json(false));
    });
    dispatch_.onRequest("dashpot/fragment", [this](const json& params) {
      View& view = drawableView(params);
      const std::string type = view.classes.qualifiedName(classMeant(view, classNameFrom(params)));
      const Document document = view.document;
      const std::unique_ptr<Draft> draft = known_.draftOf(document, workspace_.snapshot());
      return fragment(draft->file(), type, textsFrom(memberOf(params, "components")));
    });
    dispatch_.onRequest("dashpot/evaluate_unit", [](const json& params) {
      const bool isShownInUnit = params.contains("display_unit");
      return typedQuantity(textAt(params, "value"), textAt(params, "unit"),
                           isShownInUnit ? textAt(params, "display_unit") : std::string());
    });
    dispatch_.onTextRequest("dashpot/component", [this](const json& params) { return component(params); });
    dispatch_.onTextRequest("dashpot/palette", [this](const json& params) {
      return palette_.answer(workspace_, params.contains("textDocument") ? &openDocument(params) : nullptr);
    });
  }

  static std::string classNameFrom(const json& params) {
    const json& name = memberOf(params, "class");
    return params.contains("class") && !name.is_null() ? textAt(params, "class") : std::string();
  }

  /// A text with errors of syntax has no diagram; the client keeps the one it has.
  View& drawableView(const json& params) {
    const Document& document = openDocument(params);
    if (hasSyntaxErrors_[document.uri]) {
      std::string reason = "the text has errors of syntax";
      for (const Finding& finding : publishedFor(document.uri).findings)
        if (finding.isError) {
          reason = fmt::format("line {}: {}", finding.range.start.line + 1, finding.message);
          break;
        }
      throw RequestError(ErrorCode::requestFailed, reason);
    }
    return viewOf(params);
  }

  static void requireCurrent(const json& params, const Document& document) {
    const json& version = memberOf(memberOf(params, "textDocument"), "version");
    if (version.is_number_integer() && version.get<std::int64_t>() != document.version)
      throw RequestError(ErrorCode::requestFailed,
                         fmt::format("the gesture is for version {} of the text, which is at version {} by now",
                                     version.get<std::int64_t>(), document.version));
  }

  std::string component(const json& params) {
    if (params.contains("type")) {
      const std::string& name = textAt(params, "type");
      View& view = params.contains("textDocument") ? viewOf(params) : known_.seenBy({}, workspace_.snapshot());
      const model::ClassRef type = view.classes.findQualified(name);
      if (type == model::ClassRef::none)
        throw RequestError(ErrorCode::requestFailed, fmt::format("there is no class '{}'", name));
      return describeComponent(view, type, {});
    }
    View& view = drawableView(params);
    const json& name = memberOf(params, "component");
    return describeComponent(view, classMeant(view, classNameFrom(params)),
                             params.contains("component") && !name.is_null() ? textAt(params, "component") : "");
  }

  json workspaceSymbols(const std::string& query) {
    json answer = json::array();
    for (const std::string& path : workspace_.files()) {
      const Document* open = nullptr;
      for (const auto& [uri, document] : workspace_.documents())
        if (document.path == path) open = &document;
      const Text text = open ? open->text : Text(contentOf(path), encoding_);
      Sources sources;
      Symbols symbols;
      Diagnostics unheard;
      const syntax::Tree tree = syntax::parse(sources.add(path, text.string()), sources, symbols, unheard);
      if (!addWorkspaceSymbols(tree, symbols, text, open ? open->uri : uriOf(path), query, answer)) break;
    }
    return answer;
  }

  static std::string contentOf(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// dashpot.check [uri, model]: checks the document now and says in a sentence what came out.
  json execute(const json& params) {
    const std::string& command = textAt(params, "command");
    if (command != "dashpot.check")
      throw RequestError(ErrorCode::invalidParams, fmt::format("there is no command '{}'", command));
    const std::vector<std::string> arguments = textsFrom(memberOf(params, "arguments"));
    const Document* document = arguments.empty() ? nullptr : workspace_.find(arguments.front());
    if (!document)
      throw RequestError(ErrorCode::invalidParams, "the first argument is the address of an open document");
    textChanged(*document);
    checks_.finish();
    const Findings findings = publishedFor(document->uri);
    const auto errors = std::ranges::count_if(findings.findings, &Finding::isError);
    std::string sentence = errors > 0 ? fmt::format("{} error{}", errors, errors == 1 ? "" : "s") : "no errors";
    for (const CheckedModel& model : findings.models)
      if (model.isSound && (arguments.size() < 2 || arguments[1] == model.name))
        sentence += fmt::format("; {}: {}", model.name, sizeOf(model));
    constexpr int information = 3;
    sendMessage({{"jsonrpc", "2.0"},
                 {"method", "window/showMessage"},
                 {"params", {{"type", information}, {"message", sentence}}}});
    return {{"errors", errors}, {"message", sentence}};
  }

  Send send_;
  ServerOptions options_;
  std::mutex sending_;
  std::mutex published_;
  std::map<std::string, Findings> lastFindings_;  // by document
  Encoding encoding_ = Encoding::utf16;
  bool takesDocumentChanges_ = false;
  bool wasShutDown_ = false;
  Phase phase_ = Phase::created;
  std::map<std::string, bool> hasSyntaxErrors_;
  Workspace workspace_;
  KnownClasses known_;
  Palette palette_;
  Dispatch dispatch_;
  CheckThread checks_;  // the last member: its thread ends before what it reports to
};

Server::Server(Send send, ServerOptions options)
    : implementation_(std::make_unique<Implementation>(std::move(send), std::move(options))) {}
Server::~Server() = default;
void Server::receive(std::string_view message) { implementation_->receive(message); }
bool Server::announce(std::string_view message) { return implementation_->announce(message); }
bool Server::isOver() const { return implementation_->isOver(); }
int Server::exitCode() const { return implementation_->exitCode(); }
std::vector<OpenText> Server::openTexts() const { return implementation_->openTexts(); }
void Server::finishChecks() { implementation_->finishChecks(); }

}  // namespace dashpot::language_server
