#include "csv_cells.h"

#include "delimited_text.h"
#include "encodings.h"
#include "input_file.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::data {
namespace {

/// The positions of a text's cells.
struct Cells {
    Table::CsvForm form;
    std::vector<std::string> names;
    std::size_t columns = 0;
    /// For each row, the offset of each cell, then one past the row's end. So a cell ends one byte before the
    /// next offset.
    std::vector<std::size_t> begins;
};

class CellReader : private DelimitedText {
public:
    CellReader(const std::filesystem::path& path, std::string_view text, TextKind kind, const TextForm& form)
        : DelimitedText(path, text, kind, form.separator), has_header_(form.has_header) {}

    Cells read() {
        find_first_line();
        cells_.form.separator = separator_;
        for (const char c : {'\n', '\r', '"', separator_, separator_ == ' ' ? '\t' : separator_})
            ends_plain_text_[static_cast<unsigned char>(c)] = true;
        read_first_line();
        // Each cell takes at least one byte, which bounds their number.
        const std::string_view rest = text_.substr(at_);
        const auto lines = static_cast<std::size_t>(
            std::max(std::ranges::count(rest, '\n'), std::ranges::count(rest, '\r')) + 1);
        const std::size_t most = std::min(lines * (cells_.columns + 1), rest.size() + lines + 1);
        with_memory_for(path_, most * sizeof(std::size_t), [&] { cells_.begins.reserve(most); });
        if (separator_ == ' ')
            read_rows<true>();
        else
            read_rows<false>();
        return std::move(cells_);
    }

private:
    void read_first_line() {
        const std::size_t begin = at_, line = line_;
        std::vector<std::string> fields = read_fields();
        first_line_ = line;
        if (text_.substr(begin, at_ - begin).find('\0') != std::string_view::npos)
            throw line_error(line, "it has bytes that are no text; save the file as UTF-8");
        cells_.columns = fields.size();
        const std::size_t end = at_;
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
    void read_rows() {
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
    std::size_t first_line_ = 1;
};

class CsvCells final : public Table {
public:
    CsvCells(const std::filesystem::path& path, std::vector<std::byte> bytes, TextKind kind,
             const TextForm& form)
        : Table(path), bytes_(as_utf8(path, std::move(bytes))) {
        cells_ = CellReader(path_, file_text(), kind, form).read();
        names_ = std::move(cells_.names);
        columns_ = cells_.columns;
        rows_ = cells_.begins.size() / (columns_ + 1);
    }

    std::optional<ArrayNumber> element(std::size_t /*row*/, std::size_t /*column*/) const override {
        return std::nullopt;
    }

    std::string text(std::size_t row, std::size_t column) const override {
        const std::string_view whole = trimmed(raw(row, column, column + 1));
        if (!whole.starts_with('"'))
            return std::string(whole);
        std::string cell(trimmed(whole.substr(1, whole.size() - 2)));
        for (std::size_t at = 0; (at = cell.find("\"\"", at)) != std::string::npos; ++at)
            cell.erase(at, 1);
        return cell;
    }

    std::string_view text_view(std::size_t row, std::size_t column, std::string& buffer) const override {
        const std::string_view cell = raw(row, column, column + 1);
        const auto is_bare = [](char c) { return c != ' ' && c != '\t' && c != '"'; };
        if (!cell.empty() && is_bare(cell.front()) && is_bare(cell.back()))
            return cell; // as it is: most cells
        return buffer = text(row, column);
    }

    bool is_text() const override { return true; }
    CsvForm csv_form() const override { return cells_.form; }
    std::string csv_row(std::size_t row) const override { return std::string(raw(row, 0, columns_)); }
    std::string csv_cell(std::size_t row, std::size_t column) const override {
        return std::string(raw(row, column, column + 1));
    }

    NpzArrays arrays_of(std::span<const std::uint32_t> /*rows*/) const override {
        throw usage_error(
            fmt::format("the rows of {} are text, which arrays cannot take: write .csv, or ids only",
                        printable_path(path_)));
    }

private:
    std::string row_text(std::size_t row) const override {
        const std::string_view before = file_text().substr(0, cells_.begins[row * (columns_ + 1)]);
        const auto feeds = std::ranges::count(before, '\n');
        return fmt::format("row {} (line {})", row,
                           1 + (feeds > 0 ? feeds : std::ranges::count(before, '\r')));
    }

    std::string_view file_text() const {
        return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
    }

    /// The text of the columns [column, end).
    std::string_view raw(std::size_t row, std::size_t column, std::size_t end) const {
        const std::size_t* const begins = cells_.begins.data() + row * (columns_ + 1);
        return file_text().substr(begins[column], begins[end] - 1 - begins[column]);
    }

    std::vector<std::byte> bytes_;
    Cells cells_;
};

} // namespace

std::unique_ptr<Table> read_csv_cells(const std::filesystem::path& path, std::vector<std::byte> bytes,
                                      std::string_view ending, const TextForm& form) {
    return std::make_unique<CsvCells>(path, std::move(bytes), kind_of(ending), form);
}

} // namespace scanline::data
