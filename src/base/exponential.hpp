// base/exponential.hpp
//
// exp(x) of our own: the same bits on every machine and for four numbers at once, which no C library promises, whose
// functions differ between versions and processors.
//
//   exp(x) = 2^m 2^(j/64) exp(r),   x = (64 m + j) ln 2 / 64 + r,   0 <= j < 64,   |r| <= ln 2 / 128
//
// with a table of 2^(j/64) and the Taylor polynomial of degree 6 (Tang 1989, Table-driven implementation of the
// exponential function in IEEE floating-point arithmetic, ACM TOMS 15). It errs by less than 0.52 units in the last
// place, and rounds subnormal results once. Only additions and multiplications, none of which may be contracted.
#pragma once

#include <array>

namespace dashpot {

[[nodiscard]] double exponential(double x);
/// The same bits, four times.
void exponentialOfFour(double* numbers);
/// The same for machine code: takes four numbers in the first wide register and leaves them there. Null: this machine
/// cannot.
[[nodiscard]] const void* exponentialInWideRegister();

/// What the function is made of, for those who print it.
namespace exponential_parts {

constexpr int pieces = 64;  // of an octave

/// 2^(j/64) = value (1 + tail).
struct Power {
  double value, tail;
};
extern const std::array<Power, pieces> powers;

constexpr double perUnit = 0x1.71547652b82fep+6;  // 64 / ln 2
// ln 2 / 64: products of the upper part with numbers of 17 bits are exact.
constexpr double upper = 0x1.62e42fefa0000p-7, lower = 0x1.cf79abc9e3b3ap-46;
constexpr double rounder = 0x1.8p52;  // what is added to it has no fraction, and is found in its last bits
constexpr std::array<double, 5> coefficients{1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720};
// Between these, not even the last bits of a result are below the smallest normal number. Beyond the outer ones results
// are 0 and infinite.
constexpr double leastUsual = -670.0, mostUsual = 709.0, leastOfAll = -746.0, mostOfAll = 710.0;

}  // namespace exponential_parts

}  // namespace dashpot
