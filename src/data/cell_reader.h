#pragma once
#include "delimited_text.h"
#include "input_file.h"
#include "scanline/data/table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::data {

inline std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The characters that end the lines of a text.
struct LineEnds {
    std::size_t feeds = 0, returns = 0;

    static LineEnds of(std::string_view text) {
        return {static_cast<std::size_t>(std::ranges::count(text, '\n')),
                static_cast<std::size_t>(std::ranges::count(text, '\r'))};
    }
    LineEnds operator+(const LineEnds& more) const { return {feeds + more.feeds, returns + more.returns}; }
};

/// The positions of a text's cells.
struct Cells {
    Table::CsvForm form;
    std::vector<std::string> names;
    std::size_t columns = 0;
    /// For each row, the offset of each cell, then one past the row's end. So a cell ends one byte before the
    /// next offset.
    std::vector<std::size_t> begins;
    LineEnds line_ends; ///< of the rows

    std::size_t rows() const { return begins.size() / (columns + 1); }
};

/// Finds the cells of a text: read_start(), then read_rows().
class CellReader : private DelimitedText {
public:
    CellReader(const std::filesystem::path& path, std::string_view text, TextKind kind, const TextForm& form)
        : DelimitedText(path, text, kind, form.separator), has_header_(form.has_header) {}

    /// For rows that begin in a line and have the form of a text whose start has been read.
    CellReader(const CellReader& start, std::string_view rows, std::size_t line) : CellReader(start) {
        text_ = rows;
        at_ = 0;
        line_ = line;
        has_inner_quote_ = false;
    }

    /// Moves to the first row.
    void read_start() {
        find_first_line();
        cells_.form.separator = separator_;
        for (const char c : {'\n', '\r', '"', separator_, separator_ == ' ' ? '\t' : separator_})
            ends_plain_text_[static_cast<unsigned char>(c)] = true;
        read_first_line();
    }

    void read_rows() {
        // Each cell takes at least one byte, which bounds their number.
        const std::string_view rest = text_.substr(at_);
        cells_.line_ends = LineEnds::of(rest);
        const std::size_t lines = std::max(cells_.line_ends.feeds, cells_.line_ends.returns) + 1;
        const std::size_t most = std::min(lines * (cells_.columns + 1), rest.size() + lines + 1);
        with_memory_for(path_, most * sizeof(std::size_t), [&] { cells_.begins.reserve(most); });
        if (separator_ == ' ')
            read_rows_by<true>();
        else
            read_rows_by<false>();
    }

    Cells take() { return std::move(cells_); }
    std::size_t at() const { return at_; }
    std::size_t line() const { return line_; }
    std::size_t first_line_end() const { return first_line_end_; }
    /// True if a row has a quote inside a field without quotes around it.
    bool has_inner_quote() const { return has_inner_quote_; }

private:
    void read_first_line() {
        const std::size_t begin = at_, line = line_;
        std::vector<std::string> fields = read_fields();
        first_line_ = line;
        if (text_.substr(begin, at_ - begin).find('\0') != std::string_view::npos)
            throw line_error(line, "it has bytes that are no text; save the file as UTF-8");
        cells_.columns = fields.size();
        const std::size_t end = first_line_end_ = at_;
        pass_line_end();
        if (at_ > end)
            cells_.form.line_end = text_.substr(end, at_ - end);
        const auto numbers = std::ranges::count_if(fields, is_number);
        const auto texts = std::ranges::count_if(
            fields, [](const std::string& field) { return !field.empty() && !is_number(field); });
        std::vector<std::string> in_comment = names_in_comment();
        const bool is_named = !has_header_ && numbers > 0 && in_comment.size() == fields.size();
        if (!has_header_ && numbers > 0 && texts > 0 && !is_named)
            throw line_error(line, "it has names and numbers: begin with a line of names, or say what it is "
                                   "by --header (names) or --no-header (a row)");
        if (has_header_.value_or(numbers == 0))
            return take_names(begin, end, std::move(fields));
        at_ = begin;
        line_ = line;
        if (is_named)
            return take_names(*comment_, text_.find_first_of("\r\n", *comment_), std::move(in_comment));
        cells_.form.before = text_.substr(0, begin);
    }

    /// Reads names from the last comment, in the form of NumPy's savetxt: "# x y".
    std::vector<std::string> names_in_comment() {
        if (!comment_ || text_.substr(*comment_, at_ - *comment_).find('"') != std::string_view::npos)
            return {};
        const std::size_t at = std::exchange(at_, *comment_ + 1);
        std::vector<std::string> names = read_fields();
        at_ = at;
        return std::ranges::any_of(names, is_number) ? std::vector<std::string>() : names;
    }

    void take_names(std::size_t begin, std::size_t end, std::vector<std::string> names) {
        cells_.form.before = text_.substr(0, begin);
        cells_.form.header = text_.substr(begin, end - begin);
        cells_.names = std::move(names);
    }

    template <bool blanks>
    void read_rows_by() {
        for (pass_blank_lines(); !at_end(); pass_blank_lines())
            read_row<blanks>();
    }

    template <bool blanks>
    void read_row() {
        const std::size_t line = line_, filled = cells_.begins.size();
        while (true) {
            cells_.begins.push_back(at_);
            if (blanks)
                pass_spaces();
            pass_field();
            if (blanks)
                pass_spaces();
            if (at_line_end())
                break;
            if (!blanks)
                ++at_;
        }
        cells_.begins.push_back(at_ + 1);
        if (const std::size_t fields = cells_.begins.size() - filled - 1; fields != cells_.columns)
            throw line_error(line,
                             fmt::format("its number of fields is {}, that of line {} is {}; give every "
                                         "line as many",
                                         fields, first_line_, cells_.columns));
        pass_line_end();
    }

    void pass_field() {
        const char* const begin = text_.data() + at_;
        const char* const end = text_.data() + text_.size();
        const char* at = begin;
        while (at != end && !ends_plain_text_[static_cast<unsigned char>(*at)])
            ++at;
        if (at != end && *at == '"')
            read_text();
        else
            at_ += static_cast<std::size_t>(at - begin);
    }

    std::optional<bool> has_header_;
    std::array<bool, 256> ends_plain_text_{};
    Cells cells_;
    std::size_t first_line_ = 1, first_line_end_ = 0;
};

} // namespace scanline::data
