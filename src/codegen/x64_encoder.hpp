// codegen/x64_encoder.hpp
//
// Encodes the few machine instructions that straight lines of numbers need, for x86-64 with AVX: scalar or on four
// numbers at once (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, section 2.3: VEX prefix).
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

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

  std::vector<std::uint8_t> bytes;

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
  void clearUpperHalves() { put({0xC5, 0xF8, 0x77}); }

  // On addresses.
  void push(General r) { shortForm(0x50, r); }
  void pop(General r) { shortForm(0x58, r); }
  void move(General to, General from) { rexForm(0x89, from, Operand::at(to, 0), true); }
  void load(General to, General base, std::int32_t offset) { rexForm(0x8B, to, Operand::at(base, offset), false); }
  void addressOf(General to, General base, std::int32_t offset) { rexForm(0x8D, to, Operand::at(base, offset), false); }
  void set(General to, std::uint64_t value) {
    put({static_cast<std::uint8_t>(0x48 | (number(to) >> 3)), static_cast<std::uint8_t>(0xB8 | (number(to) & 7))});
    for (int k = 0; k < 64; k += 8) bytes.push_back(static_cast<std::uint8_t>(value >> k));
  }
  void call(General to) {
    if (number(to) >= 8) bytes.push_back(0x41);
    put({0xFF, static_cast<std::uint8_t>(0xD0 | (number(to) & 7))});
  }
  void growStack(std::uint8_t by) { put({0x48, 0x83, 0xEC, by}); }
  void shrinkStack(std::uint8_t by) { put({0x48, 0x83, 0xC4, by}); }
  void finish() { bytes.push_back(0xC3); }

 private:
  enum : std::uint8_t { map0F = 1, map0F38 = 2, map0F3A = 3 };
  enum : std::uint8_t { packed = 1, scalar = 3 };  // as the prefix says it
  static constexpr Vector none{0};                 // encoded as ones: no second operand
  static constexpr int noImmediate = -1;

  static unsigned number(General r) { return static_cast<unsigned>(r); }
  static unsigned number(Vector r) { return static_cast<unsigned>(r); }

  void put(std::initializer_list<std::uint8_t> some) { bytes.insert(bytes.end(), some); }

  void vex(std::uint8_t map, std::uint8_t prefix, bool is256, Vector reg, Vector second, const Operand& rm,
           std::uint8_t opcode, int immediate = noImmediate) {
    const unsigned base = rm.kind == Operand::Kind::vector   ? number(rm.vector)
                          : rm.kind == Operand::Kind::memory ? number(rm.base)
                                                             : 0;
    const bool notR = number(reg) < 8, notB = base < 8;
    const auto rest = static_cast<std::uint8_t>(((~number(second) & 15u) << 3) | (is256 ? 4u : 0u) | prefix);
    if (map == map0F && notB) {
      put({0xC5, static_cast<std::uint8_t>((notR ? 0x80 : 0) | rest)});
    } else {
      constexpr std::uint8_t notX = 0x40;
      put({0xC4, static_cast<std::uint8_t>((notR ? 0x80 : 0) | notX | (notB ? 0x20 : 0) | map), rest});
    }
    bytes.push_back(opcode);
    place(number(reg), rm, immediate == noImmediate ? 0 : 1);
    if (immediate != noImmediate) bytes.push_back(static_cast<std::uint8_t>(immediate));
  }

  /// The bytes that say which register and where; `after`: how many follow.
  void place(unsigned reg, const Operand& rm, int after) {
    const auto field = static_cast<std::uint8_t>((reg & 7) << 3);
    if (rm.kind == Operand::Kind::vector) {
      bytes.push_back(static_cast<std::uint8_t>(0xC0 | field | (number(rm.vector) & 7)));
    } else if (rm.kind == Operand::Kind::pool) {
      bytes.push_back(static_cast<std::uint8_t>(field | 5));
      offset32(rm.offset - static_cast<std::int32_t>(bytes.size()) - 4 - after);
    } else {
      const unsigned base = number(rm.base) & 7;
      const bool isNear = rm.offset >= -128 && rm.offset < 128;
      bytes.push_back(static_cast<std::uint8_t>((isNear ? 0x40 : 0x80) | field | base));
      if (base == 4) bytes.push_back(0x24);  // rsp and r12 need another byte to be a base
      if (isNear)
        bytes.push_back(static_cast<std::uint8_t>(rm.offset));
      else
        offset32(rm.offset);
    }
  }
  void offset32(std::int32_t offset) {
    for (int k = 0; k < 32; k += 8)
      bytes.push_back(static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(offset) >> k));
  }

  void shortForm(std::uint8_t opcode, General r) {
    if (number(r) >= 8) bytes.push_back(0x41);
    bytes.push_back(static_cast<std::uint8_t>(opcode | (number(r) & 7)));
  }
  void rexForm(std::uint8_t opcode, General reg, const Operand& rm, bool isRegister) {
    put({static_cast<std::uint8_t>(0x48 | (number(reg) >= 8 ? 4 : 0) | (number(rm.base) >= 8 ? 1 : 0)), opcode});
    if (isRegister)
      bytes.push_back(static_cast<std::uint8_t>(0xC0 | ((number(reg) & 7) << 3) | (number(rm.base) & 7)));
    else
      place(number(reg), rm, 0);
  }

  bool isWide_;
};

}  // namespace dashpot::codegen::x64
