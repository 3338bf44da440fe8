#include "codegen/compiled_functions.hpp"

#include "codegen/assemble.hpp"
#include "codegen/contents.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace dashpot::codegen {

namespace {

// When another tier pays, by measurement: the interpreter takes 3 to 5 ns per instruction, the assembler 50 ns for code
// that takes 0.5 ns, and what was called a few times is called some dozens of times even in a short run; what steps are
// made of is called in each of them, and is assembled at once. LLVM takes 70 ms to be loaded and 25 us per instruction for
// optimised code that saves a quarter of the time; kernels, which large functions are made of, save more, and take less
// to make: a large function waits for as long as LLVM takes to be loaded, so that a short run does without it and without
// the 50 MB that it occupies. What is left of a large function beside its kernels, as the arguments of calls are, waits
// in proportion for as long as a small one does. Where nothing can be assembled, LLVM takes 2 us per instruction for
// fast code.
constexpr std::uint64_t callsBeforeAssembly = 4;
constexpr std::uint64_t interpretedBeforeLoading = 3'000'000;  // instructions
constexpr std::uint64_t interpretedCalls = 50;
constexpr std::uint64_t fastCalls = 5'000, fastCallsOfKernels = 50;
constexpr std::uint64_t fastWork = 400'000'000, fastWorkOfKernels = 100'000'000;      // instructions
constexpr std::uint64_t mostCallsBetweenReports = 256, workBetweenReports = 100'000;  // of procedures

// Pieces that are compiled at a time: what a run that ends has to wait for.
constexpr std::uint32_t fastUnit = 8;
constexpr std::uint32_t optimisedUnit = 2;
constexpr std::uint32_t kernelUnit = 32;

/// The native code of one function. Pieces are replaced one by one.
struct NativeEntry {
  Plan plan;
  bool readsDiscreteParts = false;
  bool isOneChunk = false;
  std::vector<std::atomic<Piece>> code;
  std::atomic<bool> isOptimised = false;
  std::optional<Assembled> assembled;  // all of it, instead of pieces of LLVM
};

/// Of models and of eliminations (codegen/elimination.hpp).
bool isCalledInEachStep(Entry entry) {
  switch (entry) {
    case Entry::rhs:
    case Entry::jacobian:
    case Entry::timeDerivative:
    case Entry::events:
    case Entry::diagonal:
    case Entry::silentConditions:
    case Entry::silentJumps: return true;
    default: return isOfStep(entry);
  }
}

/// Whether it reads more than time, y, parameters and constants.
bool readsDiscreteParts(const Function& function) {
  const Contents contents(function);
  return std::ranges::any_of(
      std::array{Code::given, Code::mode, Code::discrete, Code::pre, Code::input, Code::delayed, Code::phase},
      [&](Code code) { return contents.has(code); });
}

/// The instructions of each procedure and of those that it calls, loops counted once.
class ProcedureWork {
 public:
  explicit ProcedureWork(const std::vector<Procedure>& procedures)
      : procedures_(procedures), known_(procedures.size(), 0) {}

  /// What the calls of a function come to.
  std::uint64_t ofCalls(const Function& function) {
    std::uint64_t work = 0;
    for (const Instruction& at : function.code)
      if (at.code == Code::call) work += of(at.b);
    return work;
  }

 private:
  std::uint64_t of(std::uint32_t procedure) {
    constexpr std::uint64_t most = 1'000'000'000;
    if (known_[procedure] != 0) return known_[procedure];
    std::uint64_t work = known_[procedure] = procedures_[procedure].code.size() + 1;  // it may call itself
    for (const Step& step : procedures_[procedure].code)
      if (step.act == Act::call) work = std::min(work + of(step.b), most);
    return known_[procedure] = work;
  }

  const std::vector<Procedure>& procedures_;
  std::vector<std::uint64_t> known_;
};

}  // namespace

class CompiledFunctions::Shared {
 public:
  Shared(const CompiledModel& compiled, CodeOptions options)
      : model(compiled), options_(std::move(options)), states_(compiled.functions.size()) {
    if (model.procedures.empty()) return;
    for (const Procedure& procedure : model.procedures) resultCounts_.push_back(procedure.outputCount);
    ProcedureWork work(model.procedures);
    for (std::size_t e = 0; e < states_.size(); ++e) states_[e].workOfCalls = work.ofCalls(model.functions[e]);
  }

  ~Shared() {
    (void)stopMaking();
    if (worker_.joinable()) worker_.join();
  }

  bool stopMaking() {
    const std::lock_guard lock(queueMutex_);
    stopping_ = true;
    wake_.notify_all();
    return isMaking_;
  }

