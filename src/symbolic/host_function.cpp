#include "symbolic/host_function.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::symbolic {

namespace {

class Difference final : public HostFunction {
 public:
  Difference(std::shared_ptr<const HostFunction> function, std::vector<bool> isReal)
      : function_(std::move(function)), isReal_(std::move(isReal)) {}

  bool call(std::span<const double> arguments, std::span<double> results, std::string& problem) const override {
    const std::size_t n = isReal_.size();
    std::vector<double> direction(n, 0.0);
    double size = 1.0, length = 0.0;
    for (std::size_t i = 0, next = n; i < n; ++i) {
      if (!isReal_[i]) continue;
      direction[i] = arguments[next++];
      size = std::max(size, std::fabs(arguments[i]));
      length = std::max(length, std::fabs(direction[i]));
    }
    std::ranges::fill(results, 0.0);
    if (length == 0.0) return true;
    // The error of the difference, h^2, and that of rounding, eps/h, are alike at the third root.
    const double h = std::cbrt(std::numeric_limits<double>::epsilon()) * size / length;
    std::vector<double> at(n), ahead(results.size()), behind(results.size());
    for (std::size_t i = 0; i < n; ++i) at[i] = arguments[i] + h * direction[i];
    if (!function_->call(at, ahead, problem)) return false;
    for (std::size_t i = 0; i < n; ++i) at[i] = arguments[i] - h * direction[i];
    if (!function_->call(at, behind, problem)) return false;
    for (std::size_t i = 0; i < results.size(); ++i) results[i] = (ahead[i] - behind[i]) / (2.0 * h);
    return true;
  }

  [[nodiscard]] std::string clause() const override { return "external \"C\""; }

 private:
  std::shared_ptr<const HostFunction> function_;
  std::vector<bool> isReal_;
};

}  // namespace

std::shared_ptr<const HostFunction> differenceOf(std::shared_ptr<const HostFunction> function,
                                                 std::vector<bool> isReal) {
  return std::make_shared<const Difference>(std::move(function), std::move(isReal));
}

}  // namespace dashpot::symbolic
