// The report of a real-time run: for people, for programs, and as a page.
#include "base/units.hpp"
#include "base/whole_file.hpp"
#include "cli/html_page.hpp"
#include "cli/output.hpp"
#include "cli/output_files.hpp"
#include "cli/realtime.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace dashpot::cli {
namespace {

using realtime::DurationHistogram;
using realtime::LoopReport;
using realtime::Pace;

constexpr std::size_t mostCurves = 14, mostPanels = 4;
constexpr double undefinedValue = std::numeric_limits<double>::quiet_NaN();

struct Row {
  std::string name, value;
};

/// The distribution of the costs, in the order of the report.
std::vector<std::pair<std::string, double>> costRows(const DurationHistogram& cost) {
  return {{"mean", cost.mean()},
          {"p50", cost.quantile(0.5)},
          {"p99", cost.quantile(0.99)},
          {"p99.9", cost.quantile(0.999)},
          {"worst", cost.worst()}};
}

std::string countText(std::int64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

std::string emergencyText(const simulation::FixedStepCounts& counts) {
  if (counts.emergencies() == 0) return "none";
  return fmt::format("{} in shorter steps, {} with the state held, {} not settled, {} with an undefined output",
                     countText(counts.substepped, "step", "steps"), countText(counts.held, "step", "steps"),
                     countText(counts.unsettled, "event", "events"), countText(counts.undefined, "step", "steps"));
}

std::string ignoredText(const realtime::InputCounts& counts) {
  std::string text;
  const auto add = [&](std::int64_t count, const char* why) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), why);
  };
  add(counts.tooShort, "of a wrong size");
  add(counts.foreign, "from elsewhere");
  add(counts.wrongMagic, "that begin otherwise");
  add(counts.wrongVersion, "of another version");
  add(counts.wrongCount, "with another number of values");
  add(counts.old, "older than the one before");
  add(counts.notFinite, "with a value that is not finite");
  add(counts.unfit, "with a value that is none of its type");
  add(counts.torn, "while they were written");
  return text.empty() ? "none" : text;
}

std::string paceText(const RealTimeSummary& summary) {
  return summary.settings.pace == Pace::partner ? "in lock-step with a partner" : "against the clock";
}

std::vector<Row> facts(const RealTimeSummary& summary) {
  const realtime::Report& report = summary.report;
  const LoopReport& loop = report.loop;
  std::vector<Row> rows{{"model", summary.model},
                        {"method", summary.method},
                        {"step", fmt::format("{}, {}", shortTimeText(summary.step), paceText(summary))},
                        {"thread", privilegeText(report)},
                        {"time", fmt::format("to {:g} s ({})", report.endTime, endingName(loop.ending))},
                        {"steps", fmt::format("{}, {}", grouped(report.counts.steps),
                                              countText(report.counts.events, "event", "events"))},
                        {"emergencies", emergencyText(report.counts)}};
  if (report.counts.otherPivots > 0)
    rows.push_back({"pivots", fmt::format("{} needed others than those of the start",
                                          countText(report.counts.otherPivots, "factorisation", "factorisations"))});
  if (summary.settings.pace == Pace::clock) {
    rows.push_back({"overruns", loop.overruns == 0 ? "none"
                                                   : fmt::format("{}; at most {} behind the clock, {} at the end",
                                                                 grouped(loop.overruns),
                                                                 shortTimeText(realtime::seconds(loop.furthestBehind)),
                                                                 shortTimeText(realtime::seconds(loop.behindAtEnd)))});
    rows.push_back(
        {"lateness", fmt::format("p50 {}, p99.9 {}, worst {} from deadline to start of a step",
                                 shortTimeText(loop.lateness.quantile(0.5)),
                                 shortTimeText(loop.lateness.quantile(0.999)), shortTimeText(loop.lateness.worst()))});
    rows.push_back(
        {"smallest step", fmt::format("{} for all steps of this run, {} for 99.9 % of them",
                                      shortTimeText(loop.smallestStep(1.0)), shortTimeText(loop.smallestStep(0.999)))});
  }
  if (!summary.inputs.empty()) {
    rows.push_back(
        {"inputs", fmt::format("{} taken; new ones in {} of the steps, {} before the first, {} in a row without",
                               countText(report.inputs.taken, "message", "messages"), grouped(loop.freshInputs),
                               grouped(loop.withoutInputs), grouped(loop.longestSilence))});
    rows.push_back({"ignored", ignoredText(report.inputs)});
  }
  if (summary.settings.udp)
    rows.push_back({"outputs", fmt::format("{} sent to {}; {} overtaken by newer ones, {} refused by the system",
                                           countText(report.udp.sent, "datagram", "datagrams"),
                                           text(summary.settings.udp->partner), grouped(report.udp.skipped),
                                           grouped(report.udp.notSent))});
  return rows;
}

