// Stands in for fortran.cpp where the source of deSolve is not available.
#include "yardsticks/yardsticks.hpp"

namespace dashpot::yardsticks {

Result radau5(const System&, double, double, std::span<double>, const Options&) { return {.status = Status::notBuilt}; }
Result lsoda(const System&, double, double, std::span<double>, const Options&) { return {.status = Status::notBuilt}; }
Result daspk(const System&, double, double, std::span<double>, const Options&) { return {.status = Status::notBuilt}; }

}  // namespace dashpot::yardsticks
