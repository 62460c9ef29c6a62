#include "delimited_text.h"

#include "number_text.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace scanline::data {
namespace {

struct Separator {
    char character;
    std::string_view name;
};
constexpr std::array separators{Separator{',', "comma"}, Separator{';', "semicolon"}, Separator{'\t', "tab"},
                                Separator{'|', "pipe"}};

/// Not what numbers, names and quotes are made of.
bool may_separate(char c) {
    return c == '\t' || (c > ' ' && c < 0x7f && !std::isalnum(c) &&
                         std::string_view("\"'+-.#_").find(c) == std::string_view::npos);
}

} // namespace

char parse_separator(std::string_view option, std::string_view text) {
    const auto* const named = std::ranges::find(separators, text, &Separator::name);
    if (named != separators.end())
        return named->character;
    if (text == "blank" || text == " ")
        return ' ';
    if (text.size() != 1 || !may_separate(text[0]))
        throw usage_error(fmt::format("{} {} is no separator: give one character, such as ',', or comma, "
                                      "semicolon, tab, pipe or blank",
                                      option, printable(text)));
    return text[0];
}

bool is_number(std::string_view field) {
    const NumberText number = number_at_front(field);
    return number.error != std::errc::invalid_argument && number.size == field.size();
}

TextKind kind_of(std::string_view ending) {
    return ending == ".txt" || ending == ".xyz" || ending == ".dat" ? TextKind::columns : TextKind::table;
}

DelimitedText::DelimitedText(const std::filesystem::path& path, std::string_view text, TextKind kind,
                             std::optional<char> separator)
    : path_(path), text_(text), kind_(kind), given_(separator) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text_.starts_with(byte_order_mark))
        at_ = byte_order_mark.size();
}

void DelimitedText::find_first_line() {
    pass_blank_lines();
    pass_separator_line();
    if (kind_ == TextKind::columns)
        pass_comments();
    if (at_end())
        throw read_error(path_, "it has no lines; begin with a line of names or of numbers");
    if (!given_)
        given_ = separator_of_first_line();
    separator_ = given_ ? *given_ : blanks_separate() ? ' ' : ',';
}

void DelimitedText::pass_separator_line() {
    constexpr std::string_view start = "sep=";
    const std::string_view line = text_.substr(at_, text_.find_first_of("\r\n", at_) - at_);
    if (line.size() != start.size() + 1 || !may_separate(line.back()) ||
        !std::ranges::equal(line.substr(0, start.size()), start, {},
                            [](char c) { return static_cast<char>(c | 0x20); }))
        return;
    given_ = given_.value_or(line.back());
    at_ += line.size();
    pass_line_end();
    pass_blank_lines();
}

void DelimitedText::pass_comments() {
    for (; is_at('#'); pass_blank_lines()) {
        comment_ = at_;
        at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
        pass_line_end();
    }
}

void DelimitedText::pass_line_end() {
    if (text_.substr(at_).starts_with("\r\n"))
        ++at_;
    at_ = std::min(at_ + 1, text_.size());
    ++line_;
}

void DelimitedText::pass_blank_lines() {
    while (!at_end()) {
        const std::size_t begin = at_;
        while (is_at(' ') || (separator_ == ' ' && is_at('\t')))
            ++at_;
        if (!at_line_end()) {
            at_ = begin;
            return;
        }
        pass_line_end();
    }
}

std::optional<char> DelimitedText::separator_of_first_line() const {
    const Separator* only = nullptr;
    bool in_quotes = false, field_begins = true;
    for (std::size_t at = at_; at < text_.size(); ++at) {
        const char c = text_[at];
        if (in_quotes || (c == '"' && field_begins)) {
            in_quotes = c != '"' || !in_quotes;
            continue;
        }
        if (c == '\n' || c == '\r')
            break;
        const auto* const found = std::ranges::find(separators, c, &Separator::character);
        field_begins = found != separators.end() || (field_begins && c == ' ');
        if (found == separators.end() || found == only)
            continue;
        if (only)
            throw line_error(line_,
                             fmt::format("it has {}s and {}s: {}separate columns by one of them, write "
                                         "decimal points rather than commas, and put quotes "
                                         "around a name with a separator in it",
                                         only->name, found->name,
                                         kind_ == TextKind::numbers ? "" : "choose by --separator, or "));
        only = found;
    }
    return only ? std::optional(only->character) : std::nullopt;
}

bool DelimitedText::blanks_separate() {
    if (kind_ == TextKind::numbers)
        return false;
    const std::size_t begin = at_, line = line_;
    separator_ = ' ';
    const std::vector<std::string> fields = read_fields();
    at_ = begin;
    line_ = line;
    return fields.size() > 1 && (kind_ == TextKind::columns || std::ranges::all_of(fields, is_number));
}

std::string DelimitedText::read_text() {
    pass_spaces();
    std::string text;
    if (!is_at('"')) {
        for (; !at_field_end(); ++at_)
            text += text_[at_];
        has_inner_quote_ |= text.find('"') != std::string::npos;
        return std::string(trimmed(text));
    }
    const std::size_t line = line_;
    for (++at_;; ++at_) {
        if (at_end())
            throw line_error(line, "a quote is opened and not closed; close it");
        if (is_at('"') && !text_.substr(at_).starts_with("\"\""))
            break;
        if (is_at('"'))
            ++at_;
        if (is_at('\n'))
            ++line_;
        text += text_[at_];
    }
    ++at_;
    if (separator_ != ' ')
        pass_spaces();
    if (!at_field_end())
        throw line_error(line, "text follows a closing quote; put the whole field in quotes and "
                               "double the quotes in it");
    return std::string(trimmed(text));
}

std::vector<std::string> DelimitedText::read_fields() {
    std::vector<std::string> fields{read_text()};
    while (true) {
        if (separator_ == ' ')
            pass_spaces();
        if (at_line_end())
            return fields;
        if (separator_ != ' ')
            ++at_;
        fields.push_back(read_text());
    }
}

Error DelimitedText::line_error(std::size_t line, std::string_view what) const {
    return read_error(path_, fmt::format("line {}: {}", line, what));
}

} // namespace scanline::data
