#include "scanline/tables/column_coder.h"

#include "bins.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <fmt/format.h>
#include <ranges>
#include <unordered_map>
#include <utility>

namespace scanline::tables {

namespace {

struct HashOfDecimal {
    std::size_t operator()(const Decimal& decimal) const {
        const auto low = static_cast<std::uint64_t>(decimal.units),
                   high = static_cast<std::uint64_t>(decimal.units >> 64);
        constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
        return static_cast<std::size_t>(
            ((low * odd) ^ high ^ static_cast<std::uint64_t>(decimal.exponent)) * odd >> 16);
    }
};

/// True for a number in the only form that Decimal's text has, or a code: no other plain text equals it.
bool is_plain(std::string_view text) {
    if (text == "0")
        return true;
    if (text.starts_with('-'))
        text.remove_prefix(1);
    const bool begins = !text.empty() && text.front() >= '0' && text.front() <= '9' && text != "0";
    const bool has_point = text.find('.') != std::string_view::npos;
    return begins && text.find_first_not_of("0123456789.") == std::string_view::npos &&
           !(has_point && (text.back() == '0' || text.back() == '.'));
}

/// Codes the values of a column for the distinct cells of a table.
class ValueCoder {
public:
    ValueCoder(const Dictionary& cells, CodedColumn& column) : cells_(cells), column_(column) {
        const ColumnType& type = column.type;
        merges_ = type.kind == Kind::number &&
                  (type.numbers != NumberForm{} || !all_plain(column.dictionary) || !all_plain(cells));
        for (std::uint32_t code = 0; merges_ && code < column.dictionary.size(); ++code)
            if (const std::optional<Decimal> number = type.number(column.dictionary.text(code)))
                codes_.try_emplace(*number, code);
    }

    bool merges() const { return merges_; } ///< some cells may share a value

    /// cell: of the column's type.
    std::uint32_t code(const std::string& cell) {
        if (!merges_)
            return column_.dictionary.add(cell);
        const auto [found, is_new] = codes_.try_emplace(column_.type.number(cell).value(), 0);
        if (is_new)
            found->second = column_.dictionary.add(cell);
        return found->second;
    }

private:
    static bool all_plain(const Dictionary& dictionary) {
        for (std::uint32_t code = 0; code < dictionary.size(); ++code)
            if (const std::string& text = dictionary.text(code); !text.empty() && !is_plain(text))
                return false;
        return true;
    }

    const Dictionary& cells_;
    CodedColumn& column_;
    bool merges_ = false; ///< different texts may be equal numbers
    std::unordered_map<Decimal, std::uint32_t, HashOfDecimal> codes_;
};

/// to[code] of each; an empty map stands for itself.
std::vector<std::uint32_t> mapped(std::vector<std::uint32_t> codes, const std::vector<std::uint32_t>& to) {
    if (!std::ranges::equal(to, std::views::iota(0u, static_cast<std::uint32_t>(to.size()))))
        for (std::uint32_t& code : codes)
            code = to[code];
    return codes;
}

bool is_any(ranks::Communicator& ranks, bool is_own) {
    return std::ranges::count(gather(ranks, is_own ? 1 : 0), 1) > 0;
}

constexpr std::uint32_t elsewhere = 0xffffffff; ///< a row of other ranks, of which the first reports errors

class CellCoder : public ColumnCoder {
public:
    CellCoder(const data::Table& table, std::size_t number, const Reading& reading,
              const std::optional<BinPlan>& plan, CodedColumn& column)
        : table_(table), number_(number), reading_(reading), plan_(plan), column_(column) {}

protected:
    template <class Code>
    std::vector<std::uint32_t> codes_of_rows(const ColumnWork& work, Code code) {
        std::vector<std::uint32_t> codes;
        codes.reserve(table_.rows());
        work.for_each_row([&](std::size_t row) { codes.push_back(code(row)); });
        return codes;
    }

