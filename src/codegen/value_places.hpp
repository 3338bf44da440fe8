// codegen/value_places.hpp
//
// Where the values of a straight line are while machine code is made of it, one instruction after the other: in a
// register until their last use; where there are too many, the one that is used last of all goes to memory (Belady
// 1966).
//
// When a value is used next is found on one way from the last instruction to the first, which leaves a stack: for each
// operand the use after this one, that of the first instruction on top.
#pragma once

#include "codegen/ir.hpp"
#include "codegen/x64_encoder.hpp"

#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace dashpot::codegen {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

/// The result of an instruction, or a leaf. Many are looked at: of a size that makes it cheap to find one.
struct alignas(32) Value {
  std::uint32_t nextUse = never;
  std::uint32_t firstOutput = never;  // the others follow in ValuePlaces::nextOutput
  x64::Operand at;                    // where it is read from; of a solve or a call, where its results begin
  x64::Operand home;                  // in memory, if it has been there
  bool isInOutputs = false;           // its home is there
  bool isNumber = false;              // it is more than a condition: what is true must be 1
  bool showsInOutput = false;         // if it is not finite, an output that is made of it is not either
  bool isUniform = false;             // a leaf: one number, of four that are wanted
  bool isFar = false;                 // a leaf: the address of its array is in no register of its own

  [[nodiscard]] bool isNeeded() const { return nextUse != never || firstOutput != never; }
  [[nodiscard]] bool isUsedLater() const { return nextUse != never; }
};

/// How operations take their operands: a bit for each.
struct OperandUse {
  std::uint8_t spreading = 0;   // they leave no finite result where they are not finite themselves
  std::uint8_t conditions = 0;  // they are true or false
};
constexpr std::array<OperandUse, symbolic::opCount> operandUses = [] {
  using symbolic::Op;
  std::array<OperandUse, symbolic::opCount> uses{};
  for (const Op op : {Op::negate, Op::noEvent, Op::abs, Op::sqrt, Op::divide, Op::homotopy})
    uses[static_cast<std::size_t>(op)].spreading = 1;
  for (const Op op : {Op::add, Op::subtract, Op::multiply}) uses[static_cast<std::size_t>(op)].spreading = 3;
  for (const Op op : {Op::logicalNot, Op::conditional}) uses[static_cast<std::size_t>(op)].conditions = 1;
  for (const Op op : {Op::logicalAnd, Op::logicalOr}) uses[static_cast<std::size_t>(op)].conditions = 3;
  return uses;
}();

class ValuePlaces {
 public:
  /// Registers that values live in; the others are for the way from operands to a result.
  static constexpr unsigned registers = 13;

  ValuePlaces(const Function& function, x64::Encoder& code, std::int32_t lanes)
      : function_(function),
        code_(code),
        lanes_(lanes),
        values_(function.code.size()),
        nextOutput_(function.outputs.size()) {
    for (auto k = static_cast<std::uint32_t>(function.outputs.size()); k-- > 0;) {
      Value& value = values_[function.outputs[k]];
      nextOutput_[k] = std::exchange(value.firstOutput, k);
      value.isNumber = true;
    }
    findNextUses();
  }

  Value& operator[](std::uint32_t i) { return values_[i]; }
  [[nodiscard]] std::uint32_t nextOutput(std::uint32_t output) const { return nextOutput_[output]; }
  /// Where spilled values and what calls need go, which all stands in this array.
  void setWork(x64::General base) { work_ = base; }
  [[nodiscard]] std::uint32_t workSize() const { return workSize_; }

  x64::Operand allocate(std::uint32_t numbers) {
    const auto at = static_cast<std::int32_t>(8 * workSize_);
    workSize_ += numbers;
    return x64::Operand::at(work_, at);
  }
  x64::Operand allocateSlot() {
    if (freeSlots_.empty()) return allocate(static_cast<std::uint32_t>(lanes_));
    const x64::Operand slot = freeSlots_.back();
    freeSlots_.pop_back();
    return slot;
  }

