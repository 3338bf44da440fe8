#include "codegen/llvm/pieces.hpp"

#include <llvm/ADT/DenseMap.h>

#include <algorithm>

namespace dashpot::codegen::native {

namespace {

using llvm::BasicBlock;
using llvm::Value;

/// Arguments of a Piece.
enum Argument : unsigned { y, parameters, outputs, frame, table, count };

/// Where the arrays of a piece begin.
class FrameAccess {
 public:
  FrameAccess(Builder& builder, llvm::Function* piece) : builder_(builder), frame_(piece->getArg(Argument::frame)) {
    fixed_ = llvm::MDNode::get(builder.getContext(), {});
    bases_[static_cast<std::size_t>(Space::y)] = piece->getArg(Argument::y);
    bases_[static_cast<std::size_t>(Space::parameters)] = piece->getArg(Argument::parameters);
    bases_[static_cast<std::size_t>(Space::outputs)] = piece->getArg(Argument::outputs);
  }

  /// Emitted at the first use, which must be where all others can see it.
  Value* base(Space space) {
    Value*& known = bases_[static_cast<std::size_t>(space)];
    if (!known) known = pointer(static_cast<std::size_t>(space));
    return known;
  }
  Value* calls() { return pointer(spaceCount); }

  Value* address(Space space, std::uint64_t index) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getDoubleTy(), base(space), index);
  }
  Value* address(Space space, Value* index) {
    return builder_.CreateInBoundsGEP(builder_.getDoubleTy(), base(space), index);
  }

  /// Only the work array changes while a piece runs.
  llvm::LoadInst* load(Space space, Value* at, llvm::Type* type) {
    llvm::LoadInst* result = builder_.CreateAlignedLoad(type, at, llvm::Align(8));
    if (space != Space::work) result->setMetadata(llvm::LLVMContext::MD_invariant_load, fixed_);
    return result;
  }
  void store(Value* number, Value* at) { builder_.CreateAlignedStore(number, at, llvm::Align(8)); }

 private:
  Value* pointer(std::size_t number) {
    llvm::LoadInst* result = builder_.CreateLoad(
        builder_.getPtrTy(), builder_.CreateConstInBoundsGEP1_64(builder_.getPtrTy(), frame_, number));
    result->setMetadata(llvm::LLVMContext::MD_invariant_load, fixed_);
    return result;
  }

  Builder& builder_;
  Value* frame_;
  llvm::MDNode* fixed_;
  std::array<Value*, spaceCount> bases_ = {};
};

llvm::Function* newPiece(llvm::Module& module, std::size_t number) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  auto* type =
      llvm::FunctionType::get(llvm::Type::getDoubleTy(context),
                              {pointer, pointer, pointer, pointer, pointer, llvm::Type::getInt64Ty(context)}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, pieceSymbol(number), module);
  function->setDoesNotThrow();
  return function;
}

/// The sum of what is stored to outputs, in several parts, so that no addition waits for the one before.
class OutputSum {
 public:
  explicit OutputSum(Builder& builder) : builder_(builder) {}

  void add(Value* number) {
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(number); constant && constant->getValueAPF().isFinite())
      return;
    Value*& part = parts_[next_++ % parts_.size()];
    part = part ? builder_.CreateFAdd(part, number) : number;
  }

  Value* result() {
    Value* sum = nullptr;
    for (Value* part : parts_)
      if (part) sum = sum ? builder_.CreateFAdd(sum, part) : part;
    return sum ? sum : llvm::ConstantFP::get(builder_.getDoubleTy(), 0.0);
  }

 private:
  Builder& builder_;
  std::array<Value*, 4> parts_ = {};
  std::size_t next_ = 0;
};

// ---- chunks ---------------------------------------------------------------------------------------------------------

class ChunkEmitter {
 public:
  ChunkEmitter(llvm::Module& module, const PieceUnit& unit, std::uint32_t number)
      : module_(module),
        unit_(unit),
        function_(*unit.function),
        plan_(*unit.plan),
        chunk_(plan_.chunks[number]),
        piece_(newPiece(module, number)),
        builder_(BasicBlock::Create(module.getContext(), "", piece_)),
        operations_(module, builder_),
        frame_(builder_, piece_),
        sum_(builder_) {}

  void run() {
    for (const std::uint32_t i : chunk_.instructions) {
      const Instruction& at = function_.code[i];
      if (at.code == Code::solve)
        solve(i, at);
      else if (at.code == Code::call)
        call(i, at);
      else
        operation(i, at);
    }
    for (const std::uint32_t output : chunk_.copies) {
      Value* copied = value(function_.outputs[output]);
      frame_.store(copied, frame_.address(Space::outputs, output));
      sum_.add(copied);
    }
    builder_.CreateRet(sum_.result());
  }

