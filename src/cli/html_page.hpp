// cli/html_page.hpp
//
// A report as one page that opens without a server: everything is in it, and its content security policy forbids it to
// ask for anything else. Pictures are inline SVG; a few lines of script show the nearest point under the pointer.
// Without script it is the same page. It follows the light or dark setting of the reader, and prints in light.
#pragma once

#include "base/figure.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dashpot::cli {

class HtmlPage {
 public:
  explicit HtmlPage(std::string title) : title_(std::move(title)) {}

  void heading(std::string_view text);
  void paragraph(std::string_view text);
  void warning(std::string_view text);
  /// The first `leftColumns` are texts, the others numbers; cells that end in '?' are marked.
  void table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows,
             std::size_t leftColumns);
  void figure(const Figure& figure, std::string_view caption);

  [[nodiscard]] std::string text() const;

 private:
  std::string title_, body_;
  std::size_t figures_ = 0;
};

}  // namespace dashpot::cli
