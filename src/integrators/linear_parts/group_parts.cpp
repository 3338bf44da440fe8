// Linear parts of a problem: whether they fit it, and which belong together.
#include "integrators/linear_parts/linear_block.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace dashpot::integrators {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Index orderOf(const LinearPart& part) { return static_cast<Index>(part.states.size()); }
Index inputsOf(const LinearPart& part) {
  return part.states.empty() ? 0 : static_cast<Index>(part.b.size() / part.states.size());
}
MatrixXd matrixA(const LinearPart& part) {
  return Eigen::Map<const MatrixXd>(part.a.data(), orderOf(part), orderOf(part));
}
MatrixXd matrixB(const LinearPart& part) {
  return Eigen::Map<const MatrixXd>(part.b.data(), orderOf(part), inputsOf(part));
}

/// du/dy of the part's inputs for the states of another part, where it is the same at all points looked at; else
/// nothing. The points differ from y by amounts of several sizes, so that a saturation or a product shows.
std::optional<MatrixXd> constantGain(const LinearPart& part, const LinearPart& from, double t, ConstView y) {
  const auto inputsAt = [&](const Vector& point) {
    Vector u(static_cast<std::size_t>(inputsOf(part)));
    const bool ok = part.inputs(t, point, u) == Evaluation::ok;
    return std::pair(ok, VectorXd(Eigen::Map<const VectorXd>(u.data(), inputsOf(part))));
  };
  const auto gainAt = [&](const Vector& base, double increment) -> std::optional<MatrixXd> {
    const auto [ok, u0] = inputsAt(base);
    if (!ok) return std::nullopt;
    MatrixXd gain(inputsOf(part), orderOf(from));
    for (Index j = 0; j < orderOf(from); ++j) {
      Vector moved = base;
      double& state = moved[static_cast<std::size_t>(from.states[static_cast<std::size_t>(j)])];
      const double before = state;
      state += increment;
      const auto [movedOk, u1] = inputsAt(moved);
      if (!movedOk) return std::nullopt;
      gain.col(j) = (u1 - u0) / (state - before);
    }
    return gain;
  };
  std::optional<MatrixXd> gain;
  for (const double shift : {0.0, 0.37, -2.9, 51.0})
    for (const double increment : {0.5, -1.0, 64.0}) {
      Vector base(y.begin(), y.end());
      for (std::size_t i = 0; i < base.size(); ++i) base[i] += shift * (1 + 0.1 * static_cast<double>(i % 7));
      const auto here = gainAt(base, increment);
      if (!here || !here->allFinite()) return std::nullopt;
      if (!gain) gain = here;
      if ((*here - *gain).cwiseAbs().maxCoeff() > 1e-9 * std::max(1.0, gain->cwiseAbs().maxCoeff()))
        return std::nullopt;
    }
  return gain;
}

/// Root of a forest in which merged parts point at each other.
std::size_t rootOf(const std::vector<std::size_t>& parent, std::size_t i) {
  while (parent[i] != i) i = parent[i];
  return i;
}

}  // namespace

std::string complaintAboutParts(const std::vector<LinearPart>& parts, int size) {
  std::vector<int> owner(static_cast<std::size_t>(size), -1);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const LinearPart& part = parts[k];
    const std::size_t n = part.states.size();
    if (n == 0) return fmt::format("linear part {} has no states", k);
    if (part.a.size() != n * n) return fmt::format("A of linear part {} needs {} entries", k, n * n);
    if (part.b.size() % n != 0) return fmt::format("B of linear part {} needs {} entries per input", k, n);
    if (!part.b.empty() && !part.inputs) return fmt::format("linear part {} has inputs, but no function for them", k);
    for (const int state : part.states) {
      if (state < 0 || state >= size)
        return fmt::format("linear part {} names a state {} that does not exist", k, state);
      if (owner[static_cast<std::size_t>(state)] >= 0) return fmt::format("state {} is in two linear parts", state);
      owner[static_cast<std::size_t>(state)] = static_cast<int>(k);
    }
    const auto isFinite = [](double v) { return std::isfinite(v); };
    if (!std::ranges::all_of(part.a, isFinite) || !std::ranges::all_of(part.b, isFinite))
      return fmt::format("linear part {} has an entry that is not finite", k);
  }
  return {};
}

std::vector<LinearPart> groupConnectedParts(const std::vector<LinearPart>& parts, double t, ConstView y) {
  const std::size_t count = parts.size();
  // gains[i][j]: of the inputs of part i for the states of part j.
  std::vector<std::vector<std::optional<MatrixXd>>> gains(count, std::vector<std::optional<MatrixXd>>(count));
  std::vector<std::size_t> parent(count);
  std::iota(parent.begin(), parent.end(), 0);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j) {
      if (inputsOf(parts[i]) == 0) continue;
      gains[i][j] = constantGain(parts[i], parts[j], t, y);
      const bool connected = gains[i][j] && gains[i][j]->cwiseAbs().maxCoeff() > 0;
      if (connected) parent[rootOf(parent, i)] = rootOf(parent, j);
    }

  std::vector<LinearPart> groups;
  for (std::size_t root = 0; root < count; ++root) {
    if (rootOf(parent, root) != root) continue;
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < count; ++i)
      if (rootOf(parent, i) == root) members.push_back(i);
    if (members.size() == 1 && !(gains[root][root] && gains[root][root]->cwiseAbs().maxCoeff() > 0)) {
      groups.push_back(parts[root]);
      continue;
    }
    Index n = 0, m = 0;
    std::vector<Index> firstState, firstInput;
    LinearPart group;
    for (const std::size_t i : members) {
      firstState.push_back(n);
      firstInput.push_back(m);
      n += orderOf(parts[i]);
      m += inputsOf(parts[i]);
      group.states.insert(group.states.end(), parts[i].states.begin(), parts[i].states.end());
    }
    MatrixXd a = MatrixXd::Zero(n, n), b = MatrixXd::Zero(n, m), gain = MatrixXd::Zero(m, n);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const LinearPart& part = parts[members[i]];
      a.block(firstState[i], firstState[i], orderOf(part), orderOf(part)) = matrixA(part);
      b.block(firstState[i], firstInput[i], orderOf(part), inputsOf(part)) = matrixB(part);
      for (std::size_t j = 0; j < members.size(); ++j)
        if (const auto& g = gains[members[i]][members[j]])
          gain.block(firstInput[i], firstState[j], g->rows(), g->cols()) = *g;
    }
    a += b * gain;
    group.a.assign(a.data(), a.data() + a.size());
    group.b.assign(b.data(), b.data() + b.size());
    // The inputs of the group without the terms in its own states.
    std::vector<LinearPart> inner;
    for (const std::size_t i : members) inner.push_back(parts[i]);
    group.inputs = [inner, gain, states = group.states](double time, ConstView at, View u) {
      std::size_t offset = 0;
      for (const LinearPart& part : inner) {
        const auto size = static_cast<std::size_t>(inputsOf(part));
        if (size == 0) continue;
        if (const Evaluation e = part.inputs(time, at, u.subspan(offset, size)); e != Evaluation::ok) return e;
        offset += size;
      }
      for (Index j = 0; j < gain.cols(); ++j) {
        const double state = at[static_cast<std::size_t>(states[static_cast<std::size_t>(j)])];
        for (Index i = 0; i < gain.rows(); ++i) u[static_cast<std::size_t>(i)] -= gain(i, j) * state;
      }
      return Evaluation::ok;
    };
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace dashpot::integrators