  /// Tells of calls that were made; may start the making of a better tier.
  void report(Entry entry, std::uint64_t calls) {
    State& state = states_[static_cast<std::size_t>(entry)];
    const std::uint64_t size = model[entry].code.size() + 1;
    const std::uint64_t all = state.calls.fetch_add(calls, std::memory_order_relaxed) + calls;
    if (options_.backend == Backend::interpreter) return;
    if (state.workOfCalls > 0 && !nativeProcedures.load(std::memory_order_relaxed))
      noteInterpretedProcedures(calls * state.workOfCalls);
    const NativeEntry* native = state.native.load(std::memory_order_acquire);
    if (!native) {
      const std::uint64_t work = interpreted_.fetch_add(calls * size, std::memory_order_relaxed) + calls * size;
      if ((all >= callsBeforeAssembly || isCalledInEachStep(entry)) && assembleNow(entry)) return;
      if (work >= interpretedBeforeLoading && all >= interpretedCalls) request(entry, Tier::fast);
    } else if (!native->isOptimised.load(std::memory_order_relaxed) && optimisationPays(entry, all)) {
      request(entry, Tier::optimised);
    }
  }

  /// Where procedures take long, each call may be the one after which native ones pay.
  [[nodiscard]] std::uint32_t callsBetweenReports(Entry entry) const {
    if (nativeProcedures.load(std::memory_order_relaxed)) return mostCallsBetweenReports;
    const std::uint64_t work = states_[static_cast<std::size_t>(entry)].workOfCalls + 1;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(workBetweenReports / work, 1, mostCallsBetweenReports));
  }

  [[nodiscard]] bool optimisationPays(Entry entry, std::uint64_t calls) const {
    const std::uint64_t size = model[entry].code.size() + 1;
    if (size > options_.plan.straightLine)
      return calls >= std::max(fastCallsOfKernels, states_[static_cast<std::size_t>(entry)].callsForChunks.load()) &&
             calls * size >= fastWorkOfKernels;
    return calls >= fastCalls && calls * size >= fastWork;
  }

  bool prepare(Entry entry, Tier tier) {
    if (options_.backend == Backend::interpreter) return false;
    if (tier == Tier::fast && assembleNow(entry)) return true;
    const std::lock_guard lock(makeMutex_);
    try {
      make(entry, tier, [] { return false; });
      return true;
    } catch (const std::runtime_error& error) {
      setProblem(error.what());
      return false;
    }
  }

  [[nodiscard]] const NativeEntry* native(Entry entry) const {
    return states_[static_cast<std::size_t>(entry)].native.load(std::memory_order_acquire);
  }

  [[nodiscard]] std::string problem() const {
    const std::lock_guard lock(queueMutex_);
    return problem_;
  }

  [[nodiscard]] NativeGenerator::CacheCounts cacheCounts() const {
    const std::lock_guard lock(makeMutex_);
    return generator_ ? generator_->cacheCounts() : NativeGenerator::CacheCounts{};
  }

  [[nodiscard]] bool assembles() const { return options_.assembles && options_.backend != Backend::interpreter; }

  const CompiledModel& model;
  std::atomic<const NativeProcedure*> nativeProcedures = nullptr;  // those that LLVM has made; null: none yet

 private:
  struct State {
    std::atomic<const NativeEntry*> native = nullptr;
    std::unique_ptr<NativeEntry> assembled, owned;  // by the assembler, and by LLVM
    bool cannotBeAssembled = false;
    std::optional<Plan> plan;                       // of LLVM's code, until there is some
    std::uint64_t workOfCalls = 0;                  // of procedures, in instructions
    std::atomic<std::uint64_t> callsForChunks = 0;  // after which LLVM's code pays in spite of its chunks
    std::atomic<std::uint64_t> calls = 0;
    bool requested[2] = {false, false};  // by tier
  };

  void setProblem(std::string text) {
    const std::lock_guard lock(queueMutex_);
    problem_ = std::move(text);
  }

  // ------------------------------------------------------------------------------------------------ the other thread

  /// A function, or the procedures that all of them call.
  struct Job {
    std::optional<Entry> entry;
    Tier tier = Tier::optimised;
  };

  void request(Entry entry, Tier tier) {
    request({entry, tier}, states_[static_cast<std::size_t>(entry)].requested[static_cast<std::size_t>(tier)]);
  }

  void request(Job job, bool& requested) {
    const std::lock_guard lock(queueMutex_);
    if (requested || stopping_ || !problem_.empty()) return;
    requested = true;
    queue_.push_back(job);
    if (!worker_.joinable()) worker_ = std::thread([this] { work(); });
    wake_.notify_one();
  }

  /// Procedures are made once for all functions that call them, so that they pay soon.
  void noteInterpretedProcedures(std::uint64_t work) {
    if (interpretedInProcedures_.fetch_add(work, std::memory_order_relaxed) + work >= interpretedBeforeLoading)
      request({}, proceduresRequested_);
  }

  void work() {
    for (;;) {
      Job next;
      {
        std::unique_lock lock(queueMutex_);
        wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
        if (stopping_) return;
        next = queue_.front();
        queue_.pop_front();
        isMaking_ = true;
      }
      std::string problem;
      try {
        const std::lock_guard lock(makeMutex_);
        if (!next.entry)
          provideGenerator();
        else if (!isPutOff(next))
          make(*next.entry, next.tier, [this] { return stopping_.load(); });
      } catch (const std::runtime_error& error) {
        problem = error.what();  // and the interpreter goes on
      } catch (const std::bad_alloc&) {
        problem = "there is not enough memory to make it";
      }
      const std::lock_guard lock(queueMutex_);
      isMaking_ = false;
      if (!problem.empty()) problem_ = std::move(problem);
    }
  }

  // -------------------------------------------------------------------------------------------------- making of code

  /// On the thread of who runs it: there is nothing to wait for. True: there is native code, by whomever.
  bool assembleNow(Entry entry) {
    State& state = states_[static_cast<std::size_t>(entry)];
    if (!assembles()) return false;
    const std::lock_guard lock(assemblyMutex_);
    if (state.native.load(std::memory_order_acquire)) return true;
    if (state.cannotBeAssembled) return false;
    auto assembled = assemble(model[entry], model.procedures, Width::one);
    if (!assembled) {
      state.cannotBeAssembled = true;
      return false;
    }
    auto made = std::make_unique<NativeEntry>();
    made->plan.workSize = assembled->workSize;
    made->readsDiscreteParts = readsDiscreteParts(model[entry]);
    made->isOneChunk = true;
    made->code = std::vector<std::atomic<Piece>>(1);
    made->code[0] = assembled->piece;
    made->assembled = std::move(assembled);
    state.assembled = std::move(made);
    const NativeEntry* none = nullptr;  // unless LLVM was faster
    state.native.compare_exchange_strong(none, state.assembled.get(), std::memory_order_acq_rel);
    return true;
  }

  const Plan& planOf(Entry entry) {
    std::optional<Plan>& plan = states_[static_cast<std::size_t>(entry)].plan;
    if (!plan) plan = makePlan(model[entry], resultCounts_, options_.plan);
    return *plan;
  }

  Plan takePlan(Entry entry) {
    planOf(entry);
    return *std::exchange(states_[static_cast<std::size_t>(entry)].plan, std::nullopt);
  }

  /// Whether so much of the function is left to chunks that it has not been called often enough; it may be requested
  /// again.
  bool isPutOff(const Job& job) {
    State& state = states_[static_cast<std::size_t>(*job.entry)];
    if (job.tier == Tier::fast || state.owned) return false;
    const double share = shareInChunks(model[*job.entry], planOf(*job.entry));
    state.callsForChunks = static_cast<std::uint64_t>(share * static_cast<double>(fastCalls));
    if (optimisationPays(*job.entry, state.calls.load(std::memory_order_relaxed))) return false;
    const std::lock_guard lock(queueMutex_);
    state.requested[static_cast<std::size_t>(job.tier)] = false;
    return true;
  }

  template <class Stop>
  void make(Entry entry, Tier tier, const Stop& stop) {
    provideGenerator();
    State& state = states_[static_cast<std::size_t>(entry)];
    if (!state.owned) {
      auto made = std::make_unique<NativeEntry>();
      made->plan = takePlan(entry);
      made->readsDiscreteParts = readsDiscreteParts(model[entry]);
      made->isOneChunk = made->plan.chunks.size() == 1 && made->plan.tasks.size() == 1;
      made->code = std::vector<std::atomic<Piece>>(made->plan.pieceCount());
      const auto chunks = static_cast<std::uint32_t>(made->plan.chunks.size());
      const bool isDone = compileChunks(entry, *made, tier, stop) &&
                          compile(entry, *made, chunks, static_cast<std::uint32_t>(made->plan.pieceCount()), kernelUnit,
                                  Tier::optimised, stop);  // a kernel runs often
      if (!isDone) return;
      made->isOptimised = tier == Tier::optimised;
      state.owned = std::move(made);
      state.native.store(state.owned.get(), std::memory_order_release);
      return;
    }
    if (tier == Tier::fast || state.owned->isOptimised) return;
    if (compileChunks(entry, *state.owned, tier, stop)) state.owned->isOptimised = true;
  }

  template <class Stop>
  bool compileChunks(Entry entry, NativeEntry& native, Tier tier, const Stop& stop) {
    return compile(entry, native, 0, static_cast<std::uint32_t>(native.plan.chunks.size()),
                   tier == Tier::fast ? fastUnit : optimisedUnit, tier, stop);
  }

  /// The pieces from `first` to `end`; each is put to use as soon as it is there.
  template <class Stop>
  bool compile(Entry entry, NativeEntry& native, std::uint32_t first, std::uint32_t end, std::uint32_t atOnce,
               Tier tier, const Stop& stop) {
    for (; first < end; first += atOnce) {
      if (stop()) return false;
      const std::uint32_t count = std::min(atOnce, end - first);
      const auto pieces =
          generator_->compile({&model[entry], &native.plan, first, count, std::span(model.procedures)}, tier);
      for (std::uint32_t k = 0; k < count; ++k) native.code[first + k].store(pieces[k], std::memory_order_release);
    }
    return true;
  }

  void provideGenerator() {
    if (generator_) return;
    std::string why;
    generator_ = makeNativeGenerator(options_.generator, &why);
    if (!generator_) throw std::runtime_error(why);
    procedures_ = generator_->compile(model.procedures);
    if (!procedures_.empty()) nativeProcedures.store(procedures_.data(), std::memory_order_release);
  }

  CodeOptions options_;
  std::vector<State> states_;
  std::atomic<std::uint64_t> interpreted_ = 0;  // instructions

  std::mutex assemblyMutex_;      // guards what is assembled
  mutable std::mutex makeMutex_;  // guards the generator and what is made
  std::unique_ptr<NativeGenerator> generator_;
  std::vector<std::uint32_t> resultCounts_;
  std::vector<NativeProcedure> procedures_;
  std::atomic<std::uint64_t> interpretedInProcedures_ = 0;  // instructions
  bool proceduresRequested_ = false;

  mutable std::mutex queueMutex_;
  std::condition_variable wake_;
  std::deque<Job> queue_;
  std::atomic<bool> stopping_ = false;
  bool isMaking_ = false;
  std::string problem_;
  std::thread worker_;
};

