#include "realtime/duration_histogram.hpp"

#include "realtime/courses.hpp"

#include <gtest/gtest.h>

namespace dashpot::realtime {
namespace {

TEST(DurationHistogram, BucketsJoinWithoutGapsAndAreASixteenthWide) {
  const DurationHistogram histogram;
  for (std::size_t i = 0; i + 1 < DurationHistogram::bucketCount; ++i) {
    const auto bucket = histogram.bucket(i), next = histogram.bucket(i + 1);
    EXPECT_EQ(bucket.to, next.from);
    if (i >= 16) {
      EXPECT_LE((bucket.to - bucket.from) / bucket.from, 1.0 / 16 + 1e-12) << i;
    }
  }
  EXPECT_GT(histogram.bucket(DurationHistogram::bucketCount - 1).from, 3600.0);
}

TEST(DurationHistogram, EveryDurationLiesInItsBucket) {
  for (Nanoseconds duration = 1; duration < 1'000'000'000'000; duration = duration * 5 / 4 + 1) {
    DurationHistogram histogram;
    histogram.add(duration);
    for (std::size_t i = 0; i < DurationHistogram::bucketCount; ++i) {
      const auto bucket = histogram.bucket(i);
      if (bucket.count == 0) continue;
      EXPECT_LE(bucket.from, seconds(duration));
      EXPECT_GT(bucket.to, seconds(duration));
    }
  }
}

TEST(DurationHistogram, QuantilesOfEquidistantDurationsAreTheirShares) {
  DurationHistogram histogram;
  for (Nanoseconds k = 1; k <= 10'000; ++k) histogram.add(k * 100);
  EXPECT_EQ(histogram.count(), 10'000);
  EXPECT_NEAR(histogram.mean(), 500'050e-9, 1e-12);
  for (const double share : {0.01, 0.5, 0.99, 0.999}) {
    EXPECT_GE(histogram.quantile(share), share * 1e-3 * (1 - 1e-9));
    EXPECT_LE(histogram.quantile(share), share * 1e-3 * (1 + 1.0 / 16));
  }
  EXPECT_EQ(histogram.quantile(1.0), 1e-3);  // the largest itself, not the end of its bucket
  EXPECT_EQ(histogram.worst(), 1e-3);
}

TEST(DurationHistogram, WithoutDurationsEverythingIsZero) {
  const DurationHistogram histogram;
  EXPECT_EQ(histogram.mean(), 0.0);
  EXPECT_EQ(histogram.quantile(0.5), 0.0);
  EXPECT_EQ(histogram.worst(), 0.0);
}

TEST(Courses, OfAnyLengthKeepTheWorstOfEachStretch) {
  CostCourse course;
  constexpr std::int64_t steps = 100'000;
  for (std::int64_t k = 0; k < steps; ++k) course.add(k == 77'777 ? 1'000'000 : 10);
  EXPECT_LE(course.worst().size(), 1024U);
  EXPECT_GE(static_cast<std::int64_t>(course.worst().size()) * course.stepsPerStretch(), steps);
  for (std::size_t i = 0; i < course.worst().size(); ++i)
    EXPECT_EQ(course.worst()[i] == 1'000'000, static_cast<std::int64_t>(i) == 77'777 / course.stepsPerStretch()) << i;
}

TEST(Courses, OfAnyLengthKeepEquidistantValues) {
  ValueCourse course(2);
  for (int k = 0; k < 50'000; ++k) course.add(k, Vector{2.0 * k, -1.0 * k});
  ASSERT_GT(course.size(), 1000U);
  ASSERT_LE(course.size(), 2048U);
  const double distance = course.time(1) - course.time(0);
  for (std::size_t i = 0; i < course.size(); ++i) {
    EXPECT_EQ(course.time(i), distance * static_cast<double>(i));
    EXPECT_EQ(course.value(i, 0), 2 * course.time(i));
    EXPECT_EQ(course.value(i, 1), -course.time(i));
  }
}

}  // namespace
}  // namespace dashpot::realtime
