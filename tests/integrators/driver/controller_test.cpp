// Step-size controllers, alone: fed with errors that follow a law, they find the step that the law asks for.
#include "integrators/driver/controller.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace dashpot::integrators {
namespace {

constexpr Controller every[] = {Controller::i, Controller::pi, Controller::pid, Controller::h211b,
                                Controller::predictive};

struct Drive {
  double step = 0;
  int rejections = 0;
};

/// Steps over t = 0 .. 1 with error(t, h) of order 4.
Drive drive(Controller kind, double h, const std::function<double(double, double)>& error) {
  StepController controller({kind}, 4);
  Drive result{h, 0};
  for (double t = 0; t < 1;) {
    const double e = error(t, result.step);
    if (e <= 1) {
      t += result.step;
      result.step = controller.afterAcceptance(result.step, e);
    } else {
      ++result.rejections;
      result.step = controller.afterRejection(result.step, e);
    }
  }
  return result;
}

TEST(Controllers, FindTheStepOfAConstantErrorLaw) {
  // e = (h / 0.01)^4: the right step is 0.01, less the safety factor.
  for (const Controller kind : every) {
    const Drive d = drive(kind, 1e-4, [](double, double h) { return std::pow(h / 0.01, 4); });
    EXPECT_GT(d.step, 0.7 * 0.01) << static_cast<int>(kind);
    EXPECT_LT(d.step, 0.01) << static_cast<int>(kind);
    EXPECT_LE(d.rejections, 3) << static_cast<int>(kind);
  }
}

TEST(Controllers, TheElementaryOneTakesTheStepOfItsLaw) {
  // h e^(-1/k), to a part in ten thousand.
  for (const int order : {1, 2, 3, 5, 6, 9, 14})
    for (double error = 1e-4; error <= 1; error *= 1.37) {
      StepController controller({Controller::i, 1, 1e-9, 1e9}, order);
      const double expected = 0.3 * std::pow(error, -1.0 / order);
      EXPECT_NEAR(controller.afterAcceptance(0.3, error), expected, 1e-4 * expected) << error << ' ' << order;
    }
}

TEST(Controllers, ThePredictiveOneRejectsLessThanTheElementaryOne) {
  // On the way into a singularity at t = 1 the right step shrinks by a quarter with every step, until it is 1e-4.
  const auto harder = [](double t, double h) { return std::pow(h / (0.25 * (1 - t) + 1e-4), 4); };
  EXPECT_LT(2 * drive(Controller::predictive, 1e-3, harder).rejections, drive(Controller::i, 1e-3, harder).rejections);
}

TEST(Controllers, LimitGrowthAndShrinking) {
  for (const Controller kind : every) {
    StepController controller({kind, 0.9, 0.2, 6}, 4);
    EXPECT_LE(controller.afterAcceptance(1, 1e-12), 6) << static_cast<int>(kind);
    EXPECT_GE(controller.afterRejection(1, 1e12), 0.2) << static_cast<int>(kind);
    EXPECT_LE(controller.afterAcceptance(0.1, 1e-12), 0.1) << "no growth right after a rejection";
  }
}

TEST(Controllers, GrowAsFastAsTheyMayAfterErrorsThatAreNone) {
  // In a row, too: e^(-0.7/k) e^(0.4/k) would hardly grow.
  for (const Controller kind : {Controller::i, Controller::pi, Controller::pid, Controller::h211b}) {
    StepController controller({kind, 0.9, 0.2, 6}, 8);
    double h = 1;
    for (int step = 0; step < 5; ++step) h = controller.afterAcceptance(h, kind == Controller::i ? 1e-4 : 1e-12);
    EXPECT_GT(h, std::pow(2.8, 5)) << static_cast<int>(kind);
  }
}

TEST(Controllers, RememberTheirHistoryAcrossACheckpoint) {
  for (const Controller kind : every) {
    StepController a({kind}, 3), b({kind}, 3);
    a.afterAcceptance(0.1, 0.3);
    a.afterAcceptance(0.12, 0.5);
    Vector memory;
    a.save(memory);
    EXPECT_TRUE(b.load(memory).empty());
    EXPECT_EQ(a.afterAcceptance(0.11, 0.7), b.afterAcceptance(0.11, 0.7)) << static_cast<int>(kind);
  }
}

// h_opt = h e^(-1/2): with e = 0.7 it is 1.195 h, so that h is below 0.84 h_opt.
TEST(PublishedControl, DeadBandGrowsKeepsAndRejectsByItsConstants) {
  integrators::StepController control({.kind = Controller::deadBand}, 2);
  EXPECT_TRUE(control.accepts(0.70));
  EXPECT_FALSE(control.accepts(0.71));  // 0.84^2 = 0.7056
  EXPECT_FALSE(control.accepts(NAN));
  EXPECT_DOUBLE_EQ(control.afterAcceptance(1, 0.5), 1);
  EXPECT_DOUBLE_EQ(control.afterAcceptance(1, 0.07), 1);            // h = 0.26 h_opt
  EXPECT_DOUBLE_EQ(control.afterAcceptance(1, 0.04), 2.0 / 3 * 5);  // h = 0.20 h_opt
  EXPECT_DOUBLE_EQ(control.afterAcceptance(1, 0), 1);
  EXPECT_DOUBLE_EQ(control.afterRejection(1, 4), 0.5 * 0.5);
  EXPECT_TRUE(control.accepts(100));  // a repeated step is not tested again
  EXPECT_DOUBLE_EQ(control.afterAcceptance(0.25, 1e-4), 0.25);
  EXPECT_FALSE(control.accepts(100));
  integrators::StepController general({.kind = Controller::deadBand, .rejectionFactor = 1}, 2);
  EXPECT_DOUBLE_EQ(general.afterRejection(1, 4), 0.5);
}

TEST(PublishedControl, HalveDoubleKeepsWithinItsBand) {
  integrators::StepController control({.kind = Controller::halveDouble}, 4);  // p = 3: 1/24 to 1
  EXPECT_TRUE(control.accepts(1));
  EXPECT_FALSE(control.accepts(1.01));
  EXPECT_DOUBLE_EQ(control.afterAcceptance(1, 1 / 23.9), 1);
  EXPECT_DOUBLE_EQ(control.afterAcceptance(1, 1 / 24.1), 2);
  EXPECT_DOUBLE_EQ(control.afterRejection(1, 50), 0.5);
}

}  // namespace
}  // namespace dashpot::integrators
