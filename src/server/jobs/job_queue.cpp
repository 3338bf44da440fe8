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
                                   .died = [this](ProcessCount which, const std::string& why) { died(which, why); }}) {}

JobQueue::~JobQueue() { close(); }

void JobQueue::close() {
  std::optional<JobSlots::Ticket> place;
  {
    const std::lock_guard lock(mutex_);
    if (!isClosing_ && (hasAsked_ || current_)) place = ticket_;
    isClosing_ = true;
  }
  if (place) slots_->leave(*place);
  worker_.end();
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
  JobSlots::Ticket place = 0;
  {
    const std::lock_guard lock(mutex_);
    if (isClosing_) return;  // whoever closes it leaves the place
    hasAsked_ = false;
    place = ticket_;
    if (!waiting_.empty()) {
      job = current_ = std::move(waiting_.front());
      waiting_.pop_front();
    }
    ending_ = Ending::none;
  }
  if (!job) return slots_->leave(place);
  job->start();
  {
    const std::lock_guard lock(mutex_);
    told_ = worker_.tell(job->request());
    if (told_ != 0 && ending_ != Ending::none) tellToStop();
    if (told_ != 0) return;
  }
  finish([](Job& ended, Ending) { ended.end(JobState::failed, "the system cannot start another process"); });
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
  if (told_ != 0) tellToStop();  // else it is told to stop once it has been told to run
}

void JobQueue::tellToStop() {
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
  JobSlots::Ticket place = 0;  // as soon as there is no current job, another thread may ask for the next place
  {
    const std::lock_guard lock(mutex_);
    if (!current_ || isClosing_) return;
    worker_.calm();
    job = std::exchange(current_, nullptr);
    told_ = 0;
    ending = ending_;
    place = ticket_;
  }
  slots_->leave(place);
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

void JobQueue::died(ProcessCount which, const std::string& why) {
  models_.clear();
  {
    // A job that has come since then is told to the next process, and lives.
    const std::lock_guard lock(mutex_);
    if (told_ != which) return;
  }
  finish([&](Job& ended, Ending ending) {
    if (ending == Ending::none) return ended.end(JobState::failed, why);
    ending == Ending::tooLarge ? ended.end(JobState::failed, tooLarge) : ended.end(JobState::cancelled, didNotStop);
  });
}

}  // namespace dashpot::server
