// codegen/x64_encoder.hpp
//
// Encodes the few machine instructions that straight lines of numbers need, for x86-64 with AVX: scalar or on four
// numbers at once (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, section 2.3: VEX prefix).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

namespace dashpot::codegen::x64 {

enum class General : std::uint8_t { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15 };
enum class Vector : std::uint8_t {};  // xmm or ymm, 0 to 15

/// A register of numbers, or a place in memory: base + offset, or an offset from the beginning of the code. It is kept
/// as the bytes of an instruction say it. Rsp and r12 are no bases: they would need another byte.
struct Operand {
  std::uint8_t form = 0;  // the fields mod and r/m of the byte ModRM; 0: nowhere
  std::uint8_t offsetBytes = 0;
  std::uint16_t isHigh = 0;  // one of the upper eight registers, or bases
  std::int32_t offset = 0;

  static constexpr Operand in(Vector v) {
    const auto number = static_cast<unsigned>(v);
    return {static_cast<std::uint8_t>(0xC0 | (number & 7)), 0, static_cast<std::uint16_t>(number >> 3), 0};
  }
  static constexpr Operand at(General base, std::int32_t offset) {
    const auto number = static_cast<unsigned>(base);
    const bool isNear = offset >= -128 && offset < 128;
    return {static_cast<std::uint8_t>((isNear ? 0x40 : 0x80) | (number & 7)), static_cast<std::uint8_t>(isNear ? 1 : 4),
            static_cast<std::uint16_t>(number >> 3), offset};
  }
  static constexpr Operand pool(std::int32_t offset) { return {relativeToCode, 4, 0, offset}; }

  /// Of a place in memory.
  [[nodiscard]] constexpr Operand behind(std::int32_t bytes) const {
    return at(static_cast<General>((form & 7u) + 8u * isHigh), offset + bytes);
  }
  [[nodiscard]] constexpr bool isNowhere() const { return form == 0; }
  [[nodiscard]] constexpr bool isRegister() const { return form >= 0xC0; }
  [[nodiscard]] constexpr Vector vector() const { return Vector{static_cast<std::uint8_t>((form & 7) + 8 * isHigh)}; }
  [[nodiscard]] constexpr bool isRelativeToCode() const { return form == relativeToCode; }

 private:
  static constexpr std::uint8_t relativeToCode = 0x05;
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
  /// wide: four numbers at once, else one. `bytes` are expected; there may be more.
  Encoder(bool isWide, std::size_t bytes)
      : isWide_(isWide), numbers_(isWide ? packed | wide : scalar), allBits_(isWide ? packed | wide : packed) {
    grow(bytes + longest);
  }

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return {bytes_.get(), end_}; }
  /// Eight bytes that are no instruction.
  void number(std::uint64_t value) {
    makeRoom();
    put(value);
  }

  // On numbers; the first operand of each is where the result goes.
  void arithmetic(Arithmetic op, Vector to, Vector a, const Operand& b) {
    vex(map0F, numbers_, to, a, b, static_cast<std::uint8_t>(op));
  }
  void squareRoot(Vector to, Vector a) { vex(map0F, numbers_, to, isWide_ ? none : a, Operand::in(a), 0x51); }
  void compare(Comparison how, Vector to, Vector a, const Operand& b) {
    vexWith(static_cast<std::uint8_t>(how), map0F, numbers_, to, a, b, 0xC2);
  }
  void round(Rounding how, Vector to, Vector a) {
    vexWith(static_cast<std::uint8_t>(how), map0F3A, allBits_, to, isWide_ ? none : a, Operand::in(a),
            isWide_ ? 0x09 : 0x0B);
  }
  /// All bits of a register: b may be memory only if it has as many.
  void bitwise(Bitwise op, Vector to, Vector a, const Operand& b) {
    vex(map0F, allBits_, to, a, b, static_cast<std::uint8_t>(op));
  }
  /// to = mask ? b : a; b as for `bitwise`.
  void select(Vector to, Vector a, const Operand& b, Vector mask) {
    vexWith(static_cast<std::uint8_t>(static_cast<unsigned>(mask) << 4), map0F3A, allBits_, to, a, b, 0x4B);
  }
  void move(Vector to, Vector from) { vex(map0F, allBits_, to, none, Operand::in(from), 0x28); }
  void load(Vector to, const Operand& from) { vex(map0F, numbers_, to, none, from, 0x10); }
  void store(const Operand& to, Vector from) { vex(map0F, numbers_, from, none, to, 0x11); }
  /// One number to all places of a register.
  void broadcast(Vector to, const Operand& from) {
    if (isWide_)
      vex(map0F38, packed | wide, to, none, from, 0x19);
    else
      load(to, from);
  }
  // One number, whatever the width.
  void loadOne(Vector to, const Operand& from) { vex(map0F, scalar, to, none, from, 0x10); }
  void storeOne(const Operand& to, Vector from) { vex(map0F, scalar, from, none, to, 0x11); }
  /// a + b of two numbers at once.
  void addPairs(Vector to, Vector a, const Operand& b) { vex(map0F, packed, to, a, b, 0x58); }
  void addOnes(Vector to, Vector a, const Operand& b) { vex(map0F, scalar, to, a, b, 0x58); }
  void upperOfPair(Vector to, Vector a) { vex(map0F, packed, to, a, Operand::in(a), 0x15); }
  void clearPair(Vector to) { vex(map0F, packed, to, to, Operand::in(to), 0x57); }
  void clearUpperHalves() { putBytes(0xC5, 0xF8, 0x77); }

