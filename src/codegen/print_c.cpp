#include "codegen/print_c.hpp"

#include "codegen/print_exponential.hpp"
#include "codegen/print_sine.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

namespace dashpot::codegen {

namespace {

using symbolic::Op;

/// REAL stands for the type of numbers, SUFFIX for what the names of its functions end in.
constexpr std::string_view helpers = R"(#include <math.h>
#include <stdint.h>

static inline REAL truth(int holds) { return holds ? ONE : ZERO; }
static inline REAL sign(REAL a) { return a > ZERO ? ONE : a < ZERO ? -ONE : a; }
static inline REAL least(REAL a, REAL b) { return b < a || b != b ? b : a; }
static inline REAL most(REAL a, REAL b) { return b > a || b != b ? b : a; }
/* By multiplication if the exponent is a small whole number. */
static inline REAL power(REAL a, REAL b) {
  if (!(fabsSUFFIX(b) <= 16) || b != truncSUFFIX(b)) return powSUFFIX(a, b);
  unsigned n = (unsigned)fabsSUFFIX(b);
  REAL product = n & 1u ? a : ONE;
  while (n >>= 1) {
    a *= a;
    if (n & 1u) product *= a;
  }
  return b < ZERO ? ONE / product : product;
}

static inline int all_finite(const REAL *x, unsigned long n) {
  for (unsigned long i = 0; i < n; ++i)
    if (!isfinite(x[i])) return 0;
  return 1;
}

/* Gaussian elimination with partial pivoting: n numbers per right side are replaced by the solution. */
static inline void solve(REAL *a, REAL *b, unsigned long n, unsigned long length) {
  for (unsigned long k = 0; k < n; ++k) {
    unsigned long p = k;
    for (unsigned long i = k + 1; i < n; ++i)
      if (fabsSUFFIX(a[i * n + k]) > fabsSUFFIX(a[p * n + k])) p = i;
    if (p != k) {
      for (unsigned long j = k; j < n; ++j) {
        const REAL t = a[k * n + j];
        a[k * n + j] = a[p * n + j];
        a[p * n + j] = t;
      }
      for (unsigned long c = 0; c < length; c += n) {
        const REAL t = b[c + k];
        b[c + k] = b[c + p];
        b[c + p] = t;
      }
    }
    for (unsigned long i = k + 1; i < n; ++i) {
      const REAL f = a[i * n + k] / a[k * n + k];
      for (unsigned long j = k + 1; j < n; ++j) a[i * n + j] -= f * a[k * n + j];
      for (unsigned long c = 0; c < length; c += n) b[c + i] -= f * b[c + k];
    }
  }
  for (unsigned long c = 0; c < length; c += n)
    for (unsigned long i = n; i-- > 0;) {
      REAL s = b[c + i];
      for (unsigned long j = i + 1; j < n; ++j) s -= a[i * n + j] * b[c + j];
      b[c + i] = s / a[i * n + i];
    }
}
)";

std::string replaced(std::string_view text, bool isSingle) {
  std::string result(text);
  const std::pair<std::string_view, std::string_view> words[] = {{"REAL", isSingle ? "float" : "double"},
                                                                 {"SUFFIX", isSingle ? "f" : ""},
                                                                 {"ZERO", isSingle ? "0.0f" : "0.0"},
                                                                 {"ONE", isSingle ? "1.0f" : "1.0"}};
  for (const auto& [word, value] : words)
    for (std::size_t at = 0; (at = result.find(word, at)) != std::string::npos; at += value.size())
      result.replace(at, word.size(), value);
  return result;
}

/// Names of the arrays, by Space.
constexpr std::array<std::string_view, spaceCount> arrays{
    "(&in->time)", "in->y",       "in->p",      "in->given", "in->modes", "in->d", "in->pre",
    "in->u",       "in->delayed", "in->phases", "constants", "work",      "out"};

std::string_view nameInC(Op op) { return op == Op::abs ? "fabs" : symbolic::name(op); }

std::string comment(std::string text) {
  for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.replace(at, 2, "* /");
  return text;
}

std::string at(Space space, std::uint32_t index) {
  return fmt::format("{}[{}]", arrays[static_cast<std::size_t>(space)], index);
}

template <class Value>
std::string operand(const Instruction& code, int which, const Value& value) {
  if (symbolic::operandCount(code.op) < which) return {};
  return value(which == 2 ? code.b : code.c);
}

}  // namespace

