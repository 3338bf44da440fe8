#include "codegen/compile.hpp"
#include "simulation/model_run.hpp"
#include "solvable.hpp"
#include "targets.hpp"

#include <atomic>

namespace dashpot::fuzz {

namespace {

constexpr const char* machine = R"(
model Machine "All kinds of memory that a run has"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real late = delay(x, 0.05);
  Boolean on(start = false, fixed = true);
  Integer ticks(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -100*x + (if on then 5 else -5) + 0.2*late;
  on = x < -0.2 or pre(on) and x < 0.2;
  when sample(0.01, 0.03) then
    ticks = pre(ticks) + 1;
  end when;
end Machine;
)";

/// Counts rows. A damaged interval may ask for more of them than there is time for, as a user may.
class FewRows final : public simulation::Recorder {
 public:
  static constexpr std::size_t mostRows = 20'000;
  void begin(ConstView /*parameters*/) override { rows_ = 0, isFull = false; }
  void record(double /*time*/, ConstView /*observed*/, simulation::Moment /*moment*/) override {
    isFull = ++rows_ > mostRows;
  }
  std::atomic<bool> isFull = false;

 private:
  std::size_t rows_ = 0;
};

/// A model and a run of it that was saved.
struct Saved {
  Saved() : parsed(machine), model(codegen::compile(solvable(parsed).value(), parsed.sources)) {
    settings.stop = 1.0;
    settings.cancellation.atOnce = &rows.isFull;
    settings.code.backend = codegen::Backend::interpreter;
    code.emplace(model, settings.code);
    simulation::ModelRun run = begun();
    demand(run.begin(), "the run begins");
    while (run.time() < 0.5) demand(run.advance(), "the run goes on");
    bytes = bytesOf(run.save());
  }
  simulation::ModelRun begun() {
    Diagnostics quiet;
    auto parameters = simulation::parameterValues(model, {}, quiet);
    return {*code, settings, *parameters, rows, diagnostics};
  }
  Parsed parsed;
  codegen::CompiledModel model;
  simulation::Settings settings;
  FewRows rows;
  std::optional<simulation::ModelCode> code;
  Diagnostics diagnostics;
  std::string bytes;
};

}  // namespace

/// Three bytes of input change one of the checkpoint: where, and by what.
void checkpoint(std::string_view input) {
  static Saved saved;
  std::string bytes = saved.bytes;
  for (; input.size() >= 3; input.remove_prefix(3)) {
    const auto at = static_cast<unsigned char>(input[0]) * 256U + static_cast<unsigned char>(input[1]);
    bytes[at % bytes.size()] ^= input[2];
  }
  const auto run = simulation::parseRun(simulation::sealed(bytes), "fuzz.checkpoint", saved.model);
  if (!run) {
    demand(!run.error().message.empty(), "what is refused is explained");
    return;
  }
  saved.diagnostics = {};
  simulation::ModelRun resumed = saved.begun();
  constexpr int mostSteps = 200;
  bool goesOn = resumed.begin(*run);
  for (int step = 0; goesOn && step < mostSteps; ++step) goesOn = resumed.advance();
  const auto outcome = resumed.finish();
  demand(outcome.kind != simulation::OutcomeKind::failed || saved.diagnostics.hasErrors(), "a failure is explained");
}

}  // namespace dashpot::fuzz
