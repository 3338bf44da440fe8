// server/jobs/job.hpp
//
// A run that a page has asked for: its state, its result, and what the page is told of both. Several threads use it: the
// one that hears the page, the one that hears the worker, and those that send files.
#pragma once

#include "server/jobs/model_description.hpp"
#include "server/jobs/result_store.hpp"
#include "server/jobs/row_stream.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::server {

enum class JobState : std::uint8_t { queued, compiling, running, paused, finished, failed, cancelled };
[[nodiscard]] const char* nameOf(JobState state);
[[nodiscard]] bool isOver(JobState state);

/// How the page hears of a job.
struct JobAudience {
  std::function<void(const nlohmann::json& params)> notify;  // dashpot/job
  std::function<void(std::string frame)> send;
};

/// Bytes of results that the server keeps at most, all jobs together.
struct ResultBudget {
  std::size_t most = std::size_t{1} << 30;
  std::atomic<std::size_t> used = 0;
};

class Job {
 public:
  Job(std::uint32_t number, nlohmann::json request, std::vector<std::string> watched, JobAudience audience,
      std::shared_ptr<ResultBudget> budget);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] std::uint32_t number() const { return number_; }
  /// What a worker is told.
  [[nodiscard]] const nlohmann::json& request() const { return request_; }
  [[nodiscard]] JobState state() const;

  // What the worker says.
  void start();
  void begin(std::shared_ptr<const ModelDescription> model, const nlohmann::json& message);
  void takeParameters(std::vector<double> parameters);
  /// False: the result is larger than the server keeps.
  [[nodiscard]] bool takeRows(std::span<const double> rows);
  void progress(double time, bool isPaused);
  void end(const nlohmann::json& message);
  /// Without the worker's word: it was cancelled before it began, or the worker has gone.
  void end(JobState state, const std::string& sentence);

  // What the page says.
  void announce();
  /// `answered` is called before anything in the new order is sent.
  void watch(const std::vector<std::string>& names, const std::function<void()>& answered);
  void confirm(std::size_t row);
  [[nodiscard]] nlohmann::json variables() const;
  [[nodiscard]] std::string window(std::uint32_t frame, const std::vector<std::string>& names, double from, double to,
                                   std::size_t pixels);
  [[nodiscard]] nlohmann::json values(const std::vector<std::string>& names, double time) const;
  void noteInput(const std::string& name, double value);

  /// Writes the result so far to a file, .csv or .mat, as the command line does; names: of these variables only. Empty:
  /// done, else a sentence.
  [[nodiscard]] std::string write(const std::filesystem::path& file, const std::vector<std::string>& names) const;

 private:
  [[nodiscard]] nlohmann::json status() const;
  void notifyNow();
  void resolveWatched();
  [[nodiscard]] std::vector<const results::Column*> find(const std::vector<std::string>& names) const;
  void account();

  const std::uint32_t number_;
  const nlohmann::json request_;
  JobAudience audience_;
  std::shared_ptr<ResultBudget> budget_;
  std::size_t accounted_ = 0;

  mutable std::mutex mutex_;
  JobState state_ = JobState::queued;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now(), lastNotified_ = {};
  double time_ = 0, startTime_ = 0, stopTime_ = 0, seconds_ = 0;
  bool isCompiled_ = false;
  std::shared_ptr<const ModelDescription> model_;  // none before it is compiled
  bool hasBegun_ = false;                          // and has parameters
  ResultStore result_;
  RowStream stream_;
  std::vector<std::string> watched_;
  nlohmann::json statistics_, diagnostics_;
  std::string messages_;
  std::vector<std::pair<std::string, double>> inputs_;  // as they were set last
};

}  // namespace dashpot::server
