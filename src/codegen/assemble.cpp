#include "codegen/assemble.hpp"

#include "codegen/x64_encoder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace dashpot::codegen {

#if defined(__x86_64__)

namespace {

using symbolic::Op;
using x64::Arithmetic;
using x64::Bitwise;
using x64::Comparison;
using x64::General;
using x64::Operand;
using x64::Rounding;

using Register = x64::Vector;

// Registers that values live in; the others are for the way from operands to a result.
constexpr unsigned valueRegisters = 13;
constexpr Register scratchA{13}, scratchB{14}, scratchC{15};
constexpr int noRegister = -1;
constexpr std::int32_t nowhere = -1;

/// Constants that operations need, four times each, at the beginning of the code.
constexpr std::array<std::uint64_t, 5> poolNumbers{0x0000000000000000, 0x3FF0000000000000, 0xBFF0000000000000,
                                                   0x8000000000000000, 0x7FFFFFFFFFFFFFFF};
constexpr std::int32_t poolEntry = 32;  // bytes
constexpr Operand zeros = Operand::pool(0), ones = Operand::pool(poolEntry), minusOnes = Operand::pool(2 * poolEntry),
                  signBits = Operand::pool(3 * poolEntry), otherBits = Operand::pool(4 * poolEntry);

void callInterpreted(ProcedureMachine* machine, std::uint64_t procedure, const double* arguments,
                     std::uint64_t argumentCount, double* results, std::uint64_t resultCount) {
  machine->call(static_cast<std::uint32_t>(procedure), {arguments, argumentCount}, {results, resultCount});
}

/// What is the same at all times of a run between events.
bool isUniform(Space space) {
  switch (space) {
    case Space::time:
    case Space::y:
    case Space::inputs:
    case Space::delayed:
    case Space::work:
    case Space::outputs: return false;
    default: return true;
  }
}

class Assembler {
 public:
  Assembler(const Function& function, std::span<const Procedure> procedures, Width width)
      : function_(function),
        procedures_(procedures),
        lanes_(static_cast<std::int32_t>(width)),
        isWide_(width == Width::four),
        code_(isWide_),
        values_(function.code.size()) {}

  Assembled run() {
    findUses();
    findOutputs();
    for (const std::uint64_t number : poolNumbers)
      for (int copy = 0; copy < poolEntry; copy += 8) code_.number(number);
    const std::size_t entry = code_.bytes().size();
    begin();
    for (std::uint32_t i = 0; i < function_.code.size(); ++i) {
      emit(i);
      if (leftSlots_.empty()) continue;
      freeSlots_.insert(freeSlots_.end(), leftSlots_.begin(), leftSlots_.end());
      leftSlots_.clear();
    }
    copyLeaves();
    end();
    Assembled result{ExecutableMemory(code_.bytes()), nullptr, workSize_};
    if (!result.memory.empty()) result.piece = reinterpret_cast<Piece>(result.memory.begin() + entry);
    return result;
  }

 private:
  struct Value {
    int reg = noRegister;
    std::int32_t home = nowhere;  // bytes from the base: of work, or of outputs
    bool isOutput = false;        // its home is there
    std::uint32_t nextUse = 0, endUse = 0;
  };

  // ------------------------------------------------------------------------------------------------------ preparation

  /// None: the machine knows the operation itself.
  [[nodiscard]] const void* libraryFunction(Op op) const { return runtime_.function(op); }

  bool isValue(std::uint32_t i) const { return function_.code[i].code == Code::operation; }

  void findUses() {
    for (const Instruction& at : function_.code) {
      forOperands(function_, at, [&](std::uint32_t operand) { ++values_[operand].endUse; });
      hasCalls_ = hasCalls_ || at.code == Code::solve || at.code == Code::call ||
                  (at.code == Code::operation && libraryFunction(at.op) != nullptr);
    }
    std::uint32_t sum = 0;
    for (Value& value : values_) {
      const std::uint32_t count = value.endUse;
      value.nextUse = value.endUse = sum;
      sum += count;
    }
    uses_.resize(sum);
    for (std::uint32_t i = 0; i < function_.code.size(); ++i)
      forOperands(function_, function_.code[i], [&](std::uint32_t operand) { uses_[values_[operand].endUse++] = i; });
  }