CWriter::CWriter(std::string prefix, const std::vector<Procedure>& procedures, CStyle style)
    : prefix_(std::move(prefix)), procedures_(procedures), style_(style) {
  for (const Procedure& procedure : procedures) resultCounts_.push_back(procedure.outputCount);
}

template <class... Arguments>
void CWriter::line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  text_ += '\n';
}

std::string CWriter::number(double value) const {
  const double used = style_.isSingle ? static_cast<double>(static_cast<float>(value)) : value;
  if (std::isnan(used)) return "NAN";
  if (std::isinf(used)) return used > 0 ? "INFINITY" : "(-INFINITY)";
  std::string text = style_.isSingle ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  if (style_.isSingle) text += "f";
  return std::signbit(used) ? "(" + text + ")" : text;
}

std::string CWriter::apply(Op op, const std::string& a, const std::string& b, const std::string& c) const {
  const std::string_view zero = style_.isSingle ? "0.0f" : "0.0", suffix = style_.isSingle ? "f" : "";
  switch (op) {
    case Op::noEvent:
    case Op::homotopy: return a;
    case Op::negate: return fmt::format("-{}", a);
    case Op::logicalNot: return fmt::format("truth({} == {})", a, zero);
    case Op::sign: return fmt::format("sign({})", a);
    case Op::add: return fmt::format("{} + {}", a, b);
    case Op::subtract: return fmt::format("{} - {}", a, b);
    case Op::multiply: return fmt::format("{} * {}", a, b);
    case Op::divide: return fmt::format("{} / {}", a, b);
    case Op::min: return fmt::format("least({}, {})", a, b);
    case Op::max: return fmt::format("most({}, {})", a, b);
    case Op::div: return fmt::format("trunc{}({} / {})", suffix, a, b);
    case Op::mod: return fmt::format("{0} - floor{2}({0} / {1}) * {1}", a, b, suffix);
    case Op::rem: return fmt::format("{0} - trunc{2}({0} / {1}) * {1}", a, b, suffix);
    case Op::less: return fmt::format("truth({} < {})", a, b);
    case Op::lessEqual: return fmt::format("truth({} <= {})", a, b);
    case Op::greater: return fmt::format("truth({} > {})", a, b);
    case Op::greaterEqual: return fmt::format("truth({} >= {})", a, b);
    case Op::equal: return fmt::format("truth({} == {})", a, b);
    case Op::notEqual: return fmt::format("truth({} != {})", a, b);
    case Op::logicalAnd: return fmt::format("truth({0} != {2} && {1} != {2})", a, b, zero);
    case Op::logicalOr: return fmt::format("truth({0} != {2} || {1} != {2})", a, b, zero);
    case Op::conditional: return fmt::format("{} != {} ? {} : {}", a, zero, b, c);
    case Op::power: return fmt::format("power({}, {})", a, b);
    case Op::atan2: return fmt::format("{}{}({}, {})", nameInC(op), suffix, a, b);
    case Op::exp: return fmt::format("{}({})", style_.isSingle ? "expf" : nameOfExponential, a);
    case Op::sin: return fmt::format("{}({})", style_.isSingle ? "sinf" : nameOfSine, a);
    default: return fmt::format("{}{}({})", nameInC(op), suffix, a);
  }
}

