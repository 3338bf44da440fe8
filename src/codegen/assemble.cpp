#include "codegen/assemble.hpp"

#include "codegen/contents.hpp"
#include "codegen/value_places.hpp"

#include <algorithm>
#include <array>
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

// On the way from operands to a result; values live in the other registers.
constexpr Register scratchA{13}, scratchB{14}, scratchC{15};

/// Constants that operations need, four times each, at the beginning of the code.
constexpr std::array<std::uint64_t, 5> poolNumbers{0x0000000000000000, 0x3FF0000000000000, 0xBFF0000000000000,
                                                   0x8000000000000000, 0x7FFFFFFFFFFFFFFF};
constexpr std::int32_t poolEntry = 32;     // bytes
constexpr std::size_t expectedBytes = 10;  // of code, for each instruction and output
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

/// What is true or false by its operation.
bool isTruth(const Instruction& at) {
  return at.code == Code::operation &&
         (symbolic::isRelation(at.op) || at.op == Op::logicalNot || at.op == Op::logicalAnd || at.op == Op::logicalOr);
}

template <Width width>
class Assembler {
 public:
  Assembler(const Function& function, const Contents& contents, std::span<const Procedure> procedures)
      : function_(function),
        procedures_(procedures),
        code_(isWide,
              poolNumbers.size() * poolEntry + expectedBytes * (function.code.size() + function.outputs.size())),
        values_(function, code_, lanes),
        hasCalls_(contents.has(Code::solve) || contents.has(Code::call)) {
    for (std::size_t op = 0; op < symbolic::opCount; ++op)
      hasCalls_ |= contents.has(static_cast<Op>(op)) && libraryFunction(static_cast<Op>(op)) != nullptr;
  }

  Assembled run() {
    for (const std::uint64_t number : poolNumbers)
      for (int copy = 0; copy < poolEntry; copy += 8) code_.number(number);
    const std::size_t entry = code_.bytes().size();
    begin();
    for (std::uint32_t i = 0; i < function_.code.size(); ++i) emit(i);
    copyLeaves();
    end();
    Assembled result{ExecutableMemory(code_.bytes()), nullptr, values_.workSize(), std::move(presets_)};
    if (!result.memory.empty()) result.piece = reinterpret_cast<Piece>(result.memory.begin() + entry);
    return result;
  }

 private:
  static constexpr auto lanes = static_cast<std::int32_t>(width);
  static constexpr bool isWide = width == Width::four;

  /// None: the machine knows the operation itself.
  [[nodiscard]] const void* libraryFunction(Op op) const { return runtime_.function(op); }

  bool isValue(std::uint32_t i) const { return function_.code[i].code == Code::operation; }
  bool isWritten(std::uint32_t output) const {
    return !isWide || !isConstant(function_.code[function_.outputs[output]].code);
  }

  // ----------------------------------------------------------------------------------------------------- begin and end

  void begin() {
    if (hasCalls_) {
      // Registers that calls leave alone; r12 is no base of operands.
      for (const General r : saved) code_.push(r);
      code_.growStack(8);
      y_ = General::rbx, parameters_ = General::rbp, outputs_ = General::r15, frame_ = General::r12;
      work_ = General::r13, constants_ = General::r14;
      // What is read most is at bases of the lower eight registers, which make instructions shorter.
      if constexpr (isWide) std::swap(work_, parameters_);
      code_.move(y_, General::rdi);
      if constexpr (!isWide) code_.move(parameters_, General::rsi);
      code_.move(outputs_, General::rdx);
      code_.move(frame_, General::rcx);
    } else if constexpr (isWide) {
      std::swap(work_, parameters_);
    }
    code_.load(work_, frame_, offsetOf(Space::work));
    if constexpr (!isWide) code_.load(constants_, frame_, offsetOf(Space::constants));
    values_.setWork(work_);
    findLeaves();
  }

  void end() {
    if constexpr (isWide)
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

  /// Of all times, by the way of memory at the end. What is not finite need be found in one output only.
  void sumWideOutputs() {
    constexpr std::array<Register, 2> sums{Register{0}, Register{1}};
    for (const Register sum : sums) code_.bitwise(Bitwise::different, sum, sum, Operand::in(sum));
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < function_.outputs.size(); ++k) {
      const Value& value = values_[function_.outputs[k]];
      if (!isWritten(k) || value.showsInOutput || value.firstOutput != k) continue;
      const Register sum = sums[count++ % 2];
      code_.arithmetic(Arithmetic::add, sum, sum, output(k));
    }
    code_.arithmetic(Arithmetic::add, sums[0], sums[0], Operand::in(sums[1]));
    const Operand place = values_.allocate(static_cast<std::uint32_t>(lanes));
    code_.store(place, sums[0]);
    code_.clearUpperHalves();
    for (std::int32_t lane = 1; lane < lanes; ++lane) code_.addOnes(sums[0], sums[0], place.behind(8 * lane));
  }

