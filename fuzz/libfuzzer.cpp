// The entry that libFuzzer calls; DASHPOT_FUZZ_TARGET is one of those of targets.hpp.
#include "targets.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  dashpot::fuzz::DASHPOT_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
