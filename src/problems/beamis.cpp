#include "problems/beamis.hpp"

#include <numbers>

namespace dashpot::problems {
namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

RowVectorXd unitRow(int size, int place, double value = 1) {
  RowVectorXd row = RowVectorXd::Zero(size);
  row[place] = value;
  return row;
}

struct LadderElements {
  double r1 = 1, r2 = 2, r3 = 0.25, r4 = 0.5;
  double c1 = 1, c2 = 2, c3 = 0.5, c4 = 0.1;
  double l1 = 8.0 / 5, l2 = 4.0 / 3, l3 = 0.5;
};

/// (vC1, iL1, vC2, iL2, vC3, vC4, iL3)
LinearSystem physicalLadder(const LadderElements& e) {
  LinearSystem s{MatrixXd::Zero(7, 7), VectorXd::Zero(7), {}, {}, 0};
  s.a(0, 0) = -1 / (e.r1 * e.c1), s.a(0, 1) = -1 / e.c1;
  s.a(1, 0) = 1 / e.l1, s.a(1, 2) = -1 / e.l1;
  s.a(2, 1) = 1 / e.c2, s.a(2, 2) = -1 / (e.r2 * e.c2), s.a(2, 3) = -1 / e.c2;
  s.a(3, 2) = 1 / e.l2, s.a(3, 4) = -1 / e.l2;
  s.a(4, 3) = 1 / e.c3, s.a(4, 4) = -1 / (e.c3 * e.r3), s.a(4, 5) = 1 / (e.c3 * e.r3);
  s.a(5, 4) = 1 / (e.c4 * e.r3), s.a(5, 5) = -1 / (e.c4 * e.r3), s.a(5, 6) = -1 / e.c4;
  s.a(6, 5) = 1 / e.l3, s.a(6, 6) = -e.r4 / e.l3;
  s.b[0] = 1 / e.c1;
  s.out = e.r4 == 0 ? unitRow(7, 5) : unitRow(7, 6, e.r4);
  return s;
}

/// The node equations 1 to 4, differentiated once, without what node 4 sees of v5.
LinearSecondOrder ladderNodes(const LadderElements& e, int unknowns) {
  LinearSecondOrder s;
  s.A = s.B = MatrixXd::Zero(unknowns, unknowns);
  s.d = VectorXd::Zero(unknowns);
  s.A(0, 0) = -1 / (e.l1 * e.c1), s.A(0, 1) = 1 / (e.l1 * e.c1);
  s.A(1, 0) = 1 / (e.l1 * e.c2), s.A(1, 1) = -(e.l1 + e.l2) / (e.c2 * e.l1 * e.l2), s.A(1, 2) = 1 / (e.l2 * e.c2);
  s.A(2, 1) = 1 / (e.l2 * e.c3), s.A(2, 2) = -1 / (e.l2 * e.c3);
  s.A(3, 3) = -1 / (e.l3 * e.c4);
  s.B(0, 0) = -1 / (e.r1 * e.c1);
  s.B(1, 1) = -1 / (e.r2 * e.c2);
  s.B(2, 2) = -1 / (e.r3 * e.c3), s.B(2, 3) = 1 / (e.r3 * e.c3);
  s.B(3, 2) = 1 / (e.r3 * e.c4), s.B(3, 3) = -1 / (e.r3 * e.c4);
  s.d[0] = 1 / e.c1;
  s.inputByDerivative = true;
  return s;
}

LinearSystem firstOrderSystem(MatrixXd a, VectorXd b, RowVectorXd out) {
  return {std::move(a), std::move(b), {}, std::move(out), 0};
}

}  // namespace

SecondOrderExample bodyModel() {
  // Hostetter, Savant and Stefani, as quoted there.
  constexpr double m[] = {1.2, 14, 3.2, 24}, k1 = 0.3, k2 = 8, k3 = 3, b1 = 0.8, b2 = 10, b3 = 12;
  const auto chain = [&](double s1, double s2, double s3) {
    MatrixXd a = MatrixXd::Zero(4, 4);
    a.row(0) << -s1, s1, 0, 0;
    a.row(1) << s1, -(s1 + s2 + s3), s2, s3;
    a.row(2) << 0, s2, -s2, 0;
    a.row(3) << 0, s3, 0, -s3;
    for (int i = 0; i < 4; ++i) a.row(i) /= m[i];
    return a;
  };
  SecondOrderExample example{
      .secondOrder = {}, .input = {10, 0, std::numbers::pi}, .initial = Vector(8), .physical = {}};
  example.secondOrder.A = chain(k1, k2, k3);
  example.secondOrder.B = chain(b1, b2, b3);
  example.secondOrder.d = VectorXd::Unit(4, 3) / m[3];
  example.secondOrder.j = unitRow(4, 0) - unitRow(4, 1);
  example.physical = example.secondOrder.split();
  return example;
}