/// The native procedures, with memory of their own for calls.
class NativeCalls final : public ProcedureCode {
 public:
  /// `native` is set as soon as they have been made.
  NativeCalls(const CompiledModel& model, const std::atomic<const NativeProcedure*>& native)
      : native_(native), registers_(std::make_unique_for_overwrite<double[]>(mostRegisters)) {
    context.registers = registers_.get();
    context.procedures = model.procedures.data();
  }

  bool call(std::uint32_t procedure, std::span<const double> arguments, std::span<double> results) override {
    const NativeProcedure* const native = native_.load(std::memory_order_acquire);
    if (native) runtime().call(native[procedure], &context, arguments.data(), results.data(), results.size());
    return native != nullptr;
  }

  CallContext context;

 private:
  const std::atomic<const NativeProcedure*>& native_;
  std::unique_ptr<double[]> registers_;
};

/// Runs whatever tier a function has.
class NativeExecutable final : public Executable {
 public:
  explicit NativeExecutable(CompiledFunctions::Shared& shared)
      : Executable(shared.model),
        shared_(shared),
        calls_(shared.model.procedures.empty() ? nullptr
                                               : std::make_unique<NativeCalls>(shared.model, shared.nativeProcedures)),
        own_(shared.model.functions.size()) {
    if (calls_) procedures_ = std::make_unique<ProcedureMachine>(shared.model.procedures, calls_.get());
  }

