#include "scanline/core/text.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <climits>
#include <fmt/format.h>

namespace scanline {

namespace {

// Control characters, line separators, and characters that change the text direction.
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

// Reads the quoted text at the start of an entry, and moves past it; empty if there is none.
std::string quoted_start(std::string_view name, std::string_view list, std::size_t& at) {
    std::string text;
    const std::size_t quote = list.find_first_not_of(" \t", at);
    if (quote == std::string_view::npos || list[quote] != '"')
        return text;
    for (at = quote + 1; at < list.size(); ++at) {
        if (list[at] == '"' && !list.substr(at + 1).starts_with('"')) {
            ++at;
            return text;
        }
        if (list[at] == '"')
            ++at;
        text += list[at];
    }
    throw usage_error(
        fmt::format("{}: '{}' has a quote that is not closed: close it", name, printable(list)));
}

} // namespace

Utf8Character first_character(std::string_view text) {
    const auto byte = [text](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
    };
    const char32_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < size)
        return {};
    char32_t code = lead & (0xffu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        code = code << 6 | (byte(i) & 0x3f);
    }
    const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return overlong || surrogate || code > 0x10ffff ? Utf8Character{} : Utf8Character{code, size};
}

std::string valid_utf8(std::string_view text) {
    std::string valid;
    while (!text.empty()) {
        const std::size_t size = first_character(text).size;
        valid += size > 0 ? text.substr(0, size) : "\xEF\xBF\xBD";
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return valid;
}

std::size_t count_characters(std::string_view utf8) {
    return static_cast<std::size_t>(std::ranges::count_if(
        utf8, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

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

std::string_view trimmed(std::string_view text) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && is_space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_space(text.back()))
        text.remove_suffix(1);
    return text;
}

std::vector<std::string> split_list(std::string_view name, std::string_view list) {
    std::vector<std::string> entries;
    if (trimmed(list).empty())
        return entries;
    for (std::size_t at = 0; at <= list.size(); ++at) {
        std::string entry = quoted_start(name, list, at);
        const std::size_t end = std::min(list.find(',', at), list.size());
        entry += trimmed(list.substr(at, end - at));
        if (entry.empty())
            throw usage_error(fmt::format("{}: '{}' has an empty entry: separate entries by one comma", name,
                                          printable(list)));
        entries.push_back(std::move(entry));
        at = end;
    }
    return entries;
}

std::string listed(std::string list, std::string_view before_last) {
    if (const std::size_t comma = list.rfind(", "); comma != std::string::npos)
        list.replace(comma, 2, fmt::format(" {} ", before_last));
    return list;
}

std::string shell_word(std::string_view word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,./:%@";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos)
        return std::string(word);
    const bool is_harmless = printable(word, word.size()) == word;
    std::string text = is_harmless ? "'" : "$'";
    for (const char character : word) {
        if (is_harmless)
            text += character == '\'' ? std::string("'\\''") : std::string(1, character);
        else if (character < ' ' || character > '~' || character == '\'' || character == '\\')
            text += fmt::format("\\{:03o}", static_cast<unsigned char>(character));
        else
            text += character;
    }
    return text + "'";
}

} // namespace scanline
