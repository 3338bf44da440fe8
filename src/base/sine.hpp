// base/sine.hpp
//
// sin(x) of our own, for four numbers at once with the bits of each: results have it at every point of a course that
// follows a wave.
//
//   sin(x) = +-sin(y) or +-cos(y),   x = n pi/2 + y,   |y| <= pi/4
//
// with the polynomials of fdlibm (Sun Microsystems 1993, k_sin.c and k_cos.c) and y as a sum of two numbers, after the
// first of its reductions. It errs by less than 0.8 units in the last place. Where one reduction is not enough, for large
// numbers and next to multiples of pi/2, it is the C library's. Only additions and multiplications, none of which may be
// contracted.
#pragma once

#include <array>

namespace dashpot {

[[nodiscard]] double sine(double x);
/// For machine code: takes four numbers in the first wide register and leaves the same bits there. Null: this machine
/// cannot.
[[nodiscard]] const void* sineInWideRegister();

/// What the function is made of, for those who print it.
namespace sine_parts {

constexpr double perQuarter = 0x1.45f306dc9c883p-1;  // 2 / pi
// pi / 2: products of the upper part, of 33 bits, with small numbers are exact.
constexpr double upper = 0x1.921fb54400000p+0, lower = 0x1.0b4611a626331p-34;
constexpr double rounder = 0x1.8p52;  // what is added to it has no fraction, and is found in its last bits
// In between, the rounding of n times the lower part is less than 2^-60 of y.
constexpr double mostUsual = 32768.0, leastUsual = 0x1p-10;
constexpr std::array<double, 6> ofSine{-0x1.5555555555549p-3, 0x1.111111110f8a6p-7,   -0x1.a01a019c161d5p-13,
                                       0x1.71de357b1fe7dp-19, -0x1.ae5e68a2b9cebp-26, 0x1.5d93a5acfd57cp-33};
constexpr std::array<double, 6> ofCosine{0x1.555555555554cp-5,   -0x1.6c16c16c15177p-10, 0x1.a01a019cb1590p-16,
                                         -0x1.27e4f809c52adp-22, 0x1.1ee9ebdb4b1c4p-29,  -0x1.8fae9be8838d4p-37};

}  // namespace sine_parts

}  // namespace dashpot
