#include "codegen/batch.hpp"

#include "base/finite.hpp"

#include <cmath>
#include <limits>

namespace dashpot::codegen {

namespace {

void pointTo(Frame& frame, Space space, ConstView numbers) {
  frame.base[static_cast<std::size_t>(space)] = const_cast<double*>(numbers.data());
}

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

Evaluation Batch::run(const Arguments& same, const Lanes& varying, View outputs) {
  double sum = std::numeric_limits<double>::quiet_NaN();  // finite only if all outputs are
  if (!assembled_) {
    interpret(same, varying, outputs);
  } else {
    pointTo(frame_, Space::time, varying.time);
    pointTo(frame_, Space::given, same.given);
    pointTo(frame_, Space::modes, same.modes);
    pointTo(frame_, Space::discrete, same.discrete);
    pointTo(frame_, Space::pre, same.pre);
    pointTo(frame_, Space::inputs, varying.inputs);
    pointTo(frame_, Space::delayed, varying.delayed);
    pointTo(frame_, Space::phases, same.phases);
    sum = assembled_->piece(varying.y.data(), same.parameters.data(), outputs.data(), &frame_, nullptr, 1);
  }
  const bool areFinite = std::isfinite(sum) || allFinite(outputs.first(Lanes::count * model_[entry_].outputCount()));
  return areFinite ? Evaluation::ok : Evaluation::recoverable;
}

void Batch::interpret(const Arguments& same, const Lanes& varying, View outputs) {
  const auto pick = [](ConstView from, std::size_t lane, Vector& to) {
    to.resize(from.size() / Lanes::count);
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[Lanes::count * i + lane];
  };
  for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
    pick(varying.y, lane, y_);
    pick(varying.inputs, lane, inputs_);
    pick(varying.delayed, lane, delayed_);
    Arguments alone = same;
    alone.time = varying.time[lane], alone.y = y_, alone.inputs = inputs_, alone.delayed = delayed_;
    interpreter_->run(entry_, alone, one_);
    for (std::size_t k = 0; k < one_.size(); ++k) outputs[Lanes::count * k + lane] = one_[k];
  }
}

}  // namespace dashpot::codegen