  // On addresses.
  void push(General r) { shortForm(0x50, r); }
  void pop(General r) { shortForm(0x58, r); }
  void move(General to, General from) { rex(0x89, numberOf(from), numberOf(to)), put(modrm(0xC0, from, to)); }
  void load(General to, General base, std::int32_t offset) { address(0x8B, to, base, offset); }
  void addressOf(General to, General base, std::int32_t offset) { address(0x8D, to, base, offset); }
  void set(General to, std::uint64_t value) {
    putBytes(static_cast<std::uint8_t>(0x48 | (numberOf(to) >> 3)),
             static_cast<std::uint8_t>(0xB8 | (numberOf(to) & 7)));
    put(value);
  }
  void call(General to) {
    if (numberOf(to) >= 8) putBytes(0x41);
    putBytes(0xFF, static_cast<std::uint8_t>(0xD0 | (numberOf(to) & 7)));
  }
  void growStack(std::uint8_t by) { putBytes(0x48, 0x83, 0xEC, by); }
  void shrinkStack(std::uint8_t by) { putBytes(0x48, 0x83, 0xC4, by); }
  void finish() { putBytes(0xC3); }

 private:
  enum : std::uint8_t { map0F = 1, map0F38 = 2, map0F3A = 3 };
  enum : std::uint8_t { packed = 1, scalar = 3, wide = 4 };  // as the prefix says it
  static constexpr Vector none{0};                           // encoded as ones: no second operand

  static unsigned numberOf(General r) { return static_cast<unsigned>(r); }
  static unsigned numberOf(Vector r) { return static_cast<unsigned>(r); }

  static constexpr std::size_t longest = 32;  // bytes: an instruction has 15 at most, and numbers are put whole

  /// For one instruction; bytes are then put without another look.
  void makeRoom() {
    if (end_ > last_) [[unlikely]]
      grow(4 * static_cast<std::size_t>(end_ - bytes_.get()));
  }
  [[gnu::cold]] void grow(std::size_t capacity) {
    auto more = std::make_unique_for_overwrite<std::uint8_t[]>(capacity);
    end_ = std::copy(bytes_.get(), end_, more.get());
    last_ = more.get() + capacity - longest;
    bytes_ = std::move(more);
  }
  /// As it lies in memory: this machine writes the lowest byte first, as its instructions want it.
  template <class Number>
  [[gnu::always_inline]] void put(Number value) {
    std::memcpy(end_, &value, sizeof value);
    end_ += sizeof value;
  }
  template <class... Bytes>
  void putBytes(Bytes... bytes) {
    makeRoom();
    (put(static_cast<std::uint8_t>(bytes)), ...);
  }

  /// Most of what decides here is known where it is called from. Prefix, opcode and ModRM are written at once.
  [[gnu::always_inline]] void vex(std::uint8_t map, std::uint8_t prefix, Vector reg, Vector second, const Operand& rm,
                                  std::uint8_t opcode, int bytesAfter = 0) {
    makeRoom();
    std::uint8_t* const at = end_;
    const std::uint32_t notR = (~numberOf(reg) & 8u) << 4, rest = (~numberOf(second) & 15u) << 3 | prefix;
    const std::uint32_t modrm = rm.form | (numberOf(reg) & 7u) << 3;
    std::size_t length = 4;
    if (map == map0F && !rm.isHigh) {
      const std::uint32_t word = 0xC5u | (notR | rest) << 8 | std::uint32_t{opcode} << 16 | modrm << 24;
      std::memcpy(at, &word, sizeof word);
    } else {
      constexpr std::uint32_t notX = 0x40;
      const std::uint32_t first = notR | notX | (rm.isHigh ? 0u : 0x20u) | map;
      const std::uint64_t word =
          0xC4u | first << 8 | rest << 16 | std::uint32_t{opcode} << 24 | std::uint64_t{modrm} << 32;
      std::memcpy(at, &word, sizeof word);
      length = 5;
    }
    std::int32_t offset = rm.offset;
    if (rm.isRelativeToCode())
      offset -= static_cast<std::int32_t>(at - bytes_.get()) + static_cast<std::int32_t>(length) + 4 + bytesAfter;
    std::memcpy(at + length, &offset, sizeof offset);
    end_ = at + length + rm.offsetBytes;
  }
  /// With another byte, which says more.
  [[gnu::always_inline]] void vexWith(std::uint8_t last, std::uint8_t map, std::uint8_t prefix, Vector reg,
                                      Vector second, const Operand& rm, std::uint8_t opcode) {
    vex(map, prefix, reg, second, rm, opcode, 1);
    put(last);
  }

  static std::uint8_t modrm(unsigned mode, General reg, General rm) {
    return static_cast<std::uint8_t>(mode | (numberOf(reg) & 7) << 3 | (numberOf(rm) & 7));
  }
  void rex(std::uint8_t opcode, unsigned reg, unsigned rm) {
    putBytes(static_cast<std::uint8_t>(0x48 | (reg >= 8 ? 4 : 0) | (rm >= 8 ? 1 : 0)), opcode);
  }
  void address(std::uint8_t opcode, General reg, General base, std::int32_t offset) {
    rex(opcode, numberOf(reg), numberOf(base));
    put(modrm(0x80, reg, base));
    if ((numberOf(base) & 7) == 4) put(std::uint8_t{0x24});  // rsp and r12 need another byte to be a base
    put(offset);
  }
  void shortForm(std::uint8_t opcode, General r) {
    if (numberOf(r) >= 8) putBytes(0x41);
    putBytes(static_cast<std::uint8_t>(opcode | (numberOf(r) & 7)));
  }

  bool isWide_;
  std::uint8_t numbers_, allBits_;  // prefixes of operations on numbers, and on the bits of a register
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::uint8_t *end_ = nullptr, *last_ = nullptr;  // of those that are used, and where one more instruction has room
};

}  // namespace dashpot::codegen::x64
