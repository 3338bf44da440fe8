// Finite differences on one- and two-dimensional grids, as matrices whose rows repeat.
//
//   const Grid grid{.x = {.points = 100, .lower = {Boundary::Kind::dirichlet, 1.0}}};
//   const StencilMatrix diffusion = laplacian(grid);
//   diffusion.addTo(u, f, std::identity{});          // f += L u, boundary values included
//
// Central differences have the order asked for everywhere. Next to a Dirichlet end the fourth-order formulas become
// one-sided, with one more point for the second derivative. A Neumann end (zero slope) is a plane of symmetry: values
// are reflected there, which keeps the order where all odd derivatives vanish (heat, wave, reaction); the first
// derivative on it is zero. Weights: Fornberg 1988, in extended precision.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::problems {

struct Boundary {
  enum class Kind { dirichlet, neumann, periodic };  // neumann: zero slope
  Kind kind = Kind::dirichlet;
  double value = 0;  // dirichlet only
};

/// Unknowns sit on a uniform grid; a Dirichlet end is a grid line without unknowns, a Neumann end has unknowns on it.
struct Axis {
  int points = 100;  // unknowns
  double left = 0;
  double right = 1;
  Boundary lower{};
  Boundary upper{};
  int order = 2;  // of the differences: 2 or 4

  bool periodic() const { return lower.kind == Boundary::Kind::periodic; }
  double spacing() const;
  double at(int i) const;
};

struct Grid {
  Axis x{};
  std::optional<Axis> y{};  // absent: one dimension

  int points() const { return x.points * (y ? y->points : 1); }
  /// Unknown i lies at these coordinates; x varies fastest.
  std::pair<double, double> at(int i) const;
};

/// Nothing if differences can be formed on the grid; else what is wrong with it.
std::optional<std::string> complaintAbout(const Grid& grid);

/// One row of an operator: its weights on unknowns, and on known boundary values.
struct StencilRow {
  struct Entry {
    int column;
    double weight;
  };
  struct Known {
    double weight;
    double value;
  };
  std::vector<Entry> entries;
  std::vector<Known> known;

  void add(const StencilRow& other, double factor);
};

/// L u + boundary terms. Rows that follow each other with the same weights on the same neighbours are stored once.
class StencilMatrix {
 public:
  explicit StencilMatrix(std::vector<StencilRow> rows);

  int size() const { return size_; }

  /// f += L q(u) for a function q of one value with q(0) = 0.
  template <class Number, class Function>
  void addTo(std::span<const Number> u, std::span<Number> f, Function&& q) const {
    for (const Run& run : runs_) {
      switch (run.length) {
        case 2: addRun<2>(run, u, f, q); break;
        case 3: addRun<3>(run, u, f, q); break;
        case 5: addRun<5>(run, u, f, q); break;
        default: addRun<0>(run, u, f, q);
      }
    }
    for (const KnownTerm& term : known_) f[static_cast<std::size_t>(term.row)] += term.weight * q(term.value);
  }

  /// Calls visit(row, column, weight) for every entry, always in the same order.
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (const Run& run : runs_)
      for (int row = run.first; row < run.last; ++row)
        for (int k = run.stencil; k < run.stencil + run.length; ++k)
          visit(row, row + offsets_[static_cast<std::size_t>(k)], weights_[static_cast<std::size_t>(k)]);
  }

 private:
  struct Run {
    int first, last;      // rows
    int stencil, length;  // place in offsets_ and weights_
  };
  struct KnownTerm {
    int row;
    double weight;
    double value;
  };

  /// Length 0: not known at compile time.
  template <int Length, class Number, class Function>
  void addRun(const Run& run, std::span<const Number> u, std::span<Number> f, Function&& q) const {
    const int length = Length > 0 ? Length : run.length;
    const int* const offsets = offsets_.data() + run.stencil;
    const double* const weights = weights_.data() + run.stencil;
    for (int row = run.first; row < run.last; ++row) {
      Number sum = weights[0] * q(u[static_cast<std::size_t>(row + offsets[0])]);
      for (int k = 1; k < length; ++k) sum += weights[k] * q(u[static_cast<std::size_t>(row + offsets[k])]);
      f[static_cast<std::size_t>(row)] += sum;
    }
  }

  bool continuesLastRun(int row, const StencilRow& content) const;

  int size_ = 0;
  std::vector<Run> runs_;
  std::vector<int> offsets_;
  std::vector<double> weights_;
  std::vector<KnownTerm> known_;
};

enum class Direction { x, y };
/// central: order 2 or 4. backward, forward: one-sided of order 1, or biased by one point of order 3 on grids of
/// order 4.
enum class Bias { central, backward, forward };

/// factor (u_xx + u_yy). With `fields` > 1 the unknowns of a grid point follow each other; Dirichlet values are then
/// given per field.
StencilMatrix laplacian(const Grid& grid, double factor = 1, int fields = 1, std::span<const double> fieldValues = {});
/// factor u_x or factor u_y.
StencilMatrix firstDerivative(const Grid& grid, Direction direction, Bias bias, double factor = 1);

/// Weights w with sum_k w_k u(nodes_k) = u^(derivative)(at) for polynomials of degree below the number of nodes.
std::vector<double> differenceWeights(std::span<const double> nodes, double at, int derivative);

}  // namespace dashpot::problems