  /// The operands of an instruction are used: of what is so for the last time the place is free.
  template <class... Operands>
  void use(Operands... operands) {
    (useOne(operands), ...);
  }
  void useList(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t k = 0; k < count; ++k) useOne(function_.lists[first + k]);
  }

  /// A free register; else that of the value which is used last.
  x64::Vector take(Value& value) {
    auto reg = static_cast<unsigned>(std::countr_zero(free_));
    if (free_ == 0) [[unlikely]]
      reg = makeFree();
    return enter(value, reg);
  }
  x64::Vector enter(Value& value, unsigned number) {
    const x64::Vector reg{static_cast<std::uint8_t>(number)};
    holder_[number] = &value;
    free_ &= ~(1u << number);
    value.at = x64::Operand::in(reg);
    return reg;
  }

  [[gnu::always_inline]] void drop(Value& value) {
    if (value.at.isRegister()) leave(value);
    if (!value.home.isNowhere()) [[unlikely]]
      leaveHome(value);
  }

  void spillAll() {
    for (unsigned reg = 0; reg < registers; ++reg)
      if ((free_ >> reg & 1u) == 0) spill(*holder_[reg]);
  }

  /// Places that this instruction still read are free for those after it.
  void finishInstruction() {
    if (!leftSlots_.empty()) [[unlikely]]
      freeLeftSlots();
  }

 private:
  void useOne(std::uint32_t operand) {
    Value& value = values_[operand];
    value.nextUse = *--lastUse_;
    if (value.nextUse == never) drop(value);
  }

  static std::uint32_t listLength(const Instruction& at) {
    return at.code == Code::solve ? at.b * (at.b + at.c) : at.code == Code::call ? at.c : 0;
  }

  /// To the operands of an operation; whatever uses its result has been looked at.
  void spreadFrom(const Value& result, const Instruction& at) {
    if (result.firstOutput == never && !result.showsInOutput) return;
    const unsigned bits = operandUses[static_cast<std::size_t>(at.op)].spreading;
    if ((bits & 1) != 0) values_[at.a].showsInOutput = true;
    if ((bits & 2) != 0) values_[at.b].showsInOutput = true;
  }

  void findNextUses() {
    std::size_t most = 3 * function_.code.size();
    if (!function_.lists.empty())
      for (const Instruction& at : function_.code) most += listLength(at);
    uses_ = std::make_unique_for_overwrite<std::uint32_t[]>(most);
    std::uint32_t* last = uses_.get();
    for (auto i = static_cast<std::uint32_t>(function_.code.size()); i-- > 0;) {
      const Instruction& at = function_.code[i];
      const auto visit = [&](std::uint32_t operand, bool isCondition = false) {
        Value& value = values_[operand];
        *last++ = std::exchange(value.nextUse, i);
        value.isNumber |= !isCondition;
      };
      if (at.code == Code::operation) {
        if (!values_[i].isNeeded()) continue;
        if (lanes_ > 1) spreadFrom(values_[i], at);
        const int count = symbolic::operandCount(at.op);
        if (count > 2) visit(at.c);
        const unsigned conditions = operandUses[static_cast<std::size_t>(at.op)].conditions;
        if (count > 1) visit(at.b, (conditions & 2) != 0);
        visit(at.a, (conditions & 1) != 0);
      } else {
        for (std::uint32_t k = listLength(at); k-- > 0;) visit(function_.lists[at.a + k]);
      }
    }
    lastUse_ = last;
  }

  [[gnu::noinline]] void freeLeftSlots() {
    freeSlots_.insert(freeSlots_.end(), leftSlots_.begin(), leftSlots_.end());
    leftSlots_.clear();
  }

  [[gnu::noinline]] unsigned makeFree() {
    unsigned best = 0;
    std::uint32_t latest = 0;
    for (unsigned reg = 0; reg < registers; ++reg)
      if (holder_[reg]->nextUse > latest) latest = holder_[reg]->nextUse, best = reg;
    spill(*holder_[best]);
    return best;
  }

  void spill(Value& value) {
    if (value.home.isNowhere()) {
      value.home = allocateSlot();
      code_.store(value.home, value.at.vector());
    }
    leave(value);
  }

  [[gnu::noinline]] void leaveHome(Value& value) {
    if (!value.isInOutputs) leftSlots_.push_back(value.home);
    value.home = {};
  }

  /// The register that it is in is free again.
  void leave(Value& value) {
    free_ |= 1u << static_cast<unsigned>(value.at.vector());
    value.at = value.home;
  }

  const Function& function_;
  x64::Encoder& code_;
  std::int32_t lanes_;
  x64::General work_{};
  std::vector<Value> values_;              // by instruction
  std::vector<std::uint32_t> nextOutput_;  // of the same value
  std::unique_ptr<std::uint32_t[]> uses_;  // a stack, and its end
  std::uint32_t* lastUse_ = nullptr;
  std::array<Value*, registers> holder_{};
  std::uint32_t free_ = (1u << registers) - 1;  // a bit for each register that holds nothing
  std::vector<x64::Operand> freeSlots_;
  std::vector<x64::Operand> leftSlots_;  // by the present instruction, which reads them still
  std::uint32_t workSize_ = 0;
};

}  // namespace dashpot::codegen
