// base/text_list.hpp: texts that are only ever looked up by number, one behind the other in one stretch of memory.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot {

class TextList {
 public:
  TextList() = default;
  TextList(std::initializer_list<std::string_view> texts) {
    for (const std::string_view text : texts) push_back(text);
  }

  void push_back(std::string_view text) {
    all_ += text;
    ends_.push_back(all_.size());
  }
  void shrink() {
    all_.shrink_to_fit();
    ends_.shrink_to_fit();
  }
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::string operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return all_.substr(begin, ends_[i] - begin);
  }

 private:
  std::string all_;
  std::vector<std::size_t> ends_;  // of each text
};

}  // namespace dashpot