  /// Outputs that no operation makes.
  void copyLeaves() {
    for (std::uint32_t k = 0; k < function_.outputs.size(); ++k) {
      const std::uint32_t from = function_.outputs[k];
      if (isValue(from) || !isWritten(k)) continue;
      code_.store(output(k), fetch(from, scratchA));
    }
  }

  // ----------------------------------------------------------------------------------------------------------- places

  static std::int32_t offsetOf(Space space) { return static_cast<std::int32_t>(8 * static_cast<std::size_t>(space)); }

  Operand output(std::uint32_t k) const { return Operand::at(outputs_, 8 * lanes * static_cast<std::int32_t>(k)); }

  /// Where the leaves of one kind stand.
  struct Leaves {
    General base{};
    bool isFar = false;  // its address is not in a register of its own
    bool isUniform = false;
    std::int32_t distance = 0;  // bytes, from one to the next
    std::int32_t address = 0;   // of the base, in the frame
  };

  void findLeaves() {
    for (std::size_t kind = 0; kind < leaves_.size(); ++kind) {
      const Space space = spaceOf(static_cast<Code>(kind));
      Leaves& leaves = leaves_[kind];
      leaves.isUniform = isWide && isUniform(space);
      leaves.distance = space == Space::time ? 0 : leaves.isUniform ? 8 : 8 * lanes;
      leaves.address = offsetOf(space);
      switch (space) {
        case Space::y: leaves.base = y_; break;
        case Space::parameters: leaves.base = parameters_; break;
        case Space::constants: leaves.base = constants_; break;
        default: leaves.base = General::rax, leaves.isFar = true;
      }
    }
  }

  void emitLeaf(Value& value, const Instruction& at) {
    if (isWide && isConstant(at.code)) {
      if (value.isUsedLater()) value.at = preset(at);
      return;
    }
    const Leaves& leaves = leaves_[static_cast<std::size_t>(at.code)];
    value.at = Operand::at(leaves.base, leaves.distance * static_cast<std::int32_t>(at.a));
    value.isUniform = leaves.isUniform;
    value.isFar = leaves.isFar;
  }

  /// What is the same throughout a run stands in four places from the beginning.
  Operand preset(const Instruction& from) {
    presets_.push_back({values_.workSize(), from});
    return values_.allocate(static_cast<std::uint32_t>(lanes));
  }

  struct Place {
    Operand at;
    bool isUniform = false, isFar = false;
  };

  /// Where a number is; in memory if it is in no register.
  Place placeOf(std::uint32_t i) {
    const Value& value = values_[i];
    if (value.isFar) loadBase(leaves_[static_cast<std::size_t>(function_.code[i].code)]);
    return {value.at, value.isUniform, value.isFar};
  }

  void loadBase(const Leaves& leaves) {
    if (loaded_ == leaves.address) return;
    code_.load(leaves.base, frame_, leaves.address);
    loaded_ = leaves.address;
  }

  /// One number of it.
  Operand laneOf(std::uint32_t i, std::int32_t lane) {
    const Place place = placeOf(i);
    return place.isUniform || lane == 0 ? place.at : place.at.behind(8 * lane);
  }

  /// In a register: its own, or the one given.
  Register fetch(std::uint32_t i, Register scratch) { return fetch(placeOf(i), scratch); }
  Register fetch(const Place& place, Register scratch) {
    if (place.at.isRegister()) return place.at.vector();
    if (isWide && place.isUniform)
      code_.broadcast(scratch, place.at);
    else
      code_.load(scratch, place.at);
    return scratch;
  }

  /// As a second operand: memory will do, if it has all numbers.
  Operand fetchAny(std::uint32_t i, Register scratch) { return fetchAny(placeOf(i), scratch); }
  Operand fetchAny(const Place& place, Register scratch) {
    if (!isWide || !place.isUniform) return place.at;
    code_.broadcast(scratch, place.at);
    return Operand::in(scratch);
  }