  void findOutputs() {
    outputStart_.assign(function_.code.size() + 1, 0);
    for (const std::uint32_t from : function_.outputs) ++outputStart_[from + 1];
    for (std::size_t i = 0; i < function_.code.size(); ++i) outputStart_[i + 1] += outputStart_[i];
    outputsOf_.resize(function_.outputs.size());
    std::vector<std::uint32_t> at(outputStart_.begin(), outputStart_.end() - 1);
    for (std::uint32_t k = 0; k < function_.outputs.size(); ++k) outputsOf_[at[function_.outputs[k]]++] = k;
  }

  // ----------------------------------------------------------------------------------------------------- begin and end

  void begin() {
    if (hasCalls_) {
      // Registers that calls leave alone.
      for (const General r : saved) code_.push(r);
      code_.growStack(8);
      y_ = General::rbx, parameters_ = General::rbp, outputs_ = General::r12, frame_ = General::r15;
      work_ = General::r13, constants_ = General::r14;
      code_.move(y_, General::rdi);
      code_.move(parameters_, General::rsi);
      code_.move(outputs_, General::rdx);
      code_.move(frame_, General::rcx);
    }
    code_.load(work_, frame_, offsetOf(Space::work));
    code_.load(constants_, frame_, offsetOf(Space::constants));
  }

  void end() {
    if (isWide_)
      sumWideOutputs();
    else
      sumOutputs();
    if (hasCalls_) {
      code_.shrinkStack(8);
      for (auto r = saved.rbegin(); r != saved.rend(); ++r) code_.pop(*r);
    }
    code_.finish();
  }

  /// In two sums of pairs, so that one addition need not wait for the other.
  void sumOutputs() {
    constexpr std::array<Register, 2> sums{Register{0}, Register{1}};
    for (const Register sum : sums) code_.clearPair(sum);
    const auto count = static_cast<std::int32_t>(function_.outputs.size());
    for (std::int32_t k = 0; k + 1 < count; k += 2) {
      const Register sum = sums[static_cast<std::size_t>(k / 2 % 2)];
      code_.addPairs(sum, sum, Operand::at(outputs_, 8 * k));
    }
    if (count % 2 != 0) code_.addOnes(sums[1], sums[1], Operand::at(outputs_, 8 * (count - 1)));
    code_.addPairs(sums[0], sums[0], Operand::in(sums[1]));
    code_.upperOfPair(sums[1], sums[0]);
    code_.addOnes(sums[0], sums[0], Operand::in(sums[1]));
  }

  /// Of all times, by the way of memory at the end.
  void sumWideOutputs() {
    constexpr std::array<Register, 2> sums{Register{0}, Register{1}};
    for (const Register sum : sums) code_.bitwise(Bitwise::different, sum, sum, Operand::in(sum));
    for (std::uint32_t k = 0; k < function_.outputs.size(); ++k) {
      const Register sum = sums[k % 2];
      code_.arithmetic(Arithmetic::add, sum, sum, output(k));
    }
    code_.arithmetic(Arithmetic::add, sums[0], sums[0], Operand::in(sums[1]));
    const std::int32_t slot = allocate(static_cast<std::uint32_t>(lanes_));
    code_.store(Operand::at(work_, slot), sums[0]);
    code_.clearUpperHalves();
    for (std::int32_t lane = 1; lane < lanes_; ++lane)
      code_.addOnes(sums[0], sums[0], Operand::at(work_, slot + 8 * lane));
  }

  /// Outputs that no operation makes.
  void copyLeaves() {
    for (std::uint32_t k = 0; k < function_.outputs.size(); ++k) {
      const std::uint32_t from = function_.outputs[k];
      if (isValue(from)) continue;
      code_.store(output(k), fetch(from, scratchA));
    }
  }

  // ----------------------------------------------------------------------------------------------------------- places

  static std::int32_t offsetOf(Space space) { return static_cast<std::int32_t>(8 * static_cast<std::size_t>(space)); }

  Operand output(std::uint32_t k) const { return Operand::at(outputs_, 8 * lanes_ * static_cast<std::int32_t>(k)); }

  General baseOf(Space space) {
    switch (space) {
      case Space::y: return y_;
      case Space::parameters: return parameters_;
      case Space::constants: return constants_;
      case Space::work: return work_;
      case Space::outputs: return outputs_;
      default: break;
    }
    if (loaded_ != space) code_.load(General::rax, frame_, offsetOf(space));
    loaded_ = space;
    return General::rax;
  }

  struct Place {
    Operand at;
    bool isUniform = false;
  };