void CWriter::add(const Function& function, const std::string& name) {
  const Plan plan = makePlan(function, resultCounts_, style_.plan);
  registers_ = std::max(registers_, plan.workSize);
  const std::string id = fmt::format("{}_{}", prefix_, name);
  const std::string frame =
      fmt::format("const struct {0}_inputs *in, const {1} *constants, {1} *work, {1} *out", prefix_, real());
  for (std::size_t k = 0; k < plan.chunks.size(); ++k) {
    line("\nstatic void {}_{}({}) {{\n  (void)in, (void)constants, (void)work, (void)out;", id, k, frame);
    chunk(function, plan, plan.chunks[k]);
    line("}}");
  }
  for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
    line("\nstatic void {}_{}({}, const uint32_t *t, unsigned long n) {{", id, plan.chunks.size() + k, frame);
    line("  (void)in, (void)constants, (void)work, (void)out;");
    kernel(plan.kernels[k]);
    line("}}");
  }
  if (!plan.kernels.empty()) {
    table(id + "_table", "uint32_t", plan.tables);
    std::vector<std::string> constants;
    for (const double value : function.constants) constants.push_back(number(value));
    if (constants.empty()) constants.push_back(number(0.0));
    table(id + "_constants", real(), constants);
  }
  line("\n{0}int {1}(const struct {2}_inputs *in, {3} *work, {3} *out) {{", style_.isStatic ? "static " : "", id,
       prefix_, real());
  line("  (void)in, (void)work, (void)out;");
  const std::string constants = plan.kernels.empty() ? "0" : id + "_constants";
  for (const Task& task : plan.tasks)
    if (task.piece < plan.chunks.size())
      line("  {}_{}(in, {}, work, out);", id, task.piece, constants);
    else
      line("  {0}_{1}(in, {2}, work, out, {0}_table + {3}, {4}u);", id, task.piece, constants, task.table, task.count);
  line("  return !all_finite(out, {}u);\n}}", function.outputs.size());
}

template <class List>
void CWriter::table(const std::string& id, std::string_view type, const List& list) {
  line("\nstatic const {} {}[] = {{", type, id);
  for (std::size_t k = 0; k < list.size(); ++k)
    fmt::format_to(std::back_inserter(text_), "{}{}", list[k], k % 12 == 11 ? ",\n" : ", ");
  if (list.empty()) text_ += "0";
  line("\n}};");
}

void CWriter::chunk(const Function& function, const Plan& plan, const Chunk& chunk) {
  std::vector<bool>& isHere = isHere_;
  isHere.assign(function.code.size(), false);
  const auto value = [&](std::uint32_t i) -> std::string {
    const Instruction& code = function.code[i];
    if (isHere[i]) return fmt::format("v{}", i);
    if (code.code == Code::constant) return number(function.constants[code.a]);
    if (code.code == Code::element) return at(Space::work, plan.place[code.a] + code.b);
    if (!isLeaf(code.code)) return at(Space::work, plan.place[i]);
    return at(spaceOf(code.code), code.code == Code::time ? 0 : code.a);
  };
  for (const std::uint32_t i : chunk.instructions) {
    const Instruction& code = function.code[i];
    const std::uint32_t place = plan.place[i];
    const std::uint32_t results = code.code == Code::solve  ? code.b * code.c
                                  : code.code == Code::call ? resultCounts_[code.b]
                                                            : 0;
    if (code.code == Code::solve) {
      for (std::uint32_t k = 0; k < code.b * code.b; ++k)
        line("  work[{}] = {};", place + results + k, value(function.lists[code.a + k]));
      for (std::uint32_t k = 0; k < results; ++k)
        line("  work[{}] = {};", place + k, value(function.lists[code.a + code.b * code.b + k]));
      line("  solve(work + {}, work + {}, {}u, {}u);", place + results, place, code.b, results);
    } else if (code.code == Code::call) {
      for (std::uint32_t k = 0; k < code.c; ++k)
        line("  work[{}] = {};", place + results + k, value(function.lists[code.a + k]));
      line("  {0}_call({1}, work + {0}_REGISTERS, work + {2}, {3}u, work + {4}, {5}u);", prefix_, code.b,
           place + results, code.c, place, results);
    } else {
      line("  const {} v{} = {};", real(), i,
           apply(code.op, value(code.a), operand(code, 2, value), operand(code, 3, value)));
      isHere[i] = true;
      if (place != noPlace) line("  work[{}] = v{};", place, i);
      for (std::uint32_t k = plan.outputStart[i]; k < plan.outputStart[i + 1]; ++k)
        line("  out[{}] = v{};", plan.outputs[k], i);
    }
  }
  for (const std::uint32_t output : chunk.copies) line("  out[{}] = {};", output, value(function.outputs[output]));
}