  /// Outputs are stored as soon as they are known; that place serves as home, too.
  void finishValue(Value& value) {
    for (std::uint32_t k = value.firstOutput; k != never; k = values_.nextOutput(k)) {
      if (!value.at.isRegister()) code_.load(scratchA, value.at);
      code_.store(output(k), value.at.isRegister() ? value.at.vector() : scratchA);
      if (!value.home.isNowhere()) continue;
      value.home = output(k);
      value.isInOutputs = true;
    }
    if (!value.isUsedLater()) values_.drop(value);
    values_.finishInstruction();
  }

  // ----------------------------------------------------------------------------------------------------- instructions

  void emit(std::uint32_t i) {
    const Instruction& at = function_.code[i];
    switch (at.code) {
      case Code::operation: {
        Value& value = values_[i];
        if (!value.isNeeded()) return;
        if (libraryFunction(at.op))
          emitLibraryCall(value, at);
        else
          emitOperation(i, at);
        finishValue(value);
        return;
      }
      case Code::solve: emitSolve(values_[i], at); return;
      case Code::call: emitCall(values_[i], at); return;
      case Code::element: values_[i].at = values_[at.a].at.behind(8 * lanes * static_cast<std::int32_t>(at.b)); return;
      default: emitLeaf(values_[i], at); return;
    }
  }

  /// Where the result of an instruction with so many operands goes, which are no longer needed then.
  template <int operands>
  Register target(std::uint32_t i) {
    const Instruction& at = function_.code[i];
    if constexpr (operands == 1) values_.use(at.a);
    if constexpr (operands == 2) values_.use(at.a, at.b);
    if constexpr (operands == 3) values_.use(at.a, at.b, at.c);
    return values_.take(values_[i]);
  }

  void emitArithmetic(std::uint32_t i, Arithmetic op, std::uint32_t a, std::uint32_t b) {
    const bool commutes = op == Arithmetic::add || op == Arithmetic::multiply;
    Place left = placeOf(a);
    // The address that is in rax may be another one after the next operand.
    if (left.isFar) left = {Operand::in(fetch(left, scratchA))};
    Place right = placeOf(b);
    if (commutes && !left.at.isRegister() && right.at.isRegister()) std::swap(left, right);
    const Register first = fetch(left, scratchA);
    const Operand second = fetchAny(right, scratchB);
    code_.arithmetic(op, target<2>(i), first, second);
  }

  /// What a comparison leaves, all bits or none, is a condition already. It is no number, so compared with zero it is
  /// true again.
  void emitRelation(std::uint32_t i, const Instruction& at, Comparison how) {
    const Register left = fetch(at.a, scratchA);
    const Operand right = fetchAny(at.b, scratchB);
    emitTruth(i, target<2>(i), [&](Register to) { code_.compare(how, to, left, right); });
  }

  void emitLogical(std::uint32_t i, const Instruction& at, Bitwise how) {
    const Register left = condition(at.a, scratchC), right = condition(at.b, scratchB);
    emitTruth(i, target<2>(i), [&](Register to) { code_.bitwise(how, to, left, Operand::in(right)); });
  }

  /// As a number only where one is wanted.
  template <class Emit>
  void emitTruth(std::uint32_t i, Register to, const Emit& emit) {
    emit(to);
    if (values_[i].isNumber) code_.bitwise(Bitwise::both, to, to, ones);
  }

  /// All bits where it is true.
  Register condition(std::uint32_t i, Register scratch) {
    if (isTruth(function_.code[i]) && !values_[i].isNumber) return fetch(i, scratch);
    code_.compare(Comparison::notEqual, scratch, fetch(i, scratch), zeros);
    return scratch;
  }

  /// b < a or b is not a number: b, else a.
  void emitExtreme(std::uint32_t i, const Instruction& at, Arithmetic which) {
    const Register a = fetch(at.a, scratchA), b = fetch(at.b, scratchB);
    code_.arithmetic(which, scratchC, b, Operand::in(a));
    code_.compare(Comparison::unordered, scratchA, b, Operand::in(b));
    code_.select(target<2>(i), scratchC, Operand::in(b), scratchA);
  }

  /// a/b without its fraction, and what it leaves of a.
  void emitQuotient(std::uint32_t i, const Instruction& at, Rounding how, bool isRemainder) {
    const Register a = fetch(at.a, scratchA), b = fetch(at.b, scratchB);
    code_.arithmetic(Arithmetic::divide, scratchC, a, Operand::in(b));
    code_.round(how, isRemainder ? scratchC : target<2>(i), scratchC);
    if (!isRemainder) return;
    code_.arithmetic(Arithmetic::multiply, scratchC, scratchC, Operand::in(b));
    code_.arithmetic(Arithmetic::subtract, target<2>(i), a, Operand::in(scratchC));
  }