  [[nodiscard]] EvaluationCounts evaluations() const override {
    EvaluationCounts result = interpreter_ ? interpreter_->evaluations() : EvaluationCounts{};
    for (std::size_t e = 0; e < own_.size(); ++e) {
      result += own_[e].evaluations;
      if (own_[e].native) tierIn(result, *own_[e].native) += own_[e].promised - direct(static_cast<Entry>(e)).left;
    }
    return result;
  }

 private:
  /// This executable's own share of a function.
  struct Own {
    const NativeEntry* native = nullptr;
    std::uint32_t promised = 0;  // direct calls, at the last report
    std::vector<double> work;
    EvaluationCounts evaluations;  // up to the last report, by native code
  };

  static std::uint64_t& tierIn(EvaluationCounts& counts, const NativeEntry& native) {
    return native.isOptimised.load(std::memory_order_relaxed) ? counts.optimised : counts.fast;
  }

  /// Tells of the calls that were made, and looks whether there is native code by now, or other code.
  Evaluation runOtherwise(Entry entry, const Arguments& arguments, View outputs) override {
    Own& own = own_[static_cast<std::size_t>(entry)];
    DirectCall& direct = this->direct(entry);
    const std::uint32_t calls = own.promised + 1;  // with this one
    if (own.native) tierIn(own.evaluations, *own.native) += own.promised;
    shared_.report(entry, calls);
    if (const NativeEntry* const native = shared_.native(entry); native != own.native) {
      own.native = native;
      own.work.resize(native->plan.workSize);
      direct.readsDiscreteParts = native->readsDiscreteParts;
      direct.frame.calls = calls_ ? &calls_->context : nullptr;
      direct.frame.procedures = procedures_.get();
      direct.point(Space::constants, model()[entry].constants.data());
      direct.point(Space::work, own.work.data());
    }
    if (!own.native) {
      if (!interpreter_) interpreter_ = makeInterpreter(shared_.model, calls_.get());
      return interpreter_->run(entry, arguments, outputs);
    }
    ++tierIn(own.evaluations, *own.native);
    own.promised = 0;
    if (!own.native->isOneChunk) return runTasks(entry, *own.native, arguments, outputs);
    direct.piece = own.native->code[0].load(std::memory_order_acquire);
    direct.left = own.promised = shared_.callsBetweenReports(entry) - 1;
    return std::isfinite(direct(arguments, outputs)) ? Evaluation::ok : judge(entry, outputs);
  }

