#include "model/external/user_code.hpp"

#include "model/expressions/translation_context.hpp"
#include "model/external/served_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

namespace dashpot::model {

namespace {

/// What external functions may call (Modelica 3.6, section 12.9.6), and reading and writing of numbers.
constexpr std::string_view prelude = R"(#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static jmp_buf dashpot_failed;
static char dashpot_message[1000];

void ModelicaVFormatError(const char* format, va_list arguments) {
  vsnprintf(dashpot_message, sizeof dashpot_message, format, arguments);
  longjmp(dashpot_failed, 1);
}
void ModelicaFormatError(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatError(format, arguments);
}
void ModelicaError(const char* text) { ModelicaFormatError("%s", text); }
void ModelicaVFormatMessage(const char* format, va_list arguments) { vfprintf(stderr, format, arguments); }
void ModelicaFormatMessage(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatMessage(format, arguments);
  va_end(arguments);
}
void ModelicaMessage(const char* text) { fputs(text, stderr); }
void ModelicaVFormatWarning(const char* format, va_list arguments) { vfprintf(stderr, format, arguments); }
void ModelicaFormatWarning(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatWarning(format, arguments);
  va_end(arguments);
}
void ModelicaWarning(const char* text) { fputs(text, stderr); }
char* ModelicaAllocateStringWithErrorReturn(size_t length) { return calloc(length + 1, 1); }
char* ModelicaAllocateString(size_t length) {
  char* text = ModelicaAllocateStringWithErrorReturn(length);
  if (!text) ModelicaError("out of memory");
  return text;
}
char* ModelicaDuplicateStringWithErrorReturn(const char* text) {
  char* copy = ModelicaAllocateStringWithErrorReturn(strlen(text));
  return copy ? strcpy(copy, text) : 0;
}
char* ModelicaDuplicateString(const char* text) { return strcpy(ModelicaAllocateString(strlen(text)), text); }

static int dashpot_transfer(int isWriting, void* data, size_t size) {
  char* at = data;
  while (size > 0) {
    ssize_t n = isWriting ? write(4, at, size) : read(3, at, size);
    if (n <= 0) return 0;
    at += n;
    size -= (size_t)n;
  }
  return 1;
}

)";

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return result + '"';
}

std::string typeOf(const HostArgument& argument) {
  return argument.isObject ? "void*" : argument.isSize ? "size_t" : argument.type == Type::real ? "double" : "int";
}

/// By rows; a scalar has one element.
std::size_t sizeOf(const HostArgument& argument) { return count(argument.dimensions); }

}  // namespace

namespace {

/// External objects, by their numbers.
constexpr std::string_view objectsText = R"(
typedef struct {
  void* object;
  int maker;
  size_t size;
  double* given;
} dashpot_object;
static dashpot_object* dashpot_objects;
static size_t dashpot_count;

static int dashpot_known(int maker, const double* in, size_t size, double* number) {
  for (size_t k = 0; k < dashpot_count; ++k) {
    const dashpot_object* one = &dashpot_objects[k];
    if (one->maker != maker || one->size != size || memcmp(one->given, in, size * sizeof(double)) != 0) continue;
    *number = (double)(k + 1);
    return 1;
  }
  return 0;
}
static void dashpot_keep(int maker, const double* in, size_t size, void* object, double* number) {
  dashpot_object* more = realloc(dashpot_objects, (dashpot_count + 1) * sizeof *more);
  double* given = malloc((size + 1) * sizeof(double));
  if (!more || !given) ModelicaError("out of memory");
  memcpy(given, in, size * sizeof(double));
  dashpot_objects = more;
  dashpot_objects[dashpot_count].object = object;
  dashpot_objects[dashpot_count].maker = maker;
  dashpot_objects[dashpot_count].size = size;
  dashpot_objects[dashpot_count].given = given;
  *number = (double)++dashpot_count;
}
static void* dashpot_find(double number) {
  if (!(number >= 1 && number <= (double)dashpot_count)) ModelicaError("the external object does not exist");
  return dashpot_objects[(size_t)number - 1].object;
}

)";

/// How many numbers go in and out of a call.
struct CallSize {
  std::size_t in = 0, out = 0;
};

CallSize sizeOf(const UserCall& call) {
  CallSize size{.out = call.result ? 1u : 0u};
  for (const HostArgument& argument : call.arguments) {
    if (argument.type == Type::string) continue;
    size.in += sizeOf(argument);
    if (argument.isWritten) size.out += sizeOf(argument);
  }
  return size;
}