  void emitSign(std::uint32_t i, const Instruction& at) {
    const Register a = fetch(at.a, scratchA);
    code_.compare(Comparison::greater, scratchB, a, zeros);
    code_.select(scratchC, a, ones, scratchB);
    code_.compare(Comparison::less, scratchB, a, zeros);
    code_.select(target<1>(i), scratchC, minusOnes, scratchB);
  }

  void emitSelection(std::uint32_t i, const Instruction& at) {
    const Register chooses = condition(at.a, scratchC), whenFalse = fetch(at.c, scratchB);
    const Operand whenTrue = isWide ? fetchAny(at.b, scratchA) : Operand::in(fetch(at.b, scratchA));
    code_.select(target<3>(i), whenFalse, whenTrue, chooses);
  }

  /// homotopy(a, b) is a.
  void emitFirst(std::uint32_t i, const Instruction& at) {
    const Register a = fetch(at.a, scratchA);
    code_.move(target<2>(i), a);
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
      case Op::homotopy: return emitFirst(i, at);
      default: emitUnary(i, at);
    }
  }

  void emitUnary(std::uint32_t i, const Instruction& at) {
    const Register a = fetch(at.a, scratchA), to = target<1>(i);
    switch (at.op) {
      case Op::negate: code_.bitwise(Bitwise::different, to, a, signBits); return;
      case Op::abs: code_.bitwise(Bitwise::both, to, a, otherBits); return;
      case Op::sqrt: code_.squareRoot(to, a); return;
      case Op::floor: code_.round(Rounding::down, to, a); return;
      case Op::ceil: code_.round(Rounding::up, to, a); return;
      case Op::logicalNot:
        return emitTruth(i, to, [&](Register truth) { code_.compare(Comparison::equal, truth, a, zeros); });
      default: code_.move(to, a);  // noEvent()
    }
  }

  // ------------------------------------------------------------------------------------------------------------ calls

  void call(const void* function) {
    code_.set(General::rax, reinterpret_cast<std::uint64_t>(function));
    code_.call(General::rax);
    loaded_ = nothing;
  }

  void emitLibraryCall(Value& value, const Instruction& at) {
    if (const void* const ofFour = isWide ? runtime_.functionsOfFour[static_cast<std::size_t>(at.op)] : nullptr)
      return emitCallOfFour(value, at, ofFour);
    values_.spillAll();
    const bool isBinary = symbolic::operandCount(at.op) > 1;
    const void* const function = libraryFunction(at.op);
    constexpr Register first{0}, second{1};
    if (isWide) code_.clearUpperHalves();
    const Operand slot = isWide ? values_.allocateSlot() : Operand{};
    for (std::int32_t lane = 0; lane < lanes; ++lane) {
      code_.loadOne(first, laneOf(at.a, lane));
      if (isBinary) code_.loadOne(second, laneOf(at.b, lane));
      call(function);
      if (isWide) code_.storeOne(slot.behind(8 * lane), first);
    }
    values_.use(at.a);
    if (isBinary) values_.use(at.b);
    if (isWide)
      value.at = value.home = slot;
    else
      values_.enter(value, static_cast<unsigned>(first));
  }

  void emitCallOfFour(Value& value, const Instruction& at, const void* function) {
    constexpr Register both{0};
    const Register argument = fetch(at.a, scratchA);
    values_.use(at.a);
    values_.spillAll();  // leaves registers as they are
    if (argument != both) code_.move(both, argument);
    call(function);
    values_.enter(value, static_cast<unsigned>(both));
  }

  /// Numbers one after the other, of one lane.
  void gather(std::uint32_t first, std::uint32_t count, const Operand& to, std::int32_t lane) {
    for (std::uint32_t k = 0; k < count; ++k) {
      code_.loadOne(scratchA, laneOf(function_.lists[first + k], lane));
      code_.storeOne(to.behind(8 * static_cast<std::int32_t>(k)), scratchA);
    }
  }

  /// Results of one lane to where elements are looked for.
  void scatter(const Operand& from, std::uint32_t count, const Operand& to, std::int32_t lane) {
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(count); ++k) {
      code_.loadOne(scratchA, from.behind(8 * k));
      code_.storeOne(to.behind(8 * (lanes * k + lane)), scratchA);
    }
  }

  void emitSolve(Value& value, const Instruction& at) {
    values_.spillAll();
    if (isWide) code_.clearUpperHalves();
    const std::uint32_t n = at.b, right = at.b * at.c;
    const Operand matrix = values_.allocate(n * n + right),
                  solution = matrix.behind(static_cast<std::int32_t>(8 * n * n));
    value.at = isWide ? values_.allocate(right * static_cast<std::uint32_t>(lanes)) : solution;
    for (std::int32_t lane = 0; lane < lanes; ++lane) {
      gather(at.a, n * n + right, matrix, lane);
      code_.addressOf(General::rdi, work_, matrix.offset);
      code_.addressOf(General::rsi, work_, solution.offset);
      code_.set(General::rdx, n);
      code_.set(General::rcx, right);
      call(reinterpret_cast<const void*>(runtime_.solve));
      if (isWide) scatter(solution, right, value.at, lane);
    }
    values_.useList(at.a, n * n + right);
    values_.finishInstruction();
  }

  void emitCall(Value& value, const Instruction& at) {
    values_.spillAll();
    if (isWide) code_.clearUpperHalves();
    const std::uint32_t resultCount = procedures_[at.b].outputCount;
    const Operand arguments = values_.allocate(at.c), results = values_.allocate(resultCount);
    value.at = isWide ? values_.allocate(resultCount * static_cast<std::uint32_t>(lanes)) : results;
    for (std::int32_t lane = 0; lane < lanes; ++lane) {
      gather(at.a, at.c, arguments, lane);
      code_.load(General::rdi, frame_, static_cast<std::int32_t>(offsetof(Frame, procedures)));
      code_.set(General::rsi, at.b);
      code_.addressOf(General::rdx, work_, arguments.offset);
      code_.set(General::rcx, at.c);
      code_.addressOf(General::r8, work_, results.offset);
      code_.set(General::r9, resultCount);
      call(reinterpret_cast<const void*>(&callInterpreted));
      if (isWide) scatter(results, resultCount, value.at, lane);
    }
    values_.useList(at.a, at.c);
    values_.finishInstruction();
  }

  static constexpr std::array<General, 6> saved{General::rbx, General::rbp, General::r12,
                                                General::r13, General::r14, General::r15};

  const Function& function_;
  std::span<const Procedure> procedures_;
  const Runtime& runtime_ = runtime();
  x64::Encoder code_;
  ValuePlaces values_;
  std::vector<Assembled::Preset> presets_;
  bool hasCalls_;
  // As they are handed over, unless calls would spoil them.
  General y_ = General::rdi, parameters_ = General::rsi, outputs_ = General::rdx, frame_ = General::rcx;
  General work_ = General::r8, constants_ = General::r9;
  std::array<Leaves, static_cast<std::size_t>(Code::phase) + 1> leaves_{};  // by code
  static constexpr std::int32_t nothing = -1;
  std::int32_t loaded_ = nothing;  // whose address is in rax, by its place in the frame
};

