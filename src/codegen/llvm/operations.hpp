// codegen/llvm/operations.hpp: what an operation is in LLVM's terms, for one number or several side by side.
//
// The meaning is symbolic::apply's, to the last bit: no flag allows contraction or reassociation, and functions of the
// math library are the very ones that the interpreter calls.
#pragma once

#include "codegen/native.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace dashpot::codegen::native {

using Builder = llvm::IRBuilder<>;

class Operations {
 public:
  Operations(llvm::Module& module, Builder& builder) : module_(module), builder_(builder) {}

  llvm::Value* apply(symbolic::Op op, llvm::Value* a, llvm::Value* b, llvm::Value* c);
  /// Whether a number stands for true.
  llvm::Value* truth(llvm::Value* number);

 private:
  llvm::Value* number(llvm::Value* truth);
  llvm::Value* constant(double value, llvm::Value* like);
  llvm::Value* truncated(llvm::Value* a) { return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, a); }
  llvm::Value* rounded(llvm::Value* a) { return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, a); }
  llvm::Value* callLibrary(symbolic::Op op, llvm::Value* a, llvm::Value* b);

  llvm::Module& module_;
  Builder& builder_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> truths_;  // of numbers made from truth values
};

/// The symbol of a function of the math library: not its own name, by which LLVM would know and change it.
std::string librarySymbol(symbolic::Op op);
constexpr const char* solveSymbol = "dashpot_solve";
constexpr const char* callSymbol = "dashpot_call";
constexpr const char* hostSymbol = "dashpot_host";
std::string procedureSymbol(std::size_t number);
std::string pieceSymbol(std::size_t number);

/// A function of the math library, or another that is only declared here.
llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name, llvm::Type* result,
                             llvm::ArrayRef<llvm::Type*> arguments, bool isPure);

}  // namespace dashpot::codegen::native
