#include "cli/progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace dashpot::cli {

std::string durationText(double seconds) {
  const struct {
    double length;
    const char *name, *smaller;
    double smallerLength;
  } scales[] = {{86400, "d", "h", 3600}, {3600, "h", "min", 60}, {60, "min", "s", 1}};
  for (const auto& scale : scales)
    if (seconds >= scale.length) {
      const double whole = std::floor(seconds / scale.length);
      return fmt::format("{:.0f} {} {:.0f} {}", whole, scale.name,
                         std::floor((seconds - whole * scale.length) / scale.smallerLength), scale.smaller);
    }
  return fmt::format("{:.0f} s", std::ceil(seconds));
}

std::string progressText(const Progress& progress, double rate) {
  const double share = (progress.time - progress.start) / (progress.end - progress.start);
  std::string text = fmt::format("{:6.1f} %   {:.6g} of {:.6g} s", 100 * share, progress.time, progress.end);
  if (rate > 0) text += fmt::format("   {:.3g} s/s", rate);
  text += fmt::format("   {} steps", progress.steps);
  constexpr double centuries = 1e10;
  if (const double left = (progress.end - progress.time) / rate; rate > 0 && left < centuries)
    text += fmt::format("   {} left", durationText(left));
  return text;
}

void ProgressLine::show(const Progress& progress) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  if (rate_ == 0.0) lastTime_ = std::max(lastTime_, progress.start);
  if (const double span = seconds - lastSeconds_; span > 0) {
    // The rate of the last few seconds: stiff phases and quiet ones differ by orders of magnitude.
    constexpr double memory = 3.0;
    const double now = (progress.time - lastTime_) / span;
    rate_ = rate_ == 0.0 ? now : rate_ + (now - rate_) * std::min(1.0, span / memory);
    lastSeconds_ = seconds, lastTime_ = progress.time;
  }
  constexpr double shortRun = 0.5;  // that needs no progress
  if (seconds < shortRun) return;
  const std::string text = progressText(progress, rate_);
  fmt::print(stderr, "\r{:{}}", text, width_);
  width_ = text.size();
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (width_ > 0) fmt::print(stderr, "\r{:{}}\r", "", width_);
  width_ = 0;
}

}  // namespace dashpot::cli