/// Buckets a quarter of an octave wide, for a table of characters.
void printHistogram(const DurationHistogram& cost) {
  constexpr std::size_t together = DurationHistogram::perOctave / 2;
  constexpr int widest = 50;
  std::vector<DurationHistogram::Bucket> buckets;
  for (std::size_t i = 0; i + together <= DurationHistogram::bucketCount; i += together) {
    DurationHistogram::Bucket sum = cost.bucket(i);
    for (std::size_t k = 1; k < together; ++k) sum.count += cost.bucket(i + k).count;
    sum.to = cost.bucket(i + together - 1).to;
    buckets.push_back(sum);
  }
  const auto isEmpty = [](const DurationHistogram::Bucket& bucket) { return bucket.count == 0; };
  const auto first = std::ranges::find_if_not(buckets, isEmpty);
  const auto last = std::find_if_not(buckets.rbegin(), buckets.rend(), isEmpty).base();
  std::int64_t most = 1;
  for (const auto& bucket : buckets) most = std::max(most, bucket.count);
  Table table({{"up to"}, {"steps"}, {"", Table::Align::left}});
  for (auto bucket = first; bucket < last; ++bucket) {
    const double share = static_cast<double>(bucket->count) / static_cast<double>(most);
    const auto bar = static_cast<std::size_t>(std::ceil(widest * share));
    table.add({shortTimeText(bucket->to), grouped(bucket->count), std::string(bar, '#')});
  }
  say("\n{}", table.text());
}

nlohmann::ordered_json distributionJson(const DurationHistogram& durations, bool withBuckets) {
  nlohmann::ordered_json json{{"count", durations.count()},         {"mean", durations.mean()},
                              {"p50", durations.quantile(0.5)},     {"p99", durations.quantile(0.99)},
                              {"p99_9", durations.quantile(0.999)}, {"worst", durations.worst()}};
  if (!withBuckets) return json;
  auto buckets = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < DurationHistogram::bucketCount; ++i)
    if (const auto bucket = durations.bucket(i); bucket.count > 0)
      buckets.push_back({{"from", bucket.from}, {"to", bucket.to}, {"count", bucket.count}});
  json["histogram"] = std::move(buckets);
  return json;
}

nlohmann::ordered_json variablesJson(const std::vector<realtime::ExchangedVariable>& variables) {
  auto json = nlohmann::ordered_json::array();
  for (const auto& variable : variables) json.push_back({{"name", variable.name}, {"unit", variable.unit}});
  return json;
}

// ---- pictures -------------------------------------------------------------------------------------------------------

Figure histogramPicture(const LoopReport& loop, double step) {
  Curve counts{.title = "cost"}, beyond{.title = "cost"}, needed{.title = "cost and lateness"};
  for (std::size_t i = 0; i < DurationHistogram::bucketCount; ++i) {
    const auto bucket = loop.cost.bucket(i);
    if (bucket.to > 2 * loop.need.worst()) break;
    for (const double x : {bucket.from, bucket.to}) {
      counts.x.push_back(x);
      counts.y.push_back(bucket.count > 0 ? static_cast<double>(bucket.count) : undefinedValue);
    }
  }
  const auto shareBeyond = [](const DurationHistogram& durations, Curve& curve) {
    std::int64_t left = durations.count();
    for (std::size_t i = 0; i < DurationHistogram::bucketCount && left > 0; ++i) {
      const auto bucket = durations.bucket(i);
      if (bucket.count == 0) continue;
      curve.x.push_back(bucket.from);
      curve.y.push_back(static_cast<double>(left) / static_cast<double>(durations.count()));
      left -= bucket.count;
    }
  };
  shareBeyond(loop.cost, beyond);
  shareBeyond(loop.need, needed);
  const double least = beyond.x.empty() ? step : beyond.x.front();
  const Range range(0.8 * std::min(least, step), 1.25 * std::max(loop.need.worst(), step));
  return {.title = "",
          .xLabel = "duration of a step [s]; dotted: the step",
          .logX = true,
          .marks = {step},
          .panels = {{.yLabel = "steps", .logY = true, .xRange = range, .curves = {std::move(counts)}},
                     {.yLabel = "share of steps that take longer",
                      .logY = true,
                      .xRange = range,
                      .curves = {std::move(beyond), std::move(needed)}}}};
}