void CWriter::kernel(const Kernel& kernel) {
  const Shape& shape = kernel.shape;
  const auto place = [&](std::size_t slot) {
    return kernel.distances.empty()
               ? fmt::format("t[{}]", slot)
               : fmt::format("t[{}] + (uint32_t)i * {}u", slot, static_cast<std::uint32_t>(kernel.distances[slot]));
  };
  if (kernel.distances.empty())
    line("  for (; n > 0; --n, t += {}) {{", shape.slotCount());
  else
    line("  for (unsigned long i = 0; i < n; ++i) {{");
  for (std::size_t k = 0; k < shape.loads.size(); ++k)
    line("    const {} v{} = {}[{}];", real(), k, arrays[static_cast<std::size_t>(shape.loads[k])], place(k));
  const auto value = [](std::uint32_t i) { return fmt::format("v{}", i); };
  for (std::size_t k = 0; k < shape.operations.size(); ++k) {
    const KernelOperation& code = shape.operations[k];
    const int count = symbolic::operandCount(code.op);
    line("    const {} v{} = {};", real(), shape.loads.size() + k,
         apply(code.op, value(code.a), count > 1 ? value(code.b) : "", count > 2 ? value(code.c) : ""));
  }
  for (std::size_t k = 0; k < shape.stores.size(); ++k)
    line("    {}[{}] = v{};", arrays[static_cast<std::size_t>(shape.stores[k].space)], place(shape.loads.size() + k),
         shape.stores[k].from);
  line("  }}");
}

/// The procedures, as functions over registers.
class ProcedureWriter {
 public:
  explicit ProcedureWriter(const CWriter& writer)
      : writer_(writer), prefix_(writer.prefix_), limit_(writer.style_.procedureRegisters) {}