/// static void dashpot_call0(const double* in, double* out)
std::string callText(const UserCall& call, std::size_t number, std::string& declaration) {
  const bool isConstructor = call.isConstructor;
  const std::string resultType = isConstructor                ? "void*"
                                 : !call.result               ? "void"
                                 : *call.result == Type::real ? "double"
                                                              : "int";
  std::string parameters, list, before, after;
  std::size_t in = 0, out = call.result ? 1 : 0;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const HostArgument& argument = call.arguments[i];
    if (argument.isHidden) {
      ++in;
      continue;
    }
    const std::string separator = list.empty() ? "" : ", ";
    if (argument.type == Type::string) {
      parameters += separator + "const char*";
      list += separator + quoted(argument.text);
      continue;
    }
    const bool isArray = !argument.dimensions.empty();
    const std::string type = typeOf(argument), name = fmt::format("a{}", i);
    const std::size_t n = sizeOf(argument);
    parameters += fmt::format("{}{}{}{}", separator, isArray && !argument.isWritten ? "const " : "", type,
                              isArray || argument.isWritten ? "*" : "");
    list += fmt::format("{}{}{}", separator, !isArray && argument.isWritten ? "&" : "", name);
    if (argument.isObject) {
      before += fmt::format("  void* {} = dashpot_find(in[{}]);\n", name, in);
    } else if (isArray) {
      before += fmt::format("  static {} {}[{}];\n  for (size_t k = 0; k < {}; ++k) {}[k] = ({})in[{} + k];\n", type,
                            name, n + 1, n, name, type, in);
      if (argument.isWritten)
        after += fmt::format("  for (size_t k = 0; k < {}; ++k) out[{} + k] = {}[k];\n", n, out, name);
    } else {
      before += fmt::format("  {} {} = ({})in[{}];\n", type, name, type, in);
      if (argument.isWritten) after += fmt::format("  out[{}] = {};\n", out, name);
    }
    in += n;
    if (argument.isWritten) out += n;
  }
  declaration = fmt::format("extern {} {}({});\n", resultType, call.function, parameters.empty() ? "void" : parameters);
  std::string text = fmt::format("static void dashpot_call{}(const double* in, double* out) {{\n", number);
  text += "  (void)in;\n  (void)out;\n";
  if (isConstructor) text += fmt::format("  if (dashpot_known({}, in, {}, out)) return;\n", number, in);
  text += before;
  if (isConstructor)
    text += fmt::format("  dashpot_keep({}, in, {}, {}({}), out);\n", number, in, call.function, list);
  else
    text += fmt::format("  {}{}({});\n", call.result ? "out[0] = " : "", call.function, list);
  return text + after + "}\n\n";
}

}  // namespace

bool UserCall::concernsObjects() const {
  return isConstructor || std::ranges::any_of(arguments, &HostArgument::isObject);
}

std::string programText(const UserCode& code, const std::vector<UserCall>& calls) {
  const bool hasObjects = std::ranges::any_of(calls, &UserCall::concernsObjects);
  std::string text(prelude), functions, cases, sizes, ends;
  if (hasObjects) text += objectsText;
  CallSize most;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const CallSize size = sizeOf(calls[i]);
    std::string declaration;
    functions += callText(calls[i], i, declaration);
    if (code.include.empty()) text += declaration;
    cases += fmt::format("      case {0}: dashpot_call{0}(in, out); break;\n", i);
    sizes += fmt::format("{}{{{}, {}}}", i == 0 ? "" : ", ", size.in, size.out);
    if (calls[i].isConstructor && !calls[i].destructor.empty())
      ends += fmt::format("    if (dashpot_objects[k].maker == {}) {}(dashpot_objects[k].object);\n", i,
                          calls[i].destructor);
    most = {std::max(most.in, size.in), std::max(most.out, size.out)};
  }
  if (!ends.empty())
    ends = "  if (setjmp(dashpot_failed) == 0)\n  for (size_t k = dashpot_count; k-- > 0;) {\n" + ends + "  }\n";
  text += code.include + "\n\n" + functions;
  text += fmt::format(R"(int main(void) {{
  static const size_t sizes[][2] = {{{3}}};
  static double number, in[{0} + 1], out[{1} + 1];
  dup2(2, 1);
  signal(SIGINT, SIG_IGN);
  while (dashpot_transfer(0, &number, sizeof number)) {{
    const size_t* size = sizes[(int)number];
    if (!dashpot_transfer(0, in, size[0] * sizeof(double))) break;
    int status = setjmp(dashpot_failed);
    alarm({2});
    if (status == 0) switch ((int)number) {{
{4}      default: break;
    }}
    alarm(0);
    if (!dashpot_transfer(1, &status, sizeof status)) return 1;
    if (!dashpot_transfer(1, status ? (void*)dashpot_message : (void*)out,
                          status ? sizeof dashpot_message : size[1] * sizeof(double)))
      return 1;
  }}
{5}  return 0;
}}
)",
                      most.in, most.out, longestCallSeconds, sizes, cases, ends);
  return text;
}

