#include "scanline/core/text.h"

#include "scanline/core/error.h"
#include "scanline/core/utf8.h"

#include <algorithm>
#include <climits>
#include <fmt/format.h>

namespace scanline {

namespace {

// Control characters, line separators, and what changes the direction of text.
bool is_hazardous(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xfeff;
}

std::string escaped(char32_t code) {
    switch (code) {
    case U'\n': return "\\n";
    case U'\r': return "\\r";
    case U'\t': return "\\t";
    default: break;
    }
    return code < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(code))
                       : fmt::format("\\u{:04x}", static_cast<unsigned>(code));
}

} // namespace

std::string printable(std::string_view text, std::size_t most) {
    std::string result;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == most)
            return result + "...";
        const Utf8Character next = first_character(text);
        if (next.size == 0)
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
        else if (is_hazardous(next.code))
            result += escaped(next.code);
        else
            result += text.substr(0, next.size);
        text.remove_prefix(std::max<std::size_t>(next.size, 1));
    }
    return result;
}

std::string printable_path(const std::string& path) {
    return printable(path, PATH_MAX);
}

std::vector<std::string> split_list(std::string_view name, std::string_view list) {
    constexpr std::string_view spaces = " \t";
    std::vector<std::string> entries;
    if (list.find_first_not_of(spaces) == std::string_view::npos)
        return entries;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        std::string_view entry = list.substr(at, end - at);
        const std::size_t first = entry.find_first_not_of(spaces);
        if (first == std::string_view::npos)
            throw usage_error(fmt::format("{}: '{}' has an empty entry: separate entries by one comma", name,
                                          printable(list)));
        entry = entry.substr(first, entry.find_last_not_of(spaces) + 1 - first);
        entries.emplace_back(entry);
        at = end + 1;
    }
    return entries;
}

} // namespace scanline
