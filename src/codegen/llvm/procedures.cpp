#include "codegen/llvm/pieces.hpp"

#include <limits>

namespace dashpot::codegen::native {

namespace {

using llvm::BasicBlock;
using llvm::Value;

/// Registers that belong to arrays live in memory, behind those of the caller; all others become machine registers.
class ProcedureEmitter {
 public:
  ProcedureEmitter(llvm::Module& module, std::span<const Procedure> procedures, std::size_t number)
      : module_(module),
        procedures_(procedures),
        procedure_(procedures[number]),
        number_(static_cast<std::uint32_t>(number)),
        function_(declared(number)),
        builder_(BasicBlock::Create(module.getContext(), "", function_)),
        operations_(module, builder_) {}

  void run() {
    findArrays();
    enter();
    makeBlocks();
    for (std::uint32_t at = 0; at < procedure_.code.size(); ++at) {
      if (blocks_[at]) {
        if (!builder_.GetInsertBlock()->getTerminator()) builder_.CreateBr(blocks_[at]);
        builder_.SetInsertPoint(blocks_[at]);
      }
      step(at, procedure_.code[at]);
    }
    builder_.SetInsertPoint(failed_);
    builder_.CreateRet(builder_.getInt32(1));
  }

 private:
  llvm::Function* declared(std::size_t number) {
    llvm::LLVMContext& context = module_.getContext();
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    llvm::Type* integer = llvm::Type::getInt32Ty(context);
    return llvm::cast<llvm::Function>(
        declare(module_, procedureSymbol(number), integer, {pointer, pointer, pointer, integer, integer}, false)
            .getCallee());
  }

  void findArrays() {
    inMemory_.assign(procedure_.registerCount, false);
    for (const Step& step : procedure_.code)
      if (step.act == Act::load || step.act == Act::store) std::fill_n(inMemory_.begin() + step.a, step.b, true);
  }

  // ------------------------------------------------------------------------------------------------------- registers

  Value* number(double value) { return llvm::ConstantFP::get(builder_.getDoubleTy(), value); }
  Value* offset(Value* base, std::uint64_t index) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getDoubleTy(), base, index);
  }
  Value* address(std::uint32_t r) { return inMemory_[r] ? offset(memory_, r) : slots_[r]; }
  Value* read(std::uint32_t r) { return builder_.CreateLoad(builder_.getDoubleTy(), address(r)); }
  void write(std::uint32_t r, Value* value) { builder_.CreateStore(value, address(r)); }