std::nullopt_t refuseUserCode(TranslationContext& context, const FunctionClass& function, SourceRange where) {
  if (function.externalLanguage != "C")
    return context.unsupported(where, fmt::format("'{}', an external function,", function.name));
  return context.report("external", where,
                        fmt::format("'{}' is an external function in C, and not called: if you trust the model, "
                                    "allow that with --allow-external",
                                    function.name));
}

namespace {

std::optional<std::filesystem::path> compiled(const UserCode& code, const std::vector<UserCall>& calls,
                                              std::string& problem) {
  const CompilerOptions options{.includeFolders = code.includeFolders,
                                .libraryFolders = code.libraryFolders,
                                .libraries = code.libraries,
                                .ownHeaders = {"ModelicaUtilities.h"}};
  return compiledProgram(programText(code, calls), options, problem);
}

/// Adds what is not there yet.
template <class List>
void unite(List& all, const List& more) {
  for (const auto& one : more)
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

/// `includes`: the different texts of what is united.
void unite(UserCode& all, const UserCode& more, std::vector<std::string>& includes) {
  unite(all.includeFolders, more.includeFolders);
  unite(all.libraryFolders, more.libraryFolders);
  unite(all.libraries, more.libraries);
  unite(includes, {more.include});
  all.include.clear();
  for (const std::string& include : includes) all.include += include;
}

/// Calls when the when-clause becomes active, and else gives what it gave then. The first arguments are the time, the
/// number of the place that calls, whether its condition holds at an instant only, whether it holds, and whether the
/// place is reached then.
class OncePerEvent final : public symbolic::HostFunction {
 public:
  explicit OncePerEvent(std::shared_ptr<const symbolic::HostFunction> function) : function_(std::move(function)) {}

  bool call(std::span<const double> arguments, std::span<double> results, std::string& problem) const override {
    const double time = arguments[0];
    const bool isImpulse = arguments[2] != 0.0, holds = arguments[3] != 0.0, isGiven = arguments[4] != 0.0;
    const std::lock_guard lock(mutex_);
    Place& place = places_[arguments[1]];
    if (place.time != time) place = {time, place.holds && !isImpulse, false, false, std::move(place.results)};
    place.holds = holds;
    if (place.results.size() != results.size()) place.results.assign(results.size(), 0.0);
    if (holds && isGiven && !place.heldBefore && !place.isCalled) {
      if (!function_->call(arguments, place.results, problem)) return false;
      place.isCalled = true;
    }
    std::ranges::copy(place.results, results.begin());
    return true;
  }
  [[nodiscard]] std::string clause() const override { return function_->clause(); }

 private:
  struct Place {
    double time = std::numeric_limits<double>::quiet_NaN();
    bool heldBefore = false;  // at the end of the event before
    bool holds = false;
    bool isCalled = false;
    std::vector<double> results;
  };
  std::shared_ptr<const symbolic::HostFunction> function_;
  mutable std::mutex mutex_;
  mutable std::map<double, Place> places_;
};

}  // namespace

struct UserCalls::Objects {
  UserCode code;
  std::vector<UserCall> calls;
  std::vector<std::string> includes;
  std::shared_ptr<std::filesystem::path> file = std::make_shared<std::filesystem::path>();
  std::shared_ptr<ServedProgram> program;
};

std::shared_ptr<const symbolic::HostFunction> UserCalls::make(const UserCode& code, const UserCall& call,
                                                              std::string& problem) {
  const std::string clause = externalClause("C", call.function, call.arguments, call.result.has_value());
  codes_.push_back(code);
  if (!call.concernsObjects()) {
    const auto file = compiled(code, {call}, problem);
    if (!file) return nullptr;
    auto program = std::make_shared<const ServedProgram>([file](std::string&) { return file; });
    return std::make_shared<const ServedFunction>(std::move(program), 0, call.function, clause);
  }
  if (!objects_) {
    objects_ = std::make_shared<Objects>();
    objects_->program =
        std::make_shared<ServedProgram>([file = objects_->file](std::string&) { return std::optional(*file); });
  }
  Objects& all = *objects_;
  unite(all.code, code, all.includes);
  all.calls.push_back(call);
  const auto file = compiled(all.code, all.calls, problem);
  if (!file) return nullptr;
  *all.file = *file;
  all.program->forget();
  return std::make_shared<const ServedFunction>(all.program, all.calls.size() - 1, call.function, clause);
}

UserCode UserCalls::allCode() const {
  UserCode all;
  std::vector<std::string> includes;
  for (const UserCode& code : codes_) unite(all, code, includes);
  return all;
}

std::shared_ptr<const symbolic::HostFunction> UserCalls::oncePerEvent(
    std::shared_ptr<const symbolic::HostFunction> function) {
  return std::make_shared<const OncePerEvent>(std::move(function));
}

}  // namespace dashpot::model
