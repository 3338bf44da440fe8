#include "codegen/elimination.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace dashpot::codegen {

using symbolic::Op;

MatrixStructure structureOf(int size, const SparsityPattern& jacobian, const MassMatrix& mass) {
  std::map<std::pair<int, int>, MatrixStructure::Entry> entries;  // by (column, row)
  const auto at = [&](int row, int column) -> MatrixStructure::Entry& {
    return entries.try_emplace({column, row}, MatrixStructure::Entry{row, column}).first->second;
  };
  const auto forEach = [size](const SparsityPattern& pattern, const auto& visit) {
    int place = 0;
    for (int column = 0; column < size; ++column) {
      const int begin = pattern.dense() ? 0 : pattern.columnStart[static_cast<std::size_t>(column)];
      const int end = pattern.dense() ? size : pattern.columnStart[static_cast<std::size_t>(column) + 1];
      for (int k = begin; k < end; ++k)
        visit(pattern.dense() ? k : pattern.rows[static_cast<std::size_t>(k)], column, place++);
    }
  };
  forEach(jacobian, [&](int row, int column, int place) { at(row, column).jacobian = place; });
  if (mass.kind == MassMatrix::Kind::sparse) {
    forEach(mass.pattern, [&](int row, int column, int place) {
      at(row, column).mass = mass.values[static_cast<std::size_t>(place)];
    });
  } else {
    for (int i = 0; i < size; ++i) {
      const double value = mass.kind == MassMatrix::Kind::identity ? 1.0 : mass.values[static_cast<std::size_t>(i)];
      if (value != 0.0) at(i, i).mass = value;
    }
  }
  MatrixStructure result{size, {}};
  for (const auto& [place, entry] : entries) result.entries.push_back(entry);
  return result;
}

MatrixStructure plainStructure(int size, const SparsityPattern& matrix) {
  MatrixStructure result =
      structureOf(size, matrix, {.kind = MassMatrix::Kind::diagonal, .values = Vector(static_cast<std::size_t>(size))});
  result.isPlain = true;
  return result;
}

// ---- pivots ---------------------------------------------------------------------------------------------------------

namespace {

constexpr double pivotThreshold = 0.1;  // of the largest in the column (Duff, Erisman and Reid 1986)

double sizeOf(double x) { return std::fabs(x); }
double sizeOf(std::complex<double> x) { return std::sqrt(std::norm(x)); }  // scaled numbers: they do not overflow

/// For each of n rows or columns, which of the n places it has an entry in.
class PlaceSets {
 public:
  explicit PlaceSets(std::size_t n) : words_((n + bits - 1) / bits), sets_(n * words_), sizes_(n) {}

  void insert(std::size_t set, std::size_t place) {
    std::uint64_t& word = sets_[set * words_ + place / bits];
    const std::uint64_t bit = std::uint64_t{1} << place % bits;
    sizes_[set] += (word & bit) == 0;
    word |= bit;
  }
  /// That it has.
  void remove(std::size_t set, std::size_t place) {
    sets_[set * words_ + place / bits] &= ~(std::uint64_t{1} << place % bits);
    --sizes_[set];
  }
  void clear(std::size_t set) {
    std::fill_n(sets_.begin() + static_cast<std::ptrdiff_t>(set * words_), words_, 0);
    sizes_[set] = 0;
  }
  [[nodiscard]] std::size_t size(std::size_t set) const { return sizes_[set]; }
  /// In ascending order; other sets may be changed meanwhile.
  template <class Visit>
  void forEach(std::size_t set, const Visit& visit) const {
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t left = sets_[set * words_ + w]; left != 0; left &= left - 1)
        visit(w * bits + static_cast<std::size_t>(std::countr_zero(left)));
  }

 private:
  static constexpr std::size_t bits = 64;  // of a word

  std::size_t words_;  // of a set
  std::vector<std::uint64_t> sets_;
  std::vector<std::size_t> sizes_;
};

