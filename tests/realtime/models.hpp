// Models that tests run in real time, from text or from the examples.
#pragma once

#include "api/compilation.hpp"
#include "paths.hpp"
#include "realtime/realtime.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace dashpot::realtime {

/// A compiled model with its code, and a run of it.
class Bench {
 public:
  explicit Bench(const std::string& text) : Bench(api::ModelArguments{.file = "test.mo", .text = text}) {}
  explicit Bench(api::ModelArguments arguments) {
    arguments.libraries = {std::string(testing::sourceTree) + "/library"};
    arguments.settableStarts = true;
    compilation_ = std::make_unique<api::Compilation>(std::move(arguments));
    EXPECT_TRUE(compilation_->run()) << render(compilation_->diagnostics, compilation_->sources());
    settings.method = defaultMethod;
    settings.step = 1e-3;
    code_ = std::make_unique<simulation::ModelCode>(compilation_->compiled(), settings.code);
  }
  static Bench ofExample(const std::string& file, const std::string& model = {}) {
    return Bench(api::ModelArguments{.file = std::string(testing::sourceTree) + "/examples/" + file, .model = model});
  }

  [[nodiscard]] const codegen::CompiledModel& model() const { return compilation_->compiled(); }
  [[nodiscard]] simulation::ModelCode& code() { return *code_; }
  [[nodiscard]] std::vector<codegen::VariableInfo> variables(const std::vector<std::string>& names) const {
    std::vector<codegen::VariableInfo> result;
    for (const std::string& name : names) {
      const auto at = std::ranges::find(model().recorded.variables, name, &codegen::VariableInfo::name);
      EXPECT_NE(at, model().recorded.variables.end()) << name;
      if (at != model().recorded.variables.end()) result.push_back(*at);
    }
    return result;
  }

  /// A run with these outputs, at its start.
  [[nodiscard]] std::unique_ptr<simulation::FixedStepRun> begin(const std::vector<std::string>& outputs,
                                                                const simulation::FixedStepOptions& options = {}) {
    auto parameters = simulation::parameterValues(model(), settings.parameters, diagnostics);
    settings.stop = settings.stop.value_or(1.0);
    auto run = std::make_unique<simulation::FixedStepRun>(*code_, settings, std::move(*parameters), variables(outputs),
                                                          options, diagnostics);
    EXPECT_TRUE(run->begin()) << messages();
    return run;
  }
  [[nodiscard]] std::string messages() const { return render(diagnostics, compilation_->sources()); }

  simulation::Settings settings;
  Diagnostics diagnostics;

 private:
  std::unique_ptr<api::Compilation> compilation_;
  std::unique_ptr<simulation::ModelCode> code_;
};

}  // namespace dashpot::realtime
