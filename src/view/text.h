#pragma once
#include <functional>
#include <string>

namespace scanline::view {

/// As much of a text as fits, with three dots where something is missing; empty where not even one character
/// does. Characters of several bytes stay whole.
std::string elided(const std::string& text, const std::function<bool(const std::string&)>& fits);

/// In lower case, as far as it is ASCII: extensions of files.
std::string lowered(std::string text);

/// With a capital letter, where it begins with one of ASCII: names of passes as headings.
std::string capitalized(std::string text);

/// The shortest text that reads back as the same number; used for the values of settings.
std::string number_text(double number);

} // namespace scanline::view