    const data::Table& table_;
    const std::size_t number_;
    const Reading& reading_;
    const std::optional<BinPlan> plan_;
    CodedColumn& column_;
};

/// The codes of the last elements of a column of numbers: their texts take ten times as long to make.
class CodesOfElements {
public:
    template <class CodeOfText>
    std::uint32_t code(const data::ArrayNumber& element, CodeOfText code_of_text) {
        const std::uint64_t bits = std::visit(
            [](auto value) {
                if constexpr (std::same_as<decltype(value), float>)
                    return std::uint64_t{std::bit_cast<std::uint32_t>(value)};
                else
                    return std::bit_cast<std::uint64_t>(value);
            },
            element);
        std::optional<Known>& known = known_[bits * 0x9e3779b97f4a7c15 >> (64 - size_log2)];
        if (!known || known->bits != bits)
            known = Known{bits, code_of_text()};
        return known->code;
    }

private:
    struct Known {
        std::uint64_t bits;
        std::uint32_t code;
    };
    static constexpr int size_log2 = 12;
    std::vector<std::optional<Known>> known_ = std::vector<std::optional<Known>>(1 << size_log2);
};

/// Codes the distinct cells first.
class ValueCells final : public CellCoder {
public:
    using CellCoder::CellCoder;

    void look(const ColumnWork& work) override {
        are_numbers_ = table_.rows() > 0 && table_.element(0, number_);
        CodesOfElements known;
        codes_ = codes_of_rows(work, [&](std::size_t row) {
            const auto code_of_text = [&] {
                const std::uint32_t code = cells_.add(table_.text(row, number_));
                if (code == first_rows_.size()) {
                    require_few(code, static_cast<std::uint32_t>(row));
                    first_rows_.push_back(static_cast<std::uint32_t>(row));
                }
                return code;
            };
            return are_numbers_ ? known.code(*table_.element(row, number_), code_of_text) : code_of_text();
        });
    }

    void share(ranks::Communicator& ranks) override {
        are_numbers_ = is_any(ranks, are_numbers_);
        joined_codes_ = join(ranks, cells_);
        std::vector<std::uint32_t> rows(static_cast<std::size_t>(cells_.size()), elsewhere);
        for (std::size_t cell = 0; cell < joined_codes_.size(); ++cell)
            rows[joined_codes_[cell]] = first_rows_[cell];
        first_rows_ = std::move(rows);
    }

    std::vector<std::uint32_t> code(const ColumnWork& work) override {
        if (cells_.size() > max_distinct) { // of all ranks
            require_few(max_distinct, first_rows_[max_distinct]);
            return {};
        }
        const bool is_first = column_.type.kind == Kind::unknown && column_.dictionary.size() == 0;
        if (column_.type.kind == Kind::unknown)
            column_.type = type_of_cells();
        ValueCoder coder(cells_, column_);
        if (is_first && !coder.merges() && are_missing_cells_empty()) {
            column_.dictionary = std::move(cells_);
            return mapped(std::move(codes_), joined_codes_);
        }
        std::vector<std::uint32_t> of_cell;
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
            work.poll().count();
            const std::string& text = cells_.text(cell);
            const std::uint32_t row = first_rows_[cell];
            if (is_missing_cell(text))
                of_cell.push_back(column_.dictionary.add(""));
            else if (column_.type.takes(text))
                of_cell.push_back(coder.code(text));
            else if (row != elsewhere)
                throw table_.cell_error(row, number_, mismatch_text(text, column_.type));
            else
                return {};
            require_few(of_cell.back(), row);
        }
        if (!joined_codes_.empty())
            of_cell = mapped(std::move(joined_codes_), of_cell);
        return mapped(std::move(codes_), of_cell);
    }

private:
    bool is_missing_cell(const std::string& cell) const {
        return is_as_written_ ? cell.empty() : is_missing(cell, reading_);
    }

    bool are_missing_cells_empty() const {
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
            if (const std::string& text = cells_.text(cell); !text.empty() && is_missing_cell(text))
                return false;
        return true;
    }