  /// Where a number is; in memory if it is in no register.
  Place placeOf(std::uint32_t i) {
    const Instruction& at = function_.code[i];
    if (at.code == Code::operation) {
      const Value& value = values_[i];
      if (value.reg != noRegister) return {Operand::in(Register{static_cast<std::uint8_t>(value.reg)})};
      return {Operand::at(value.isOutput ? outputs_ : work_, value.home)};
    }
    if (at.code == Code::element)
      return {Operand::at(work_, values_[at.a].home + 8 * lanes_ * static_cast<std::int32_t>(at.b))};
    const Space space = spaceOf(at.code);
    const bool isSame = isUniform(space);
    const auto index = static_cast<std::int32_t>(at.code == Code::time ? 0 : at.a);
    return {Operand::at(baseOf(space), 8 * (isSame ? 1 : lanes_) * index), isSame};
  }

  /// One number of it.
  Operand laneOf(std::uint32_t i, std::int32_t lane) {
    Place place = placeOf(i);
    if (!place.isUniform) place.at.offset += 8 * lane;
    return place.at;
  }

  /// In a register: its own, or the one given.
  Register fetch(std::uint32_t i, Register scratch) { return fetch(placeOf(i), scratch); }
  Register fetch(const Place& place, Register scratch) {
    if (place.at.kind == Operand::Kind::vector) return place.at.vector;
    if (place.isUniform)
      code_.broadcast(scratch, place.at);
    else
      code_.load(scratch, place.at);
    return scratch;
  }

  /// As a second operand: memory will do, if it has all numbers.
  Operand fetchAny(std::uint32_t i, Register scratch) { return fetchAny(placeOf(i), scratch); }
  Operand fetchAny(const Place& place, Register scratch) {
    if (place.isUniform && isWide_) {
      code_.broadcast(scratch, place.at);
      return Operand::in(scratch);
    }
    return place.at;
  }

  std::int32_t allocate(std::uint32_t numbers) {
    const auto at = static_cast<std::int32_t>(8 * workSize_);
    workSize_ += numbers;
    return at;
  }

  std::int32_t allocateSlot() {
    if (freeSlots_.empty()) return allocate(static_cast<std::uint32_t>(lanes_));
    const std::int32_t slot = freeSlots_.back();
    freeSlots_.pop_back();
    return slot;
  }

  // -------------------------------------------------------------------------------------------------------- registers

  [[nodiscard]] bool isUsedLater(const Value& value) const { return value.nextUse < value.endUse; }

  /// What instruction i uses for the last time needs no place any more.
  void release(std::uint32_t i) {
    forOperands(function_, function_.code[i], [&](std::uint32_t operand) {
      if (!isValue(operand)) return;
      Value& value = values_[operand];
      while (isUsedLater(value) && uses_[value.nextUse] <= i) ++value.nextUse;
      if (!isUsedLater(value)) drop(value);
    });
  }

  void drop(Value& value) {
    if (value.reg != noRegister) leave(value);
    if (value.home != nowhere && !value.isOutput) leftSlots_.push_back(value.home);
    value.home = nowhere;
  }

  void spill(Value& value) {
    if (value.home == nowhere) {
      value.home = allocateSlot();
      code_.store(Operand::at(work_, value.home), Register{static_cast<std::uint8_t>(value.reg)});
    }
    leave(value);
  }

  /// The register that it is in is free again.
  void leave(Value& value) {
    holder_[static_cast<std::size_t>(value.reg)] = nullptr;
    free_ |= 1u << static_cast<unsigned>(value.reg);
    value.reg = noRegister;
  }

  void enter(Value& value, std::size_t reg) {
    holder_[reg] = &value;
    free_ &= ~(1u << reg);
    value.reg = static_cast<int>(reg);
  }

  void spillAll() {
    for (Value* const value : holder_)
      if (value) spill(*value);
  }

  /// A free one; else that of the value which is used last.
  Register take(Value& value) {
    auto best = static_cast<std::size_t>(std::countr_zero(free_));
    if (free_ == 0) {
      best = 0;
      std::uint32_t latest = 0;
      for (std::size_t k = 0; k < valueRegisters; ++k)
        if (const std::uint32_t use = uses_[holder_[k]->nextUse]; use > latest) latest = use, best = k;
      spill(*holder_[best]);
    }
    enter(value, best);
    return Register{static_cast<std::uint8_t>(best)};
  }

