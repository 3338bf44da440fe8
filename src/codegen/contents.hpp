// codegen/contents.hpp: which codes and operations occur in a function.
#pragma once

#include "codegen/ir.hpp"

namespace dashpot::codegen {

/// One bit for each.
struct Contents {
  explicit Contents(const Function& function) {
    for (const Instruction& at : function.code) {
      codes |= bitOf(at.code);
      operations |= at.code == Code::operation ? bitOf(at.op) : 0;
    }
  }

  [[nodiscard]] bool has(Code code) const { return (codes & bitOf(code)) != 0; }
  [[nodiscard]] bool has(symbolic::Op op) const { return (operations & bitOf(op)) != 0; }

  std::uint64_t codes = 0, operations = 0;

 private:
  template <class Kind>
  static std::uint64_t bitOf(Kind kind) {
    return std::uint64_t{1} << static_cast<unsigned>(kind);
  }
  static_assert(symbolic::opCount <= 64);
};

}  // namespace dashpot::codegen
