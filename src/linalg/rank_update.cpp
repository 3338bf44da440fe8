#include "linalg/rank_update.hpp"

#include "linalg/dense_lu.hpp"

namespace dashpot::linalg {
namespace {

/// Neighbours in a column, wherever they lie: four numbers, or two complex ones.
using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;
constexpr std::size_t doublesAtOnce = 8, columnsAtOnce = 4;

[[gnu::always_inline]] inline const Four& load(const double* from) { return *reinterpret_cast<const Four*>(from); }

/// What a column of A, two of whose vectors are given, takes from two vectors of a column of C.
[[gnu::always_inline]] inline void subtract(Four& upper, Four& lower, Four first, Four second, const double* factor) {
  upper -= first * *factor;
  lower -= second * *factor;
}
[[gnu::always_inline]] inline void subtract(Four& upper, Four& lower, Four first, Four second,
                                            const std::complex<double>* factor) {
  const double re = factor->real(), im = factor->imag();
  const Four turn{-im, im, -im, im};
  upper -= first * re + __builtin_shufflevector(first, first, 1, 0, 3, 2) * turn;
  lower -= second * re + __builtin_shufflevector(second, second, 1, 0, 3, 2) * turn;
}

/// A few rows of `count` columns, which stay in registers while the products come.
template <std::size_t count, class Scalar>
[[gnu::always_inline]] inline void subtractTile(Scalar* c, const Scalar* a, const Scalar* b, const ProductSize& size) {
  Four upper[count], lower[count];
#pragma GCC unroll 4
  for (std::size_t j = 0; j < count; ++j) {
    const auto* const column = reinterpret_cast<const double*>(c + j * size.columnDistance);
    upper[j] = load(column), lower[j] = load(column + 4);
  }
  for (std::size_t p = 0; p < size.depth; ++p) {
    const auto* const column = reinterpret_cast<const double*>(a + p * size.columnDistance);
    const Four first = load(column), second = load(column + 4);
#pragma GCC unroll 4
    for (std::size_t j = 0; j < count; ++j)
      subtract(upper[j], lower[j], first, second, b + j * size.columnDistance + p);
  }
#pragma GCC unroll 4
  for (std::size_t j = 0; j < count; ++j) {
    auto* const column = reinterpret_cast<double*>(c + j * size.columnDistance);
    *reinterpret_cast<Four*>(column) = upper[j];
    *reinterpret_cast<Four*>(column + 4) = lower[j];
  }
}

template <std::size_t count, class Scalar>
[[gnu::always_inline]] inline void subtractStrip(Scalar* c, const Scalar* a, const Scalar* b, const ProductSize& size) {
  constexpr std::size_t rowsAtOnce = doublesAtOnce * sizeof(double) / sizeof(Scalar);
  std::size_t i = 0;
  for (; i + rowsAtOnce <= size.rows; i += rowsAtOnce) subtractTile<count>(c + i, a + i, b, size);
  for (; i < size.rows; ++i)
    for (std::size_t j = 0; j < count; ++j) {
      Scalar entry = c[j * size.columnDistance + i];
      for (std::size_t p = 0; p < size.depth; ++p)
        entry -= product(a[p * size.columnDistance + i], b[j * size.columnDistance + p]);
      c[j * size.columnDistance + i] = entry;
    }
}

template <class Scalar>
[[gnu::always_inline]] inline void subtractStrips(Scalar* c, const Scalar* a, const Scalar* b,
                                                  const ProductSize& size) {
  std::size_t j = 0;
  for (; j + columnsAtOnce <= size.columns; j += columnsAtOnce)
    subtractStrip<columnsAtOnce>(c + j * size.columnDistance, a, b + j * size.columnDistance, size);
  for (; j < size.columns; ++j) subtractStrip<1>(c + j * size.columnDistance, a, b + j * size.columnDistance, size);
}

}  // namespace

#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
void subtractProduct(double* c, const double* a, const double* b, const ProductSize& size) {
  subtractStrips(c, a, b, size);
}

#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
void subtractProduct(std::complex<double>* c, const std::complex<double>* a, const std::complex<double>* b,
                     const ProductSize& size) {
  subtractStrips(c, a, b, size);
}

}  // namespace dashpot::linalg
