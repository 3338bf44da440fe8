#include "codegen/procedure.hpp"

#include "symbolic/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace dashpot::codegen {

namespace {

std::string text(const Procedure& procedure, const Step& at) {
  switch (at.act) {
    case Act::constant: return fmt::format("r{} = {}", at.target, symbolic::printNumber(procedure.constants[at.a]));
    case Act::copy: return fmt::format("r{} = r{}", at.target, at.a);
    case Act::operation: {
      const int count = symbolic::operandCount(at.op);
      std::string line = fmt::format("r{} = {} r{}", at.target, symbolic::name(at.op), at.a);
      if (count > 1) line += fmt::format(" r{}", at.b);
      if (count > 2) line += fmt::format(" r{}", at.c);
      return line;
    }
    case Act::load: return fmt::format("r{} = r{}..{}[r{}]", at.target, at.a, at.a + at.b - 1, at.c);
    case Act::store: return fmt::format("r{}..{}[r{}] = r{}", at.a, at.a + at.b - 1, at.c, at.target);
    case Act::look: return fmt::format("r{} = constants {}..{}[r{}]", at.target, at.a, at.a + at.b - 1, at.c);
    case Act::jump: return fmt::format("jump {}", at.a);
    case Act::unless: return fmt::format("unless r{} jump {}", at.target, at.a);
    case Act::round: return "round";
    case Act::call: {
      std::string line = fmt::format("r{}.. = call {}:", at.target, at.b);
      for (std::uint32_t k = 0; k < at.c; ++k) line += fmt::format(" r{}", procedure.lists[at.a + k]);
      return line;
    }
    case Act::demand: return fmt::format("demand r{}: {}", at.target, procedure.messages[at.a]);
    case Act::finish: return "finish";
    case Act::host: return "host";
  }
  return {};
}

class ProcedureChecker {
 public:
  explicit ProcedureChecker(const std::vector<Procedure>& procedures) : procedures_(procedures) {}

  std::vector<std::string> run() {
    for (const Procedure& procedure : procedures_) {
      at_ = &procedure;
      if (procedure.inputCount + procedure.outputCount > procedure.slotCount ||
          procedure.slotCount > procedure.registerCount)
        report("its registers are too few");
      if (procedure.places.size() != procedure.code.size()) report("the places do not go with the code");
      const bool isHost = procedure.code.size() == 1 && procedure.code[0].act == Act::host && procedure.host;
      const bool ends = !procedure.code.empty() &&
                        (procedure.code.back().act == Act::finish || procedure.code.back().act == Act::jump || isHost);
      if (!ends) report("its code does not come to an end");
      for (const Step& step : procedure.code) visit(step);
    }
    return std::move(found_);
  }

 private:
  void report(std::string_view text) { found_.push_back(fmt::format("procedure {}: {}", at_->name, text)); }
  void registers(std::uint32_t first, std::uint32_t count = 1) {
    if (first + count > at_->registerCount) report(fmt::format("register {} does not exist", first + count - 1));
  }
  void inside(std::uint32_t number, std::size_t size, std::string_view what) {
    if (number >= size) report(fmt::format("{} {} does not exist", what, number));
  }

  void visit(const Step& step) {
    switch (step.act) {
      case Act::constant: return registers(step.target), inside(step.a, at_->constants.size(), "constant");
      case Act::copy: return registers(step.target), registers(step.a);
      case Act::operation: {
        const int count = symbolic::operandCount(step.op);
        if (count == 0) report(fmt::format("'{}' is no operation", symbolic::name(step.op)));
        registers(step.target), registers(step.a);
        if (count > 1) registers(step.b);
        if (count > 2) registers(step.c);
        return;
      }
      case Act::load:
      case Act::store: return registers(step.target), registers(step.a, step.b), registers(step.c);
      case Act::look:
        if (step.b == 0) report("looks at no constants");
        registers(step.target), registers(step.c);
        return inside(step.a + step.b - 1, at_->constants.size(), "constant");
      case Act::unless: registers(step.target); [[fallthrough]];
      case Act::jump: return inside(step.a, at_->code.size(), "instruction");
      case Act::call:
        if (step.b >= procedures_.size()) return report("calls a procedure that does not exist");
        registers(step.target, procedures_[step.b].outputCount);
        if (step.c != procedures_[step.b].inputCount) report("calls a procedure with the wrong number of arguments");
        if (step.a + step.c > at_->lists.size()) return report("arguments lie outside the lists");
        for (std::uint32_t k = 0; k < step.c; ++k) registers(at_->lists[step.a + k]);
        return;
      case Act::demand: return registers(step.target), inside(step.a, at_->messages.size(), "message");
      case Act::round:
      case Act::finish:
      case Act::host: return;
    }
  }