  void enter() {
    failed_ = BasicBlock::Create(module_.getContext(), "", function_);
    slots_.resize(procedure_.registerCount);
    for (std::uint32_t r = 0; r < procedure_.registerCount; ++r)
      if (!inMemory_[r]) slots_[r] = builder_.CreateAlloca(builder_.getDoubleTy());
    Value* registers = builder_.CreateLoad(
        builder_.getPtrTy(),
        builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), context(), offsetof(CallContext, registers)));
    Value* used = builder_.CreateZExt(function_->getArg(3), builder_.getInt64Ty());
    memory_ = builder_.CreateInBoundsGEP(builder_.getDoubleTy(), registers, used);
    forRuns(0, procedure_.inputCount, [&](std::uint32_t first, std::uint32_t count) {
      if (inMemory_[first])
        move(offset(memory_, first), offset(function_->getArg(1), first), count);
      else
        write(first, builder_.CreateLoad(builder_.getDoubleTy(), offset(function_->getArg(1), first)));
    });
    Value* undefined = number(std::numeric_limits<double>::quiet_NaN());
    forRuns(procedure_.inputCount, procedure_.slotCount, [&](std::uint32_t first, std::uint32_t count) {
      if (inMemory_[first])
        fill(offset(memory_, first), count, undefined);
      else
        write(first, undefined);
    });
  }

  void leave() {
    const std::uint32_t first = procedure_.inputCount;
    forRuns(first, first + procedure_.outputCount, [&](std::uint32_t r, std::uint32_t count) {
      if (inMemory_[r])
        move(offset(function_->getArg(2), r - first), offset(memory_, r), count);
      else
        builder_.CreateStore(read(r), offset(function_->getArg(2), r - first));
    });
    builder_.CreateRet(builder_.getInt32(0));
  }

  /// Single registers, and runs of those that lie in memory.
  template <class Visit>
  void forRuns(std::uint32_t begin, std::uint32_t end, const Visit& visit) {
    for (std::uint32_t r = begin; r < end;) {
      std::uint32_t count = 1;
      while (inMemory_[r] && r + count < end && inMemory_[r + count]) ++count;
      visit(r, count);
      r += count;
    }
  }

  void move(Value* to, Value* from, std::uint64_t count) {
    builder_.CreateMemMove(to, llvm::Align(8), from, llvm::Align(8), count * sizeof(double));
  }

  void fill(Value* begin, std::uint64_t count, Value* value) {
    BasicBlock* const before = builder_.GetInsertBlock();
    BasicBlock* const round = BasicBlock::Create(module_.getContext(), "", function_);
    BasicBlock* const after = BasicBlock::Create(module_.getContext(), "", function_);
    builder_.CreateBr(round);
    builder_.SetInsertPoint(round);
    llvm::PHINode* i = builder_.CreatePHI(builder_.getInt64Ty(), 2);
    i->addIncoming(builder_.getInt64(0), before);
    builder_.CreateStore(value, builder_.CreateInBoundsGEP(builder_.getDoubleTy(), begin, i));
    Value* next = builder_.CreateAdd(i, builder_.getInt64(1));
    i->addIncoming(next, round);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, builder_.getInt64(count)), round, after);
    builder_.SetInsertPoint(after);
  }

  Value* context() { return function_->getArg(0); }

  // ------------------------------------------------------------------------------------------------------------ code

  void makeBlocks() {
    blocks_.assign(procedure_.code.size(), nullptr);
    const auto begin = [&](std::uint32_t at) {
      if (at < blocks_.size() && !blocks_[at]) blocks_[at] = BasicBlock::Create(module_.getContext(), "", function_);
    };
    for (std::uint32_t at = 0; at < procedure_.code.size(); ++at) {
      const Act act = procedure_.code[at].act;
      if (act == Act::jump || act == Act::unless) begin(procedure_.code[at].a);
      if (act == Act::jump || act == Act::unless || act == Act::finish) begin(at + 1);
    }
  }

  /// Goes on only if the condition holds; else the call has failed.
  void demand(Value* condition) {
    BasicBlock* const next = BasicBlock::Create(module_.getContext(), "", function_);
    builder_.CreateCondBr(condition, next, failed_);
    builder_.SetInsertPoint(next);
  }

  void step(std::uint32_t at, const Step& step) {
    switch (step.act) {
      case Act::constant: return write(step.target, number(procedure_.constants[step.a]));
      case Act::copy: return write(step.target, read(step.a));
      case Act::operation: {
        const int count = symbolic::operandCount(step.op);
        Value* a = read(step.a);
        Value* b = count > 1 ? read(step.b) : nullptr;
        Value* c = count > 2 ? read(step.c) : nullptr;
        return write(step.target, operations_.apply(step.op, a, b, c));
      }
      case Act::load:
      case Act::look: {
        Value* element = elementOf(step);
        return write(step.target, builder_.CreateLoad(builder_.getDoubleTy(), element));
      }
      case Act::store: {
        Value* element = elementOf(step);
        builder_.CreateStore(read(step.target), element);
        return;
      }
      case Act::jump: builder_.CreateBr(blocks_[step.a]); return;
      case Act::unless:
        builder_.CreateCondBr(operations_.truth(read(step.target)), blocks_[at + 1], blocks_[step.a]);
        return;
      case Act::round: {
        Value* place =
            builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), context(), offsetof(CallContext, rounds));
        Value* left = builder_.CreateSub(builder_.CreateLoad(builder_.getInt64Ty(), place), builder_.getInt64(1));
        builder_.CreateStore(left, place);
        return demand(builder_.CreateICmpSGE(left, builder_.getInt64(0)));
      }
      case Act::call: return call(step);
      case Act::demand: return demand(operations_.truth(read(step.target)));
      case Act::finish: return leave();
      case Act::host: return host();
    }
  }

  void host() {
    llvm::Type *pointer = builder_.getPtrTy(), *integer = builder_.getInt32Ty();
    builder_.CreateRet(
        builder_.CreateCall(declare(module_, hostSymbol, integer, {pointer, integer, pointer, pointer}, false),
                            {context(), builder_.getInt32(number_), function_->getArg(1), function_->getArg(2)}));
  }

  Value* elementOf(const Step& step) {
    Value* index = read(step.c);
    demand(builder_.CreateAnd(builder_.CreateFCmpOGE(index, number(1.0)),
                              builder_.CreateFCmpOLT(index, number(static_cast<double>(step.b) + 1.0))));
    Value* position = builder_.CreateFPToUI(index, builder_.getInt64Ty());
    Value* array = step.act == Act::look ? constants() : memory_;
    return builder_.CreateInBoundsGEP(builder_.getDoubleTy(), offset(array, step.a),
                                      builder_.CreateSub(position, builder_.getInt64(1)));
  }

  Value* constants() {
    if (constants_ == nullptr) {
      llvm::Constant* numbers =
          llvm::ConstantDataArray::get(module_.getContext(), llvm::ArrayRef(procedure_.constants));
      constants_ =
          new llvm::GlobalVariable(module_, numbers->getType(), true, llvm::GlobalValue::PrivateLinkage, numbers);
    }
    return constants_;
  }

  /// Arguments and results stand where the registers of the other procedure begin.
  void call(const Step& step) {
    const Procedure& callee = procedures_[step.b];
    Value* next = builder_.CreateAdd(function_->getArg(3), builder_.getInt32(procedure_.registerCount));
    Value* depth = builder_.CreateAdd(function_->getArg(4), builder_.getInt32(1));
    Value* end =
        builder_.CreateAdd(builder_.CreateZExt(next, builder_.getInt64Ty()), builder_.getInt64(callee.registerCount));
    demand(builder_.CreateAnd(builder_.CreateICmpULT(depth, builder_.getInt32(deepestCall)),
                              builder_.CreateICmpULE(end, builder_.getInt64(mostRegisters))));
    Value* theirs = offset(memory_, procedure_.registerCount);
    for (std::uint32_t k = 0; k < step.c; ++k)
      builder_.CreateStore(read(procedure_.lists[step.a + k]), offset(theirs, k));
    Value* results = offset(theirs, callee.inputCount);
    Value* status = builder_.CreateCall(declared(step.b), {context(), theirs, results, next, depth});
    demand(builder_.CreateICmpEQ(status, builder_.getInt32(0)));
    for (std::uint32_t k = 0; k < callee.outputCount; ++k)
      write(step.target + k, builder_.CreateLoad(builder_.getDoubleTy(), offset(results, k)));
  }

  llvm::Module& module_;
  std::span<const Procedure> procedures_;
  const Procedure& procedure_;
  std::uint32_t number_;
  llvm::Function* function_;
  Builder builder_;
  Operations operations_;
  std::vector<bool> inMemory_;
  std::vector<Value*> slots_;
  std::vector<BasicBlock*> blocks_;
  Value* memory_ = nullptr;
  llvm::GlobalVariable* constants_ = nullptr;  // made where they are looked at; the module owns them
  BasicBlock* failed_ = nullptr;
};

}  // namespace

void emitProcedures(llvm::Module& module, std::span<const Procedure> procedures) {
  for (std::size_t number = 0; number < procedures.size(); ++number) ProcedureEmitter(module, procedures, number).run();
}

}  // namespace dashpot::codegen::native
