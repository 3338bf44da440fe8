// base/boxed.hpp: a value that lies on the heap and is copied with its box. For the rare large alternative of a variant
// whose other one is small and there by the million.
#pragma once

#include <memory>
#include <utility>

namespace dashpot {

template <class T>
class Boxed {
 public:
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Boxed(const Boxed& other) : value_(std::make_unique<T>(*other)) {}
  Boxed(Boxed&&) noexcept = default;  // the other holds nothing then
  Boxed& operator=(Boxed other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Boxed() = default;

  operator const T&() const { return *value_; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace dashpot
