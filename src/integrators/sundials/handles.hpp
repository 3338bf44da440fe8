// Owners of SUNDIALS objects, and vectors seen as spans.
#pragma once

#include "dashpot/problem.hpp"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>

#include <memory>
#include <new>
#include <type_traits>

namespace dashpot::integrators::sundials {

static_assert(std::is_same_v<realtype, double>);

struct Release {
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
  void operator()(SUNNonlinearSolver solver) const { SUNNonlinSolFree(solver); }
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
};

/// Owns what a SUNDIALS handle (itself a pointer) refers to.
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;

/// Takes over a new object; SUNDIALS returns null only when memory is exhausted.
template <class Handle>
Owned<Handle> own(Handle handle) {
  if (!handle) throw std::bad_alloc();
  return Owned<Handle>(handle);
}

inline Owned<SUNContext> makeContext() {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  return own(context);
}

/// The data of a serial vector. Reads the content directly: callbacks run millions of times.
inline View view(N_Vector vector) {
  const auto* content = static_cast<N_VectorContent_Serial>(vector->content);
  return {content->data, static_cast<std::size_t>(content->length)};
}

}  // namespace dashpot::integrators::sundials
