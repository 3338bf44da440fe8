// Queues of jobs without a page: what their threads do to one another.
#include "paths.hpp"
#include "server/jobs/job_queue.hpp"
#include "server/worker/run_control.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <future>
#include <thread>

namespace dashpot::server::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

// As the program does, for all tests here: a worker may be told what it does not live to read.
[[maybe_unused]] const auto formerHandler = std::signal(SIGPIPE, SIG_IGN);

/// The worker finds no such file, and says so at once.
std::shared_ptr<Job> hopelessJob(std::uint32_t number, std::function<void(const std::string& state)> hear) {
  json request{{"order", "run"}, {"job", number}, {"file", "none.mo"}, {"texts", json::object()}};
  request["libraries"] = json::array();
  const JobAudience audience{.notify = [hear = std::move(hear)](const json& status) { hear(status["state"]); },
                             .send = [](const std::string&) {}};
  return std::make_shared<Job>(number, std::move(request), std::vector<std::string>(), audience,
                               std::make_shared<ResultBudget>());
}

ProcessOptions realProcess() { return {.program = dashpot::testing::programPath}; }
ProcessOptions noProcess() { return {.program = "/nonexistent"}; }

/// How many places are free, which are then taken.
std::size_t freePlaces(JobSlots& slots) {
  std::size_t count = 0;
  while (slots.take(slots.newTicket(), [] {})) ++count;
  return count;
}

// The last job of the first queue ends, its worker's thread gives the place to the second queue, whose job fails at once for
// lack of a process; by then the first one has asked again, and gets the place from its own thread. Meanwhile its page goes.
TEST(Queues, GoWhileTheirOwnWorkerGivesThemAPlace) {
  const auto slots = std::make_shared<JobSlots>(1);
  auto first = std::make_shared<JobQueue>(realProcess(), slots);
  const auto second = std::make_shared<JobQueue>(noProcess(), slots);
  std::promise<void> isGivenToItself;
  const auto again = hopelessJob(3, [&](const std::string& state) {
    if (state != "compiling") return;
    isGivenToItself.set_value();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // it goes in this moment
  });
  const auto other = hopelessJob(2, [&](const std::string& state) {
    if (state != "compiling") return;
    EXPECT_TRUE(first->submit(again));
  });
  const auto begin = hopelessJob(1, [&](const std::string& state) {
    if (state != "compiling") return;
    EXPECT_TRUE(second->submit(other));
  });
  ASSERT_TRUE(first->submit(begin));
  isGivenToItself.get_future().wait();
  const std::weak_ptr<JobQueue> weak = first;
  first->close();
  first.reset();
  EXPECT_TRUE(weak.expired());  // no other thread holds it any more, its own least of all
  EXPECT_EQ(begin->state(), JobState::failed);
  EXPECT_EQ(other->state(), JobState::failed);
  EXPECT_EQ(freePlaces(*slots), 1u);
}

TEST(Queues, LoseNoPlaceToJobsThatComeWhenOthersEnd) {
  constexpr std::uint32_t count = 100;
  const auto slots = std::make_shared<JobSlots>(1);
  std::atomic<std::uint32_t> ended = 0;
  {
    const auto one = std::make_shared<JobQueue>(realProcess(), slots);
    const auto two = std::make_shared<JobQueue>(realProcess(), slots);
    const auto submitAll = [&](JobQueue& to) {
      for (std::uint32_t number = 1; number <= count;)
        if (to.submit(hopelessJob(number, [&](const std::string& state) { ended += state == "failed"; })))
          ++number;
        else
          std::this_thread::yield();
    };
    const auto inTwo = std::async(std::launch::async, [&] { submitAll(*two); });
    submitAll(*one);
    inTwo.wait();
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (ended < 2 * count && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
    EXPECT_EQ(ended, 2 * count);
    one->close();
    two->close();
  }
  EXPECT_EQ(freePlaces(*slots), 1u);
}

TEST(Workers, HaveASuccessorWhenTheirDeathIsTold) {
  std::vector<ProcessCount> dead, next;
  std::promise<void> isOver;
  std::promise<WorkerProcess*> made;
  const auto self = made.get_future().share();
  WorkerProcess worker({.program = "/bin/true"}, {.said = [](const Frame&) {},
                                                  .died =
                                                      [&](ProcessCount which, const std::string&) {
                                                        dead.push_back(which);
                                                        next.push_back(self.get()->tell({{"order", "none"}}));
                                                        if (next.back() == 0) isOver.set_value();
                                                      }});
  made.set_value(&worker);
  isOver.get_future().wait();
  EXPECT_THAT(dead, ElementsAre(1, 2, 3));  // after three that said nothing it is of no use
  EXPECT_THAT(next, ElementsAre(2, 3, 0));
}

TEST(RunControl, AVeryLowPaceIsKeptUntilTheRunIsCancelled) {
  RunControl control;
  control.begin(1e-300);
  int waits = 0;
  const auto idle = [&](bool) {
    ++waits;
    control.cancel();
  };
  control.keepPace(0, idle);  // from here on
  EXPECT_EQ(waits, 0);
  control.keepPace(1, idle);  // due in 1e300 seconds
  EXPECT_EQ(waits, 1);
}

}  // namespace
}  // namespace dashpot::server::testing
