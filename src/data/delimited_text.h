#pragma once
#include "scanline/core/error.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::data {

/// True for text that is a number as a whole, even beyond double precision.
bool is_number(std::string_view field);

/// Which separators a text may have, besides commas, semicolons, tabs and pipes.
enum class TextKind {
    numbers, ///< nothing else
    table,   ///< runs of blanks, if they separate numbers
    columns, ///< runs of blanks; lines before the first row that begin with # are comments
};

TextKind kind_of(std::string_view ending); ///< of a table's file: ".txt" has columns

/// Walks through the lines and fields of a CSV file: the separator is whichever the first line uses, if it is
/// not given, by Excel's line `sep=;` or else; fields may have surrounding spaces and quotes as in RFC 4180;
/// lines end with LF, CR LF or CR. The separator ' ' stands for runs of blanks.
class DelimitedText {
protected:
    DelimitedText(const std::filesystem::path& path, std::string_view text, TextKind kind = TextKind::numbers,
                  std::optional<char> separator = {});

    bool at_end() const { return at_ == text_.size(); }
    bool is_at(char c) const { return !at_end() && text_[at_] == c; }
    bool at_line_end() const { return at_end() || text_[at_] == '\n' || text_[at_] == '\r'; }
    bool at_field_end() const {
        return at_line_end() || text_[at_] == separator_ || (separator_ == ' ' && text_[at_] == '\t');
    }

    /// Moves to the first line that is neither blank nor a comment, and detects the separator. Errors: there
    /// is none; the line has two kinds of separators.
    void find_first_line();
    void pass_spaces() {
        while (is_at(' ') || (separator_ != '\t' && is_at('\t')))
            ++at_;
    }
    void pass_line_end();
    void pass_blank_lines();

    /// Reads the field here, without surrounding spaces and quotes. Errors: text after a closing quote, and a
    /// quote that is never closed.
    std::string read_text();
    /// Reads the fields from here to the end of the line.
    std::vector<std::string> read_fields();

    Error line_error(std::size_t line, std::string_view what) const;

    const std::filesystem::path& path_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1; ///< line of `at_`, from 1
    char separator_ = ',';
    std::optional<std::size_t> comment_; ///< where the last comment begins
    bool has_inner_quote_ = false;       ///< in a field that is not in quotes

private:
    void pass_separator_line();
    void pass_comments();
    std::optional<char> separator_of_first_line() const;
    bool blanks_separate();

    TextKind kind_;
    std::optional<char> given_;
};

} // namespace scanline::data