  /// Outputs are stored as soon as they are known; that place serves as home, too.
  void finishValue(std::uint32_t i) {
    Value& value = values_[i];
    for (std::uint32_t k = outputStart_[i]; k < outputStart_[i + 1]; ++k) {
      code_.store(output(outputsOf_[k]), fetch(i, scratchA));
      if (value.home != nowhere) continue;
      value.home = output(outputsOf_[k]).offset;
      value.isOutput = true;
    }
    if (!isUsedLater(value)) drop(value);
  }

  // ----------------------------------------------------------------------------------------------------- instructions

  void emit(std::uint32_t i) {
    const Instruction& at = function_.code[i];
    switch (at.code) {
      case Code::operation:
        if (!isUsedLater(values_[i]) && outputStart_[i] == outputStart_[i + 1]) {
          release(i);
          return;
        }
        if (libraryFunction(at.op))
          emitLibraryCall(i, at);
        else
          emitOperation(i, at);
        finishValue(i);
        return;
      case Code::solve: emitSolve(i, at); return;
      case Code::call: emitCall(i, at); return;
      default: return;
    }
  }

  Register target(std::uint32_t i) {
    release(i);
    return take(values_[i]);
  }

  void emitArithmetic(std::uint32_t i, Arithmetic op, std::uint32_t a, std::uint32_t b) {
    const bool commutes = op == Arithmetic::add || op == Arithmetic::multiply;
    Place left = placeOf(a);
    // The address that is in rax may be another one after the next operand.
    if (left.at.kind == Operand::Kind::memory && left.at.base == General::rax)
      left = {Operand::in(fetch(left, scratchA))};
    Place right = placeOf(b);
    if (commutes && left.at.kind == Operand::Kind::memory && right.at.kind == Operand::Kind::vector)
      std::swap(left, right);
    const Register first = fetch(left, scratchA);
    const Operand second = fetchAny(right, scratchB);
    code_.arithmetic(op, target(i), first, second);
  }

  void emitRelation(std::uint32_t i, const Instruction& at, Comparison how) {
    const Register left = fetch(at.a, scratchA);
    code_.compare(how, scratchC, left, fetchAny(at.b, scratchB));
    code_.bitwise(Bitwise::both, target(i), scratchC, ones);
  }

  void emitLogical(std::uint32_t i, const Instruction& at, Bitwise how) {
    code_.compare(Comparison::notEqual, scratchC, fetch(at.a, scratchA), zeros);
    code_.compare(Comparison::notEqual, scratchB, fetch(at.b, scratchB), zeros);
    code_.bitwise(how, scratchC, scratchC, Operand::in(scratchB));
    code_.bitwise(Bitwise::both, target(i), scratchC, ones);
  }

  /// b < a or b is not a number: b, else a.
  void emitExtreme(std::uint32_t i, const Instruction& at, Arithmetic which) {
    const Register a = fetch(at.a, scratchA), b = fetch(at.b, scratchB);
    code_.arithmetic(which, scratchC, b, Operand::in(a));
    code_.compare(Comparison::unordered, scratchA, b, Operand::in(b));
    code_.select(target(i), scratchC, Operand::in(b), scratchA);
  }

  /// a/b without its fraction, and what it leaves of a.
  void emitQuotient(std::uint32_t i, const Instruction& at, Rounding how, bool isRemainder) {
    const Register a = fetch(at.a, scratchA), b = fetch(at.b, scratchB);
    code_.arithmetic(Arithmetic::divide, scratchC, a, Operand::in(b));
    code_.round(how, isRemainder ? scratchC : target(i), scratchC);
    if (!isRemainder) return;
    code_.arithmetic(Arithmetic::multiply, scratchC, scratchC, Operand::in(b));
    code_.arithmetic(Arithmetic::subtract, target(i), a, Operand::in(scratchC));
  }

  void emitSign(std::uint32_t i, const Instruction& at) {
    const Register a = fetch(at.a, scratchA);
    code_.compare(Comparison::greater, scratchB, a, zeros);
    code_.select(scratchC, a, ones, scratchB);
    code_.compare(Comparison::less, scratchB, a, zeros);
    code_.select(target(i), scratchC, minusOnes, scratchB);
  }

  void emitSelection(std::uint32_t i, const Instruction& at) {
    code_.compare(Comparison::notEqual, scratchC, fetch(at.a, scratchA), zeros);
    const Register whenTrue = fetch(at.b, scratchA), whenFalse = fetch(at.c, scratchB);
    code_.select(target(i), whenFalse, Operand::in(whenTrue), scratchC);
  }

