#include "codegen/executable_memory.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace dashpot::codegen {
namespace {

#if defined(__x86_64__)

/// mov eax, NUMBER; ret
ExecutableMemory giving(std::uint32_t number, std::size_t padding = 0) {
  std::vector<std::uint8_t> code{0xB8, 0, 0, 0, 0, 0xC3};
  std::memcpy(code.data() + 1, &number, sizeof number);
  code.resize(code.size() + padding, 0xCC);
  return ExecutableMemory(code);
}

std::uint32_t run(const ExecutableMemory& memory) {
  return reinterpret_cast<std::uint32_t (*)()>(reinterpret_cast<std::uintptr_t>(memory.begin()))();
}

TEST(ExecutableMemory, HoldsCodeThatStaysWhateverComesAndGoesBesideIt) {
  const ExecutableMemory kept = giving(42);
  for (std::uint32_t round = 0; round < 3; ++round) {
    std::vector<ExecutableMemory> others;
    for (std::uint32_t k = 0; k < 3000; ++k) others.push_back(giving(k, k % 200));
    for (std::uint32_t k = 0; k < 3000; ++k) ASSERT_EQ(run(others[k]), k);
    ASSERT_EQ(run(kept), 42u);
  }
}

TEST(ExecutableMemory, HoldsCodeThatIsLargerThanABlock) {
  const ExecutableMemory small = giving(1), large = giving(2, std::size_t{1} << 20);
  EXPECT_EQ(run(large), 2u);
  EXPECT_EQ(run(small), 1u);
}

TEST(ExecutableMemory, CodeBeginsWhereWideConstantsMayStand) {
  for (std::uint32_t k = 0; k < 100; ++k) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(giving(k, k).begin()) % 32, 0u);
}

/// Memory that two processes share must not be written by one where the other has its code.
TEST(ExecutableMemory, AForkedProcessLeavesTheCodeOfItsParentAlone) {
  const ExecutableMemory before = giving(7);
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const ExecutableMemory own = giving(8);
    const bool isRight = run(own) == 8 && run(before) == 7;
    char byte = 0;
    (void)!read(pipe[0], &byte, 1);  // the parent has written its own by then
    _exit(isRight && run(own) == 8 && run(before) == 7 ? 0 : 1);
  }
  const ExecutableMemory after = giving(9);
  EXPECT_EQ(run(after), 9u);
  ASSERT_EQ(write(pipe[1], "x", 1), 1);
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(run(before), 7u);
  EXPECT_EQ(run(after), 9u);
  close(pipe[0]), close(pipe[1]);
}

#endif

}  // namespace
}  // namespace dashpot::codegen
