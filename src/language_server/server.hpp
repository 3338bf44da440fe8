// language_server/server.hpp
//
// The front door of the stage: messages of the Language Server Protocol (LSP 3.17) in, messages out. How they travel is
// somebody else's: standard input and output (stdio.hpp), or a socket.
//
//   message          the frame around a message on a stream of bytes
//   dispatch         a message to the function that handles it; errors to answers
//   document         a text, its lines, and places in it
//   workspace        open documents, folders, libraries
//   known_classes    the classes that a document sees
//   names, cursor    the meaning of names
//   typing_context   what somebody is writing, from the tokens before the cursor
//   diagnose         what the compiler says; check_thread: in the background, newest text only
//   draft            a document while gestures change it
//   diagram, edit, gestures, palette, component
//                    for a diagram editor (docs/protocol.md); catalogue_json, annotation_json, sanitised_html for them
//   symbols, hover, completion, navigation, semantic_tokens, folding, formatting, code_actions, hints
//                    one request each, or a few of a kind
//
// Promise: no message makes it fail; what is wrong with one is answered. A text is what the client says it is. No request
// changes a file: edits are handed to the editor.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::language_server {

struct ServerOptions {
  /// Where libraries are looked for, besides the folders that the user names.
  std::function<std::vector<std::filesystem::path>(const std::vector<std::string>& given)> findLibraries;
  std::vector<std::string> libraries = {};  // that the user names
  std::string version = {};
  std::chrono::milliseconds pause{40};  // after the last change of a text, until it is checked
  bool tellsModels = true;  // after a check, by the notification dashpot/models, which not every editor knows
};

/// A text as the client has it.
struct OpenText {
  std::string uri;
  std::string path;  // of the file, without links; empty: there is none
  std::string text;
};

class Server {
 public:
  /// Takes a message to the client. Called by the thread that calls receive and by one that checks, never by both at
  /// once.
  using Send = std::function<void(const std::string& message)>;

  Server(Send send, ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Handles a message; always called by the same thread, in the order in which messages come.
  void receive(std::string_view message);
  /// May be called by a thread that reads ahead, before receive: takes note of a cancellation at once. False if the
  /// message is the last one.
  bool announce(std::string_view message);

  /// All open documents; for the thread that calls receive.
  [[nodiscard]] std::vector<OpenText> openTexts() const;

  /// After `exit`.
  [[nodiscard]] bool isOver() const;
  /// 0 if the client has asked for a shutdown before it went, else 1.
  [[nodiscard]] int exitCode() const;
  /// Waits until all documents have been checked.
  void finishChecks();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace dashpot::language_server