  std::string run() {
    procedures();
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  /// Registers of all calls that are under way stand in one array, as in the interpreter.
  void procedures() {
    line("\nstruct {}_calls {{ long long rounds; {} *r; }};", prefix_, writer_.real());
    for (std::size_t k = 0; k < writer_.procedures_.size(); ++k)
      line("static int {}_p{}(struct {}_calls *c, unsigned long used, unsigned depth);", prefix_, k, prefix_);
    for (std::size_t k = 0; k < writer_.procedures_.size(); ++k) procedure(k);
    line("\nstatic inline void {0}_call(int which, {1} *registers, const {1} *a, unsigned long an, {1} *x,", prefix_,
         writer_.real());
    line("                          unsigned long xn) {{");
    line("  struct {}_calls c = {{{}LL, registers}};", prefix_, mostRounds);
    line("  int failed = 1;");
    line("  for (unsigned long k = 0; k < an; ++k) registers[k] = a[k];");
    line("  switch (which) {{");
    for (std::size_t k = 0; k < writer_.procedures_.size(); ++k)
      line("    case {}: failed = {}_p{}(&c, 0, 0); break;", k, prefix_, k);
    line("  }}");
    line("  for (unsigned long k = 0; k < xn; ++k) x[k] = failed ? NAN : registers[an + k];\n}}");
  }

  void procedure(std::size_t which) {
    const Procedure& p = writer_.procedures_[which];
    std::vector<bool> isTarget(p.code.size(), false);
    for (const Step& step : p.code)
      if (step.act == Act::jump || step.act == Act::unless) isTarget[step.a] = true;
    line("\n/* {} */", comment(p.name));
    line("static int {}_p{}(struct {}_calls *c, unsigned long used, unsigned depth) {{", prefix_, which, prefix_);
    line("  {} *const r = c->r + used;", writer_.real());
    line("  if (depth >= {}u || used + {}u > {}u) return 1;", deepestCall, p.registerCount, limit_);
    line("  for (unsigned long k = {}; k < {}; ++k) r[k] = NAN;", p.inputCount, p.slotCount);
    if (std::ranges::any_of(p.code, [](const Step& each) { return each.act == Act::look; })) {
      line("  static const {} constants[{}] = {{", writer_.real(), p.constants.size());
      for (const double value : p.constants) line("    {},", writer_.number(value));
      line("  }};");
    }
    for (std::size_t i = 0; i < p.code.size(); ++i) {
      if (isTarget[i]) line("at{}:;", i);
      step(p, p.code[i]);
    }
    line("}}");
  }

  void step(const Procedure& p, const Step& s) {
    const auto r = [](std::uint32_t k) { return fmt::format("r[{}]", k); };
    switch (s.act) {
      case Act::constant: return line("  r[{}] = {};", s.target, writer_.number(p.constants[s.a]));
      case Act::copy: return line("  r[{}] = r[{}];", s.target, s.a);
      case Act::operation: {
        const int count = symbolic::operandCount(s.op);
        return line("  r[{}] = {};", s.target,
                    writer_.apply(s.op, r(s.a), count > 1 ? r(s.b) : "", count > 2 ? r(s.c) : ""));
      }
      case Act::load:
      case Act::store:
      case Act::look: {
        line("  if (!(r[{0}] >= 1 && r[{0}] < {1})) return 1;", s.c, s.b + 1);
        const std::string element =
            fmt::format("{}[{} + (unsigned long)r[{}] - 1]", s.act == Act::look ? "constants" : "r", s.a, s.c);
        if (s.act != Act::store) return line("  r[{}] = {};", s.target, element);
        return line("  {} = r[{}];", element, s.target);
      }
      case Act::jump: return line("  goto at{};", s.a);
      case Act::unless: return line("  if (r[{}] == 0) goto at{};", s.target, s.a);
      case Act::round: return line("  if (--c->rounds < 0) return 1;");
      case Act::call: {
        const Procedure& callee = writer_.procedures_[s.b];
        line("  if (used + {}u > {}u) return 1;", p.registerCount + callee.registerCount, limit_);
        for (std::uint32_t k = 0; k < s.c; ++k) line("  r[{}] = r[{}];", p.registerCount + k, p.lists[s.a + k]);
        line("  if ({}_p{}(c, used + {}u, depth + 1)) return 1;", prefix_, s.b, p.registerCount);
        for (std::uint32_t k = 0; k < callee.outputCount; ++k)
          line("  r[{}] = r[{}];", s.target + k, p.registerCount + callee.inputCount + k);
        return;
      }
      case Act::demand: return line("  if (r[{}] == 0) return 1;", s.target);
      case Act::finish: return line("  return 0;");
      case Act::host: return line("#error \"{} is no code in C\"", comment(p.name));
    }
  }
  const CWriter& writer_;
  const std::string& prefix_;
  std::size_t limit_;
  std::string text_;
};

std::string CWriter::head() const {
  const std::string procedures = procedures_.empty() ? "" : ProcedureWriter(*this).run();
  std::string text = replaced(helpers, style_.isSingle);
  const auto calls = [&](std::string_view name) {
    const std::string call = fmt::format("{}(", name);
    return text_.find(call) != std::string::npos || procedures.find(call) != std::string::npos;
  };
  if (calls(nameOfExponential)) text += exponentialInC();
  if (calls(nameOfSine)) text += sineInC();
  const auto line = [&](const std::string& each) { text += each + '\n'; };
  line(fmt::format("\n#define {}_REGISTERS {}", prefix_, registers_));
  line(fmt::format("#define {}_WORK_SIZE {}\n", prefix_, workSize()));
  line(fmt::format("struct {}_inputs {{", prefix_));
  line(fmt::format("  {} time;", real()));
  line(fmt::format("  const {} *y, *p, *given, *modes, *d, *pre, *u, *delayed, *phases;", real()));
  line("};");
  return text + procedures;
}

std::uint32_t CWriter::workSize() const {
  const std::size_t registers = registers_ + (procedures_.empty() ? 1 : style_.procedureRegisters);
  return static_cast<std::uint32_t>(registers);
}

std::string printC(const CompiledModel& model, const std::string& prefix, const PlanOptions& plan) {
  CWriter writer(prefix, model.procedures, {.plan = plan});
  for (std::size_t e = 0; e < model.functions.size(); ++e) {
    const auto entry = static_cast<Entry>(e);
    writer.add(model[entry], isOfStep(entry) ? model[entry].name : std::string(name(entry)));
  }
  return fmt::format("/* {}: made by Dashpot. Compile with -ffp-contract=off. */\n", comment(model.name())) +
         writer.head() + writer.functions();
}

}  // namespace dashpot::codegen