    void require_few(std::uint32_t code, std::uint32_t row) const {
        if (code >= max_distinct && row != elsewhere)
            throw table_.cell_error(
                row, number_,
                fmt::format("exceeds the limit of {} distinct values: put the column into bins, "
                            "or leave it out",
                            max_distinct));
    }

    ColumnType type_of_cells() const {
        if (is_as_written_)
            return {.kind = Kind::text};
        if (are_numbers_)
            return {.kind = Kind::number};
        TypeSniffer sniffer(reading_);
        for (std::uint32_t cell = 0; cell < cells_.size() && !sniffer.is_text(); ++cell)
            if (!is_missing(cells_.text(cell), reading_))
                sniffer.add(cells_.text(cell));
        return sniffer.type();
    }

    const bool is_as_written_ = is_text_as_written(table_, number_, reading_);
    bool are_numbers_ = false; ///< elements of an array
    Dictionary cells_;         ///< of all ranks once shared
    std::vector<std::uint32_t> first_rows_, codes_;
    std::vector<std::uint32_t> joined_codes_; ///< of the own cells among all ranks'
};

class DateCells final : public CellCoder {
public:
    using CellCoder::CellCoder;

    void look(const ColumnWork& /*work*/) override {
        if (!column_.source && !reading_.dates)
            add_dates(dates_, false);
    }

    void share(ranks::Communicator& ranks) override {
        const std::vector<DateSniffer> all = gather(ranks, dates_);
        dates_ = {};
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            if (rank == static_cast<std::size_t>(ranks.rank()))
                dates_before_ = dates_;
            dates_.add(all[rank]);
        }
    }

    std::vector<std::uint32_t> code(const ColumnWork& work) override {
        if (!dates_.fits()) {
            add_dates(dates_before_, true);
            return {};
        }
        if (!column_.source)
            column_.source = reading_.dates ? reading_.dates : format_of_dates();
        return codes_of_rows(work, [this](std::size_t row) {
            const std::string cell = table_.text(row, number_);
            if (is_missing(cell, reading_))
                return column_.dictionary.add("");
            const std::optional<Date> date = column_.source->read(cell);
            if (!date)
                throw table_.cell_error(row, number_,
                                        mismatch_text(cell, {.kind = Kind::date, .dates = column_.source}));
            return column_.dictionary.add(part_of(*date, column_.part));
        });
    }

    void share_codes(ranks::Communicator& ranks, std::vector<std::uint32_t>& codes) override {
        codes = mapped(std::move(codes), join(ranks, column_.dictionary));
    }

private:
    static bool has_any(const DateSniffer& dates) { return dates.fitting() != DateSniffer().fitting(); }

    /// Adds the dates of the rows, up to one that no format fits, which is an error if `throws`; otherwise
    /// perhaps only until one format is left.
    void add_dates(DateSniffer& dates, bool throws) const {
        constexpr std::size_t some = 1024;
        for (std::size_t row = 0; row < table_.rows() && dates.fits(); ++row) {
            if (const std::string cell = table_.text(row, number_); !is_missing(cell, reading_)) {
                const bool is_first = !has_any(dates);
                dates.add(cell);
                if (!dates.fits() && throws)
                    throw table_.cell_error(row, number_,
                                            fmt::format("is '{}', which is not a date{}: correct it, name it "
                                                        "with --null if it stands for "
                                                        "no value, or give --date-format",
                                                        printable(cell),
                                                        is_first ? "" : " like those above"));
            }
            if (!throws && row % some == some - 1 && has_any(dates) && dates.candidates().size() == 1)
                break;
        }
    }

    /// None if all cells are missing.
    std::optional<DateFormat> format_of_dates() const {
        const std::vector<DateFormat> fitting =
            has_any(dates_) ? dates_.candidates() : std::vector<DateFormat>();
        if (fitting.size() > 1)
            throw usage_error(fmt::format("{}: the dates of {} fit {} and {}: choose one by --date-format",
                                          printable(column_.name), printable(column_.column),
                                          fitting[0].pattern(), fitting[1].pattern()));
        return fitting.empty() ? std::nullopt : std::optional(fitting.front());
    }

