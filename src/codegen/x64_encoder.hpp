// codegen/x64_encoder.hpp
//
// Encodes the few machine instructions that straight lines of numbers need, for x86-64 with AVX: scalar or on four
// numbers at once (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, section 2.3: VEX prefix).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>

namespace dashpot::codegen::x64 {

enum class General : std::uint8_t { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15 };
enum class Vector : std::uint8_t {};  // xmm or ymm, 0 to 15

/// A register of numbers, or a place in memory: base + offset, or an offset from the beginning of the code.
struct Operand {
  enum class Kind : std::uint8_t { vector, memory, pool } kind = Kind::vector;
  Vector vector{};
  General base{};
  std::int32_t offset = 0;

  static constexpr Operand in(Vector v) { return {Kind::vector, v, {}, 0}; }
  static constexpr Operand at(General base, std::int32_t offset) { return {Kind::memory, {}, base, offset}; }
  static constexpr Operand pool(std::int32_t offset) { return {Kind::pool, {}, {}, offset}; }
};

/// Opcodes behind the prefix 0F, for numbers in double precision.
enum class Arithmetic : std::uint8_t {
  add = 0x58,
  multiply = 0x59,
  subtract = 0x5C,
  smaller = 0x5D,
  divide = 0x5E,
  larger = 0x5F
};
enum class Bitwise : std::uint8_t { both = 0x54, either = 0x56, different = 0x57 };
/// Quiet comparisons; only `notEqual` and `unordered` hold for what is not a number.
enum class Comparison : std::uint8_t {
  equal = 0x00,
  unordered = 0x03,
  notEqual = 0x04,
  less = 0x11,
  lessEqual = 0x12,
  greaterEqual = 0x1D,
  greater = 0x1E
};
/// Without the exception for results that are not exact.
enum class Rounding : std::uint8_t { down = 0x9, up = 0xA, toZero = 0xB };

class Encoder {
 public:
  /// wide: four numbers at once, else one.
  explicit Encoder(bool isWide) : isWide_(isWide) {}

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return {bytes_.get(), size_}; }
  /// Eight bytes that are no instruction.
  void number(std::uint64_t value) {
    makeRoom();
    putNumber(value);
  }

  // On numbers; the first operand of each is where the result goes.
  void arithmetic(Arithmetic op, Vector to, Vector a, const Operand& b) {
    vex(map0F, isWide_ ? packed : scalar, isWide_, to, a, b, static_cast<std::uint8_t>(op));
  }
  void squareRoot(Vector to, Vector a) {
    vex(map0F, isWide_ ? packed : scalar, isWide_, to, isWide_ ? none : a, Operand::in(a), 0x51);
  }
  void compare(Comparison how, Vector to, Vector a, const Operand& b) {
    vex(map0F, isWide_ ? packed : scalar, isWide_, to, a, b, 0xC2, static_cast<std::uint8_t>(how));
  }
  void round(Rounding how, Vector to, Vector a) {
    vex(map0F3A, packed, isWide_, to, isWide_ ? none : a, Operand::in(a), isWide_ ? 0x09 : 0x0B,
        static_cast<std::uint8_t>(how));
  }
  /// All bits of a register: b may be memory only if it has as many.
  void bitwise(Bitwise op, Vector to, Vector a, const Operand& b) {
    vex(map0F, packed, isWide_, to, a, b, static_cast<std::uint8_t>(op));
  }
  /// to = mask ? b : a; b as for `bitwise`.
  void select(Vector to, Vector a, const Operand& b, Vector mask) {
    vex(map0F3A, packed, isWide_, to, a, b, 0x4B, static_cast<std::uint8_t>(static_cast<unsigned>(mask) << 4));
  }
  void move(Vector to, Vector from) { vex(map0F, packed, isWide_, to, none, Operand::in(from), 0x28); }
  void load(Vector to, const Operand& from) { vex(map0F, isWide_ ? packed : scalar, isWide_, to, none, from, 0x10); }
  void store(const Operand& to, Vector from) { vex(map0F, isWide_ ? packed : scalar, isWide_, from, none, to, 0x11); }
  /// One number to all places of a register.
  void broadcast(Vector to, const Operand& from) {
    if (isWide_)
      vex(map0F38, packed, true, to, none, from, 0x19);
    else
      load(to, from);
  }
  // One number, whatever the width.
  void loadOne(Vector to, const Operand& from) { vex(map0F, scalar, false, to, none, from, 0x10); }
  void storeOne(const Operand& to, Vector from) { vex(map0F, scalar, false, from, none, to, 0x11); }
  /// a + b of two numbers at once.
  void addPairs(Vector to, Vector a, const Operand& b) { vex(map0F, packed, false, to, a, b, 0x58); }
  void addOnes(Vector to, Vector a, const Operand& b) { vex(map0F, scalar, false, to, a, b, 0x58); }
  void upperOfPair(Vector to, Vector a) { vex(map0F, packed, false, to, a, Operand::in(a), 0x15); }
  void clearPair(Vector to) { vex(map0F, packed, false, to, to, Operand::in(to), 0x57); }
  void clearUpperHalves() {
    makeRoom();
    put({0xC5, 0xF8, 0x77});
  }