/// The numbers of W, scaled, with what is left to be eliminated.
template <class Scalar>
class ActiveMatrix {
 public:
  ActiveMatrix(const MatrixStructure& structure, Scalar alpha, std::span<const double> jacobian,
               std::span<const double> nominal)
      : n_(static_cast<std::size_t>(structure.size)),
        values_(n_ * n_, Scalar(0)),
        sizes_(n_ * n_, 0.0),
        rows_(n_),
        columns_(n_),
        candidates_(n_),
        isTouched_(n_, true),
        rowDepth_(n_, 0),
        columnDepth_(n_, 0),
        rowScale_(n_, 0.0) {
    for (const auto& entry : structure.entries) {
      const auto i = static_cast<std::size_t>(entry.row), j = static_cast<std::size_t>(entry.column);
      const double slope = entry.jacobian < 0 ? 0.0 : jacobian[static_cast<std::size_t>(entry.jacobian)];
      const double columnScale = nominal.empty() ? 1.0 : nominal[j];
      at(i, j) = (structure.isPlain ? Scalar(slope) : alpha * entry.mass - slope) * columnScale;
      rows_.insert(i, j), columns_.insert(j, i);
      rowScale_[i] = std::max(rowScale_[i], sizeOf(at(i, j)));
    }
    for (std::size_t i = 0; i < n_; ++i) {
      rowScale_[i] = rowScale_[i] > 0.0 ? 1.0 / rowScale_[i] : 1.0;
      rows_.forEach(i, [&](std::size_t j) { set(i, j, at(i, j) * rowScale_[i]); });
    }
  }

  Selection select(int mostOperations) {
    Selection result;
    result.rowScale = rowScale_;
    PivotSequence pivots;
    int operations = 0;
    for (std::size_t step = 0; step < n_; ++step) {
      const auto [row, column] = bestPivot();
      if (row == n_) {
        result.isSingular = true;
        return result;
      }
      pivots.rows.push_back(static_cast<int>(row));
      pivots.columns.push_back(static_cast<int>(column));
      operations += reduce(row, column);
      if (operations > mostOperations) return result;
    }
    result.pivots = std::move(pivots);
    return result;
  }

 private:
  struct Candidate {
    std::size_t row = 0;
    std::size_t cost = std::numeric_limits<std::size_t>::max();  // operations that it brings at most
    std::size_t depth = 0;                                       // eliminations that it has to wait for, one by one
    double size = 0.0;
    [[nodiscard]] bool isBetterThan(const Candidate& other) const {
      if (cost != other.cost) return cost < other.cost;
      return depth != other.depth ? depth < other.depth : size > other.size;
    }
  };

  Scalar& at(std::size_t i, std::size_t j) { return values_[i * n_ + j]; }
  void set(std::size_t i, std::size_t j, Scalar value) {
    at(i, j) = value;
    sizes_[i * n_ + j] = sizeOf(value);
  }

  /// n: there is none. Columns that the last elimination did not touch have the candidate that they had.
  std::pair<std::size_t, std::size_t> bestPivot() {
    Candidate best;
    std::size_t bestColumn = n_;
    for (std::size_t j = 0; j < n_; ++j) {
      if (isTouched_[j]) candidates_[j] = candidateOf(j), isTouched_[j] = false;
      if (candidates_[j].isBetterThan(best)) best = candidates_[j], bestColumn = j;
    }
    return {bestColumn == n_ ? n_ : best.row, bestColumn};
  }

  /// The entry of a column that costs least; of several the one that waits least, then the largest.
  Candidate candidateOf(std::size_t j) const {
    Candidate best;
    double largest = 0.0;
    columns_.forEach(j, [&](std::size_t i) { largest = std::max(largest, sizes_[i * n_ + j]); });
    if (!(largest > std::numeric_limits<double>::min()) || !std::isfinite(largest)) return best;
    columns_.forEach(j, [&](std::size_t i) {
      const Candidate present{.row = i,
                              .cost = (rows_.size(i) - 1) * (columns_.size(j) - 1),
                              .depth = std::max(rowDepth_[i], columnDepth_[j]),
                              .size = sizes_[i * n_ + j]};
      if (present.size >= pivotThreshold * largest && present.isBetterThan(best)) best = present;
    });
    return best;
  }