Figure coursePicture(const LoopReport& loop, double step, double start) {
  Curve worst{.title = "most expensive step of each stretch"}, limit{.title = "step", .style = Curve::Style::dashed};
  const double stretch = static_cast<double>(loop.course.stepsPerStretch()) * step;
  for (std::size_t i = 0; i < loop.course.worst().size(); ++i) {
    worst.x.push_back(start + static_cast<double>(i) * stretch);
    worst.y.push_back(realtime::seconds(std::max<realtime::Nanoseconds>(loop.course.worst()[i], 1)));
  }
  if (!worst.x.empty()) limit.x = {worst.x.front(), worst.x.back() + stretch}, limit.y = {step, step};
  return {.title = "",
          .xLabel = "time [s]",
          .panels = {{.yLabel = "cost [s]", .logY = true, .curves = {std::move(worst), std::move(limit)}}},
          .height = 400};
}

/// One panel for each unit.
Figure outputPicture(const RealTimeSummary& summary) {
  Figure figure{.title = "", .xLabel = "time [s]"};
  std::vector<std::string> units;
  std::size_t curves = 0;
  for (std::size_t k = 0; k < summary.outputs.size() && curves < mostCurves; ++k) {
    const auto& output = summary.outputs[k];
    auto unit = std::ranges::find(units, output.unit);
    if (unit == units.end()) {
      if (units.size() == mostPanels) continue;
      unit = units.insert(units.end(), output.unit);
      figure.panels.push_back({.yLabel = output.unit.empty() ? "1" : output.unit});
    }
    Curve curve{.title = output.name};
    for (std::size_t row = 0; row < summary.report.values.size(); ++row) {
      curve.x.push_back(summary.report.values.time(row));
      curve.y.push_back(summary.report.values.value(row, k));
    }
    figure.panels[static_cast<std::size_t>(unit - units.begin())].curves.push_back(std::move(curve));
    ++curves;
  }
  // Legends stand beside their panels, which are all of one height.
  std::size_t most = 0;
  for (const Panel& panel : figure.panels) most = std::max(most, panel.curves.size());
  figure.height = 80 + static_cast<int>(figure.panels.size()) * std::max(140, 20 + 18 * static_cast<int>(most));
  return figure;
}

}  // namespace

std::string_view endingName(realtime::Ending ending) {
  switch (ending) {
    case realtime::Ending::steps: return "finished";
    case realtime::Ending::stopped: return "interrupted";
    case realtime::Ending::model: return "terminated";
    case realtime::Ending::silence: return "no answer";
  }
  return "";
}

std::string shortTimeText(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.3g} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 1.0) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.4g} s", seconds);
}

std::string privilegeText(const realtime::Report& report) {
  return fmt::format("{}, memory {}",
                     report.priority > 0 ? fmt::format("real-time priority {} (SCHED_FIFO)", report.priority)
                                         : std::string("ordinary priority"),
                     report.isLocked ? "locked" : "not locked");
}

void printRealTime(const RealTimeSummary& summary) {
  for (const Row& row : facts(summary)) say("{:<14}{}\n", row.name, row.value);
  for (const std::string& refusal : summary.report.refusals) say("{:<14}{}\n", "note", refusal);
  Table table({{"cost of a step", Table::Align::left}, {"time"}, {"share of the step"}});
  for (const auto& [name, value] : costRows(summary.report.loop.cost))
    table.add({name, shortTimeText(value), fmt::format("{:.3g} %", 100 * value / summary.step)});
  say("\n{}", table.text());
  printHistogram(summary.report.loop.cost);
}

