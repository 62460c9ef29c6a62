#include "expression.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::compute {
namespace {

bool is_control(char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\t';
}

// For messages, which must name the expression on their first line.
std::string on_one_line(std::string_view expression) {
    std::string line;
    for (const char c : expression) {
        if (is_control(c))
            line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else
            line += c;
    }
    return line;
}

bool parentheses_match(std::string_view expression) {
    int open = 0;
    for (const char c : expression) {
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (open < 0)
            return false;
    }
    return open == 0;
}

} // namespace

void Expression::require_one() const {
    if (text.find_first_not_of(" \t") == std::string_view::npos)
        throw refusal("is empty: give one in GLSL of x, the element, and i, its index");
    if (std::ranges::any_of(text, is_control))
        throw refusal("holds a line break or another control character: write it on one line");
    for (const std::string_view part : {"#", ";", "{", "}", "\\", "//", "/*"}) {
        if (text.find(part) != std::string_view::npos)
            throw refusal(fmt::format("holds '{}': give one expression, without directives, statements and "
                                      "comments",
                                      part));
    }
    if (!parentheses_match(text))
        throw refusal("has parentheses that do not match: close those that are open, and no more");
}

Error Expression::refusal(std::string_view why) const {
    return usage_error(fmt::format("{}: the expression '{}' {}", operation, on_one_line(text), why));
}

} // namespace scanline::compute