  /// Eliminates a column; gives the number of operations.
  int reduce(std::size_t row, std::size_t column) {
    int operations = 1;
    const std::size_t depth = std::max(rowDepth_[row], columnDepth_[column]) + 1;
    isTouched_[column] = true;
    rows_.forEach(row, [&](std::size_t j) {
      isTouched_[j] = true;
      columnDepth_[j] = std::max(columnDepth_[j], depth);
      if (j != column) columns_.remove(j, row);
    });
    columns_.forEach(column, [&](std::size_t i) {
      if (i == row) return;
      rowDepth_[i] = std::max(rowDepth_[i], depth);
      const Scalar factor = at(i, column) / at(row, column);
      ++operations;
      rows_.remove(i, column);
      rows_.forEach(row, [&](std::size_t j) {
        if (j == column) return;
        set(i, j, at(i, j) - factor * at(row, j));
        operations += 2;
        rows_.insert(i, j), columns_.insert(j, i);
      });
      rows_.forEach(i, [&](std::size_t j) { isTouched_[j] = true; });
    });
    rows_.clear(row), columns_.clear(column);
    return operations;
  }

  std::size_t n_;
  std::vector<Scalar> values_;
  std::vector<double> sizes_;
  PlaceSets rows_, columns_;                         // what is there of what is left
  std::vector<Candidate> candidates_;                // by column
  std::vector<bool> isTouched_;                      // since the candidate was found
  std::vector<std::size_t> rowDepth_, columnDepth_;  // eliminations that have changed them, one after the other
  std::vector<double> rowScale_;
};

}  // namespace

template <class Scalar>
Selection selectPivots(const MatrixStructure& structure, Scalar alpha, std::span<const double> jacobian,
                       std::span<const double> nominal, int mostOperations) {
  return ActiveMatrix<Scalar>(structure, alpha, jacobian, nominal).select(mostOperations);
}
template Selection selectPivots(const MatrixStructure&, double, std::span<const double>, std::span<const double>, int);
template Selection selectPivots(const MatrixStructure&, std::complex<double>, std::span<const double>,
                                std::span<const double>, int);

// ---- code -----------------------------------------------------------------------------------------------------------

namespace {

constexpr std::uint32_t noNumber = 0xffffffff;

/// A number of W and its factors, as instructions; an imaginary part that is none is a structural zero.
struct Number {
  std::uint32_t re = noNumber, im = noNumber;
};

/// Writes one function.
class Writer {
 public:
  explicit Writer(std::string name) { function_.name = std::move(name); }

  /// Hardly any is wanted twice, and one more costs nothing.
  std::uint32_t leaf(Code code, std::uint32_t index) { return emit({code, Op::variable, index, 0, 0}); }
  std::uint32_t constant(double value) {
    const auto [found, isNew] = constants_.try_emplace(std::bit_cast<std::uint64_t>(value), 0);
    if (isNew) {
      function_.constants.push_back(value);
      found->second =
          emit({Code::constant, Op::constant, static_cast<std::uint32_t>(function_.constants.size() - 1), 0, 0});
    }
    return found->second;
  }
  std::uint32_t make(Op op, std::uint32_t a, std::uint32_t b = 0) { return emit({Code::operation, op, a, b, 0}); }

  // Sums and products where none stands for zero.
  std::uint32_t subtract(std::uint32_t a, std::uint32_t b) {
    return b == noNumber ? a : a == noNumber ? make(Op::negate, b) : make(Op::subtract, a, b);
  }
  std::uint32_t add(std::uint32_t a, std::uint32_t b) {
    return b == noNumber ? a : a == noNumber ? b : make(Op::add, a, b);
  }
  std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
    return a == noNumber || b == noNumber ? noNumber : make(Op::multiply, a, b);
  }
  Number subtract(Number a, Number b) { return {subtract(a.re, b.re), subtract(a.im, b.im)}; }
  Number multiply(Number a, Number b) {
    return {subtract(multiply(a.re, b.re), multiply(a.im, b.im)), add(multiply(a.re, b.im), multiply(a.im, b.re))};
  }
  /// 1/a = conj(a)/|a|^2
  Number reciprocal(Number a) {
    const std::uint32_t one = constant(1.0);
    if (a.im == noNumber) return {make(Op::divide, one, a.re), noNumber};
    const std::uint32_t square = add(multiply(a.re, a.re), multiply(a.im, a.im));
    return {make(Op::divide, orZero(a.re), square), make(Op::negate, make(Op::divide, a.im, square))};
  }
  std::uint32_t orZero(std::uint32_t a) { return a == noNumber ? constant(0.0) : a; }

