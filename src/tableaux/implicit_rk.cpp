#include "tableaux/implicit_rk.hpp"

#include <algorithm>
#include <array>

namespace dashpot::tableaux {
namespace {

ImplicitTable backwardEuler() {
  return {
      .name = "backward-euler",
      .source = "Cauchy 1824; Curtiss and Hirschfelder 1952",
      .order = 1,
      .embeddedOrder = 0,
      .denseOrder = 1,
      .a = Eigen::MatrixXd{{1}},
      .b = Eigen::VectorXd{{1}},
      .c = Eigen::VectorXd{{1}},
      .bHat = {},
      .dense = Eigen::MatrixXd{{1}},
  };
}

ImplicitTable trapezoidal() {
  return {
      .name = "trapezoidal",
      .source = "Crank and Nicolson 1947 (Lobatto IIIA, two stages)",
      .order = 2,
      .embeddedOrder = 0,
      .denseOrder = 2,
      .a = Eigen::MatrixXd{{0, 0}, {1.0 / 2, 1.0 / 2}},
      .b = Eigen::VectorXd{{1.0 / 2, 1.0 / 2}},
      .c = Eigen::VectorXd{{0, 1}},
      .bHat = {},
      .dense = Eigen::MatrixXd{{1, -1.0 / 2}, {0, 1.0 / 2}},
  };
}

}  // namespace

std::span<const ImplicitTable> implicitTables() {
  static const std::array<ImplicitTable, 2> tables{backwardEuler(), trapezoidal()};
  return tables;
}

const ImplicitTable* findImplicit(std::string_view name) {
  const auto tables = implicitTables();
  const auto found = std::ranges::find(tables, name, &ImplicitTable::name);
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace dashpot::tableaux
