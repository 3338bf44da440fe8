// model/external/user_code.hpp
//
// External functions in C that a model brings itself (Modelica 3.6, section 12.9), for users who have allowed that. Their
// code is compiled by the system's C compiler into a program of its own, which is kept for the next time, and runs as a
// child process: numbers go in and out by pipes. What it does to its memory concerns only itself; where it crashes or
// hangs, the call fails and says so.
//
// Numbers, truth values and enumerations, arrays of them by rows, and known texts as arguments; no records, no texts as
// results.
//
// External objects (section 12.9.7) live in the process, and are known outside by a number. All functions that make or
// take some are one program. An object is made when its number is first asked for, which depends on parameters only,
// and ends with the process.
#pragma once

#include "model/external/host_calls.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::model {

struct FunctionClass;
class TranslationContext;

/// What the annotations of an external clause say.
struct UserCode {
  std::string include = {};                 // text: #include "f.h"
  std::vector<std::string> libraries = {};  // names, as -l takes them
  std::vector<std::filesystem::path> includeFolders = {}, libraryFolders = {};

  [[nodiscard]] bool isEmpty() const { return include.empty() && libraries.empty(); }
};

/// Reports that a function which needs code of the model's own is not called.
std::nullopt_t refuseUserCode(TranslationContext& context, const FunctionClass& function, SourceRange where);

/// A function of such a program.
struct UserCall {
  std::string function = {};
  std::vector<HostArgument> arguments = {};
  std::optional<Type> result = {};
  bool isConstructor = false;   // it makes an external object
  std::string destructor = {};  // what ends that
  [[nodiscard]] bool concernsObjects() const;
};

/// The program in C that serves calls of functions, by their number.
[[nodiscard]] std::string programText(const UserCode& code, const std::vector<UserCall>& calls);

/// Makes calls of C functions.
class UserCalls {
 public:
  /// As makeHostCall; compiles the program if it is not there. Null: it cannot be compiled, and why.
  [[nodiscard]] std::shared_ptr<const symbolic::HostFunction> make(const UserCode& code, const UserCall& call,
                                                                   std::string& problem);
  /// A call that is made once when a when-clause becomes active; its first arguments say when and where.
  [[nodiscard]] static std::shared_ptr<const symbolic::HostFunction> oncePerEvent(
      std::shared_ptr<const symbolic::HostFunction> function);
  /// The code of all calls that were made.
  [[nodiscard]] UserCode allCode() const;

 private:
  struct Objects;
  std::vector<UserCode> codes_;
  std::shared_ptr<Objects> objects_;  // the program of all functions with external objects
};

}  // namespace dashpot::model
