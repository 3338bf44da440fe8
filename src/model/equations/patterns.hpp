// model/equations/patterns.hpp: numbers for the equations of the text; what a loop or an array repeats has one number.
#pragma once

#include "model/flat_model.hpp"

#include <unordered_map>

namespace dashpot::model {

class Patterns {
 public:
  PatternId of(SourceRange where) {
    const std::uint64_t key = static_cast<std::uint64_t>(where.source) << 32 | where.begin;
    return known_.try_emplace(key, static_cast<PatternId>(known_.size())).first->second;
  }

 private:
  std::unordered_map<std::uint64_t, PatternId> known_;
};

}  // namespace dashpot::model
