// base/shared_text.hpp
//
// A text that does not change and that copies share: a unit or a description that thousands of variables have is in
// memory once. It takes one pointer, and an empty one nothing else; threads may share it.
#pragma once

#include <fmt/core.h>

#include <atomic>
#include <concepts>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace dashpot {

class SharedText {
 public:
  SharedText() = default;
  SharedText(std::string text) : shared_(text.empty() ? nullptr : new Shared{std::move(text)}) {}
  SharedText(std::string_view text) : SharedText(std::string(text)) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}
  SharedText(const SharedText& other) : shared_(other.shared_) {
    if (shared_) shared_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  SharedText(SharedText&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
  SharedText& operator=(SharedText other) noexcept {
    std::swap(shared_, other.shared_);
    return *this;
  }
  ~SharedText() {
    if (shared_ && shared_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete shared_;
  }

  [[nodiscard]] bool empty() const { return !shared_; }
  [[nodiscard]] const std::string& text() const {
    static const std::string nothing;
    return shared_ ? shared_->text : nothing;
  }
  operator const std::string&() const { return text(); }
  operator std::string_view() const { return text(); }

  friend bool operator==(const SharedText& a, const SharedText& b) {
    return a.shared_ == b.shared_ || a.text() == b.text();
  }
  template <class Text>
  requires(std::convertible_to<const Text&, std::string_view> && !std::same_as<Text, SharedText>) friend bool
  operator==(const SharedText& a, const Text& b) {
    return a.text() == std::string_view(b);
  }
  friend std::ostream& operator<<(std::ostream& out, const SharedText& text) { return out << text.text(); }

 private:
  struct Shared {
    explicit Shared(std::string own) : text(std::move(own)) {}
    const std::string text;
    std::atomic<std::uint32_t> owners = 1;
  };
  Shared* shared_ = nullptr;
};

/// Gives equal texts one place in memory.
class SharedTexts {
 public:
  SharedText operator()(std::string_view text) {
    if (const auto known = texts_.find(text); known != texts_.end()) return known->second;
    const SharedText made(text);
    texts_.emplace(std::string_view(made), made);
    return made;
  }

 private:
  std::unordered_map<std::string_view, SharedText> texts_;  // the keys lie in the texts
};

}  // namespace dashpot

template <>
struct fmt::formatter<dashpot::SharedText> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const dashpot::SharedText& text, Context& context) const {
    return fmt::formatter<std::string_view>::format(std::string_view(text), context);
  }
};
