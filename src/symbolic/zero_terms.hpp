// symbolic/zero_terms.hpp
//
// Products with a factor that is the number zero, taken out of the sums they stand in: where the question is which
// unknowns an equation is about, 0*x is not about x. Only where the other factor is a sum of products of variables,
// which is always a number: 0*sqrt(x) says that x is not negative.
#pragma once

#include "symbolic/build.hpp"

namespace dashpot::symbolic {

/// The same value, up to the sign of zero. What has no such product comes back as it is.
[[nodiscard]] Expr withoutZeroTerms(Pool& pool, Walker& walker, Expr e);

}  // namespace dashpot::symbolic