  const std::vector<Procedure>& procedures_;
  const Procedure* at_ = nullptr;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> check(const std::vector<Procedure>& procedures) { return ProcedureChecker(procedures).run(); }

std::string print(const Procedure& procedure) {
  std::string result = fmt::format("procedure {}: {} in, {} out, {} registers\n", procedure.name, procedure.inputCount,
                                   procedure.outputCount, procedure.registerCount);
  auto out = std::back_inserter(result);
  for (std::size_t i = 0; i < procedure.code.size(); ++i)
    fmt::format_to(out, "  {}: {}\n", i, text(procedure, procedure.code[i]));
  return result;
}

// ---- the machine ----------------------------------------------------------------------------------------------------

bool ProcedureMachine::call(std::uint32_t procedure, std::span<const double> arguments, std::span<double> results) {
  if (code_ && code_->call(procedure, arguments, results)) return true;
  const Procedure& callee = (*procedures_)[procedure];
  rounds_ = mostRounds;
  registers_.assign(callee.registerCount, std::numeric_limits<double>::quiet_NaN());
  std::ranges::copy(arguments, registers_.begin());
  const bool succeeded = run(procedure, 0, 0);
  for (std::size_t k = 0; k < results.size(); ++k)
    results[k] = succeeded ? registers_[callee.inputCount + k] : std::numeric_limits<double>::quiet_NaN();
  return succeeded;
}

bool ProcedureMachine::fail(const Procedure& procedure, std::size_t at, const std::string& reason) {
  failure_ = fmt::format("{} in {}{}", reason, procedure.name,
                         procedure.places[at].empty() ? "" : " (" + procedure.places[at] + ")");
  return false;
}

bool ProcedureMachine::run(std::uint32_t number, std::size_t base, std::uint32_t depth) {
  const Procedure& procedure = (*procedures_)[number];
  if (depth >= deepestCall || base + procedure.registerCount > mostRegisters)
    return fail(procedure, 0, "functions call one another without end");
  const auto r = [&](std::uint32_t k) -> double& { return registers_[base + k]; };
  for (std::size_t at = 0;; ++at) {
    const Step& step = procedure.code[at];
    switch (step.act) {
      case Act::constant: r(step.target) = procedure.constants[step.a]; break;
      case Act::copy: r(step.target) = r(step.a); break;
      case Act::operation: {
        const int count = symbolic::operandCount(step.op);
        r(step.target) = symbolic::apply(step.op, r(step.a), count > 1 ? r(step.b) : 0.0, count > 2 ? r(step.c) : 0.0);
        break;
      }
      case Act::load:
      case Act::store:
      case Act::look: {
        const double index = r(step.c);
        if (!(index >= 1.0 && index < static_cast<double>(step.b) + 1.0))
          return fail(procedure, at, fmt::format("index {:.6g} of an array with {} elements", index, step.b));
        const std::uint32_t element = step.a + static_cast<std::uint32_t>(index) - 1;
        if (step.act == Act::load)
          r(step.target) = r(element);
        else if (step.act == Act::look)
          r(step.target) = procedure.constants[element];
        else
          r(element) = r(step.target);
        break;
      }
      case Act::jump: at = step.a - std::size_t{1}; break;
      case Act::unless:
        if (r(step.target) == 0.0) at = step.a - std::size_t{1};
        break;
      case Act::round:
        if (--rounds_ < 0) return fail(procedure, at, fmt::format("more than {} rounds of a loop", mostRounds));
        break;
      case Act::call: {
        const Procedure& callee = (*procedures_)[step.b];
        const std::size_t next = base + procedure.registerCount;
        if (registers_.size() < next + callee.registerCount) registers_.resize(next + callee.registerCount);
        std::fill_n(registers_.begin() + static_cast<std::ptrdiff_t>(next), callee.registerCount,
                    std::numeric_limits<double>::quiet_NaN());
        for (std::uint32_t k = 0; k < step.c; ++k) registers_[next + k] = r(procedure.lists[step.a + k]);
        if (!run(step.b, next, depth + 1)) return false;
        for (std::uint32_t k = 0; k < callee.outputCount; ++k)
          r(step.target + k) = registers_[next + callee.inputCount + k];
        break;
      }
      case Act::demand:
        if (r(step.target) == 0.0) return fail(procedure, at, procedure.messages[step.a]);
        break;
      case Act::finish: return true;
      case Act::host: {
        const std::span<double> all(registers_.data() + base, procedure.slotCount);
        std::string problem;
        if (procedure.host->call(all.first(procedure.inputCount),
                                 all.subspan(procedure.inputCount, procedure.outputCount), problem))
          return true;
        return fail(procedure, at, problem);
      }
    }
  }
}

}  // namespace dashpot::codegen
