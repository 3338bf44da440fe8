#include "codegen/llvm/pieces.hpp"

#include <llvm/ADT/DenseMap.h>

namespace dashpot::codegen::native {

namespace {

using llvm::BasicBlock;
using llvm::Value;

/// The frame of a piece: where its arrays begin.
class FrameAccess {
 public:
  FrameAccess(Builder& builder, Value* frame) : builder_(builder), frame_(frame) {
    llvm::LLVMContext& context = builder.getContext();
    fixed_ = llvm::MDNode::get(context, {});
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
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {pointer, pointer, llvm::Type::getInt64Ty(context)}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, pieceSymbol(number), module);
  function->setDoesNotThrow();
  return function;
}

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
        frame_(builder_, piece_->getArg(0)) {}

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
    for (const std::uint32_t output : chunk_.copies)
      frame_.store(value(function_.outputs[output]), frame_.address(Space::outputs, output));
    builder_.CreateRetVoid();
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
        entry_(block()),
        builder_(entry_),
        operations_(module, builder_),
        frame_(builder_, piece_->getArg(0)) {}

  void run() {
    for (const Space space : kernel_.shape.loads) frame_.base(space);
    for (const Space space : kernel_.shape.stores) frame_.base(space);
    Value* count = piece_->getArg(2);
    if (kernel_.distances.empty()) {
      loop(builder_.getInt64(0), count, 1, [this](Value* i) { oneInstance(i); });
    } else {
      findStarts();
      Value* whole = builder_.CreateAnd(count, builder_.getInt64(~std::uint64_t{lanes_ - 1}));
      loop(builder_.getInt64(0), whole, lanes_, [this](Value* i) { instances(i, lanes_); });
      loop(whole, count, 1, [this](Value* i) { instances(i, 1); });
    }
    builder_.CreateRetVoid();
  }

 private:
  BasicBlock* block() { return BasicBlock::Create(module_.getContext(), "", piece_); }

  template <class Body>
  void loop(Value* begin, Value* end, std::uint64_t step, const Body& body) {
    BasicBlock* const before = builder_.GetInsertBlock();
    BasicBlock* const round = block();
    BasicBlock* const after = block();
    builder_.CreateCondBr(builder_.CreateICmpULT(begin, end), round, after);
    builder_.SetInsertPoint(round);
    llvm::PHINode* i = builder_.CreatePHI(builder_.getInt64Ty(), 2);
    i->addIncoming(begin, before);
    body(i);
    Value* next = builder_.CreateAdd(i, builder_.getInt64(step));
    i->addIncoming(next, builder_.GetInsertBlock());
    builder_.CreateCondBr(builder_.CreateICmpULT(next, end), round, after);
    builder_.SetInsertPoint(after);
  }

  Value* tableEntry(Value* at) {
    return builder_.CreateAlignedLoad(builder_.getInt32Ty(),
                                      builder_.CreateInBoundsGEP(builder_.getInt32Ty(), piece_->getArg(1), at),
                                      llvm::Align(4));
  }

  Value* compute(llvm::SmallVectorImpl<Value*>& numbers) {
    for (const KernelOperation& at : kernel_.shape.operations) {
      const int count = symbolic::operandCount(at.op);
      numbers.push_back(operations_.apply(at.op, numbers[at.a], count > 1 ? numbers[at.b] : nullptr,
                                          count > 2 ? numbers[at.c] : nullptr));
    }
    return numbers.back();
  }

  /// All places from the table.
  void oneInstance(Value* i) {
    const Shape& shape = kernel_.shape;
    Value* row = builder_.CreateMul(i, builder_.getInt64(shape.slotCount()));
    const auto place = [&](std::size_t slot) {
      return builder_.CreateZExt(tableEntry(builder_.CreateAdd(row, builder_.getInt64(slot))), builder_.getInt64Ty());
    };
    llvm::SmallVector<Value*, 32> numbers;
    for (std::size_t k = 0; k < shape.loads.size(); ++k)
      numbers.push_back(frame_.load(shape.loads[k], frame_.address(shape.loads[k], place(k)), builder_.getDoubleTy()));
    Value* result = compute(numbers);
    for (std::size_t k = 0; k < shape.stores.size(); ++k)
      frame_.store(result, frame_.address(shape.stores[k], place(shape.loads.size() + k)));
  }

  // Equidistant places: numbers that are the same in all instances are loaded once, neighbours side by side.

  [[nodiscard]] Space spaceOfSlot(std::size_t slot) const {
    const Shape& shape = kernel_.shape;
    return slot < shape.loads.size() ? shape.loads[slot] : shape.stores[slot - shape.loads.size()];
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
    if (kernel_.distances[slot] == 1) return frame_.load(space, element(slot, i), vector);
    Value* result = llvm::PoisonValue::get(vector);
    for (unsigned lane = 0; lane < width; ++lane)
      result = builder_.CreateInsertElement(result, frame_.load(space, element(slot, i, lane), number), lane);
    return result;
  }

  void storeMany(std::size_t slot, Value* i, unsigned width, Value* result) {
    if (width == 1 || kernel_.distances[slot] == 1) return frame_.store(result, element(slot, i));
    for (unsigned lane = 0; lane < width; ++lane)
      frame_.store(builder_.CreateExtractElement(result, lane), element(slot, i, lane));
  }

  void instances(Value* i, unsigned width) {
    const Shape& shape = kernel_.shape;
    llvm::SmallVector<Value*, 32> numbers;
    for (std::size_t k = 0; k < shape.loads.size(); ++k) numbers.push_back(loadMany(k, i, width));
    Value* result = compute(numbers);
    for (std::size_t k = 0; k < shape.stores.size(); ++k) storeMany(shape.loads.size() + k, i, width, result);
  }

  llvm::Module& module_;
  const Kernel& kernel_;
  llvm::Function* piece_;
  unsigned lanes_;
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