  void emitOperation(std::uint32_t i, const Instruction& at) {
    switch (at.op) {
      case Op::add: return emitArithmetic(i, Arithmetic::add, at.a, at.b);
      case Op::subtract: return emitArithmetic(i, Arithmetic::subtract, at.a, at.b);
      case Op::multiply: return emitArithmetic(i, Arithmetic::multiply, at.a, at.b);
      case Op::divide: return emitArithmetic(i, Arithmetic::divide, at.a, at.b);
      case Op::min: return emitExtreme(i, at, Arithmetic::smaller);
      case Op::max: return emitExtreme(i, at, Arithmetic::larger);
      case Op::less: return emitRelation(i, at, Comparison::less);
      case Op::lessEqual: return emitRelation(i, at, Comparison::lessEqual);
      case Op::greater: return emitRelation(i, at, Comparison::greater);
      case Op::greaterEqual: return emitRelation(i, at, Comparison::greaterEqual);
      case Op::equal: return emitRelation(i, at, Comparison::equal);
      case Op::notEqual: return emitRelation(i, at, Comparison::notEqual);
      case Op::logicalAnd: return emitLogical(i, at, Bitwise::both);
      case Op::logicalOr: return emitLogical(i, at, Bitwise::either);
      case Op::div: return emitQuotient(i, at, Rounding::toZero, false);
      case Op::mod: return emitQuotient(i, at, Rounding::down, true);
      case Op::rem: return emitQuotient(i, at, Rounding::toZero, true);
      case Op::sign: return emitSign(i, at);
      case Op::conditional: return emitSelection(i, at);
      default: emitUnary(i, at);
    }
  }

  void emitUnary(std::uint32_t i, const Instruction& at) {
    const Register a = fetch(at.a, scratchA), to = target(i);
    switch (at.op) {
      case Op::negate: code_.bitwise(Bitwise::different, to, a, signBits); return;
      case Op::abs: code_.bitwise(Bitwise::both, to, a, otherBits); return;
      case Op::sqrt: code_.squareRoot(to, a); return;
      case Op::floor: code_.round(Rounding::down, to, a); return;
      case Op::ceil: code_.round(Rounding::up, to, a); return;
      case Op::logicalNot:
        code_.compare(Comparison::equal, to, a, zeros);
        code_.bitwise(Bitwise::both, to, to, ones);
        return;
      default: code_.move(to, a);  // homotopy() and noEvent(): their first operand
    }
  }

  // ------------------------------------------------------------------------------------------------------------ calls

  void call(const void* function) {
    code_.set(General::rax, reinterpret_cast<std::uint64_t>(function));
    code_.call(General::rax);
    loaded_.reset();
  }

  void emitLibraryCall(std::uint32_t i, const Instruction& at) {
    spillAll();
    const bool isBinary = symbolic::operandCount(at.op) > 1;
    const void* const function = libraryFunction(at.op);
    constexpr Register first{0}, second{1};
    if (isWide_) code_.clearUpperHalves();
    const std::int32_t slot = isWide_ ? allocateSlot() : nowhere;
    for (std::int32_t lane = 0; lane < lanes_; ++lane) {
      code_.loadOne(first, laneOf(at.a, lane));
      if (isBinary) code_.loadOne(second, laneOf(at.b, lane));
      call(function);
      if (isWide_) code_.storeOne(Operand::at(work_, slot + 8 * lane), first);
    }
    release(i);
    if (isWide_) {
      values_[i].home = slot;
      return;
    }
    enter(values_[i], 0);
  }

  /// Numbers one after the other, of one lane.
  void gather(std::uint32_t first, std::uint32_t count, std::int32_t to, std::int32_t lane) {
    for (std::uint32_t k = 0; k < count; ++k) {
      code_.loadOne(scratchA, laneOf(function_.lists[first + k], lane));
      code_.storeOne(Operand::at(work_, to + 8 * static_cast<std::int32_t>(k)), scratchA);
    }
  }

  /// Results of one lane to where elements are looked for.
  void scatter(std::int32_t from, std::uint32_t count, std::int32_t to, std::int32_t lane) {
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(count); ++k) {
      code_.loadOne(scratchA, Operand::at(work_, from + 8 * k));
      code_.storeOne(Operand::at(work_, to + 8 * (lanes_ * k + lane)), scratchA);
    }
  }