    DateSniffer dates_, dates_before_; ///< of all ranks once shared, and of those before this one
};

class BinnedCells final : public CellCoder {
public:
    using CellCoder::CellCoder;

    void look(const ColumnWork& work) override {
        column_.type = {.kind = Kind::number, .numbers = reading_.numbers};
        numbers_.reserve(table_.rows());
        work.for_each_row([&](std::size_t row) {
            numbers_.push_back(finite_number_in(row));
            if (numbers_.back() && plan_)
                present_.push_back(*numbers_.back());
            else if (numbers_.back() && column_.edges.empty())
                throw table_.cell_error(
                    row, number_,
                    "cannot be binned: the cube had no numbers to derive bins from; build it "
                    "again from all rows");
        });
        has_missing_ = plan_ && present_.size() < numbers_.size();
        if (plan_ && plan_->are_quantiles)
            std::ranges::sort(present_);
    }

    void share(ranks::Communicator& ranks) override {
        has_missing_ = is_any(ranks, has_missing_);
        if (plan_)
            present_ = deciding_numbers(ranks, present_, *plan_);
    }

    std::vector<std::uint32_t> code(const ColumnWork& work) override {
        if (!present_.empty()) {
            column_.edges = edges_for(present_, *plan_);
            for (std::size_t bin = 0; bin + 1 < column_.edges.size(); ++bin)
                column_.dictionary.add(
                    fmt::format("{}..{}", edge_text(column_.edges[bin]), edge_text(column_.edges[bin + 1])));
        }
        if (has_missing_) // perhaps only on another rank
            column_.dictionary.add("");
        std::vector<std::uint32_t> codes;
        codes.reserve(numbers_.size());
        for (const std::optional<Decimal>& number : numbers_) {
            work.poll().count();
            codes.push_back(number ? code_of_bin(*number) : column_.dictionary.add(""));
        }
        return codes;
    }

    void share_codes(ranks::Communicator& ranks, std::vector<std::uint32_t>& codes) override {
        if (!plan_) // numbers may be beyond the edges
            codes = mapped(std::move(codes), join(ranks, column_.dictionary));
    }

private:
    std::optional<Decimal> finite_number_in(std::size_t row) const {
        std::optional<Decimal> number = number_in(table_, row, number_, reading_);
        if (number && !number->is_finite())
            throw table_.cell_error(row, number_, "is infinite: correct it, or leave the column out");
        return number;
    }

    std::uint32_t code_of_bin(const Decimal& number) const {
        return number < column_.edges.front()  ? column_.dictionary.add(below_text(column_))
               : number > column_.edges.back() ? column_.dictionary.add(above_text(column_))
                                               : *column_.bin_of(number);
    }

    std::vector<std::optional<Decimal>> numbers_;
    std::vector<Decimal> present_; ///< to derive bins from
    bool has_missing_ = false;
};

} // namespace

std::unique_ptr<ColumnCoder> make_column_coder(const data::Table& table, std::size_t number,
                                               const Reading& reading, const std::optional<BinPlan>& bins,
                                               CodedColumn& column) {
    switch (column.derivation) {
    case Derivation::value: return std::make_unique<ValueCells>(table, number, reading, bins, column);
    case Derivation::part: return std::make_unique<DateCells>(table, number, reading, bins, column);
    case Derivation::bin: break;
    }
    return std::make_unique<BinnedCells>(table, number, reading, bins, column);
}

std::vector<std::uint32_t> code_cells(const data::Table& table, std::size_t number, const Reading& reading,
                                      const std::optional<BinPlan>& bins, CodedColumn& column,
                                      const ColumnWork& work) {
    const std::unique_ptr<ColumnCoder> coder = make_column_coder(table, number, reading, bins, column);
    coder->look(work);
    return coder->code(work);
}

} // namespace scanline::tables