  // On addresses.
  void push(General r) { shortForm(0x50, r); }
  void pop(General r) { shortForm(0x58, r); }
  void move(General to, General from) { rexForm(0x89, from, Operand::at(to, 0), true); }
  void load(General to, General base, std::int32_t offset) { rexForm(0x8B, to, Operand::at(base, offset), false); }
  void addressOf(General to, General base, std::int32_t offset) { rexForm(0x8D, to, Operand::at(base, offset), false); }
  void set(General to, std::uint64_t value) {
    makeRoom();
    put({static_cast<std::uint8_t>(0x48 | (numberOf(to) >> 3)), static_cast<std::uint8_t>(0xB8 | (numberOf(to) & 7))});
    putNumber(value);
  }
  void call(General to) {
    makeRoom();
    if (numberOf(to) >= 8) put(0x41);
    put({0xFF, static_cast<std::uint8_t>(0xD0 | (numberOf(to) & 7))});
  }
  void growStack(std::uint8_t by) {
    makeRoom();
    put({0x48, 0x83, 0xEC, by});
  }
  void shrinkStack(std::uint8_t by) {
    makeRoom();
    put({0x48, 0x83, 0xC4, by});
  }
  void finish() {
    makeRoom();
    put(0xC3);
  }

 private:
  enum : std::uint8_t { map0F = 1, map0F38 = 2, map0F3A = 3 };
  enum : std::uint8_t { packed = 1, scalar = 3 };  // as the prefix says it
  static constexpr Vector none{0};                 // encoded as ones: no second operand
  static constexpr int noImmediate = -1;

  static unsigned numberOf(General r) { return static_cast<unsigned>(r); }
  static unsigned numberOf(Vector r) { return static_cast<unsigned>(r); }

  static constexpr std::size_t longest = 16;  // bytes of an instruction: the processor takes 15 at most

  /// For one instruction; bytes are then put without another look.
  void makeRoom() {
    if (size_ + longest > capacity_) [[unlikely]]
      grow();
  }
  [[gnu::cold]] void grow() {
    constexpr std::size_t first = 8192;
    const std::size_t wanted = std::max(first, 4 * capacity_);
    auto more = std::make_unique_for_overwrite<std::uint8_t[]>(wanted);
    std::copy_n(bytes_.get(), size_, more.get());
    bytes_ = std::move(more);
    capacity_ = wanted;
  }
  [[gnu::always_inline]] void put(std::uint8_t byte) { bytes_[size_++] = byte; }
  [[gnu::always_inline]] void put(std::initializer_list<std::uint8_t> some) {
    for (const std::uint8_t byte : some) put(byte);
  }
  /// As it lies in memory: this machine writes the lowest byte first, as its instructions want it.
  template <class Number>
  void putNumber(Number value) {
    std::memcpy(bytes_.get() + size_, &value, sizeof value);
    size_ += sizeof value;
  }

  /// Most of what decides here is known where it is called from.
  [[gnu::always_inline]] void vex(std::uint8_t map, std::uint8_t prefix, bool is256, Vector reg, Vector second,
                                  const Operand& rm, std::uint8_t opcode, int immediate = noImmediate) {
    makeRoom();
    const unsigned base = rm.kind == Operand::Kind::vector   ? numberOf(rm.vector)
                          : rm.kind == Operand::Kind::memory ? numberOf(rm.base)
                                                             : 0;
    const bool notR = numberOf(reg) < 8, notB = base < 8;
    const auto rest = static_cast<std::uint8_t>(((~numberOf(second) & 15u) << 3) | (is256 ? 4u : 0u) | prefix);
    if (map == map0F && notB) {
      put({0xC5, static_cast<std::uint8_t>((notR ? 0x80 : 0) | rest)});
    } else {
      constexpr std::uint8_t notX = 0x40;
      put({0xC4, static_cast<std::uint8_t>((notR ? 0x80 : 0) | notX | (notB ? 0x20 : 0) | map), rest});
    }
    put(opcode);
    place(numberOf(reg), rm, immediate == noImmediate ? 0 : 1);
    if (immediate != noImmediate) put(static_cast<std::uint8_t>(immediate));
  }

  /// The bytes that say which register and where; `after`: how many follow.
  void place(unsigned reg, const Operand& rm, int after) {
    const auto field = static_cast<std::uint8_t>((reg & 7) << 3);
    if (rm.kind == Operand::Kind::vector) {
      put(static_cast<std::uint8_t>(0xC0 | field | (numberOf(rm.vector) & 7)));
    } else if (rm.kind == Operand::Kind::pool) {
      put(static_cast<std::uint8_t>(field | 5));
      putNumber(rm.offset - static_cast<std::int32_t>(size_) - 4 - after);
    } else {
      const unsigned base = numberOf(rm.base) & 7;
      const bool isNear = rm.offset >= -128 && rm.offset < 128;
      put(static_cast<std::uint8_t>((isNear ? 0x40 : 0x80) | field | base));
      if (base == 4) put(0x24);  // rsp and r12 need another byte to be a base
      if (isNear)
        put(static_cast<std::uint8_t>(rm.offset));
      else
        putNumber(rm.offset);
    }
  }
  void shortForm(std::uint8_t opcode, General r) {
    makeRoom();
    if (numberOf(r) >= 8) put(0x41);
    put(static_cast<std::uint8_t>(opcode | (numberOf(r) & 7)));
  }
  void rexForm(std::uint8_t opcode, General reg, const Operand& rm, bool isRegister) {
    makeRoom();
    put({static_cast<std::uint8_t>(0x48 | (numberOf(reg) >= 8 ? 4 : 0) | (numberOf(rm.base) >= 8 ? 1 : 0)), opcode});
    if (isRegister)
      put(static_cast<std::uint8_t>(0xC0 | ((numberOf(reg) & 7) << 3) | (numberOf(rm.base) & 7)));
    else
      place(numberOf(reg), rm, 0);
  }

  bool isWide_;
  std::unique_ptr<std::uint8_t[]> bytes_;  // of which the first are used
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace dashpot::codegen::x64
