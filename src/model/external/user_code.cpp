#include "model/external/user_code.hpp"

#include "model/expressions/translation_context.hpp"
#include "model/external/served_program.hpp"

#include <fmt/format.h>

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
  return argument.isSize ? "size_t" : argument.type == Type::real ? "double" : "int";
}

/// By rows; a scalar has one element.
std::size_t sizeOf(const HostArgument& argument) { return count(argument.dimensions); }

}  // namespace

std::string programText(const UserCode& code, const std::string& function, const std::vector<HostArgument>& arguments,
                        std::optional<Type> result) {
  const std::string resultType = !result ? "void" : *result == Type::real ? "double" : "int";
  std::string text(prelude);
  std::string parameters, list, before, after;
  std::size_t in = 0, out = result ? 1 : 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const HostArgument& argument = arguments[i];
    const std::string separator = i == 0 ? "" : ", ";
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
    if (isArray) {
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
  if (code.include.empty())
    text += fmt::format("extern {} {}({});\n", resultType, function, parameters.empty() ? "void" : parameters);
  text += code.include + "\n\nstatic void dashpot_call(const double* in, double* out) {\n  (void)in;\n  (void)out;\n" +
          before;
  text += fmt::format("  {}{}({});\n", result ? "out[0] = " : "", function, list) + after + "}\n\n";
  text += fmt::format(R"(int main(void) {{
  static double in[{0} + 1], out[{1} + 1];
  dup2(2, 1);
  signal(SIGINT, SIG_IGN);
  while (dashpot_transfer(0, in, ({0} + 1) * sizeof(double))) {{
    int status = setjmp(dashpot_failed);
    alarm({2});
    if (status == 0) dashpot_call(in + 1, out);
    alarm(0);
    if (!dashpot_transfer(1, &status, sizeof status)) return 1;
    if (!dashpot_transfer(1, status ? (void*)dashpot_message : (void*)out,
                          status ? sizeof dashpot_message : {1} * sizeof(double)))
      return 1;
  }}
  return 0;
}}
)",
                      in, out, longestCallSeconds);
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

std::shared_ptr<const symbolic::HostFunction> makeUserCall(const UserCode& code, const std::string& function,
                                                           std::vector<HostArgument> arguments,
                                                           std::optional<Type> result, std::string& problem) {
  CompilerOptions options{.includeFolders = code.includeFolders,
                          .libraryFolders = code.libraryFolders,
                          .libraries = code.libraries,
                          .ownHeaders = {"ModelicaUtilities.h"}};
  const auto program = compiledProgram(programText(code, function, arguments, result), options, problem);
  if (!program) return nullptr;
  return std::make_shared<const ServedFunction>(*program, function,
                                                externalClause("C", function, arguments, result.has_value()));
}

}  // namespace dashpot::model
