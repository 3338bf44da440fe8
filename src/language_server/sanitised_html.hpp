// language_server/sanitised_html.hpp
//
// The documentation of a class as a page may show it. It comes from files that others wrote, so it is made anew from
// what is known to be harmless: an allow-list of elements without attributes, links to http, https and modelica
// addresses, and images of libraries through the server. Everything else is left out; of scripts, styles and the like
// also what is in them.
//
// Promise: the result is well-formed, every element that is opened is closed, and nothing in it runs or is fetched from
// elsewhere.
#pragma once

#include <string>
#include <string_view>

namespace dashpot::language_server {

/// Images become /resource?uri=modelica%3A%2F%2F...
[[nodiscard]] std::string sanitisedHtml(std::string_view html);

}  // namespace dashpot::language_server
