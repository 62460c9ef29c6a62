#include "scanline/data/number_table.h"

#include "delimited_text.h"
#include "input_file.h"
#include "number_text.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace scanline::data {
namespace {

/// True for a malformed number, which must not pass for a name: "1.5D3", "1'000", also after a typographic
/// minus or a no-break space.
bool begins_like_number(std::string_view field) {
    constexpr std::array<std::string_view, 2> ignored{"\xe2\x88\x92", "\xc2\xa0"};
    while (!field.empty()) {
        const auto sign = std::ranges::find_if(ignored, [&](auto one) { return field.starts_with(one); });
        if (sign != ignored.end()) {
            field.remove_prefix(sign->size());
            continue;
        }
        const char first = field.front();
        if (first >= '0' && first <= '9')
            return true;
        if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' ||
            static_cast<unsigned char>(first) >= 0x80)
            return false;
        field.remove_prefix(1);
    }
    return false;
}

/// Parses the text in one pass. Numbers are read in place; field text is copied only for the first line and
/// for messages.
class TableReader : private DelimitedText {
public:
    TableReader(const std::filesystem::path& path, std::string_view text) : DelimitedText(path, text) {}

    NumberTable read() {
        find_first_line();
        first_line_ = line_;
        read_first_line();
        reserve();
        for (pass_blank_lines(); !at_end(); pass_blank_lines())
            read_row();
        return std::move(table_);
    }

private:
    void read_first_line() {
        const std::size_t begin = at_;
        std::vector<std::string> fields = read_fields();
        table_.columns = fields.size();
        if (std::ranges::any_of(fields, is_number)) {
            check_all_numbers(fields);
            at_ = begin;
            line_ = first_line_;
            return;
        }
        check_names(fields);
        table_.names = std::move(fields);
        pass_line_end();
    }

    /// A line that mixes numbers and names is ambiguous: a header, or a row with a mistake. Empty fields are
    /// found as the row is read.
    void check_all_numbers(const std::vector<std::string>& fields) const {
        for (std::size_t column = 0; column < fields.size(); ++column)
            if (!fields[column].empty() && !is_number(fields[column]))
                throw field_error(
                    column, fmt::format("is '{}', beside numbers; begin with a line of names or of numbers",
                                        printable(fields[column])));
    }

    void check_names(const std::vector<std::string>& fields) const {
        for (std::size_t column = 0; column < fields.size(); ++column) {
            if (fields[column].empty())
                throw field_error(column, "is empty; write a name or a number");
            if (fields[column].find('\0') != std::string::npos)
                throw field_error(column, "has bytes that are no text; save the file as UTF-8");
            if (begins_like_number(fields[column]))
                throw field_error(column,
                                  fmt::format("is '{}', which is no number; correct it, or begin a name "
                                              "with a letter",
                                              printable(fields[column])));
        }
    }

    void reserve() {
        const auto rest = text_.substr(at_);
        const auto lines = std::max(std::ranges::count(rest, '\n'), std::ranges::count(rest, '\r')) + 1;
        // A number takes at least two bytes, however many fields the first line has.
        const std::size_t most =
            std::min(static_cast<std::size_t>(lines) * table_.columns, text_.size() / 2 + 1);
        with_memory_for(path_, most * sizeof(double), [&] { table_.numbers.reserve(most); });
    }

    void read_row() {
        const std::size_t begin = at_;
        for (std::size_t column = 0; column < table_.columns; ++column) {
            if (column > 0 && at_line_end())
                throw length_error(begin);
            if (column > 0)
                ++at_; // a separator
            table_.numbers.push_back(read_number(column));
        }
        if (!at_line_end())
            throw length_error(begin);
        pass_line_end();
    }

    double read_number(std::size_t column) {
        const std::size_t begin = at_;
        pass_spaces();
        const bool opened = is_at('"');
        if (opened) {
            ++at_;
            pass_spaces();
        }
        const NumberText number = number_at_front(text_.substr(at_));
        at_ += number.size;
        pass_spaces();
        const bool closed = is_at('"');
        if (opened && closed) {
            ++at_;
            pass_spaces();
        }
        if (number.error != std::errc{} || opened != closed || !at_field_end()) {
            at_ = begin;
            throw number_error(column, read_text());
        }
        return number.value;
    }

    Error number_error(std::size_t column, const std::string& text) const {
        if (text.empty())
            return field_error(column, "is empty; write a number");
        if (is_number(text))
            return field_error(column,
                               fmt::format("is '{}', which double precision cannot hold; scale the column",
                                           printable(text)));
        std::string_view remedy = "correct it";
        if (text.find(',') != std::string::npos)
            remedy = "write a decimal point and no other commas";
        else if (text.find_first_of(";\t") != std::string::npos)
            remedy = "separate all lines as the first one";
        return field_error(column, fmt::format("is '{}', which is no number; {}", printable(text), remedy));
    }

    Error length_error(std::size_t begin) {
        at_ = begin;
        const std::size_t line = line_, fields = read_fields().size();
        return line_error(line, fmt::format("its number of fields is {}, that of line {} is {}; give every "
                                            "line as many",
                                            fields, first_line_, table_.columns));
    }

    Error field_error(std::size_t column, std::string_view what) const {
        const std::string name =
            table_.names.empty() ? "" : fmt::format(" ({})", printable(table_.names[column]));
        return read_error(path_, fmt::format("line {}, column {}{} {}", line_, column, name, what));
    }

    std::size_t first_line_ = 1;
    NumberTable table_;
};

} // namespace

NumberTable read_number_table(const std::filesystem::path& path) {
    const auto bytes = read_file(path);
    return TableReader(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}).read();
}

} // namespace scanline::data
