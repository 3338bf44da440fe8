// C = C - A B on dense blocks stored by columns, all with the same distance from one column to the next.
#pragma once

#include <complex>
#include <cstddef>

namespace dashpot::linalg {

struct ProductSize {
  std::size_t rows = 0, columns = 0;  // of C
  std::size_t depth = 0;              // columns of A
  std::size_t columnDistance = 0;
};

/// Each number of C loses its products one after the other, so that it has the same bits on every processor.
void subtractProduct(double* c, const double* a, const double* b, const ProductSize& size);
void subtractProduct(std::complex<double>* c, const std::complex<double>* a, const std::complex<double>* b,
                     const ProductSize& size);

}  // namespace dashpot::linalg
