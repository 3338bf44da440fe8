// The generator: modules to machine code, linked into the process (Lattner and Adve 2004; ORC, the JIT of LLVM).
#include "codegen/llvm/object_cache.hpp"
#include "codegen/llvm/pieces.hpp"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Pass.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils.h>

#include <mutex>
#include <new>
#include <stdexcept>

namespace dashpot::codegen::native {

namespace {

template <class T>
T require(llvm::Expected<T> result) {
  if (result) return static_cast<T&&>(*result);
  throw std::runtime_error("LLVM: " + llvm::toString(result.takeError()));
}

void require(llvm::Error error) {
  if (error) throw std::runtime_error("LLVM: " + llvm::toString(std::move(error)));
}

void initialiseOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    // Without memory for better code, the code at hand goes on; LLVM by itself would end the program.
    llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { throw std::bad_alloc(); });
  });
}

/// This very processor; but never a fused multiplication and addition where two roundings were written.
llvm::orc::JITTargetMachineBuilder targetFor(llvm::CodeGenOptLevel level) {
  auto target = require(llvm::orc::JITTargetMachineBuilder::detectHost());
  target.setCodeGenOptLevel(level);
  target.getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  target.setRelocationModel(llvm::Reloc::PIC_);
  // A unit's constants lie beside its code, and calls go through stubs where they are too far: no address needs 64
  // bits.
  target.setCodeModel(llvm::CodeModel::Small);
  return target;
}

unsigned lanesOf(const llvm::orc::JITTargetMachineBuilder& target) {
  const std::string features = target.getFeatures().getString();
  return features.find("+avx,") != std::string::npos ? 4 : 2;  // doubles in a register: AVX, else SSE2 or NEON
}

class Generator final : public NativeGenerator {
 public:
  Generator(const Runtime& runtime, const GeneratorOptions& options)
      : fast_(targetFor(llvm::CodeGenOptLevel::None)),
        optimised_(targetFor(llvm::CodeGenOptLevel::Default)),
        lanes_(lanesOf(fast_)),
        cache_(options.cacheDirectory, options.cacheLimit) {
    llvm::orc::LLJITBuilder builder;
    builder.setJITTargetMachineBuilder(fast_).setPlatformSetUp(llvm::orc::setUpInactivePlatform);
    jit_ = require(builder.create());
    defineRuntime(runtime);
  }

  std::vector<Piece> compile(const PieceUnit& unit, Tier tier) override {
    llvm::LLVMContext context;
    llvm::Module module("pieces", context);
    emitPieces(module, unit, lanes_);
    llvm::orc::JITDylib& library = newLibrary();
    load(module, tier, library);
    std::vector<Piece> pieces;
    for (std::uint32_t k = 0; k < unit.count; ++k)
      pieces.push_back(require(jit_->lookup(library, pieceSymbol(unit.first + k))).toPtr<Piece>());
    return pieces;
  }

  std::vector<NativeProcedure> compile(std::span<const Procedure> procedures) override {
    if (procedures.empty()) return {};
    llvm::LLVMContext context;
    llvm::Module module("procedures", context);
    emitProcedures(module, procedures);
    llvm::legacy::FunctionPassManager passes(&module);
    passes.add(llvm::createPromoteMemoryToRegisterPass());
    for (llvm::Function& function : module) passes.run(function);
    load(module, Tier::optimised, jit_->getMainJITDylib());
    std::vector<NativeProcedure> native;
    for (std::uint32_t k = 0; k < procedures.size(); ++k)
      native.push_back(require(jit_->lookup(jit_->getMainJITDylib(), procedureSymbol(k))).toPtr<NativeProcedure>());
    return native;
  }

  [[nodiscard]] CacheCounts cacheCounts() const override { return cache_.counts(); }

 private:
  void defineRuntime(const Runtime& runtime) {
    llvm::orc::SymbolMap symbols;
    const auto define = [&](const std::string& name, const void* address) {
      symbols[jit_->mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                              llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
    };
    for (std::size_t op = 0; op < runtime.functions.size(); ++op)
      if (runtime.functions[op]) define(librarySymbol(static_cast<symbolic::Op>(op)), runtime.functions[op]);
    define(solveSymbol, reinterpret_cast<const void*>(runtime.solve));
    define(callSymbol, reinterpret_cast<const void*>(runtime.call));
    define(hostSymbol, reinterpret_cast<const void*>(runtime.host));
    require(jit_->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))));
  }

  llvm::orc::JITDylib& newLibrary() {
    llvm::orc::JITDylib& library = require(jit_->createJITDylib("unit" + std::to_string(++units_)));
    library.addToLinkOrder(jit_->getMainJITDylib());
    return library;
  }

  void load(llvm::Module& module, Tier tier, llvm::orc::JITDylib& library) {
    llvm::orc::JITTargetMachineBuilder& target = tier == Tier::fast ? fast_ : optimised_;
    module.setDataLayout(jit_->getDataLayout());
    module.setTargetTriple(target.getTargetTriple().str());
    require(jit_->addObjectFile(library, objectOf(module, target, tier)));
  }

  std::unique_ptr<llvm::MemoryBuffer> objectOf(llvm::Module& module, llvm::orc::JITTargetMachineBuilder target,
                                               Tier tier) {
    std::string key;
    if (cache_.isOn()) {
      llvm::SmallVector<char, 0> content;
      llvm::raw_svector_ostream stream(content);
      llvm::WriteBitcodeToFile(module, stream);
      key = ObjectCache::keyOf(content, describe(target, tier));
      if (auto object = cache_.find(key)) return object;
    }
    const std::unique_ptr<llvm::TargetMachine> machine = require(target.createTargetMachine());
    auto object = require(llvm::orc::SimpleCompiler(*machine)(module));
    if (cache_.isOn()) cache_.store(key, object->getBuffer());
    return object;
  }

  static std::string describe(const llvm::orc::JITTargetMachineBuilder& target, Tier tier) {
    return LLVM_VERSION_STRING " " + target.getTargetTriple().str() + " " + target.getCPU() + " " +
           target.getFeatures().getString() + " " + (tier == Tier::fast ? "fast" : "optimised");
  }

  llvm::orc::JITTargetMachineBuilder fast_, optimised_;
  unsigned lanes_;
  ObjectCache cache_;
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  std::atomic<std::uint64_t> units_ = 0;
};

}  // namespace

}  // namespace dashpot::codegen::native

extern "C" __attribute__((visibility("default"))) dashpot::codegen::NativeGenerator* dashpotMakeNativeGenerator(
    const dashpot::codegen::Runtime* runtime, const dashpot::codegen::GeneratorOptions* options) {
  dashpot::codegen::native::initialiseOnce();
  return new dashpot::codegen::native::Generator(*runtime, *options);
}

extern "C" __attribute__((visibility("default"))) std::uint64_t dashpotNativeInterface() {
  return dashpot::codegen::generatorInterface;
}