nlohmann::ordered_json realTimeJson(const RealTimeSummary& summary) {
  const realtime::Report& report = summary.report;
  const LoopReport& loop = report.loop;
  const simulation::FixedStepCounts& counts = report.counts;
  const realtime::InputCounts& inputs = report.inputs;
  nlohmann::ordered_json json{{"schema", "dashpot/realtime/1"},
                              {"model", summary.model},
                              {"method", summary.method},
                              {"step", summary.step},
                              {"pace", summary.settings.pace == Pace::partner ? "partner" : "clock"},
                              {"status", endingName(loop.ending)},
                              {"time", report.endTime},
                              {"priority", report.priority},
                              {"memory_locked", report.isLocked},
                              {"refusals", report.refusals},
                              {"steps", counts.steps},
                              {"events", counts.events},
                              {"overruns", loop.overruns},
                              {"late_steps", loop.late},
                              {"furthest_behind", realtime::seconds(loop.furthestBehind)},
                              {"behind_at_end", realtime::seconds(loop.behindAtEnd)},
                              {"smallest_step", loop.smallestStep(1.0)},
                              {"smallest_step_p99_9", loop.smallestStep(0.999)}};
  json["cost"] = distributionJson(loop.cost, true);
  json["lateness"] = distributionJson(loop.lateness, false);
  json["emergencies"] = {{"substepped", counts.substepped},    {"held", counts.held},
                         {"unsettled", counts.unsettled},      {"undefined_outputs", counts.undefined},
                         {"other_pivots", counts.otherPivots}, {"assertions", counts.violated}};
  json["inputs"] = variablesJson(summary.inputs);
  json["outputs"] = variablesJson(summary.outputs);
  json["messages"] = {{"taken", inputs.taken},
                      {"too_short", inputs.tooShort},
                      {"foreign", inputs.foreign},
                      {"wrong_magic", inputs.wrongMagic},
                      {"wrong_version", inputs.wrongVersion},
                      {"wrong_count", inputs.wrongCount},
                      {"old", inputs.old},
                      {"not_finite", inputs.notFinite},
                      {"unfit", inputs.unfit},
                      {"torn", inputs.torn},
                      {"fresh_steps", loop.freshInputs},
                      {"steps_before_first", loop.withoutInputs},
                      {"longest_silence_steps", loop.longestSilence},
                      {"sent", report.udp.sent},
                      {"not_sent", report.udp.notSent},
                      {"overtaken", report.udp.skipped}};
  json["final"] = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < summary.outputs.size(); ++i)
    json["final"][summary.outputs[i].name] = report.lastOutputs[i];
  return json;
}

std::optional<Diagnostic> writeRealTimePage(const RealTimeSummary& summary, const std::filesystem::path& file) {
  const LoopReport& loop = summary.report.loop;
  HtmlPage page("Real-time run of " + summary.model);
  std::vector<std::vector<std::string>> rows;
  for (const Row& row : facts(summary)) rows.push_back({row.name, row.value});
  page.table({"", ""}, rows, 2);
  for (const std::string& refusal : summary.report.refusals) page.warning(refusal);
  if (!summary.diagnostics.empty()) page.warning(summary.diagnostics);
  page.heading("What a step costs");
  rows.clear();
  for (const auto& [name, value] : costRows(loop.cost))
    rows.push_back({name, shortTimeText(value), fmt::format("{:.3g} %", 100 * value / summary.step)});
  page.table({"cost of a step", "time", "share of the step"}, rows, 1);
  page.figure(histogramPicture(loop, summary.step),
              "How many steps took how long, and the share that took longer. Lateness is the time from the deadline to "
              "the start of a step: how late the system wakes the run.");
  page.figure(coursePicture(loop, summary.step, summary.report.values.size() > 0 ? summary.report.values.time(0) : 0.0),
              fmt::format("The most expensive of each {} over time.",
                          countText(loop.course.stepsPerStretch(), "step", "steps")));
  if (!summary.outputs.empty() && summary.report.values.size() > 1) {
    page.heading("Outputs");
    page.figure(outputPicture(summary), "Outputs at the ends of steps, of long runs not of each.");
  }
  return writeWhole(page.text(), file);
}

}  // namespace dashpot::cli
