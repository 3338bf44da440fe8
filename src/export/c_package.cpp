#include "export/export.hpp"
#include "export/model_source.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace dashpot::exporting {

namespace {

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string commented(std::string text) {
  for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.replace(at, 2, "* /");
  return text;
}

std::string replaced(std::string text, std::string_view word, std::string_view value) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += value.size())
    text.replace(at, word.size(), value);
  return text;
}

class Package {
 public:
  Package(const codegen::CompiledModel& model, const StartNumbers& start, const ExportOptions& options)
      : model_(model), start_(start), options_(options), source_(modelSource(model, start, options)) {}

  std::vector<ExportedFile> files() const {
    const std::string& name = options_.prefix;
    return {{name + ".h", header()},
            {name + ".c", source()},
            {"main.c", inWords(driver)},
            {"Makefile", inWords(makefile)},
            {"README.md", readme()}};
  }

 private:
  [[nodiscard]] std::string formula() const {
    return model_.step ? model_.step->method : "none: nothing is integrated";
  }

  [[nodiscard]] std::string inWords(std::string_view text) const {
    std::string result = replaced(std::string(text), "HEADER", "#include \"PREFIX.h\"");
    result = replaced(std::move(result), "PREFIX", options_.prefix);
    const double steps = std::round((start_.stop - start_.time) / start_.step);
    return replaced(std::move(result), "STEPS", fmt::format("{:.0f}", std::max(steps, 1.0)));
  }

  [[nodiscard]] std::string header() const {
    std::string text = fmt::format("/* {}: made by Dashpot. Steps of {} s by the formula {}, inlined. */\n",
                                   commented(model_.name()), start_.step, formula());
    text += fmt::format("#ifndef {0}_H\n#define {0}_H\n\n", upper(options_.prefix));
    text += source_.types;
    text += inWords(R"(
/* Names, with a null pointer at their end; the order is that of set_parameter, of `input` and of outputs. */
extern const char *const PREFIX_parameter_names[];
extern const char *const PREFIX_input_names[];
extern const char *const PREFIX_output_names[];

/* A model is zero at first: static PREFIX_model m; then parameters are set, as far as they are not to be those of the
   model, and it is initialised. Inputs may be set before each step; they are held over it. */
int PREFIX_set_parameter(PREFIX_model *m, const char *name, PREFIX_real value); /* 0: done, 1: there is none */
int PREFIX_init(PREFIX_model *m);
int PREFIX_step(PREFIX_model *m);
int PREFIX_outputs(PREFIX_model *m, PREFIX_real *out); /* PREFIX_OUTPUTS numbers */

#endif
)");
    return text;
  }

  [[nodiscard]] std::string source() const {
    return fmt::format("/* {}: made by Dashpot. Compile with -ffp-contract=off for the bits of the original. */\n",
                       commented(model_.name())) +
           fmt::format("#include \"{}.h\"\n\n", options_.prefix) + source_.definitions;
  }

  [[nodiscard]] std::string readme() const {
    const SourceCounts& c = source_.counts;
    const std::size_t real = options_.isSingle ? 4 : 8;
    std::string text = fmt::format(
        "# {}\n\nC99 of the model, with the formula `{}` worked into its equations, for steps of "
        "{} s. Made by Dashpot.\n\n",
        model_.name(), formula(), start_.step);
    text += inWords(
        "| file | what |\n|---|---|\n| `PREFIX.h`, `PREFIX.c` | the model: no allocation, no library but the math "
        "library\n"
        "| `main.c` | a driver: runs it and prints outputs as CSV; it needs a C library\n"
        "| `Makefile` | `make` builds the driver, `make run` runs it\n\n");
    text += inWords(
        "    static PREFIX_model m;\n    PREFIX_set_parameter(&m, \"name\", 1.0);   /* as many as you like */\n"
        "    PREFIX_init(&m);\n    for (;;) {\n      m.input[0] = ...;                    /* held over the step */\n"
        "      status = PREFIX_step(&m);\n      PREFIX_outputs(&m, out);\n    }\n\n");
    text +=
        "Events take effect where a step ends. A step that cannot be computed holds the state and says so in its "
        "status; the next one tries again.\n\n";
    text += "| | |\n|---|---|\n";
    text += fmt::format("| states | {} |\n| parameters that can be set | {} |\n| inputs | {} |\n| outputs | {} |\n",
                        model_.size(), source_.parameterNames.size(), source_.inputNames.size(),
                        source_.outputNames.size());
    text += fmt::format("| memory of the state | {} bytes |\n| of parameters | {} bytes |\n| of work | {} bytes |\n",
                        c.stateNumbers * real, c.parameterNumbers * real, c.workNumbers * real + c.workIntegers * 4);
    text +=
        fmt::format("| operations per step | {}{} |\n", c.operationsPerStep,
                    c.mostIterations > 0
                        ? fmt::format(", and {} per iteration of Newton, of which there are at most {} in each of its "
                                      "nonlinear parts",
                                      c.operationsPerIteration, c.mostIterations)
                        : "");
    text +=
        "\nOperations are those of the straight path, without events; a call of a function of the math library "
        "counts as one.\n\n";
    const auto list = [&](std::string_view title, const std::vector<std::string>& names) {
      if (names.empty()) return;
      text += fmt::format("## {}\n\n", title);
      for (const std::string& name : names) text += fmt::format("- `{}`\n", name);
      text += "\n";
    };
    list("Inputs", source_.inputNames);
    list("Outputs", source_.outputNames);
    list("Parameters", source_.parameterNames);
    return text;
  }

