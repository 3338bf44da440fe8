#include "codegen/batch.hpp"

#include "base/finite.hpp"

#include <cmath>
#include <limits>

namespace dashpot::codegen {

namespace {

void pointTo(Frame& frame, Space space, const double* numbers) {
  frame.base[static_cast<std::size_t>(space)] = const_cast<double*>(numbers);
}
void pointTo(Frame& frame, Space space, ConstView numbers) { pointTo(frame, space, numbers.data()); }

}  // namespace

Batch::Batch(const CompiledModel& model, Entry entry, bool assembles) : model_(model), entry_(entry) {
  const Function& function = model[entry];
  if (assembles) assembled_ = assemble(function, model.procedures, Width::four);
  if (assembled_) {
    work_.resize(assembled_->workSize);
    procedures_ = std::make_unique<ProcedureMachine>(model.procedures);
    frame_.procedures = procedures_.get();
    pointTo(frame_, Space::constants, function.constants);
    pointTo(frame_, Space::work, work_);
  } else {
    interpreter_ = makeInterpreter(model);
    one_.resize(function.outputCount());
  }
}

Batch::~Batch() = default;

Vector Batch::begin(const Arguments& same, std::size_t points) {
  const Function& function = model_[entry_];
  const std::size_t count = function.outputCount();
  const auto valueOf = [&](const Instruction& from) {
    return from.code == Code::constant ? function.constants[from.a] : same.parameters[from.a];
  };
  if (assembled_)
    for (const Assembled::Preset& preset : assembled_->presets)
      std::fill_n(work_.data() + preset.place, by_fours::count, valueOf(preset.from));
  Vector outputs(by_fours::filledUp(points) * count);
  areConstantsFinite_ = true;
  for (std::size_t k = 0; k < count; ++k) {
    const Instruction& from = function.code[function.outputs[k]];
    if (!isConstant(from.code)) continue;
    const double value = valueOf(from);
    areConstantsFinite_ = areConstantsFinite_ && std::isfinite(value);
    for (std::size_t first = 0; first < outputs.size(); first += by_fours::count * count)
      std::fill_n(outputs.data() + first + by_fours::count * k, by_fours::count, value);
  }
  return outputs;
}

Evaluation Batch::run(const Arguments& same, const Lanes& varying, std::size_t points, View outputs) {
  points = by_fours::filledUp(points);
  double sum = std::numeric_limits<double>::quiet_NaN();  // finite only if all outputs are
  if (assembled_)
    sum = assembled(same, varying, points, outputs);
  else
    interpret(same, varying, points, outputs);
  const bool areFinite =
      areConstantsFinite_ && (std::isfinite(sum) || allFinite(outputs.first(points * model_[entry_].outputCount())));
  return areFinite ? Evaluation::ok : Evaluation::recoverable;
}

double Batch::assembled(const Arguments& same, const Lanes& varying, std::size_t points, View outputs) {
  pointTo(frame_, Space::given, same.given);
  pointTo(frame_, Space::modes, same.modes);
  pointTo(frame_, Space::discrete, same.discrete);
  pointTo(frame_, Space::pre, same.pre);
  pointTo(frame_, Space::phases, same.phases);
  const std::size_t outputCount = model_[entry_].outputCount();
  double sum = 0.0;
  for (std::size_t first = 0; first < points; first += by_fours::count) {
    pointTo(frame_, Space::time, varying.time.data() + first);
    pointTo(frame_, Space::inputs, varying.inputs.data() + first * varying.inputCount);
    pointTo(frame_, Space::delayed, varying.delayed.data() + first * varying.delayedCount);
    sum += assembled_->piece(varying.y.data() + first * varying.yCount, same.parameters.data(),
                             outputs.data() + first * outputCount, &frame_, nullptr, 1);
  }
  return sum;
}

void Batch::interpret(const Arguments& same, const Lanes& varying, std::size_t points, View outputs) {
  y_.resize(varying.yCount), inputs_.resize(varying.inputCount), delayed_.resize(varying.delayedCount);
  for (std::size_t point = 0; point < points; ++point) {
    by_fours::pick(varying.y, point, y_);
    by_fours::pick(varying.inputs, point, inputs_);
    by_fours::pick(varying.delayed, point, delayed_);
    Arguments alone = same;
    alone.time = varying.time[point], alone.y = y_, alone.inputs = inputs_, alone.delayed = delayed_;
    interpreter_->run(entry_, alone, one_);
    by_fours::put(one_, point, outputs);
  }
}

}  // namespace dashpot::codegen