SecondOrderExample rlcLadder(LadderForm form) {
  LadderElements e;
  if (form == LadderForm::shorted) e.r4 = 0;
  const bool withFifth = form == LadderForm::differentiated || form == LadderForm::differentiatedListed;
  const int positions = withFifth ? 5 : 4;
  SecondOrderExample example{
      .secondOrder = ladderNodes(e, positions), .input = {0, 144, 3}, .initial = {}, .physical = physicalLadder(e)};
  LinearSecondOrder& s = example.secondOrder;
  if (form == LadderForm::mixed) {
    s.c = MatrixXd::Zero(4, 1);
    s.c(3, 0) = 1 / (e.l3 * e.c4);
    s.e = unitRow(4, 3, e.r4 / e.l3);
    s.f = MatrixXd::Constant(1, 1, -e.r4 / e.l3);
    s.k = unitRow(1, 0);
  } else if (withFifth) {
    if (form == LadderForm::differentiated) s.A(3, 4) = 1 / (e.l3 * e.c4);
    s.B(4, 3) = e.r4 / e.l3, s.B(4, 4) = -e.r4 / e.l3;
    s.j = unitRow(5, 4);
  } else {
    s.j = unitRow(4, 3);
  }
  // The node voltages are components 0, 2, 4 and 5 of the physical states; v5' follows from v4 = v5 = 0.
  const Vector rest(7);
  const Vector velocities =
      consistentVelocities(problemOf(example.physical, example.input), 0, rest, std::array{0, 2, 4, 5});
  example.initial.assign(static_cast<std::size_t>(2 * positions + s.firstOrder()), 0.0);
  std::copy(velocities.begin(), velocities.end(), example.initial.begin() + positions);
  return example;
}

SecondOrderExample smallCircuit(int number) {
  const bool mixed = number == 2 || number == 4;
  SecondOrderExample example{
      .secondOrder = {}, .input = {10, 0, 3 * std::numbers::pi}, .initial = Vector(mixed ? 3 : 2), .physical = {}};
  LinearSecondOrder& s = example.secondOrder;
  s.A = MatrixXd::Constant(1, 1, number <= 2 ? -3 : -1);
  s.B = MatrixXd::Constant(1, 1, -1);
  s.d = VectorXd::Ones(1);
  s.inputByDerivative = number >= 3;
  if (mixed) {
    s.c = MatrixXd::Constant(1, 1, number == 2 ? 2 : 1);
    s.e = MatrixXd::Constant(1, 1, number == 2 ? 2 : 0.5);
    s.f = -s.e;
    s.k = RowVectorXd::Ones(1);
  } else {
    s.j = RowVectorXd::Ones(1);
  }
  MatrixXd a(number <= 2 ? 3 : 2, number <= 2 ? 3 : 2);
  switch (number) {
    case 1:  // i1, v, i2
      a << 0, -1, 0, 1, -1, -1, 0, 2, 0;
      example.physical = firstOrderSystem(a, VectorXd::Unit(3, 0), unitRow(3, 1));
      break;
    case 2:
      a << 0, -1, 0, 1, -1, -1, 0, 2, -2;
      example.physical = firstOrderSystem(a, VectorXd::Unit(3, 0), unitRow(3, 2));
      break;
    case 3:  // v, i
      a << -1, -1, 1, 0;
      example.physical = firstOrderSystem(a, VectorXd::Unit(2, 0), unitRow(2, 0));
      break;
    default: a << -1, -1, 1, -0.5; example.physical = firstOrderSystem(a, VectorXd::Unit(2, 0), unitRow(2, 1, 0.5));
  }
  return example;
}

}  // namespace dashpot::problems