  static constexpr std::string_view driver = R"(/* Runs the model and prints its outputs as CSV:
     PREFIX_run [STEPS] [EVERY] [name=value ...] */
HEADER

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PREFIX_model m;

static void print(void) {
  static PREFIX_real out[PREFIX_OUTPUTS + 1];
  (void)PREFIX_outputs(&m, out);
  printf("%.17g", (double)m.state.time);
  for (int i = 0; i < PREFIX_OUTPUTS; ++i) printf(",%.17g", (double)out[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  long steps = STEPSL, every = 1;
  int status, worst = 0, numbers = 0;
  for (int i = 1; i < argc; ++i) {
    char *const equals = strchr(argv[i], '=');
    if (equals == 0) {
      if (numbers++ == 0) steps = atol(argv[i]); else every = atol(argv[i]);
      continue;
    }
    *equals = '\0';
    if (PREFIX_set_parameter(&m, argv[i], (PREFIX_real)atof(equals + 1))) {
      fprintf(stderr, "there is no parameter '%s'\n", argv[i]);
      return 2;
    }
  }
  worst = status = PREFIX_init(&m);
  if (status) fprintf(stderr, "initialisation: status %d\n", status);
  printf("time");
  for (int i = 0; PREFIX_output_names[i] != 0; ++i) printf(",\"%s\"", PREFIX_output_names[i]);
  printf("\n");
  print();
  for (long k = 1; k <= steps; ++k) {
    status = PREFIX_step(&m);
    if (status && status != worst) fprintf(stderr, "time %g: status %d\n", (double)m.state.time, status);
    worst |= status;
    if (k % every == 0) print();
    if (status & PREFIX_terminated) break;
  }
  return worst ? 1 : 0;
}
)";

  static constexpr std::string_view makefile = R"(CC ?= cc
CFLAGS ?= -O2
STRICT = -std=c99 -Wall -Wextra -Werror -pedantic -ffp-contract=off

PREFIX_run: PREFIX.c PREFIX.h main.c
	$(CC) $(STRICT) $(CFLAGS) -o $@ PREFIX.c main.c -lm

PREFIX.o: PREFIX.c PREFIX.h
	$(CC) $(STRICT) $(CFLAGS) -c PREFIX.c

run: PREFIX_run
	./PREFIX_run

# For a small target: Debian's gcc-arm-none-eabi, run by qemu-arm of qemu-user.
ARM_CC ?= arm-none-eabi-gcc
ARM_FLAGS ?= -mcpu=cortex-r5 -mthumb -mfloat-abi=hard -mfpu=vfpv3-d16 --specs=rdimon.specs

PREFIX_arm.elf: PREFIX.c PREFIX.h main.c
	$(ARM_CC) $(STRICT) $(CFLAGS) $(ARM_FLAGS) -o $@ PREFIX.c main.c -lm

clean:
	rm -f PREFIX_run PREFIX.o PREFIX_arm.elf

.PHONY: run clean
)";

  const codegen::CompiledModel& model_;
  const StartNumbers& start_;
  const ExportOptions& options_;
  ModelSource source_;
};

/// Whether a procedure calls itself, by way of others or not.
bool isRecursive(const std::vector<codegen::Procedure>& procedures, std::size_t which) {
  std::vector<bool> isSeen(procedures.size(), false);
  std::vector<std::size_t> open{which};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    for (const codegen::Step& step : procedures[at].code) {
      if (step.act != codegen::Act::call) continue;
      if (step.b == which) return true;
      if (!isSeen[step.b]) isSeen[step.b] = true, open.push_back(step.b);
    }
  }
  return false;
}

}  // namespace

bool canBeExported(const codegen::CompiledModel& model, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.errorCount();
  if (!model.delays.empty())
    diagnostics
        .error("export", {},
               fmt::format("{} has delayed expressions, which cannot be exported: {}", model.name(),
                           model.delays.front().text))
        .detail(model.delays.front().origin);
  for (const codegen::Procedure& procedure : model.procedures)
    if (procedure.host)
      diagnostics.error(
          "export", {},
          fmt::format("the function {} is code of this machine, which cannot be exported", procedure.name));
  for (std::size_t k = 0; k < model.procedures.size(); ++k)
    if (isRecursive(model.procedures, k))
      diagnostics.error(
          "export", {},
          fmt::format("the function {} calls itself, which exported code does not do", model.procedures[k].name));
  return diagnostics.errorCount() == before;
}

std::vector<ExportedFile> exportC(const codegen::CompiledModel& model, const StartNumbers& start,
                                  const ExportOptions& options) {
  return Package(model, start, options).files();
}

std::string identifierOf(std::string_view name) {
  std::string result;
  for (const char c : name.substr(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1)) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isupper(u) && !result.empty() && result.back() != '_' &&
        !std::isupper(static_cast<unsigned char>(result.back())) &&
        std::islower(static_cast<unsigned char>(result.back())))
      result += '_';
    result += std::isalnum(u) ? static_cast<char>(std::tolower(u)) : '_';
  }
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result.front()))) result.insert(0, "model_");
  return result;
}

}  // namespace dashpot::exporting