  void emitSolve(std::uint32_t i, const Instruction& at) {
    spillAll();
    if (isWide_) code_.clearUpperHalves();
    const std::uint32_t n = at.b, right = at.b * at.c;
    const std::int32_t matrix = allocate(n * n + right), solution = matrix + static_cast<std::int32_t>(8 * n * n);
    values_[i].home = isWide_ ? allocate(right * static_cast<std::uint32_t>(lanes_)) : solution;
    for (std::int32_t lane = 0; lane < lanes_; ++lane) {
      gather(at.a, n * n + right, matrix, lane);
      code_.addressOf(General::rdi, work_, matrix);
      code_.addressOf(General::rsi, work_, solution);
      code_.set(General::rdx, n);
      code_.set(General::rcx, right);
      call(reinterpret_cast<const void*>(runtime_.solve));
      if (isWide_) scatter(solution, right, values_[i].home, lane);
    }
    release(i);
  }

  void emitCall(std::uint32_t i, const Instruction& at) {
    spillAll();
    if (isWide_) code_.clearUpperHalves();
    const std::uint32_t resultCount = procedures_[at.b].outputCount;
    const std::int32_t arguments = allocate(at.c), results = allocate(resultCount);
    values_[i].home = isWide_ ? allocate(resultCount * static_cast<std::uint32_t>(lanes_)) : results;
    for (std::int32_t lane = 0; lane < lanes_; ++lane) {
      gather(at.a, at.c, arguments, lane);
      code_.load(General::rdi, frame_, static_cast<std::int32_t>(offsetof(Frame, procedures)));
      code_.set(General::rsi, at.b);
      code_.addressOf(General::rdx, work_, arguments);
      code_.set(General::rcx, at.c);
      code_.addressOf(General::r8, work_, results);
      code_.set(General::r9, resultCount);
      call(reinterpret_cast<const void*>(&callInterpreted));
      if (isWide_) scatter(results, resultCount, values_[i].home, lane);
    }
    release(i);
  }

  static constexpr std::array<General, 6> saved{General::rbx, General::rbp, General::r12,
                                                General::r13, General::r14, General::r15};

  const Function& function_;
  std::span<const Procedure> procedures_;
  const Runtime& runtime_ = runtime();
  std::int32_t lanes_;
  bool isWide_;
  x64::Encoder code_;
  bool hasCalls_ = false;
  // As they are handed over, unless calls would spoil them.
  General y_ = General::rdi, parameters_ = General::rsi, outputs_ = General::rdx, frame_ = General::rcx;
  General work_ = General::r8, constants_ = General::r9;
  std::optional<Space> loaded_;  // whose address is in rax

  std::vector<Value> values_;                           // by instruction; of solves and calls, where their results are
  std::vector<std::uint32_t> uses_;                     // of each value, one after the other
  std::vector<std::uint32_t> outputStart_, outputsOf_;  // by instruction
  std::array<Value*, valueRegisters> holder_{};
  std::uint32_t free_ = (1u << valueRegisters) - 1;  // a bit for each register that holds nothing
  std::vector<std::int32_t> freeSlots_;
  std::vector<std::int32_t> leftSlots_;  // by the present instruction, which reads them still
  std::uint32_t workSize_ = 0;
};

/// What the code calls, that it is no function of numbers alone.
bool isKnown(const Function& function) {
  return std::ranges::none_of(function.code, [](const Instruction& at) {
    return at.code == Code::operation && (at.op == Op::sample || at.op == Op::delay || at.op == Op::call ||
                                          at.op == Op::element || at.op == Op::indexed || symbolic::isLeaf(at.op));
  });
}

/// Offsets have 32 bits.
bool isSmallEnough(const Function& function) {
  constexpr std::size_t mostNumbers = std::size_t{1} << 24;
  return function.code.size() + function.lists.size() + function.outputs.size() < mostNumbers;
}

}  // namespace

std::optional<Assembled> assemble(const Function& function, std::span<const Procedure> procedures, Width width) {
  static const bool hasWideRegisters = __builtin_cpu_supports("avx") != 0;
  if (!hasWideRegisters || !isKnown(function) || !isSmallEnough(function)) return std::nullopt;
  Assembled result = Assembler(function, procedures, width).run();
  if (!result.piece) return std::nullopt;
  return result;
}

#else

std::optional<Assembled> assemble(const Function&, std::span<const Procedure>, Width) { return std::nullopt; }

#endif

}  // namespace dashpot::codegen
