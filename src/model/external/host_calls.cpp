#include "model/external/host_calls.hpp"

#include "model/external/fourier.hpp"
#include "model/external/lapack.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

constexpr std::string_view fourierName = "ModelicaFFT_kiss_fftr";

/// (u, size(u, 1), work, size(work, 1), amplitudes, phases); the work space is not needed.
class FourierCall final : public symbolic::HostFunction {
 public:
  FourierCall(std::size_t points, std::size_t work, std::string clause)
      : points_(points), work_(work), clause_(std::move(clause)) {}

  bool call(std::span<const double> arguments, std::span<double> results, std::string&) const override {
    const std::size_t frequencies = points_ / 2 + 1;
    results[0] = points_ % 2 == 0 && points_ > 0 ? 0.0 : 1.0;
    std::ranges::copy(arguments.subspan(points_ + 1, work_), results.begin() + 1);
    const auto amplitudes = results.subspan(1 + work_, frequencies), phases = results.subspan(1 + work_ + frequencies);
    if (results[0] == 0.0)
      amplitudesAndPhases(arguments.first(points_), amplitudes, phases);
    else
      std::ranges::fill(results.subspan(1 + work_), 0.0);
    return true;
  }

  [[nodiscard]] std::string clause() const override { return clause_; }

 private:
  std::size_t points_, work_;
  std::string clause_;
};

std::shared_ptr<const symbolic::HostFunction> makeFourierCall(const std::vector<HostArgument>& arguments) {
  const auto lengthOf = [&](std::size_t i) { return count(arguments[i].dimensions); };
  const bool fits = arguments.size() == 6 && arguments[0].dimensions.size() == 1 && arguments[2].isWritten &&
                    arguments[4].isWritten && arguments[5].isWritten && lengthOf(4) == lengthOf(0) / 2 + 1 &&
                    lengthOf(5) == lengthOf(4);
  if (!fits) return nullptr;
  return std::make_shared<const FourierCall>(lengthOf(0), lengthOf(2),
                                             externalClause("C", fourierName, arguments, true));
}

}  // namespace

std::string externalClause(std::string_view language, std::string_view name, const std::vector<HostArgument>& arguments,
                           bool hasResult) {
  std::string list;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const HostArgument& argument = arguments[i];
    if (argument.isHidden) continue;
    list += list.empty() ? "" : ", ";
    list += argument.type == Type::string ? fmt::format("\"{}\"", argument.text)
                                          : fmt::format("{}{}", argument.isWritten ? 'y' : 'x', i + 1);
  }
  return fmt::format("external \"{}\" {}{}({})", language, hasResult ? "r = " : "", name, list);
}

bool isHostFunction(std::string_view name) { return name == fourierName || isLapackRoutine(name); }

std::shared_ptr<const symbolic::HostFunction> makeHostCall(std::string_view name, std::vector<HostArgument> arguments,
                                                           bool hasResult, std::string& problem) {
  if (name != fourierName) return makeLapackCall(name, std::move(arguments), hasResult, problem);
  auto made = makeFourierCall(arguments);
  if (!made || !hasResult) problem = "its arguments are not those of the Modelica Standard Library";
  return hasResult ? made : nullptr;
}

}  // namespace dashpot::model
