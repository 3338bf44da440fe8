#include "codegen/llvm/operations.hpp"

#include <stdexcept>

namespace dashpot::codegen::native {

using llvm::CmpInst;
using llvm::Value;
using symbolic::Op;

std::string librarySymbol(Op op) { return "dashpot_op" + std::to_string(static_cast<int>(op)); }
std::string procedureSymbol(std::size_t number) { return "procedure" + std::to_string(number); }
std::string pieceSymbol(std::size_t number) { return "piece" + std::to_string(number); }

llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name, llvm::Type* result,
                             llvm::ArrayRef<llvm::Type*> arguments, bool isPure) {
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, llvm::FunctionType::get(result, arguments, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  if (isPure) function->setDoesNotAccessMemory(), function->setWillReturn();
  return callee;
}

Value* Operations::constant(double value, Value* like) { return llvm::ConstantFP::get(like->getType(), value); }

Value* Operations::number(Value* truth) {
  llvm::Type* type = builder_.getDoubleTy();
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(truth->getType()))
    type = llvm::FixedVectorType::get(type, vector->getNumElements());
  Value* result = builder_.CreateSelect(truth, llvm::ConstantFP::get(type, 1.0), llvm::ConstantFP::get(type, 0.0));
  truths_[result] = truth;
  return result;
}

Value* Operations::truth(Value* number) {
  if (const auto known = truths_.find(number); known != truths_.end()) return known->second;
  return builder_.CreateFCmpUNE(number, constant(0.0, number));
}

Value* Operations::callLibrary(Op op, Value* a, Value* b) {
  llvm::Type* type = builder_.getDoubleTy();
  llvm::SmallVector<llvm::Type*, 2> types{type};
  if (b) types.push_back(type);
  const llvm::FunctionCallee callee = declare(module_, librarySymbol(op), type, types, true);
  const auto one = [&](Value* x, Value* y) {
    llvm::SmallVector<Value*, 2> arguments{x};
    if (y) arguments.push_back(y);
    return builder_.CreateCall(callee, arguments);
  };
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  if (!vector) return one(a, b);
  Value* result = llvm::PoisonValue::get(vector);
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane)
    result = builder_.CreateInsertElement(
        result, one(builder_.CreateExtractElement(a, lane), b ? builder_.CreateExtractElement(b, lane) : nullptr),
        lane);
  return result;
}

Value* Operations::apply(Op op, Value* a, Value* b, Value* c) {
  const auto compare = [&](CmpInst::Predicate predicate) { return number(builder_.CreateFCmp(predicate, a, b)); };
  const auto choose = [&](Value* condition, Value* x, Value* y) { return builder_.CreateSelect(condition, x, y); };
  switch (op) {
    case Op::noEvent:
    case Op::homotopy: return a;
    case Op::negate: return builder_.CreateFNeg(a);
    case Op::logicalNot: return number(builder_.CreateNot(truth(a)));
    case Op::abs: return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a);
    case Op::sign: {
      Value* zero = constant(0.0, a);
      return choose(builder_.CreateFCmpOGT(a, zero), constant(1.0, a),
                    choose(builder_.CreateFCmpOLT(a, zero), constant(-1.0, a), a));
    }
    case Op::sqrt: return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, a);
    case Op::floor: return rounded(a);
    case Op::ceil: return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, a);
    case Op::exp:
    case Op::log:
    case Op::log10:
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh: return callLibrary(op, a, nullptr);
    case Op::power:
    case Op::atan2: return callLibrary(op, a, b);
    case Op::add: return builder_.CreateFAdd(a, b);
    case Op::subtract: return builder_.CreateFSub(a, b);
    case Op::multiply: return builder_.CreateFMul(a, b);
    case Op::divide: return builder_.CreateFDiv(a, b);
    case Op::min: return choose(builder_.CreateOr(builder_.CreateFCmpOLT(b, a), builder_.CreateFCmpUNO(b, b)), b, a);
    case Op::max: return choose(builder_.CreateOr(builder_.CreateFCmpOGT(b, a), builder_.CreateFCmpUNO(b, b)), b, a);
    case Op::div: return truncated(builder_.CreateFDiv(a, b));
    case Op::mod: return builder_.CreateFSub(a, builder_.CreateFMul(rounded(builder_.CreateFDiv(a, b)), b));
    case Op::rem: return builder_.CreateFSub(a, builder_.CreateFMul(truncated(builder_.CreateFDiv(a, b)), b));
    case Op::less: return compare(CmpInst::FCMP_OLT);
    case Op::lessEqual: return compare(CmpInst::FCMP_OLE);
    case Op::greater: return compare(CmpInst::FCMP_OGT);
    case Op::greaterEqual: return compare(CmpInst::FCMP_OGE);
    case Op::equal: return compare(CmpInst::FCMP_OEQ);
    case Op::notEqual: return compare(CmpInst::FCMP_UNE);
    case Op::logicalAnd: return number(builder_.CreateAnd(truth(a), truth(b)));
    case Op::logicalOr: return number(builder_.CreateOr(truth(a), truth(b)));
    case Op::conditional: return choose(truth(a), b, c);
    default: break;
  }
  throw std::logic_error("bug: not an operation on numbers");
}

}  // namespace dashpot::codegen::native