  void output(Number a, Field field) {
    function_.outputs.push_back(orZero(a.re));
    if (field == Field::complex) function_.outputs.push_back(orZero(a.im));
  }

  Function finish() { return std::move(function_); }
  [[nodiscard]] std::uint32_t outputCount() const { return static_cast<std::uint32_t>(function_.outputs.size()); }

 private:
  std::uint32_t emit(Instruction at) {
    function_.code.push_back(at);
    function_.origins.push_back(noOrigin);
    return static_cast<std::uint32_t>(function_.code.size() - 1);
  }

  Function function_;
  std::unordered_map<std::uint64_t, std::uint32_t> constants_;
};

/// Rows and columns are numbered by the step that eliminates them.
class Eliminator {
 public:
  Eliminator(const MatrixStructure& structure, const PivotSequence& pivots, Field field)
      : n_(static_cast<std::size_t>(structure.size)),
        isPlain_(structure.isPlain),
        pivots_(pivots),
        field_(field),
        rows_(n_),
        below_(n_),
        inverse_(n_),
        lower_(n_),
        upper_(n_),
        pivot_(n_) {
    std::vector<std::size_t> rowStep(n_), columnStep(n_);
    for (std::size_t k = 0; k < n_; ++k) {
      rowStep[static_cast<std::size_t>(pivots.rows[k])] = k;
      columnStep[static_cast<std::size_t>(pivots.columns[k])] = k;
    }
    int values = 0;
    for (const auto& entry : structure.entries) {
      const std::size_t row = rowStep[static_cast<std::size_t>(entry.row)],
                        column = columnStep[static_cast<std::size_t>(entry.column)];
      rows_[row][column] = load(entry);
      if (row > column) below_[column].insert(row);
      values = std::max(values, entry.jacobian + 1);
    }
    result_.model.recorded.modelName = "elimination";
    result_.model.states.names.resize(std::max(static_cast<std::size_t>(values), n_ * width()));
  }

