// A model as exported C, compiled by the system's compiler and run; and the same run in the process.
#pragma once

#include "api/compilation.hpp"
#include "export/export.hpp"
#include "paths.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace dashpot::testing {

inline const std::filesystem::path exportTree = sourceTree;

/// The last row of each time, by name.
using Course = std::map<std::string, std::vector<double>>;

struct ExportCase {
  std::string file = {};  // or
  std::string text = {};
  std::string formula = "rodas3";
  double step = 0.0;  // 0: that many in the interval of the experiment:
  double stepsPerInterval = 5;
  int steps = 200;
  bool isSingle = false;
};

class Exported {
 public:
  explicit Exported(const ExportCase& wanted) : case_(wanted), compilation_(arguments(wanted)) {
    compilation_.inlined = wanted.formula;
    compilation_.stepData = codegen::StepData::all;
    std::vector<simulation::ParameterSetting> none;
    EXPECT_TRUE(compilation_.run(none)) << messages();
    if (compilation_.diagnostics.hasErrors()) return;
    const codegen::CompiledModel& model = compilation_.compiled();
    const simulation::Experiment experiment = simulation::experimentOf(model.experiment, {});
    if (case_.step == 0.0) case_.step = experiment.interval / case_.stepsPerInterval;
    settings_.start = experiment.start;
    settings_.stop = experiment.start + case_.steps * case_.step;
    settings_.interval = case_.step, settings_.step = case_.step, settings_.tolerance = 1e-10;
    settings_.method = "inline:" + wanted.formula;
    isSound = exporting::canBeExported(model, compilation_.diagnostics);
  }
  ~Exported() {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }
  Exported(const Exported&) = delete;
  Exported& operator=(const Exported&) = delete;

  [[nodiscard]] std::string messages() { return render(compilation_.diagnostics, compilation_.sources()); }
  [[nodiscard]] const codegen::CompiledModel& model() const { return compilation_.compiled(); }

  /// In the process.
  [[nodiscard]] Course simulated() {
    columns_ = results::principalColumns(model().recorded, 30);
    results::Table table(columns_);
    const auto outcome = simulation::simulate(model(), settings_, table, compilation_.diagnostics);
    EXPECT_EQ(outcome.kind, simulation::OutcomeKind::finished) << messages();
    Course course;
    const auto& times = table.times();
    for (std::size_t k = 0; k < times.size(); ++k) {
      const bool isLast = k + 1 == times.size() || times[k + 1] > times[k];
      if (!isLast) continue;
      course["time"].push_back(times[k]);
      for (std::size_t c = 0; c < columns_.size(); ++c) course[columns_[c].name].push_back(table[c][k]);
    }
    return course;
  }

  /// Writes the package; after simulated().
  [[nodiscard]] bool write() {
    simulation::ModelCode code(model(), {.backend = codegen::Backend::interpreter});
    const auto start = exporting::findStartNumbers(code, settings_, compilation_.diagnostics);
    EXPECT_TRUE(start) << messages();
    if (!start) return false;
    std::string pattern = std::filesystem::temp_directory_path() / "dashpot-export-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    exporting::ExportOptions options{.prefix = "m", .isSingle = case_.isSingle};
    for (const results::Column& column : columns_)
      if (!column.isParameter) options.outputs.push_back({column.name, column.index, column.negated});
    for (const auto& file : exporting::exportC(model(), *start, options))
      std::ofstream(folder_ / file.name) << file.text;
    return true;
  }

  /// 0: done. The output goes to `log`.
  int make(const std::string& target, const std::string& flags = "CFLAGS=-O1") {
    return std::system(fmt::format("cd '{}' && make -s {} {} > log 2>&1", folder_.string(), target, flags).c_str());
  }
  [[nodiscard]] std::string log() const {
    std::stringstream text;
    text << std::ifstream(folder_ / "log").rdbuf();
    return text.str();
  }

  [[nodiscard]] Course run(const std::string& command, const std::string& arguments = "") {
    const int status = std::system(
        fmt::format("cd '{}' && {} {} 1 {} > out.csv 2> errors", folder_.string(), command, case_.steps, arguments)
            .c_str());
    std::stringstream errors;
    errors << std::ifstream(folder_ / "errors").rdbuf();
    EXPECT_EQ(status, 0) << errors.str();
    return read(folder_ / "out.csv");
  }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] simulation::Settings& settings() { return settings_; }
  bool isSound = false;

 private:
  static api::ModelArguments arguments(const ExportCase& wanted) {
    return {.file = wanted.file,
            .libraries = {(exportTree / "library").string()},
            .text = wanted.text,
            .settableStarts = true};
  }

  static Course read(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    std::vector<std::string> names{"time"};
    for (std::size_t at = line.find(",\""); at != std::string::npos;) {
      const std::size_t end = line.find('"', at + 2);
      names.push_back(line.substr(at + 2, end - at - 2));
      at = line.find(",\"", end);
    }
    Course course;
    while (std::getline(in, line)) {
      std::stringstream row(line);
      std::string cell;
      for (std::size_t k = 0; std::getline(row, cell, ',') && k < names.size(); ++k)
        course[names[k]].push_back(std::strtod(cell.c_str(), nullptr));
    }
    return course;
  }

  ExportCase case_;
  api::Compilation compilation_;
  simulation::Settings settings_;
  std::vector<results::Column> columns_;
  std::filesystem::path folder_;
};

/// In parts of the range of each variable; of one that stays zero rounding may leave traces.
inline void expectSameCourse(const Course& expected, const Course& actual, double tolerance) {
  ASSERT_EQ(expected.at("time").size(), actual.at("time").size());
  for (const auto& [name, values] : expected) {
    ASSERT_TRUE(actual.contains(name)) << name;
    double size = 0;
    for (const double value : values) size = std::max(size, std::fabs(value));
    for (std::size_t k = 0; k < values.size(); ++k)
      ASSERT_NEAR(values[k], actual.at(name)[k], tolerance * size + 1e-18) << name << " at " << expected.at("time")[k];
  }
}

}  // namespace dashpot::testing
