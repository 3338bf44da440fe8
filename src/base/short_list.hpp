// base/short_list.hpp
//
// A list of numbers that as a rule are few: these stand in the list itself, more of them on the heap. For lists that a
// large model has by the million, or makes as often, each of which would otherwise have a block of memory of its own.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

namespace dashpot {

template <class T, std::uint32_t few = 2>
class ShortList {
  static_assert(std::is_trivially_copyable_v<T> && few * sizeof(T) >= sizeof(T*));

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  ShortList() = default;
  ShortList(std::initializer_list<T> items) { append(items); }
  template <std::ranges::input_range Range>
  requires(!std::same_as<std::remove_cvref_t<Range>, ShortList>) ShortList(const Range& items) { append(items); }
  ShortList(const ShortList& other) { append(other); }
  ShortList(ShortList&& other) noexcept
      : memory_(other.memory_), size_(std::exchange(other.size_, 0)), capacity_(std::exchange(other.capacity_, few)) {}
  ShortList& operator=(ShortList other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~ShortList() {
    if (capacity_ > few) delete[] memory_.many;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return capacity_ > few ? memory_.many : memory_.own; }
  [[nodiscard]] const T* data() const { return capacity_ > few ? memory_.many : memory_.own; }
  [[nodiscard]] T* begin() { return data(); }
  [[nodiscard]] T* end() { return data() + size_; }
  [[nodiscard]] const T* begin() const { return data(); }
  [[nodiscard]] const T* end() const { return data() + size_; }
  [[nodiscard]] T& operator[](std::size_t i) { return data()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data()[i]; }
  [[nodiscard]] const T& front() const { return data()[0]; }
  [[nodiscard]] const T& back() const { return data()[size_ - 1]; }

  void push_back(T item) {
    if (size_ == capacity_) enlarge();
    data()[size_++] = item;
  }
  bool operator==(const ShortList& other) const { return std::ranges::equal(*this, other); }

 private:
  template <class Range>
  void append(const Range& items) {
    for (const T item : items) push_back(item);
  }
  void enlarge() {
    T* const more = new T[2 * std::size_t{capacity_}];
    std::ranges::copy(*this, more);
    if (capacity_ > few) delete[] memory_.many;
    memory_.many = more;
    capacity_ *= 2;
  }

  union Memory {
    T own[few];
    T* many;
  } memory_ = {};
  std::uint32_t size_ = 0, capacity_ = few;
};

}  // namespace dashpot