 private:
  Value* value(std::uint32_t i) {
    if (const auto known = values_.find(i); known != values_.end()) return known->second;
    const Instruction& at = function_.code[i];
    Value* result = nullptr;
    if (at.code == Code::constant) {
      result = llvm::ConstantFP::get(builder_.getDoubleTy(), function_.constants[at.a]);
    } else {
      const Space space = spaceOf(at.code);
      const std::uint32_t place = at.code == Code::element ? plan_.place[at.a] + at.b
                                  : space == Space::work   ? plan_.place[i]
                                  : at.code == Code::time  ? 0
                                                           : at.a;
      result = frame_.load(space, frame_.address(space, place), builder_.getDoubleTy());
    }
    values_[i] = result;
    return result;
  }

  void operation(std::uint32_t i, const Instruction& at) {
    const int count = symbolic::operandCount(at.op);
    Value* result =
        operations_.apply(at.op, value(at.a), count > 1 ? value(at.b) : nullptr, count > 2 ? value(at.c) : nullptr);
    values_[i] = result;
    if (plan_.place[i] != noPlace) frame_.store(result, frame_.address(Space::work, plan_.place[i]));
    for (std::uint32_t k = plan_.outputStart[i]; k < plan_.outputStart[i + 1]; ++k)
      frame_.store(result, frame_.address(Space::outputs, plan_.outputs[k]));
    if (plan_.outputStart[i] < plan_.outputStart[i + 1]) sum_.add(result);
  }

  void solve(std::uint32_t i, const Instruction& at) {
    const std::uint64_t n = at.b, right = n * at.c, place = plan_.place[i];
    for (std::uint64_t k = 0; k < n * n; ++k)
      frame_.store(value(function_.lists[at.a + k]), frame_.address(Space::work, place + right + k));
    for (std::uint64_t k = 0; k < right; ++k)
      frame_.store(value(function_.lists[at.a + n * n + k]), frame_.address(Space::work, place + k));
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Type* size = builder_.getInt64Ty();
    builder_.CreateCall(declare(module_, solveSymbol, builder_.getVoidTy(), {pointer, pointer, size, size}, false),
                        {frame_.address(Space::work, place + right), frame_.address(Space::work, place),
                         builder_.getInt64(n), builder_.getInt64(right)});
  }

  void call(std::uint32_t i, const Instruction& at) {
    const std::uint64_t results = unit_.procedures[at.b].outputCount, place = plan_.place[i];
    for (std::uint64_t k = 0; k < at.c; ++k)
      frame_.store(value(function_.lists[at.a + k]), frame_.address(Space::work, place + results + k));
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Type* number = builder_.getInt32Ty();
    llvm::FunctionCallee procedure =
        declare(module_, procedureSymbol(at.b), number, {pointer, pointer, pointer, number, number}, false);
    builder_.CreateCall(declare(module_, callSymbol, builder_.getVoidTy(),
                                {pointer, pointer, pointer, pointer, builder_.getInt64Ty()}, false),
                        {procedure.getCallee(), frame_.calls(), frame_.address(Space::work, place + results),
                         frame_.address(Space::work, place), builder_.getInt64(results)});
  }

  llvm::Module& module_;
  const PieceUnit& unit_;
  const Function& function_;
  const Plan& plan_;
  const Chunk& chunk_;
  llvm::Function* piece_;
  Builder builder_;
  Operations operations_;
  FrameAccess frame_;
  OutputSum sum_;
  llvm::DenseMap<std::uint32_t, Value*> values_;
};

// ---- kernels --------------------------------------------------------------------------------------------------------

class KernelEmitter {
 public:
  KernelEmitter(llvm::Module& module, const Kernel& kernel, std::uint32_t number, unsigned lanes)
      : module_(module),
        kernel_(kernel),
        piece_(newPiece(module, number)),
        lanes_(lanes),
        isCrossed_(lanes == 4 && std::ranges::find(kernel.distances, 2) != kernel.distances.end()),
        entry_(block()),
        builder_(entry_),
        operations_(module, builder_),
        frame_(builder_, piece_) {}

  void run() {
    for (const Space space : kernel_.shape.loads) frame_.base(space);
    for (const KernelStore& store : kernel_.shape.stores) frame_.base(store.space);
    Value* count = piece_->getArg(Argument::count);
    Value* sum = nullptr;
    if (kernel_.distances.empty()) {
      sum = loop(builder_.getInt64(0), count, 1, zero(1), [this](Value* i) { return oneInstance(i); });
    } else {
      findStarts();
      Value* whole = builder_.CreateAnd(count, builder_.getInt64(~std::uint64_t{lanes_ - 1}));
      Value* many =
          loop(builder_.getInt64(0), whole, lanes_, zero(lanes_), [this](Value* i) { return instances(i, lanes_); });
      sum = loop(whole, count, 1, total(many), [this](Value* i) { return instances(i, 1); });
    }
    builder_.CreateRet(sum);
  }