  /// Tells of the calls that were made, too, if there is no other code by now.
  bool promise(Entry entry, std::uint32_t calls) override {
    Own& own = own_[static_cast<std::size_t>(entry)];
    DirectCall& direct = this->direct(entry);
    if (!own.native || !own.native->isOneChunk) return false;
    const std::uint32_t made = own.promised - direct.left;
    tierIn(own.evaluations, *own.native) += made;
    shared_.report(entry, made);
    direct.left = own.promised = 0;
    if (shared_.native(entry) != own.native) return false;
    direct.piece = own.native->code[0].load(std::memory_order_acquire);
    direct.left = own.promised = shared_.callsBetweenReports(entry) - 1;
    return direct.left >= calls;
  }

  Evaluation runTasks(Entry entry, const NativeEntry& native, const Arguments& arguments, View outputs) {
    DirectCall& direct = this->direct(entry);
    direct.point(Space::time, &arguments.time);
    if (native.readsDiscreteParts) direct.pointToDiscreteParts(arguments);
    double sum = 0.0;
    for (const Task& task : native.plan.tasks)
      sum += native.code[task.piece].load(std::memory_order_acquire)(
          arguments.y.data(), arguments.parameters.data(), outputs.data(), &direct.frame,
          native.plan.tables.data() + task.table, task.count);
    return std::isfinite(sum) ? Evaluation::ok : judge(entry, outputs);
  }

  CompiledFunctions::Shared& shared_;
  std::unique_ptr<NativeCalls> calls_;       // none: the model has no procedures
  std::unique_ptr<Executable> interpreter_;  // none before it is needed: most eliminations never do
  std::unique_ptr<ProcedureMachine> procedures_;
  std::vector<Own> own_;
};

CompiledFunctions::CompiledFunctions(const CompiledModel& model, CodeOptions options)
    : shared_(std::make_unique<Shared>(model, std::move(options))) {}
CompiledFunctions::~CompiledFunctions() = default;

const CompiledModel& CompiledFunctions::model() const { return shared_->model; }
std::unique_ptr<Executable> CompiledFunctions::executable() { return std::make_unique<NativeExecutable>(*shared_); }
bool CompiledFunctions::prepare(Entry entry, Tier tier) { return shared_->prepare(entry, tier); }
std::string CompiledFunctions::problem() const { return shared_->problem(); }
bool CompiledFunctions::stopMaking() { return shared_->stopMaking(); }
NativeGenerator::CacheCounts CompiledFunctions::cacheCounts() const { return shared_->cacheCounts(); }
bool CompiledFunctions::assembles() const { return shared_->assembles(); }

std::optional<Tier> CompiledFunctions::tierOf(Entry entry) const {
  const NativeEntry* native = shared_->native(entry);
  if (!native) return std::nullopt;
  return native->isOptimised ? Tier::optimised : Tier::fast;
}

}  // namespace dashpot::codegen
