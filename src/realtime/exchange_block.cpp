#include "realtime/exchange_block.hpp"

#include <atomic>
#include <bit>
#include <cstring>

namespace dashpot::realtime {

namespace {

static_assert(std::endian::native == std::endian::little, "the block is little endian");
static_assert(std::atomic_ref<std::uint64_t>::is_always_lock_free, "another process may share it");

constexpr std::uint64_t blockVersion = 1;
constexpr std::size_t headWords = 8;
constexpr std::size_t lineWords = 8;  // of a cache line: the writers of the two cells do not slow each other down
constexpr int mostTries = 4;          // of a reader whose writer is at it

enum : std::size_t { lockWord, sequenceWord, timeWord, countWord, firstValue };
enum : std::size_t { magicWord, versionWord, inputsWord, outputsWord, stepWord, stateWord, inputCell, outputCell };

std::atomic_ref<std::uint64_t> at(std::uint64_t* words, std::size_t i) { return std::atomic_ref(words[i]); }

std::size_t roundedUp(std::size_t words) { return (words + lineWords - 1) / lineWords * lineWords; }

std::size_t outputsBegin(std::size_t inputs) { return headWords + roundedUp(Cell::words(inputs)); }

}  // namespace

void Cell::clear() {
  for (std::size_t i = 0; i < words(count_); ++i) at(words_, i).store(0, std::memory_order_relaxed);
  at(words_, countWord).store(count_, std::memory_order_relaxed);
}

void Cell::write(std::uint64_t sequence, double time, ConstView values) {
  const std::uint64_t lock = at(words_, lockWord).load(std::memory_order_relaxed) | 1;
  at(words_, lockWord).store(lock, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  at(words_, sequenceWord).store(sequence, std::memory_order_relaxed);
  at(words_, timeWord).store(std::bit_cast<std::uint64_t>(time), std::memory_order_relaxed);
  at(words_, countWord).store(values.size(), std::memory_order_relaxed);
  for (std::size_t i = 0; i < values.size(); ++i)
    at(words_, firstValue + i).store(std::bit_cast<std::uint64_t>(values[i]), std::memory_order_relaxed);
  at(words_, lockWord).store(lock + 1, std::memory_order_release);
}

Cell::News Cell::read(std::uint64_t& seen, Message& message) const {
  for (int attempt = 0; attempt < mostTries; ++attempt) {
    const std::uint64_t lock = at(words_, lockWord).load(std::memory_order_acquire);
    if (lock == seen) return News::none;
    if (lock % 2 != 0) continue;
    message.sequence = at(words_, sequenceWord).load(std::memory_order_relaxed);
    message.time = std::bit_cast<double>(at(words_, timeWord).load(std::memory_order_relaxed));
    for (std::size_t i = 0; i < count_; ++i)
      message.values[i] = std::bit_cast<double>(at(words_, firstValue + i).load(std::memory_order_relaxed));
    std::atomic_thread_fence(std::memory_order_acquire);
    if (at(words_, lockWord).load(std::memory_order_relaxed) != lock) continue;
    seen = lock;
    return News::fresh;
  }
  return News::torn;
}

std::size_t ExchangeBlock::words(std::size_t inputs, std::size_t outputs) {
  return outputsBegin(inputs) + roundedUp(Cell::words(outputs));
}

ExchangeBlock::ExchangeBlock(std::uint64_t* memory, std::size_t inputs, std::size_t outputs, double step)
    : words_(memory), inputs_(inputs), outputs_(outputs) {
  this->inputs().clear();
  this->outputs().clear();
  at(words_, versionWord) = blockVersion;
  at(words_, inputsWord) = inputs;
  at(words_, outputsWord) = outputs;
  at(words_, stepWord) = std::bit_cast<std::uint64_t>(step);
  at(words_, stateWord) = static_cast<std::uint64_t>(State::notYet);
  at(words_, inputCell) = headWords * sizeof(std::uint64_t);
  at(words_, outputCell) = outputsBegin(inputs) * sizeof(std::uint64_t);
  std::uint64_t magic = 0;
  std::memcpy(&magic, "DPRTMEM1", sizeof magic);
  at(words_, magicWord) = magic;  // last: who finds it finds the rest
}

Cell ExchangeBlock::inputs() const { return {words_ + headWords, inputs_}; }
Cell ExchangeBlock::outputs() const { return {words_ + outputsBegin(inputs_), outputs_}; }
void ExchangeBlock::setState(State state) { at(words_, stateWord) = static_cast<std::uint64_t>(state); }

}  // namespace dashpot::realtime