/// Operations that are no functions of numbers alone.
bool isKnown(const Contents& contents) {
  for (int op = 0; op < symbolic::opCount; ++op) {
    const auto of = static_cast<Op>(op);
    if (contents.has(of) && (of == Op::sample || of == Op::delay || of == Op::call || of == Op::element ||
                             of == Op::indexed || symbolic::isLeaf(of)))
      return false;
  }
  return true;
}

/// Offsets have 32 bits.
bool isSmallEnough(const Function& function) {
  constexpr std::size_t mostNumbers = std::size_t{1} << 24;
  return function.code.size() + function.lists.size() + function.outputs.size() < mostNumbers;
}

}  // namespace

std::optional<Assembled> assemble(const Function& function, std::span<const Procedure> procedures, Width width) {
  static const bool hasWideRegisters = __builtin_cpu_supports("avx") != 0;
  const Contents contents(function);
  if (!hasWideRegisters || !isKnown(contents) || !isSmallEnough(function)) return std::nullopt;
  Assembled result = width == Width::one ? Assembler<Width::one>(function, contents, procedures).run()
                                         : Assembler<Width::four>(function, contents, procedures).run();
  if (!result.piece) return std::nullopt;
  return result;
}

#else

std::optional<Assembled> assemble(const Function&, std::span<const Procedure>, Width) { return std::nullopt; }

#endif

}  // namespace dashpot::codegen
