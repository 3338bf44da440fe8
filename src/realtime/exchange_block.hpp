// realtime/exchange_block.hpp
//
// The memory in which a running model and the world meet: a cell with the inputs that the model takes, and one with the
// outputs that it gives. Each holds the newest values and nothing else, has one writer and one reader, in this process
// or another one, and neither ever waits for the other: a sequence lock (Lamport 1977; with the memory model of C++:
// Boehm 2012, Can seqlocks get along with programming language memory models?).
//
// Words of eight bytes, little endian (docs/realtime.md):
//
//   block   0  "DPRTMEM1"                          cell   0  lock: odd while it is being written; grows by 2
//           1  version                                    1  sequence number
//           2  number of inputs                           2  time, a double
//           3  number of outputs                          3  number of values
//           4  step in seconds, a double                  4  values, doubles
//           5  state: 0 not yet, 1 runs, 2 has ended
//           6  where the cell of inputs begins, in bytes
//           7  where the cell of outputs begins, in bytes
#pragma once

#include "dashpot/problem.hpp"

#include <cstdint>
#include <span>

namespace dashpot::realtime {

struct Message {
  std::uint64_t sequence = 0;
  double time = 0.0;
  Vector values{};
};

/// A view of a cell.
class Cell {
 public:
  Cell(std::uint64_t* words, std::size_t count) : words_(words), count_(count) {}

  void clear();
  void write(std::uint64_t sequence, double time, ConstView values);

  enum class News {
    none,   // nothing was written since the last reading
    fresh,  // the message is new
    torn,   // the writer is at it, or has stopped in the middle
  };
  /// `seen`: the lock at the last reading, 0 at first. The message has as many values as the cell.
  News read(std::uint64_t& seen, Message& message) const;

  [[nodiscard]] static std::size_t words(std::size_t values) { return 4 + values; }

 private:
  std::uint64_t* words_;
  std::size_t count_;
};

class ExchangeBlock {
 public:
  enum class State : std::uint64_t { notYet, running, ended };

  [[nodiscard]] static std::size_t words(std::size_t inputs, std::size_t outputs);
  /// Sets up the memory, which must outlive this and hold that many words, aligned to a cache line.
  ExchangeBlock(std::uint64_t* memory, std::size_t inputs, std::size_t outputs, double step);

  [[nodiscard]] Cell inputs() const;
  [[nodiscard]] Cell outputs() const;
  [[nodiscard]] std::size_t inputCount() const { return inputs_; }
  [[nodiscard]] std::size_t outputCount() const { return outputs_; }
  void setState(State state);

 private:
  std::uint64_t* words_;
  std::size_t inputs_, outputs_;
};

}  // namespace dashpot::realtime
