// The traits of diagonal exponential methods.
//
// On y' = lambda y, lambda real, all of them but the quadratures are exact. Their stability is a matter of the
// coupling: alphaDegrees is that of the real 2 x 2 system of a complex lambda, and none is A-stable, because for three
// coupled equations with all eigenvalues in the left half-plane a step can be unstable (`dashpot stability NAME
// --matrix`).
#pragma once

#include "integrators/method.hpp"

namespace dashpot::integrators {

struct DiagonalFacts {
  const char* name;
  int order;
  int embeddedOrder;
  int denseOrder;
  int stages;
  double rhsPerStep;  // 0: varies
  double alphaDegrees;
  bool variableStep;
  const char* remark;
};

inline MethodTraits traitsOf(const DiagonalFacts& facts) {
  return {.name = facts.name,
          .family = Family::diagonalExponential,
          .order = facts.order,
          .embeddedOrder = facts.embeddedOrder,
          .denseOrder = facts.denseOrder,
          .stages = facts.stages,
          .rhsPerStep = facts.rhsPerStep,
          .alphaDegrees = facts.alphaDegrees,
          .variableStep = facts.variableStep,
          .source = std::string("diagonal exponential integrator, University of Bath thesis (1980s); ") + facts.remark};
}

}  // namespace dashpot::integrators
