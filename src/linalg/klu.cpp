#include "linalg/klu.hpp"

#include "linalg/dense_lu.hpp"
#include "linalg/multifrontal.hpp"

#include <klu.h>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace dashpot::linalg {
namespace {

/// A reused pivot sequence is given up when the cheap condition estimate min|u_ii| / max|u_ii| falls below this.
constexpr double leastReciprocalCondition = 1e3 * std::numeric_limits<double>::epsilon();

/// Factors that take more operations than this for each of their numbers are made of dense blocks, unless these take
/// much more of them (by measurement, docs/performance.md; 40 for a BLAS: Chen, Davis, Hager and Rajamanickam 2008).
constexpr double operationsForBlocks = 30, mostExtraWork = 2;

}  // namespace

KluFill kluFill(int n, const SparsityPattern& pattern) {
  std::vector<int> columnStart = pattern.columnStart, rows = pattern.rows;
  klu_common common;
  klu_defaults(&common);
  klu_symbolic* symbolic = klu_analyze(n, columnStart.data(), rows.data(), &common);
  constexpr double unknown = std::numeric_limits<double>::infinity();
  if (!symbolic) return {unknown, unknown};
  KluFill fill{symbolic->est_flops, symbolic->lnz + symbolic->unz};
  klu_free_symbolic(&symbolic, &common);
  if (fill.factorOperations < 0 || fill.nonZeros < 0) return {unknown, unknown};
  return fill;
}

template <class Scalar>
struct KluFactors<Scalar>::Handle {
  static constexpr bool real = std::is_same_v<Scalar, double>;

  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  std::unique_ptr<MultifrontalLu<Scalar>> blocks;  // on the pivots of `numeric`, in place of its numbers

  Handle() {
    klu_defaults(&common);
    common.scale = 2;  // rows scaled by their largest entry: pressures and positions meet in one matrix
  }
  ~Handle() {
    freeNumeric();
    if (symbolic) klu_free_symbolic(&symbolic, &common);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  void freeNumeric() {
    if (!numeric) return;
    if constexpr (real)
      klu_free_numeric(&numeric, &common);
    else
      klu_z_free_numeric(&numeric, &common);
  }

  bool factor(int* columnStart, int* rows, double* values) {
    freeNumeric();
    if constexpr (real)
      numeric = klu_factor(columnStart, rows, values, symbolic, &common);
    else
      numeric = klu_z_factor(columnStart, rows, values, symbolic, &common);
    return numeric != nullptr && common.status == KLU_OK;
  }

  bool refactor(int* columnStart, int* rows, double* values) {
    if constexpr (real)
      return klu_refactor(columnStart, rows, values, symbolic, numeric, &common) && common.status == KLU_OK &&
             klu_rcond(symbolic, numeric, &common) && common.rcond > leastReciprocalCondition;
    else
      return klu_z_refactor(columnStart, rows, values, symbolic, numeric, &common) && common.status == KLU_OK &&
             klu_z_rcond(symbolic, numeric, &common) && common.rcond > leastReciprocalCondition;
  }

  /// Dense blocks on the pivots that have just been chosen, where they pay.
  void tryBlocks(int n, const SparsityPattern& pattern, const std::vector<Scalar>& values) {
    if constexpr (real)
      klu_flops(symbolic, numeric, &common);
    else
      klu_z_flops(symbolic, numeric, &common);
    if (common.flops < operationsForBlocks * (numeric->lnz + numeric->unz)) return;
    const auto size = static_cast<std::size_t>(n);
    auto tree = FrontTree::find(n, pattern, {numeric->Pnum, size}, {symbolic->Q, size}, mostExtraWork * common.flops);
    if (!tree) return;
    auto made = std::make_unique<MultifrontalLu<Scalar>>(std::move(*tree));
    if (!made->factor(values, pattern.rows, leastReciprocalCondition)) return;
    blocks = std::move(made);
    freeNumeric();
  }
};

template <class Scalar>
KluFactors<Scalar>::KluFactors(int n, const SparsityPattern& pattern)
    : n_(n), pattern_(pattern), values_(pattern.rows.size()), handle_(std::make_unique<Handle>()) {
  handle_->symbolic = klu_analyze(n_, pattern_.columnStart.data(), pattern_.rows.data(), &handle_->common);
}

template <class Scalar>
KluFactors<Scalar>::~KluFactors() = default;
template <class Scalar>
KluFactors<Scalar>::KluFactors(KluFactors&&) noexcept = default;
template <class Scalar>
KluFactors<Scalar>& KluFactors<Scalar>::operator=(KluFactors&&) noexcept = default;

template <class Scalar>
std::size_t KluFactors<Scalar>::placeOf(Place p) const {
  const auto begin = pattern_.rows.begin() + pattern_.columnStart[p.column];
  const auto end = pattern_.rows.begin() + pattern_.columnStart[p.column + 1];
  return static_cast<std::size_t>(std::lower_bound(begin, end, p.row) - pattern_.rows.begin());
}

template <class Scalar>
void KluFactors<Scalar>::clear() {
  std::ranges::fill(values_, Scalar(0));
}

template <class Scalar>
bool KluFactors<Scalar>::factor() {
  if (!handle_->symbolic) return false;                            // structurally singular
  auto* const values = reinterpret_cast<double*>(values_.data());  // KLU's complex numbers are pairs of doubles
  for (const Scalar& v : values_)
    if (!std::isfinite(pivotSize(v))) return false;
  if (handle_->blocks && handle_->blocks->factor(values_, pattern_.rows, leastReciprocalCondition)) return true;
  if (handle_->numeric && handle_->refactor(pattern_.columnStart.data(), pattern_.rows.data(), values)) return true;
  pivotMatrix_ = values_;
  handle_->blocks.reset();
  if (!handle_->factor(pattern_.columnStart.data(), pattern_.rows.data(), values)) return false;
  handle_->tryBlocks(n_, pattern_, values_);
  return true;
}

template <class Scalar>
bool KluFactors<Scalar>::isBlocked() const {
  return handle_->blocks != nullptr;
}

template <class Scalar>
void KluFactors<Scalar>::choosePivotsFor(std::span<const Scalar> matrix) {
  if (matrix.size() != values_.size()) return;
  handle_->freeNumeric();
  handle_->blocks.reset();
  std::ranges::copy(matrix, values_.begin());
  (void)factor();
}

template <class Scalar>
void KluFactors<Scalar>::solve(Scalar* b) {
  if (handle_->blocks) return handle_->blocks->solve(b);
  auto* const x = reinterpret_cast<double*>(b);
  if constexpr (Handle::real)
    klu_solve(handle_->symbolic, handle_->numeric, n_, 1, x, &handle_->common);
  else
    klu_z_solve(handle_->symbolic, handle_->numeric, n_, 1, x, &handle_->common);
}

template class KluFactors<double>;
template class KluFactors<std::complex<double>>;

}  // namespace dashpot::linalg