  Elimination run() {
    factor();
    solve();
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::size_t width() const { return field_ == Field::complex ? 2 : 1; }

  Number load(const MatrixStructure::Entry& entry) {
    Number mass;
    if (entry.mass != 0.0) {
      mass.re = write_.leaf(Code::parameter, 0);
      if (field_ == Field::complex) mass.im = write_.leaf(Code::parameter, 1);
      if (entry.mass != 1.0) mass = write_.multiply(mass, {write_.constant(entry.mass), noNumber});
    }
    if (entry.jacobian < 0) return mass;
    if (isPlain_) return {write_.leaf(Code::state, static_cast<std::uint32_t>(entry.jacobian)), noNumber};
    return write_.subtract(mass, {write_.leaf(Code::state, static_cast<std::uint32_t>(entry.jacobian)), noNumber});
  }

  void factor() {
    std::vector<std::pair<std::size_t, std::size_t>> lower, upper;
    for (std::size_t k = 0; k < n_; ++k) {
      inverse_[k] = write_.reciprocal(rows_[k].at(k));
      for (const std::size_t i : below_[k]) {
        Number& multiplier = rows_[i].at(k);
        multiplier = write_.multiply(multiplier, inverse_[k]);
        lower.emplace_back(i, k);
        for (auto at = rows_[k].upper_bound(k); at != rows_[k].end(); ++at) {
          const auto [target, isFill] = rows_[i].try_emplace(at->first);
          if (isFill && at->first < i) below_[at->first].insert(i);
          target->second = write_.subtract(target->second, write_.multiply(multiplier, at->second));
        }
      }
      for (auto at = rows_[k].upper_bound(k); at != rows_[k].end(); ++at) upper.emplace_back(k, at->first);
    }
    for (const auto& [i, k] : lower) {
      store(rows_[i][k], lower_[i].emplace_back(k).place);
      for (std::size_t part = 0; part < width(); ++part)
        result_.multiplierRows.emplace_back(pivots_.rows[i], pivots_.rows[k]);
    }
    result_.multipliers = write_.outputCount();
    for (const auto& [k, j] : upper) store(write_.multiply(rows_[k][j], inverse_[k]), upper_[k].emplace_back(j).place);
    for (std::size_t k = 0; k < n_; ++k) store(inverse_[k], pivot_[k]);
    result_.model.parameters.count = std::max(write_.outputCount(), 2u);
    result_.model.functions[static_cast<std::size_t>(factorEntry)] = write_.finish();
  }

  /// Remembers where a factor is found.
  void store(Number a, std::uint32_t& place) {
    place = write_.outputCount();
    write_.output(a, field_);
  }

  /// A part of the solution, and how many operations it takes, each of which waits for the one before.
  struct Known {
    Number number;
    int after = 0;
  };

  /// A solution is one long way from unknown to unknown, and takes as long as that. So rows of the upper triangle are
  /// divided by their pivots beforehand, and what is known first is subtracted first.
  void solve() {
    Writer write("solve");
    const auto factorAt = [&](std::uint32_t place) {
      return Number{write.leaf(Code::parameter, place),
                    field_ == Field::complex ? write.leaf(Code::parameter, place + 1) : noNumber};
    };
    std::vector<Known> x(n_);
    const auto reduce = [&](std::size_t k, std::vector<Factor> factors) {
      std::ranges::stable_sort(factors, {}, [&](const Factor& factor) { return x[factor.column].after; });
      for (const Factor& factor : factors)
        x[k] = {write.subtract(x[k].number, write.multiply(factorAt(factor.place), x[factor.column].number)),
                std::max(x[k].after, x[factor.column].after + 1) + 1};
    };
    for (std::size_t k = 0; k < n_; ++k) {
      const auto place = static_cast<std::uint32_t>(static_cast<std::size_t>(pivots_.rows[k]) * width());
      x[k].number = {write.leaf(Code::state, place),
                     field_ == Field::complex ? write.leaf(Code::state, place + 1) : noNumber};
      reduce(k, lower_[k]);
    }
    for (std::size_t k = n_; k-- > 0;) {
      x[k] = {write.multiply(x[k].number, factorAt(pivot_[k])), x[k].after + 1};
      reduce(k, upper_[k]);
    }
    std::vector<Number> byUnknown(n_);
    for (std::size_t k = 0; k < n_; ++k) byUnknown[static_cast<std::size_t>(pivots_.columns[k])] = x[k].number;
    for (const Number& value : byUnknown) write.output(value, field_);
    result_.model.functions[static_cast<std::size_t>(solveEntry)] = write.finish();
  }

  std::size_t n_;
  bool isPlain_;
  const PivotSequence& pivots_;
  Field field_;
  Writer write_{"factor"};
  std::vector<std::map<std::size_t, Number>> rows_;
  std::vector<std::set<std::size_t>> below_;  // by column: the rows below the diagonal that have an entry
  std::vector<Number> inverse_;
  struct Factor {
    explicit Factor(std::size_t of) : column(of) {}
    std::size_t column;
    std::uint32_t place = 0;  // among the factors
  };
  std::vector<std::vector<Factor>> lower_, upper_;  // by row, from left to right
  std::vector<std::uint32_t> pivot_;                // places of one over the pivot
  Elimination result_;
};

}  // namespace

Elimination eliminate(const MatrixStructure& structure, const PivotSequence& pivots, Field field) {
  return Eliminator(structure, pivots, field).run();
}

}  // namespace dashpot::codegen
