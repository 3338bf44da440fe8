#include "server/jobs/job_queue.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::server {

namespace {

using nlohmann::json;

constexpr const char* tooLarge =
    "the results that are kept have reached the limit of 1 GB: this one ends here. A longer output interval, a shorter "
    "time, "
    "or fewer earlier runs leave room for it";
constexpr const char* didNotStop = "the run did not answer, and its process was ended; the text is safe";

}  // namespace

JobQueue::JobQueue(ProcessOptions process, std::shared_ptr<JobSlots> slots)
    : slots_(std::move(slots)),
      worker_(std::move(process), {.said = [this](const Frame& frame) { said(frame); },
                                   .died = [this](const std::string& why) { died(why); }}) {}

JobQueue::~JobQueue() {
  bool hasPlace = false;
  {
    const std::lock_guard lock(mutex_);
    isClosing_ = true;
    hasPlace = hasAsked_ || current_;
  }
  if (hasPlace) slots_->leave(ticket_);
}

bool JobQueue::submit(std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= mostWaiting) return false;
    waiting_.push_back(std::move(job));
  }
  next();
  return true;
}

void JobQueue::next() {
  {
    const std::lock_guard lock(mutex_);
    if (current_ || hasAsked_ || waiting_.empty() || isClosing_) return;
    hasAsked_ = true;
    ticket_ = slots_->newTicket();
    // A queue that is no more has left its place already.
    if (!slots_->take(ticket_, [weak = weak_from_this()] {
          if (const auto self = weak.lock()) self->start();
        }))
      return;
  }
  start();
}

void JobQueue::start() {
  std::shared_ptr<Job> job;
  {
    const std::lock_guard lock(mutex_);
    hasAsked_ = false;
    if (!waiting_.empty()) {
      job = current_ = std::move(waiting_.front());
      waiting_.pop_front();
    }
    ending_ = Ending::none;
  }
  if (!job) return slots_->leave(ticket_);
  job->start();
  if (!worker_.tell(job->request())) died("the system cannot start another process");
}

void JobQueue::cancel(Job& job) {
  {
    const std::lock_guard lock(mutex_);
    const auto place = std::ranges::find(waiting_, &job, &std::shared_ptr<Job>::get);
    if (place == waiting_.end()) {
      if (current_.get() == &job) stop(Ending::cancelled);
      return;
    }
    waiting_.erase(place);
  }
  job.end(JobState::cancelled, {});
}

void JobQueue::stop(Ending why) {
  if (ending_ != Ending::none) return;
  ending_ = why;
  worker_.tell({{"order", "cancel"}, {"job", current_->number()}});
  worker_.killIn(patience);
}

void JobQueue::tell(const Job& job, json order) {
  const std::lock_guard lock(mutex_);
  if (current_.get() != &job) return;
  order["job"] = job.number();
  worker_.tell(order);
}

void JobQueue::finish(const std::function<void(Job&, Ending)>& end) {
  std::shared_ptr<Job> job;
  Ending ending = Ending::none;
  {
    const std::lock_guard lock(mutex_);
    if (!current_ || isClosing_) return;
    worker_.calm();
    job = std::exchange(current_, nullptr);
    ending = ending_;
  }
  slots_->leave(ticket_);
  end(*job, ending);
  next();
}

void JobQueue::said(const Frame& frame) {
  std::shared_ptr<Job> job;
  {
    const std::lock_guard lock(mutex_);
    job = current_;
  }
  if (!job) return;
  if (frame.kind == FrameKind::parameters) return job->takeParameters(numbersIn(frame.content));
  if (frame.kind == FrameKind::rows) {
    if (job->takeRows(numbersIn(frame.content))) return;
    const std::lock_guard lock(mutex_);
    if (current_ == job) stop(Ending::tooLarge);
    return;
  }
  const json message = json::parse(frame.content);
  const std::string event = message.value("event", "");
  if (event == "model") {
    models_[message.at("number").get<std::uint32_t>()] =
        std::make_shared<const ModelDescription>(descriptionFrom(message.at("description")));
  } else if (event == "begun") {
    job->begin(models_.at(message.at("model").get<std::uint32_t>()), message);
  } else if (event == "progress") {
    job->progress(message.value("time", 0.0), message.value("paused", false));
  } else if (event == "ended") {
    finish([&](Job& ended, Ending why) {
      why == Ending::tooLarge ? ended.end(JobState::failed, tooLarge) : ended.end(message);
    });
  }
}

void JobQueue::died(const std::string& why) {
  models_.clear();
  finish([&](Job& ended, Ending ending) {
    if (ending == Ending::none) return ended.end(JobState::failed, why);
    ending == Ending::tooLarge ? ended.end(JobState::failed, tooLarge) : ended.end(JobState::cancelled, didNotStop);
  });
}

}  // namespace dashpot::server
