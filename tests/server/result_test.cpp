// What the page sees of a result: envelopes in which nothing is lost, values, and rows that wait for nobody.
#include "client.hpp"
#include "server/jobs/job_slots.hpp"
#include "server/jobs/row_stream.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace dashpot::server::testing {
namespace {

using ::testing::ElementsAre;

const results::Column columnA{.name = "a", .index = 0}, negated{.name = "b", .index = 0, .negated = true},
    columnP{.name = "p", .index = 1, .isParameter = true};
const std::vector<const results::Column*> allColumns{&columnA, &negated, &columnP, nullptr};

/// Rows at 0, 1, 2, ... of one output.
ResultStore stored(const std::vector<double>& values, double step = 1) {
  ResultStore result;
  result.begin(1, {7, 8});
  std::vector<double> rows;
  for (std::size_t i = 0; i < values.size(); ++i) {
    rows.push_back(step * static_cast<double>(i));
    rows.push_back(values[i]);
  }
  result.append(rows);
  return result;
}

std::vector<double> randomValues(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> values(count);
  for (double& value : values) value = normal(generator);
  return values;
}

TEST(Pyramid, FindsTheExtremesOfEveryStretch) {
  const auto values = randomValues(3000, 1);
  Pyramid pyramid;
  std::mt19937 generator(2);
  for (int i = 0; i < 2000; ++i) {
    // It grows with the column.
    const std::size_t known = std::min<std::size_t>(values.size(), 100 + 3 * static_cast<std::size_t>(i));
    std::size_t begin = generator() % known, end = generator() % known;
    if (begin > end) std::swap(begin, end);
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(begin),
               to = values.begin() + static_cast<std::ptrdiff_t>(end);
    const Extremes found = pyramid.over(std::span(values).first(known), begin, end);
    if (begin == end) {
      EXPECT_TRUE(found.empty());
      continue;
    }
    ASSERT_EQ(found.least, *std::min_element(from, to));
    ASSERT_EQ(found.greatest, *std::max_element(from, to));
    ASSERT_EQ(values[found.leastAt], found.least);
    ASSERT_EQ(values[found.greatestAt], found.greatest);
  }
}

TEST(Pyramid, PassesOverWhatIsNoNumber) {
  std::vector<double> values(100, std::nan(""));
  Pyramid pyramid;
  EXPECT_TRUE(pyramid.over(values, 0, 100).empty());
  values[37] = 1;
  Pyramid other;
  EXPECT_EQ(other.over(values, 0, 100).least, 1);
}

TEST(Windows, AreTheEnvelopeOfAllRows) {
  const auto values = randomValues(20'000, 3);
  ResultStore result = stored(values, 0.5);
  std::mt19937 generator(4);
  for (int i = 0; i < 50; ++i) {
    const double from = generator() % 5000, to = from + 1 + generator() % 5000;
    const std::size_t pixels = 1 + generator() % 300;
    const Columns seen = result.window(allColumns, from, to, pixels);
    ASSERT_LE(seen[0].size(), 2 * pixels + 2);
    ASSERT_TRUE(std::ranges::is_sorted(seen[0]));
    // By looking at every row.
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
      const auto edge = [&](std::size_t k) {
        return from + (to - from) * (static_cast<double>(k) / static_cast<double>(pixels));
      };
      double least = INFINITY, greatest = -INFINITY, seenLeast = INFINITY, seenGreatest = -INFINITY;
      const auto isWithin = [&](double t) {
        return t >= edge(pixel) && (t < edge(pixel + 1) || (pixel + 1 == pixels && t <= to));
      };
      for (std::size_t row = 0; row < values.size(); ++row)
        if (isWithin(0.5 * static_cast<double>(row)))
          least = std::min(least, values[row]), greatest = std::max(greatest, values[row]);
      for (std::size_t row = 0; row < seen[0].size(); ++row)
        if (isWithin(seen[0][row])) {
          seenLeast = std::min(seenLeast, seen[1][row]), seenGreatest = std::max(seenGreatest, seen[1][row]);
          ASSERT_EQ(seen[2][row], -seen[1][row]);
          ASSERT_EQ(seen[3][row], 8);
          ASSERT_TRUE(std::isnan(seen[4][row]));
        }
      ASSERT_EQ(seenLeast, least) << from << " to " << to << ", pixel " << pixel << " of " << pixels;
      ASSERT_EQ(seenGreatest, greatest);
    }
  }
}

TEST(Windows, ShowASingleSpikeAtEveryZoom) {
  std::vector<double> values(200'000, 0.0);
  const std::size_t spike = 123'457;
  values[spike] = 1;
  ResultStore result = stored(values);
  const std::vector<const results::Column*> column{&columnA};
  for (double width = 200'000; width > 3; width /= 3)
    for (const std::size_t pixels : {1, 7, 800}) {
      const Columns seen = result.window(column, spike - width / 2, spike + width / 3, pixels);
      EXPECT_EQ(*std::ranges::max_element(seen[1]), 1) << width << " s in " << pixels << " pixels";
      EXPECT_EQ(*std::ranges::min_element(seen[1]), 0);
    }
}

TEST(Windows, HaveAllRowsWhereThereAreFewAndThoseNextToThem) {
  ResultStore result = stored({0, 1, 2, 3, 4, 5});
  const std::vector<const results::Column*> column{&columnA};
  EXPECT_THAT(result.window(column, 1.5, 3.5, 100)[0], ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(result.window(column, -1, 9, 100)[0], ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(result.window(column, 2.2, 2.4, 100)[0], ElementsAre(2, 3));
  EXPECT_THAT(result.window(column, 7, 9, 100)[0], ElementsAre(5));
  EXPECT_EQ(ResultStore().window({}, 0, 1, 10)[0].size(), 0u);
}

TEST(Windows, KeepBothRowsOfAnEvent) {
  ResultStore result;
  result.begin(1, {});
  const std::vector<double> rows{0, 0, 1, 5, 1, -5, 2, -5};
  result.append(rows);
  const std::vector<const results::Column*> column{&columnA};
  const Columns seen = result.window(column, 0, 2, 100);
  EXPECT_THAT(seen[0], ElementsAre(0, 1, 1, 2));
  EXPECT_THAT(seen[1], ElementsAre(0, 5, -5, -5));
}

TEST(Values, LieOnTheLineBetweenRowsAndAfterEvents) {
  ResultStore result;
  result.begin(1, {7, 8});
  const std::vector<double> rows{0, 0, 1, 5, 1, -5, 2, -7};
  result.append(rows);
  EXPECT_EQ(result.at(columnA, 0.5, false), 2.5);
  EXPECT_EQ(result.at(columnA, 0.5, true), 0);
  EXPECT_EQ(result.at(columnA, 1, false), -5);
  EXPECT_EQ(result.at(negated, 1.5, false), 6);
  EXPECT_EQ(result.at(columnA, 9, false), -7);
  EXPECT_EQ(result.at(columnA, -1, false), std::nullopt);
  EXPECT_EQ(result.at(columnP, -1, false), 8);
}

class Streams : public ::testing::Test {
 protected:
  std::vector<DataFrame> frames;
  RowStream stream{3, [this](const std::string& frame) { frames.push_back(decode(frame)); }};
  ResultStore result = stored({});

  void append(std::size_t count) {
    std::vector<double> rows;
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = static_cast<double>(result.rows() + i);
      rows.push_back(number);
      rows.push_back(10 * number);
    }
    result.append(rows);
    stream.pump(result);
  }
  /// All rows that were sent, which follow one another without a gap.
  [[nodiscard]] std::size_t rowsSent() const {
    std::size_t next = 0;
    for (const DataFrame& frame : frames) {
      EXPECT_EQ(frame.firstRow, next);
      next += frame.rows;
    }
    return next;
  }
};

TEST_F(Streams, SendRowsAsTheyCome) {
  stream.watch({&columnA}, result);
  append(2);
  append(3);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[1].kind, 1);
  EXPECT_EQ(frames[1].id, 3u);
  EXPECT_EQ(frames[1].firstRow, 2u);
  EXPECT_THAT(frames[1].columns[0], ElementsAre(2, 3, 4));
  EXPECT_THAT(frames[1].columns[1], ElementsAre(20, 30, 40));
}

TEST_F(Streams, KeepAtMostFourFramesOnTheirWayAndJoinTheRest) {
  stream.watch({&columnA}, result);
  for (int i = 0; i < 10; ++i) append(5);
  EXPECT_EQ(frames.size(), RowStream::mostUnconfirmed);
  EXPECT_EQ(rowsSent(), 20u);
  stream.confirm(4);  // the first frame
  stream.pump(result);
  ASSERT_EQ(frames.size(), RowStream::mostUnconfirmed + 1);
  EXPECT_EQ(frames.back().rows, 30u) << "what came meanwhile, in one piece";
  EXPECT_EQ(rowsSent(), 50u);
}

TEST_F(Streams, HaveNoFrameThatIsTooLarge) {
  stream.watch({&columnA, &negated, &columnP}, result);
  append(10'000);
  while (rowsSent() < 10'000) {
    stream.confirm(rowsSent() - 1);
    stream.pump(result);
  }
  for (const DataFrame& frame : frames) EXPECT_LE(16 + 8 * 4 * frame.rows, RowStream::largestFrame);
}

TEST_F(Streams, BeginAnewWithOtherVariables) {
  stream.watch({&columnA}, result);
  append(3);
  frames.clear();
  stream.watch({nullptr, &columnA}, result);
  append(2);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].kind, 3);
  EXPECT_EQ(frames[0].rows, 3u);
  EXPECT_TRUE(std::isnan(frames[0].columns[1][0]));
  EXPECT_THAT(frames[0].columns[2], ElementsAre(0, 10, 20));
  EXPECT_EQ(frames[1].kind, 1);
  EXPECT_EQ(frames[1].firstRow, 3u);
}

TEST(Slots, AreGivenInTheOrderOfTheQuestions) {
  JobSlots slots(1);
  std::vector<int> given;
  const auto a = slots.newTicket(), b = slots.newTicket(), c = slots.newTicket(), d = slots.newTicket();
  EXPECT_TRUE(slots.take(a, [] {}));
  EXPECT_FALSE(slots.take(b, [&] { given.push_back(1); }));
  EXPECT_FALSE(slots.take(c, [&] { given.push_back(2); }));
  slots.leave(b);  // it does not want to wait any more
  EXPECT_TRUE(given.empty());
  slots.leave(a);
  EXPECT_THAT(given, ElementsAre(2));
  slots.leave(c);
  EXPECT_TRUE(slots.take(d, [] {}));
}

}  // namespace
}  // namespace dashpot::server::testing
