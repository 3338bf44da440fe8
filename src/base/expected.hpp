// base/expected.hpp
//
// A value, or the reason why there is none. Used wherever failure is a normal outcome (bad input, a singular system);
// exceptions are kept for bugs and resource failure. The interface is the part of C++23's std::expected that we need.
#pragma once

#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

namespace dashpot {

/// Wraps the reason of a failure, so that `return Unexpected{reason};` reads as one.
template <class E>
struct Unexpected {
  E error;
};
template <class E>
Unexpected(E) -> Unexpected<E>;

template <class T, class E>
class [[nodiscard]] Expected {
 public:
  using value_type = T;
  using error_type = E;

  Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  template <class G>
  requires std::is_convertible_v<G, E> Expected(Unexpected<G> failure)
      : content_(std::in_place_index<1>, std::move(failure.error)) {}

  [[nodiscard]] bool has_value() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// Asking for a value that is not there is a bug in the caller.
  T& value() & {
    requireValue();
    return *std::get_if<0>(&content_);
  }
  const T& value() const& {
    requireValue();
    return *std::get_if<0>(&content_);
  }
  T&& value() && {
    requireValue();
    return std::move(*std::get_if<0>(&content_));
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  E& error() & { return std::get<1>(content_); }
  const E& error() const& { return std::get<1>(content_); }
  E&& error() && { return std::get<1>(std::move(content_)); }

  [[nodiscard]] T value_or(T fallback) const& { return has_value() ? value() : std::move(fallback); }

 private:
  void requireValue() const {
    if (!has_value()) throw std::logic_error("Expected: asked for the value of a failure");
  }

  std::variant<T, E> content_;
};

}  // namespace dashpot
