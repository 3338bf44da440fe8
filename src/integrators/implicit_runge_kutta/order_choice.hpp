// Which of several Radau methods the next step takes (Hairer and Wanner 1999, "Stiff differential equations solved by
// Radau methods", section 4): a high order pays where Newton's iteration contracts fast, a low one where it is slow,
// for the contraction worsens with the number of stages. The order changes by one member at a time.
#pragma once

#include "base/kept_number.hpp"
#include "dashpot/integrate.hpp"

#include <algorithm>

namespace dashpot::integrators {

class OrderChoice {
 public:
  explicit OrderChoice(int members) : members_(members) {}

  int member() const { return member_; }
  void reset() { *this = OrderChoice(members_); }

  /// Takes note of the rate of contraction in a step; `measured`: there was more than one iteration to tell it by.
  void observe(double rate, bool measured) {
    rate_ = std::min(10.0, std::max(rate, 0.5 * rate_));
    measured_ = measured;
  }
  void iterationFailed() { failed_ = true; }
  void stepAccepted() { ++stepsSinceChange_; }
  bool mayRise() const { return stepsSinceChange_ >= stepsBeforeRise && member_ + 1 < members_; }

  /// Decides for a step that is `ratio` times as long as the last one.
  void choose(double ratio) {
    if (members_ == 1) return;
    int next = member_;
    const bool steady = ratio > 0.8 && ratio < 1.2;
    if (measured_ && rate_ <= contractsFast && steady && stepsSinceChange_ >= stepsBeforeRise)
      next = std::min(member_ + 1, members_ - 1);
    if (rate_ >= contractsSlowly || failed_) next = std::max(member_ - 1, 0);
    failed_ = false;
    if (next == member_) return;
    member_ = next;
    stepsSinceChange_ = 0;
  }

  void save(Vector& memory) const {
    memory.insert(memory.end(), {static_cast<double>(member_), static_cast<double>(stepsSinceChange_), rate_,
                                 measured_ ? 1.0 : 0.0, failed_ ? 1.0 : 0.0});
  }
  ConstView load(ConstView memory) {
    member_ = keptNumber(memory[0], 0, members_ - 1);
    stepsSinceChange_ = keptNumber(memory[1], 0, 1'000'000'000);
    rate_ = memory[2];
    measured_ = memory[3] != 0;
    failed_ = memory[4] != 0;
    return memory.subspan(5);
  }

 private:
  // As in RADAU, but for the first: there 0.002, which stays with order 5 too long on the problems of the study.
  static constexpr double contractsFast = 0.02;
  static constexpr double contractsSlowly = 0.8;
  static constexpr int stepsBeforeRise = 10;

  int members_;
  int member_ = 0;
  int stepsSinceChange_ = 0;
  double rate_ = 0;
  bool measured_ = false;
  bool failed_ = false;
};

}  // namespace dashpot::integrators