 private:
  BasicBlock* block() { return BasicBlock::Create(module_.getContext(), "", piece_); }

  Value* zero(unsigned width) {
    llvm::Type* number = builder_.getDoubleTy();
    return llvm::Constant::getNullValue(width == 1 ? number : llvm::FixedVectorType::get(number, width));
  }

  Value* total(Value* vector) {
    Value* sum = builder_.CreateExtractElement(vector, std::uint64_t{0});
    for (unsigned lane = 1; lane < lanes_; ++lane)
      sum = builder_.CreateFAdd(sum, builder_.CreateExtractElement(vector, lane));
    return sum;
  }

  /// The sum of what the rounds have stored to outputs, if they do.
  template <class Body>
  Value* loop(Value* begin, Value* end, std::uint64_t step, Value* sumBefore, const Body& body) {
    BasicBlock* const before = builder_.GetInsertBlock();
    BasicBlock* const round = block();
    BasicBlock* const after = block();
    builder_.CreateCondBr(builder_.CreateICmpULT(begin, end), round, after);
    builder_.SetInsertPoint(round);
    llvm::PHINode* i = builder_.CreatePHI(builder_.getInt64Ty(), 2);
    llvm::PHINode* sum = builder_.CreatePHI(sumBefore->getType(), 2);
    i->addIncoming(begin, before);
    sum->addIncoming(sumBefore, before);
    Value* stored = body(i);
    Value* nextSum = stored ? builder_.CreateFAdd(sum, stored) : sum;
    Value* next = builder_.CreateAdd(i, builder_.getInt64(step));
    BasicBlock* const last = builder_.GetInsertBlock();
    i->addIncoming(next, last);
    sum->addIncoming(nextSum, last);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, end), round, after);
    builder_.SetInsertPoint(after);
    llvm::PHINode* sumAfter = builder_.CreatePHI(sumBefore->getType(), 2);
    sumAfter->addIncoming(sumBefore, before);
    sumAfter->addIncoming(nextSum, last);
    return sumAfter;
  }

  Value* tableEntry(Value* at) {
    return builder_.CreateAlignedLoad(
        builder_.getInt32Ty(), builder_.CreateInBoundsGEP(builder_.getInt32Ty(), piece_->getArg(Argument::table), at),
        llvm::Align(4));
  }

  void compute(llvm::SmallVectorImpl<Value*>& numbers) {
    for (const KernelOperation& at : kernel_.shape.operations) {
      const int count = symbolic::operandCount(at.op);
      numbers.push_back(operations_.apply(at.op, numbers[at.a], count > 1 ? numbers[at.b] : nullptr,
                                          count > 2 ? numbers[at.c] : nullptr));
    }
  }

  /// The sum of the numbers that are stored to outputs; null if there is none.
  Value* sumOfOutputs(llvm::ArrayRef<Value*> numbers) {
    Value* sum = nullptr;
    std::uint32_t last = noPlace;  // a number that several outputs get
    for (const KernelStore& at : kernel_.shape.stores) {
      if (at.space != Space::outputs || at.from == last) continue;
      sum = sum ? builder_.CreateFAdd(sum, numbers[at.from]) : numbers[at.from];
      last = at.from;
    }
    return sum;
  }

  /// All places from the table.
  Value* oneInstance(Value* i) {
    const Shape& shape = kernel_.shape;
    Value* row = builder_.CreateMul(i, builder_.getInt64(shape.slotCount()));
    const auto place = [&](std::size_t slot) {
      return builder_.CreateZExt(tableEntry(builder_.CreateAdd(row, builder_.getInt64(slot))), builder_.getInt64Ty());
    };
    llvm::SmallVector<Value*, 32> numbers;
    for (std::size_t k = 0; k < shape.loads.size(); ++k)
      numbers.push_back(frame_.load(shape.loads[k], frame_.address(shape.loads[k], place(k)), builder_.getDoubleTy()));
    compute(numbers);
    for (std::size_t k = 0; k < shape.stores.size(); ++k)
      frame_.store(numbers[shape.stores[k].from], frame_.address(shape.stores[k].space, place(shape.loads.size() + k)));
    return sumOfOutputs(numbers);
  }

  // Equidistant places: numbers that are the same in all instances are loaded once, neighbours side by side.

  [[nodiscard]] Space spaceOfSlot(std::size_t slot) const {
    const Shape& shape = kernel_.shape;
    return slot < shape.loads.size() ? shape.loads[slot] : shape.stores[slot - shape.loads.size()].space;
  }

  void findStarts() {
    for (std::size_t k = 0; k < kernel_.distances.size(); ++k) {
      Value* first = builder_.CreateZExt(tableEntry(builder_.getInt64(k)), builder_.getInt64Ty());
      start_.push_back(frame_.address(spaceOfSlot(k), first));
      const bool isSame = kernel_.distances[k] == 0 && k < kernel_.shape.loads.size();
      uniform_.push_back(isSame ? frame_.load(spaceOfSlot(k), start_[k], builder_.getDoubleTy()) : nullptr);
    }
  }

  /// The place of instance i + lane.
  Value* element(std::size_t slot, Value* i, unsigned lane = 0) {
    const auto distance = static_cast<std::int64_t>(kernel_.distances[slot]);
    llvm::Type* number = builder_.getDoubleTy();
    Value* offset = distance == 1 ? i : builder_.CreateMul(i, builder_.getInt64(static_cast<std::uint64_t>(distance)));
    return builder_.CreateInBoundsGEP(number, builder_.CreateInBoundsGEP(number, start_[slot], offset),
                                      builder_.getInt64(static_cast<std::uint64_t>(distance * lane)));
  }

  Value* loadMany(std::size_t slot, Value* i, unsigned width) {
    llvm::Type* number = builder_.getDoubleTy();
    if (uniform_[slot]) return width == 1 ? uniform_[slot] : builder_.CreateVectorSplat(width, uniform_[slot]);
    const Space space = spaceOfSlot(slot);
    if (width == 1) return frame_.load(space, element(slot, i), number);
    auto* vector = llvm::FixedVectorType::get(number, width);
    if (kernel_.distances[slot] == 1) return inOrder(frame_.load(space, element(slot, i), vector));
    if (kernel_.distances[slot] == 2 && width == 4) return loadEverySecond(space, element(slot, i));
    Value* result = llvm::PoisonValue::get(vector);
    for (unsigned lane = 0; lane < width; ++lane)
      result =
          builder_.CreateInsertElement(result, frame_.load(space, element(slot, i, instanceIn(lane)), number), lane);
    return result;
  }

  void storeMany(std::size_t slot, Value* i, unsigned width, Value* result) {
    if (width == 1) return frame_.store(result, element(slot, i));
    if (kernel_.distances[slot] == 1) return frame_.store(inOrder(result), element(slot, i));
    for (unsigned lane = 0; lane < width; ++lane)
      frame_.store(builder_.CreateExtractElement(result, lane), element(slot, i, instanceIn(lane)));
  }

  // Every second number, as where two quantities alternate, is had with two loads and one shuffle if the lanes are
  // those of instances 0, 2, 1, 3. Numbers 0 to 3 and 3 to 6 are loaded: nothing behind the last one is touched.

  Value* loadEverySecond(Space space, Value* at) {
    auto* vector = llvm::FixedVectorType::get(builder_.getDoubleTy(), 4);
    Value* third = builder_.CreateConstInBoundsGEP1_64(builder_.getDoubleTy(), at, 3);
    return builder_.CreateShuffleVector(frame_.load(space, at, vector), frame_.load(space, third, vector),
                                        {0, 5, 2, 7});
  }

  [[nodiscard]] unsigned instanceIn(unsigned lane) const {
    return isCrossed_ && (lane == 1 || lane == 2) ? 3 - lane : lane;
  }

  /// From neighbours side by side to lanes, or back.
  Value* inOrder(Value* numbers) { return isCrossed_ ? builder_.CreateShuffleVector(numbers, {0, 2, 1, 3}) : numbers; }

  Value* instances(Value* i, unsigned width) {
    const Shape& shape = kernel_.shape;
    llvm::SmallVector<Value*, 32> numbers;
    for (std::size_t k = 0; k < shape.loads.size(); ++k) numbers.push_back(loadMany(k, i, width));
    compute(numbers);
    for (std::size_t k = 0; k < shape.stores.size(); ++k)
      storeMany(shape.loads.size() + k, i, width, numbers[shape.stores[k].from]);
    return sumOfOutputs(numbers);
  }

  llvm::Module& module_;
  const Kernel& kernel_;
  llvm::Function* piece_;
  unsigned lanes_;
  bool isCrossed_;
  BasicBlock* entry_;
  Builder builder_;
  Operations operations_;
  FrameAccess frame_;
  llvm::SmallVector<Value*, 32> start_, uniform_;
};

}  // namespace

void emitPieces(llvm::Module& module, const PieceUnit& unit, unsigned lanes) {
  const auto chunkCount = static_cast<std::uint32_t>(unit.plan->chunks.size());
  for (std::uint32_t number = unit.first; number < unit.first + unit.count; ++number)
    if (number < chunkCount)
      ChunkEmitter(module, unit, number).run();
    else
      KernelEmitter(module, unit.plan->kernels[number - chunkCount], number, lanes).run();
}

}  // namespace dashpot::codegen::native
